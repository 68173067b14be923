package syncer_test

import (
	"fmt"
	"sync"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestOnTheStore is a run on a real store that is killed in the middle, and
// then two more that come at once, as of two processes.
func TestOnTheStore(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	storetest.Athlete(t, storetest.OpenHome(t, home), "ann")
	w := newWorld(plenty)
	key := syncer.Key("ann", "tri")
	open := func() (ledger.ConnectionBook, func(*syncer.Options)) {
		book := storetest.OpenHome(t, home).Connections()
		return book, func(o *syncer.Options) { o.Book = book }
	}
	book, on := open()
	w.purse = syncer.NewBudget(book, key, syncer.BudgetOptions{Windows: []source.Quota{{Window: 3600e9, Limit: 500}}, Now: w.clock})
	for n := range 20 {
		w.did(fmt.Sprintf("a%02d", n), 30*n)
	}
	w.fault = func(_, id string) error {
		if id == "a12" {
			panic(killed{})
		}
		return nil
	}
	if _, _, dead := w.run(t.Context(), w.syncer(on), true); !dead || len(w.here) != 12 {
		t.Fatalf("dead %v with %d here", dead, len(w.here))
	}
	_, on = open()
	if _, err := w.syncer(on).Run(t.Context(), true); training.KindOf(err) != training.KindConflict {
		t.Errorf("the lease of the dead holds: %v", err)
	}
	w.now = w.now.Add(6 * 60e9)
	inside, done := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w.fault = func(string, string) error {
		once.Do(func() { close(inside); <-done })
		return nil
	}
	first := w.syncer(on)
	go func() {
		defer close(done)
		<-inside
		_, other := open()
		if _, err := w.syncer(other).Run(t.Context(), true); training.KindOf(err) != training.KindConflict {
			t.Errorf("two read at once: %v", err)
		}
	}()
	if r, err := first.Run(t.Context(), true); err != nil || r.Stored != 8 {
		t.Errorf("%+v %v", r, err)
	}
	w.check(t, 1)
	r, err := syncer.ReportOf(t.Context(), book, key, "", "Tri", w.now)
	if err != nil || r.State != "up_to_date" || r.Activities["stored"] != 20 || len(r.Quota) != 1 {
		t.Errorf("%+v %v", r, err)
	}
}
