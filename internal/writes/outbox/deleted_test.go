package outbox_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// rest has all sent that waits, as time passes.
func (h *home) rest() {
	h.Helper()
	for range 3 {
		h.must(h.Sleep(h.Context(), 6*time.Hour))
		h.send()
	}
}

// erase deletes an activity as the tool does.
func (h *home) erase(id training.ActivityID, d journal.ActivityDeleted) journal.Outcome {
	h.Helper()
	d.ID = id
	w := journal.Write{
		Athlete: ann, Face: "cli", Tool: "test", Summary: "A deletion", Now: h.Now(),
		Targets: map[string]string{string(id): ""},
	}
	out, err := h.journal.Do(h.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{Changed: []journal.Changed{d}}, tx.DeleteActivity(ann, id)
	})
	h.must(err)
	return out
}

// noted puts an activity that somebody wrote down at the service into the store.
func (h *home) noted() (id training.ActivityID, there string) {
	h.Helper()
	h.server.Do(func(w *apitest.World) {
		for _, v := range w.Athletes[0].NewestFirst() {
			if apitest.Text(v.Doc, "source") == "MANUAL" {
				there = apitest.IDOf(v.Doc)
				v.Doc["kg_lifted"], v.Doc["description"], v.Doc["icu_color"] = 120.0, "Squats", "red"
			}
		}
	})
	all, err := h.service.(source.ActivityReader).Activities(h.Context(), there)
	h.must(err)
	if len(all) != 1 {
		h.Fatal("nobody wrote anything down")
	}
	act := storetest.Activity("noted", all[0].Start)
	h.write(func(tx *store.Tx) error {
		if err := tx.PutActivity(ann, act); err != nil {
			return err
		}
		return intakeSays(tx, act.ID, all[0])
	})
	return act.ID, there
}

// TestWhatOthersWroteDownComesBackAsItWas without the external id that it is
// made anew by.
func TestWhatOthersWroteDownComesBackAsItWas(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]intervalstest.Fault{
		"calm":                  {Operation: "none"},
		"made, and not told":    {Operation: "createMultipleManualActivities", Status: 503, Late: true, Times: 9},
		"set, and not told":     {Operation: "updateActivity", Cut: true, Late: true, Times: 4},
		"not set":               {Operation: "updateActivity", Status: 503, Times: 9},
		"deleted, and not told": {Operation: "deleteActivity", Cut: true, Late: true, Times: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{Activities: 12})
			id, there := h.noted()
			before := h.server.State()
			mend := h.server.Inject(fault)
			gone := h.erase(id, journal.ActivityDeleted{})
			h.rest()
			if all, err := h.service.(source.ActivityReader).Activities(t.Context(), there); err != nil || len(all) > 0 {
				t.Errorf("it is there: %v %v", all, err)
			}
			h.undo(gone)
			mend()
			h.rest()
			h.want("there", before, h.server.State())
			row := h.row(id)
			if len(row.ExternalIDs) != 2 || row.Description != "Squats" || len(row.Edited) > 0 {
				t.Errorf("here: %+v", row.Activity)
			}
		})
	}
}

// TestWhatIsNotKeptHereIsNotDeletedThere and said before and after.
func TestWhatIsNotKeptHereIsNotDeletedThere(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		is          journal.ActivityDeleted
		state, note string
	}{
		"known before": {journal.ActivityDeleted{Recorded: true}, journal.AtServiceCancelled, "not kept here"},
		"found then": {
			journal.ActivityDeleted{Recorded: true, Original: true},
			journal.AtServiceFailed,
			"differs from the one kept here",
		},
	} {
		h := newHome(t, intervalstest.Options{})
		id, _ := h.recorded()
		before := h.server.State()
		out := h.erase(id, x.is)
		if len(out.AtService) != 1 || out.AtService[0].State != x.state || !strings.Contains(out.AtService[0].Note.String(), x.note) {
			t.Errorf("%s: %+v", name, out.AtService)
		}
		h.undo(out)
		h.rest()
		if d := cmp.Diff(before, h.server.State()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if row := h.row(id); row.Deleted {
			t.Errorf("%s: it is not back here", name)
		}
	}
}
