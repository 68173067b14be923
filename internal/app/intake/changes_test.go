package intake_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/app/intake"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// told ends a run and gives its changes.
func (h *home) told() []syncer.Change {
	all := h.Changes()
	h.Sink = &intake.Sink{Store: h.db, Journal: h.journal, Source: h.Source, Policy: h.Policy, Now: h.Now, Importer: h.Importer}
	return all
}

// TestWhatASyncChangedIsTold: each kind with what was added, changed and
// removed, by name; nothing where the service says the same again.
func TestWhatASyncChangedIsTold(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := training.NewDay(2026, 5, 4)
	events := func(all ...training.CalendarEvent) {
		t.Helper()
		if err := h.TakeEvents(t.Context(), ann, training.DayRange{From: day, To: day + 2}, all); err != nil {
			t.Fatal(err)
		}
	}
	event := func(id, name string, on training.Day) training.CalendarEvent {
		return training.CalendarEvent{ID: id, Name: name, Start: training.LocalTime(on.String() + "T00:00:00")}
	}
	events(event("1", "Threshold", day), event("2", "Long run", day+1), event("3", "Race", day+2))
	h.told()
	events(event("1", "Threshold 4x8", day), event("3", "Race", day+2), event("4", "Rest", day))
	events(event("1", "Threshold 4x8", day), event("3", "Race", day+2), event("4", "Rest", day))
	want := []syncer.Change{{Kind: "event", Added: 1, Changed: 1, Removed: 1, Names: []i18n.Sentence{
		"changed 2026-05-04 Threshold 4x8", "added 2026-05-04 Rest", "removed 2026-05-05 Long run",
	}}}
	if d := cmp.Diff(want, h.told(), phrasetest.SameInEnglish()); d != "" {
		t.Error(d)
	}
	if got := want[0].Counts(); got.String() != "event 1 added, 1 changed, 1 removed" {
		t.Error(got)
	}
}

// TestNamesOfChangesAreFewAndNoneThatIsHidden.
func TestNamesOfChangesAreFewAndNoneThatIsHidden(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for i := range 7 {
		h.take(t, h.incoming(fmt.Sprint("i", i), storetest.Noon().AddDate(0, 0, -i)))
	}
	got := h.told()
	if len(got) != 1 || got[0].Kind != "activity" || got[0].Added != 7 || len(got[0].Names) != 5 ||
		got[0].Unnamed != 2 || got[0].Names[0].String() != "added 2026-05-01 Out i0" {
		t.Errorf("%+v", got)
	}
	row, err := h.row(t, "tri:i1")
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(ann, row.ID, "hidden_from_models", []byte("true"))
		return err
	})
	again := h.incoming("i1", storetest.Noon().AddDate(0, 0, -1))
	again.Activity.Said.Name = "A secret"
	h.take(t, again)
	if err := h.Gone(t.Context(), ann, "tri:i2"); err != nil {
		t.Fatal(err)
	}
	want := []syncer.Change{{Kind: "activity", Changed: 1, Removed: 1, Names: []i18n.Sentence{"removed 2026-04-29 Out i2"}, Unnamed: 1}}
	if d := cmp.Diff(want, h.told(), phrasetest.SameInEnglish()); d != "" {
		t.Error(d)
	}
	gear := []source.Gear{{Gear: training.Gear{ID: "b1", Kind: training.GearBike, Name: "Road bike"}}}
	for range 2 {
		if err := h.TakeGear(t.Context(), ann, gear); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]syncer.Change{{Kind: "gear", Added: 1, Names: []i18n.Sentence{"added Road bike"}}}, h.told(),
		phrasetest.SameInEnglish()); d != "" {
		t.Error(d)
	}
}
