package outbox_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// loses deletes an event as a person does at the service's own pages.
func (h *home) loses(id string) {
	h.Helper()
	n, err := h.service.(source.EventKeeper).DeleteEvents(h.Context(), strings.TrimPrefix(id, "intervals:"))
	h.must(err)
	if n != 1 {
		h.Fatalf("%d events were deleted", n)
	}
}

// one returns an event as it is shown here.
func (h *home) one(id string) calendar.Event {
	h.Helper()
	e, err := calendar.Find(h.Context(), h.db, storetest.Export(ann), id)
	h.must(err)
	return e
}

// lost returns an event that was sent, with a text and steps, and that the
// service lost since.
func lost(t *testing.T) *home {
	t.Helper()
	h := newHome(t, intervalstest.Options{})
	at := h.at(h.plan("mine", session(sweetSpot, nil)), "create", "done")
	h.sync()
	h.loses(at.ID)
	return h
}

// TestWhatTheServiceLostStaysHereAndIsNotMadeAnew: a change says so, keeps the
// whole event as the athlete's own, and changes after it are for nobody else.
func TestWhatTheServiceLostStaysHereAndIsNotMadeAnew(t *testing.T) {
	t.Parallel()
	h := lost(t)
	before := h.server.State()
	out := h.event("mine", `{"name":"Renamed"}`)
	at := h.at(out, "update", "failed")
	for _, says := range []string{"no longer has it", "kept here only", "delete it here and create it again"} {
		if !strings.Contains(at.Note.String(), says) {
			t.Errorf("it does not say %q: %s", says, at.Note)
		}
	}
	check := func(name string) {
		t.Helper()
		e := h.one("mine")
		if e.Name != name || e.Description != sweetSpot || e.Category != training.EventWorkout || e.Days != on(today+3) || len(e.Sources) > 0 {
			t.Errorf("here: %+v", e.CalendarEvent)
		}
		if e.Load != 0 || e.MovingTimeS != 0 {
			t.Errorf("what the service reckoned is the athlete's word: %g %g", e.Load, e.MovingTimeS)
		}
		h.want("there", before, h.server.State())
	}
	check("Renamed")
	h.sync()
	check("Renamed")
	redo := h.undo(out)
	check("Session")
	h.undo(redo)
	check("Renamed")
	third := h.own(document.Events, "mine", h.ownOf("mine", "Third"), journal.Write{})
	if !stays(third) || !strings.Contains(third.AtService[0].Note.String(), "no longer does") {
		t.Errorf("%+v", third.AtService)
	}
	h.send()
	check("Third")
}

// ownOf returns the athlete's words on an event with another name.
func (h *home) ownOf(id, name string) document.Own {
	h.Helper()
	d, err := h.db.Document(h.Context(), storetest.Export(ann), document.Events, id)
	h.must(err)
	fields := strings.Replace(string(d.Own), `"Renamed"`, `"`+name+`"`, 1)
	return document.Own{Fields: []byte(fields), Days: d.Days}
}

// TestWhatTheServiceLostIsMadeAgainWhenAsked: what is deleted here and made
// anew goes there again, once.
func TestWhatTheServiceLostIsMadeAgainWhenAsked(t *testing.T) {
	t.Parallel()
	h := lost(t)
	h.at(h.event("mine", `{"name":"Renamed"}`), "update", "failed")
	if gone := h.own(document.Events, "mine", document.Own{}, journal.Write{}); !stays(gone) {
		t.Errorf("%+v", gone.AtService)
	}
	at := h.at(h.plan("mine", session(sweetSpot, nil)), "create", "done")
	h.sync()
	if there := h.there("name")["Session"]; there == nil || h.shown()["mine"] != "Session" {
		t.Errorf("there %v, here %v", h.there("name"), h.shown())
	}
	if at := h.at(h.event("mine", `{"name":"Later"}`), "update", "done"); h.there("name")["Later"] == nil {
		t.Errorf("%+v", at)
	}
	if e := h.one(at.ID); e.ID != "mine" {
		t.Errorf("%s is %s", at.ID, e.ID)
	}
}

// TestWhatTheServiceLostGoesWithASync, as everything that is deleted there.
func TestWhatTheServiceLostGoesWithASync(t *testing.T) {
	t.Parallel()
	h := lost(t)
	h.sync()
	if got, ok := h.shown()["mine"]; ok {
		t.Errorf("it is still here: %q", got)
	}
}

// TestAChangeThatWaitedForWhatIsLost checks that a change that waited for a
// lost thing is sent later, and kept.
func TestAChangeThatWaitedForWhatIsLost(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	made := h.at(h.plan("mine", session(sweetSpot, nil)), "create", "done")
	mend := h.server.Inject(intervalstest.Fault{Operation: "showEvent", Status: http.StatusTooManyRequests})
	h.at(h.event("mine", `{"name":"Renamed"}`), "update", "waiting")
	mend()
	h.loses(made.ID)
	h.sync() // it waits, so the service's last word stands
	h.send()
	if e := h.one("mine"); e.Name != "Renamed" || e.Description != sweetSpot || len(e.Sources) > 0 {
		t.Errorf("here: %+v %v", e.CalendarEvent, e.Sources)
	}
	r, err := h.box.Report(t.Context(), ann, "intervals", time.Now())
	h.must(err)
	if r == nil || r.Failed != 1 || r.Waiting != 0 || !strings.Contains(r.Failures[0].String(), "kept here only") {
		t.Errorf("%+v", r)
	}
}

// TestAWorkoutThatTheServiceLostStaysHere, with a text or without steps.
func TestAWorkoutThatTheServiceLostStaysHere(t *testing.T) {
	t.Parallel()
	for text, load := range map[string]float64{"- 10m 55%": 0, "Easy": 40} {
		h := newHome(t, intervalstest.Options{})
		h.take()
		fields := h.filled(`{"folder_id":"{Favourites}","name":"Mine","sport":"cycling","description":"` + text + `"}`)
		at := h.at(h.put(document.Workouts, "mine", fields, training.DayRange{}), "create", "done")
		there := strings.TrimPrefix(at.ID, "intervals:")
		if load > 0 { // somebody says so there
			_, err := h.service.(source.WorkoutWriter).SaveWorkout(t.Context(), training.LibraryWorkout{ID: there, Load: load}, "load")
			h.must(err)
		}
		h.take()
		h.must(h.service.(source.WorkoutWriter).DeleteWorkout(t.Context(), there))
		before := h.server.State()
		out := h.put(document.Workouts, "mine", `{"name":"Renamed"}`, training.DayRange{})
		h.at(out, "update", "failed")
		h.take()
		for _, name := range []string{"Renamed", "Mine"} {
			w, err := workouts.FindWorkout(t.Context(), h.db, storetest.Export(ann), "mine")
			h.must(err)
			want := training.LibraryWorkout{
				ID: "mine", Name: name, Sport: training.Cycling, Description: text, Load: load, FolderID: h.called(document.Folders, "Favourites"),
			}
			if d := cmp.Diff(want, w.LibraryWorkout); d != "" {
				t.Error(d)
			}
			if name == "Renamed" {
				h.undo(out)
			}
		}
		h.want("there", before, h.server.State())
	}
}

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
			if _, err := tx.PutStatement(ann, d); err != nil {
				return err
			}
		}
		return nil
	})
}

// tell returns a write of settings of a sport.
func (h *home) tell(sport training.Sport, s journal.SettingsChanged) journal.Outcome {
	h.Helper()
	s.Sport = sport.Plain()
	w := journal.Write{Athlete: ann, Face: "mcp", Tool: "save_sport_settings", Summary: "Set.", Now: h.Now()}
	out, err := h.journal.Do(h.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		e := training.ThresholdEntry{Key: training.KeyRestHR, Sport: sport.Plain(), From: today, Values: []float64{45}}
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

// TestAHomeThatWasTakenSendsNothing: a message waits, and another machine takes the home, so that no write is known
// elsewhere any more. The sender cannot claim the message and does not call the service.
func TestAHomeThatWasTakenSendsNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	mend := h.server.Inject(intervalstest.Fault{Status: http.StatusServiceUnavailable})
	h.event("mine", ride)
	mend()
	before, later := h.server.State(), h.Now().Add(24*time.Hour)
	h.set(later)
	taken := errors.New("another machine has it")
	db, err := store.Open(h.Context(), store.Options{Home: h.dir, Now: h.Now, Committed: func(context.Context) error { return taken }})
	h.must(err)
	h.use(db)
	if err := h.box.Send(h.Context(), ann, "intervals", true); training.KindOf(err) != training.KindUnknown || !errors.Is(err, taken) {
		t.Errorf("sending ends with %v", err)
	}
	h.want("there", before, h.server.State())
	h.must(db.Close())
	h.reopen() // the home's owner
	h.set(later.Add(time.Hour))
	h.must(h.box.Send(h.Context(), ann, "intervals", true))
	if cmp.Equal(before, h.server.State()) {
		t.Error("the owner sends nothing, so nothing was tested")
	}
}
