package outbox_test

import (
	"net/http"
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// takeSettings reads the settings of sports as the syncer does.
func (h *home) takeSettings() {
	h.Helper()
	all, err := h.service.(source.SportSettingsReader).SportSettings(h.Context())
	h.must(err)
	h.write(func(tx *store.Tx) error {
		for _, s := range all {
			d := document.Statement{
				Collection: document.SportSettings, ID: "intervals:" + s.ID, Source: "intervals",
				RunID: "r", AsOf: began, Body: s,
			}
			if _, err := tx.Say(ann, d); err != nil {
				return err
			}
		}
		return nil
	})
}

// tell is a write of settings of a sport.
func (h *home) tell(sport training.Sport, s journal.SettingsChanged) journal.Outcome {
	h.Helper()
	s.Sport = sport
	w := journal.Write{Athlete: ann, Face: "mcp", Tool: "save_sport_settings", Summary: "Set.", Now: h.Now()}
	out, err := h.journal.Do(h.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		e := training.ThresholdEntry{Key: training.KeyRestHR, Sport: sport, From: today, Values: []float64{45}}
		return journal.Effect{
			Changes: []journal.Change{{Of: store.ChangeSettings, Target: string(sport), Field: "a setting"}},
			Changed: []journal.Changed{journal.DeleteThreshold(e), s},
		}, tx.PutThreshold(ann, e)
	})
	h.must(err)
	return out
}

type values = map[training.ThresholdKey][]float64

func TestSettingsGoThereAndComeBack(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		sport  training.Sport
		action string
		s      journal.SettingsChanged
		stays  string
	}{
		"a threshold":   {training.Cycling, "update", journal.SettingsChanged{Before: values{"ftp_w": {250}}, After: values{"ftp_w": {271}}}, ""},
		"none any more": {training.Cycling, "update", journal.SettingsChanged{Before: values{"indoor_ftp_w": {240}}}, ""},
		"zones that follow": {
			training.Running, "update", journal.SettingsChanged{
				Before: values{"lthr_bpm": {168}},
				After:  values{"lthr_bpm": {172}, "max_hr_bpm": {193}},
			}, "",
		},
		"fewer zones": {
			training.Running, "update", journal.SettingsChanged{After: values{"threshold_speed_mps": {4}, "pace_zones_mps": {3, 3.5}}}, "",
		},
		"zones that cannot be said": {
			training.Swimming, "update", journal.SettingsChanged{After: values{"power_zones_w": {100, 200}, "max_power_w": {400}}}, "power_zones_w",
		},
		"a new sport": {training.Rowing, "create", journal.SettingsChanged{After: values{"ftp_w": {220}}, Own: true}, ""},
		"deleted":     {training.Swimming, "delete", journal.SettingsChanged{Deleted: true}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{})
			h.takeSettings()
			before := h.server.State()
			out := h.tell(tt.sport, tt.s)
			at := h.at(out, tt.action, "done")
			if len(at.Differences) > 0 || !strings.Contains(at.Note.String(), tt.stays) {
				t.Errorf("%+v", at)
			}
			after := h.server.State()
			for range 2 {
				back := h.undo(out)
				h.want("undone", before, h.server.State())
				out = h.undo(back)
				h.want("done again", after, h.server.State())
			}
		})
	}
}

// TestSettingsThatStayHere: what changes nothing of today, what a service has
// for other sports only, and what is new away from home.
func TestSettingsThatStayHere(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.takeSettings()
	rowing := journal.SettingsChanged{After: values{"ftp_w": {220}}}
	same := journal.SettingsChanged{Before: values{"ftp_w": {250}}, After: values{"ftp_w": {250}}, Own: true}
	for _, out := range []journal.Outcome{
		h.tell(training.Rowing, rowing), h.tell(training.Cycling, same),
		h.tell(training.Rowing, journal.SettingsChanged{Deleted: true}),
	} {
		if !stays(out) {
			t.Errorf("%+v", out.AtService)
		}
	}
	h.write(func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Europe/Berlin"})
	})
	rowing.Own = true
	if out := h.tell(training.Rowing, rowing); !stays(out) || h.asked() > 0 {
		t.Errorf("%+v", out.AtService)
	}
}

func TestRefusedSettingsAreToldInWords(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.takeSettings()
	before := h.server.State()
	out := h.tell(training.Other, journal.SettingsChanged{Deleted: true})
	if at := h.at(out, "delete", "failed"); !strings.Contains(at.Note.String(), "Cannot delete the settings for other sports") {
		t.Errorf("%+v", at)
	}
	h.server.Inject(intervalstest.Fault{Operation: "updateSettings", Status: http.StatusUnprocessableEntity, Times: 1})
	out = h.tell(training.Cycling, journal.SettingsChanged{After: values{"ftp_w": {271}}})
	if at := h.at(out, "update", "failed"); at.Note == "" {
		t.Errorf("%+v", at)
	}
	h.undo(out)
	h.want("at the service", before, h.server.State())
}
