package outbox_test

import (
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// edit overrides fields of an activity as the tools do.
func (h *home) edit(id training.ActivityID, fields map[string]string) journal.Outcome {
	h.Helper()
	w := journal.Write{Athlete: ann, Face: "cli", Tool: "test", Summary: "A change", Now: h.Now(), Targets: map[string]string{string(id): ""}}
	return h.agreed(w, func(tx *store.Tx) (e journal.Effect, err error) {
		before, err := tx.Shown(ann, id)
		if err != nil {
			return e, err
		}
		changed := journal.ActivityChanged{Before: before}
		for f, v := range fields {
			former, err := tx.SetOverride(ann, id, f, json.RawMessage(v))
			if err != nil {
				return e, err
			}
			changed.Fields = append(changed.Fields, journal.FieldChanged{Field: f, Before: former})
		}
		e.Changed = []journal.Changed{changed}
		return e, nil
	})
}

// recorded puts an activity of the service into the store.
func (h *home) recorded() (id training.ActivityID, there source.Activity) {
	h.Helper()
	page, err := h.service.(source.ActivityLister).ListActivities(h.Context(),
		source.ActivityQuery{Days: training.DayRange{From: today - 60, To: today}})
	h.must(err)
	for _, a := range page.Activities {
		if a.Withheld != "" {
			continue
		}
		act := storetest.Activity("ride", a.Start)
		act.Sport, act.SubSport = a.Edit.Sport, a.Edit.SubSport
		h.write(func(tx *store.Tx) error {
			if err := tx.PutActivity(ann, act); err != nil {
				return err
			}
			return intakeSays(tx, act.ID, a)
		})
		return act.ID, a
	}
	h.Fatal("the sample has no activity")
	return "", there
}

func (h *home) row(id training.ActivityID) store.ActivityRow {
	h.Helper()
	row, err := h.db.Activity(h.Context(), storetest.Export(ann), id)
	h.must(err)
	return row
}

// TestWordsOnAnActivityGoThereAndComeBack in one request, and are the
// athlete's own only as long as the service does not say the same.
func TestWordsOnAnActivityGoThereAndComeBack(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	id, there := h.recorded()
	before, shown := h.server.State(), h.row(id)
	out := h.edit(id, map[string]string{
		"name": `"Mine"`, "tags": `["a","b"]`, "race": `true`, "feel": `4`, "carbs_g": `80`, "fluid_ml": `700`, "perceived_exertion": `9`, "sport": `"hiking"`,
		"ignored": `[{"channel":"hr"},{"channel":"power","from_s":5,"to_s":9}]`, "manual_load": `33`, "hidden_from_models": `true`,
	})
	at := h.at(out, "update", "done")
	if at.ID != "intervals:"+there.ID || len(at.Differences) > 0 || !strings.Contains(at.Note.String(), "fluid_ml") ||
		!strings.Contains(at.Note.String(), "manual_load") || h.asked() != 1 {
		t.Errorf("%+v, %d requests", at, h.asked())
	}
	all, err := h.service.(source.ActivityReader).Activities(t.Context(), there.ID)
	h.must(err)
	if e := all[0].Edit; e.Name != "Mine" || e.Feel != 4 || e.CarbsG != 80 || !e.Race || !e.IgnoreHR || e.IgnorePower ||
		e.Sport != training.Hiking {
		t.Errorf("there: %+v", e)
	}
	now := h.row(id)
	if now.Name != "Mine" || now.Feel != 4 || len(now.Ignored) != 2 ||
		strings.Join(now.Edited, " ") != "fluid_ml hidden_from_models ignored manual_load" {
		t.Errorf("here: %+v", now.Activity)
	}
	redo := h.undo(out)
	h.at(redo, "update", "done")
	h.want("undone there", before, h.server.State())
	h.want("undone here", shown, h.row(id))
	h.undo(redo)
	if now := h.row(id); now.Name != "Mine" || now.Sport != training.Hiking {
		t.Errorf("done again: %+v", now.Activity)
	}
}

// TestWhatOfAnActivityStaysHere: what no service is told of, and gear that a
// service does not take this way.
func TestWhatOfAnActivityStaysHere(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	id, _ := h.recorded()
	h.take()
	before := h.server.State()
	for _, fields := range []map[string]string{
		{"hidden_from_models": `true`}, {"manual_load": `50`}, {"ignored": `[{"channel":"power","from_s":1,"to_s":5}]`},
	} {
		if out := h.edit(id, fields); !stays(out) {
			t.Errorf("%v: %+v", fields, out.AtService)
		}
	}
	out := h.edit(id, map[string]string{"gear_id": `"` + h.gear("Old shoes").ID + `"`})
	if at := h.at(out, "update", "done"); len(at.Differences) != 1 || at.Differences[0].Field != "gear_id" {
		t.Errorf("%+v", at)
	}
	if h.row(id).GearID != h.gear("Old shoes").ID {
		t.Error("the athlete's word is gone")
	}
	h.want("at the service", before, h.server.State())
}
