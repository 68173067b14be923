package syncer_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// TestWhenARunIsDue: a service that is down is asked again after one, two and
// four minutes, one that answers every fifteen.
func TestWhenARunIsDue(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.fault = func(string, string) error { return fails(source.Unavailable, time.Time{}) }
	var ran []int
	for minute := range 40 {
		r, err := w.syncer().Run(t.Context(), false)
		if !r.Skipped {
			ran = append(ran, minute)
		} else if err != nil {
			t.Fatal(err)
		}
		if len(ran) == 3 {
			w.fault = func(string, string) error { return nil }
		}
		w.now = w.now.Add(time.Minute)
	}
	if d := cmp.Diff([]int{0, 1, 3, 7, 22, 37}, ran); d != "" {
		t.Error(d)
	}
}

// TestARunWaitsForAnother: one that is asked for now reads after the one that
// has the lease; one in the background leaves it to that one.
func TestARunWaitsForAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 0)
	other := ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: "other"}
	hold := func() {
		if _, _, err := w.book.Hold(t.Context(), other, w.now, w.now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	hold()
	var waits, told int
	var ends error
	waiting := func(o *syncer.Options) {
		o.Wait = func(ctx context.Context) error {
			if waits++; waits == 3 {
				return errors.Join(ends, w.book.Release(ctx, other))
			}
			return nil
		}
		o.Progress = func(r syncer.Result, _ training.Day) {
			if r.Waiting {
				told++
			}
		}
	}
	if _, err := w.syncer(waiting).Run(t.Context(), false); training.KindOf(err) != training.KindConflict || waits > 0 {
		t.Errorf("in the background: %v, %d waits", err, waits)
	}
	if r, err := w.syncer(waiting).Run(t.Context(), true); err != nil || r.Stored != 1 || waits != 3 || told != 3 {
		t.Errorf("%+v, %v, %d waits, told %d times", r, err, waits, told)
	}
	hold()
	waits, ends = 0, context.Canceled
	if _, err := w.syncer(waiting).Run(t.Context(), true); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that is ended: %v", err)
	}
}

// TestGivingUpKeepsTheWait: who gives up a run of a service that is down learned
// nothing of it, neither that it is up nor that it fails more.
func TestGivingUpKeepsTheWait(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.fault = func(string, string) error { return fails(source.Unavailable, time.Time{}) }
	runs := func(ctx context.Context) (r syncer.Runs) {
		_, err := w.syncer().Run(ctx, true)
		if err == nil {
			t.Fatal("it is down")
		}
		if _, err := w.book.Cursor(t.Context(), ledger.ConnectionKey{}, "runs", &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	runs(t.Context())
	before := runs(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	w.fault = func(string, string) error { cancel(); return ctx.Err() }
	if after := runs(ctx); after.Failures != 2 || after.Error != before.Error || !after.Next.Equal(before.Next) {
		t.Errorf("it stood at %+v and stands at %+v", before, after)
	}
}

// TestOneThatFailsIsTriedEverLessOften: four times as long after each try, and
// after the last not before it changes.
func TestOneThatFailsIsTriedEverLessOften(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	w.refuse = func(syncer.Incoming) error { return training.Errorf(training.KindCorrupt, "The file is damaged.") }
	var waits []int
	for range 6 {
		if _, err := w.syncer().Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		due := w.book.items["a"].Due
		if due.IsZero() {
			waits = append(waits, 0)
			break
		}
		waits = append(waits, int(due.Sub(w.now).Hours()))
		w.now = due.Add(-time.Second)
		if r, err := w.syncer().Run(t.Context(), true); err != nil || r.Failed != 0 {
			t.Errorf("before its time: %+v, %v", r, err)
		}
		w.now = due
	}
	if d := cmp.Diff([]int{1, 4, 16, 64, 256, 0}, waits); d != "" {
		t.Error(d)
	}
}
