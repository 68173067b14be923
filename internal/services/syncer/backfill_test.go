package syncer_test

import (
	"fmt"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// TestBackfillKeepsThePlaceOfADay: several activities of one day lie on two
// pages. What goes on after the first page reads that day again, since the
// rest of it was not seen, and no day that was read to its end.
func TestBackfillKeepsThePlaceOfADay(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("tomorrow", -1) // where it is tomorrow already
	for n := range 2 {
		w.did(fmt.Sprintf("new%d", n), 3)
	}
	for n := range 4 {
		w.did(fmt.Sprintf("old%d", n), 7)
	}
	pages := 0
	w.fault = func(op, _ string) error {
		if op == "list" {
			if pages++; pages == 3 { // pages are of three: two are read
				return fails(source.RateLimited, w.now.Add(time.Hour))
			}
		}
		return nil
	}
	if r, err := w.syncer().Run(t.Context(), true); training.KindOf(err) == training.KindInternal || r.Stored != 6 {
		t.Fatalf("%+v %v", r, err)
	}
	if w.here["tri:tomorrow"] == "" {
		t.Error("an activity of tomorrow is not here")
	}
	w.goesOn(t, w.today()-7)
	w.fault = func(string, string) error { return nil }
	run(t, w, syncer.Result{Stored: 1})
	if d := w.complete(); d != "" {
		t.Error(d)
	}
}

// goesOn says where the backfill does.
func (w *world) goesOn(t *testing.T, want training.Day) {
	t.Helper()
	var at struct{ Back training.Day }
	if _, err := w.book.Cursor(t.Context(), ledger.ConnectionKey{}, "activities", &at); err != nil || at.Back != want {
		t.Errorf("it goes on at %s instead of %s, %v", at.Back, want, err)
	}
}

// TestBackfillBeginsTomorrow, which it is somewhere already.
func TestBackfillBeginsTomorrow(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.failing(source.RateLimited, w.now.Add(time.Hour))
	w.goesOn(t, w.today()+1)
}

// TestEditsOfTwoWeeksAreSeenAtOnce, and older ones when the past is checked.
func TestEditsOfTwoWeeksAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("edge", 14)
	w.did("past", 15)
	run := func() {
		t.Helper()
		if _, err := w.syncer(func(o *syncer.Options) { o.Sweep = 1 }).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	run()
	for id, a := range w.there {
		a.Version = "2"
		w.there[id] = a
	}
	run()
	if w.here["tri:edge"] != "2" || w.here["tri:past"] != "1" {
		t.Errorf("%v", w.here)
	}
}
