package intake_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

// TestAClockThatWasAheadStopsNothing: whatever was noted while it was a year
// ahead, the first run in the background after it was put right reads.
func TestAClockThatWasAheadStopsNothing(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]func(t *testing.T, w *world){
		"a good run": func(t *testing.T, w *world) { run(t, w, connection.Result{}) },
		"a bad key":  func(_ *testing.T, w *world) { w.failing(source.Unauthorised, time.Time{}) },
		"a service that is down": func(_ *testing.T, w *world) {
			for range 9 {
				w.failing(source.Unavailable, time.Time{})
			}
		},
		"a limit":               func(_ *testing.T, w *world) { w.failing(source.RateLimited, w.now.Add(time.Hour)) },
		"a limit without sense": func(_ *testing.T, w *world) { w.failing(source.RateLimited, w.now.AddDate(9, 0, 0)) },
		"a block": func(t *testing.T, w *world) {
			if err := w.purse.Block(t.Context(), w.now.Add(time.Hour), source.RateLimited); err != nil {
				t.Fatal(err)
			}
			w.failing(source.RateLimited, w.now.Add(time.Hour))
		},
		"a run that was cancelled": func(t *testing.T, w *world) {
			run(t, w, connection.Result{})
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, _ = w.syncer().Run(ctx, true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(plenty)
			w.did("old", 100)
			run(t, w, connection.Result{Stored: 1})
			right := w.now
			w.now = right.AddDate(1, 0, 0)
			ahead(t, w)
			w.now = right.AddDate(0, 0, 60) // it was off for long
			w.did("new", 0)
			w.did("missed", 50)
			if r, err := w.syncer().Run(t.Context(), false); err != nil || r.Skipped {
				t.Fatalf("%+v, %v", r, err)
			}
			if d := w.complete(); d != "" {
				t.Error(d)
			}
		})
	}
}

// failing runs once while every request fails so.
func (w *world) failing(f source.Fault, retry time.Time) {
	w.fault = func(string, string) error { return fails(f, retry) }
	_, _ = w.syncer().Run(context.Background(), true) // that it fails is meant
	w.fault = func(string, string) error { return nil }
}

// TestAnActivityIsTriedAgainAfterAClockThatWasAhead: one that failed then
// does not wait until then.
func TestAnActivityIsTriedAgainAfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	right := w.now
	run(t, w, connection.Result{})
	w.now = right.AddDate(1, 0, 0)
	w.did("a", 366)
	w.refuse = func(intake.Incoming) error { return errors.New("not now") }
	if r, err := w.syncer(func(o *intake.Options) { o.Full = true }).Run(t.Context(), true); err != nil || r.Failed != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	w.refuse = func(intake.Incoming) error { return nil }
	w.now = right.Add(time.Hour)
	run(t, w, connection.Result{Stored: 1})
}

// TestNoWaitIsLongerThanTheLast: a time further ahead was set by a clock that
// was, and so was a run that is still to come.
func TestNoWaitIsLongerThanTheLast(t *testing.T) {
	t.Parallel()
	for due, tried := range map[time.Duration]int{256 * time.Hour: 0, 256*time.Hour + time.Second: 1} {
		w := newWorld(plenty)
		w.did("a", 1)
		run(t, w, connection.Result{Stored: 1})
		item := w.state.items["a"]
		item.State, item.Due = ledger.ConnectionFailed, w.now.Add(due)
		w.state.items["a"] = item
		run(t, w, connection.Result{Stored: tried})
		w.now = w.now.Add(-time.Minute)
		if r, err := w.syncer().Run(t.Context(), false); err != nil || r.Skipped {
			t.Errorf("a minute before the last run: %+v, %v", r, err)
		}
	}
}

// TestALeaseIsKeptWhenTheClockIsPutBack: who holds it renews it at once, and
// not a year later.
func TestALeaseIsKeptWhenTheClockIsPutBack(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	w.did("b", 2)
	right := w.now
	w.now = right.AddDate(1, 0, 0)
	w.refuse = func(intake.Incoming) error { w.now = right; return nil }
	s := w.syncer()
	if _, err := s.Run(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if last := w.state.until; last.After(right.Add(time.Hour)) {
		t.Errorf("the lease was last held until %s", last)
	}
}

// TestDaysThatAClockAheadPassedOver checks that days that a clock ahead passed
// over are read when it is right again.
func TestDaysThatAClockAheadPassedOver(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	k := w.from(40)
	both := k.into(w.stored(t))
	right := w.now
	for _, at := range []time.Time{right, right.AddDate(1, 0, 0), right.AddDate(0, 0, 60)} {
		w.now = at
		clear(k.days)
		if _, err := w.syncer(both).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	for d := training.DayOf(right); d <= w.today(); d++ {
		if k.days[d] == 0 {
			t.Fatalf("%s was never read", d)
		}
	}
}

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
		if _, _, err := w.state.Hold(t.Context(), other, w.now, w.now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	hold()
	var waits, told int
	var ends error
	waiting := func(o *intake.Options) {
		o.Sleep = func(ctx context.Context, _ time.Duration) error {
			if waits++; waits == 3 {
				return errors.Join(ends, w.state.Release(ctx, other))
			}
			return nil
		}
		o.Progress = func(r connection.Result, _ training.Day) {
			if r.Waiting != "" {
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
	runs := func(ctx context.Context) (r intake.Runs) {
		_, err := w.syncer().Run(ctx, true)
		if err == nil {
			t.Fatal("it is down")
		}
		if _, err := w.state.Cursor(t.Context(), ledger.ConnectionKey{}, "runs", &r); err != nil {
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
	w.refuse = func(intake.Incoming) error { return training.Errorf(training.KindCorrupt, "The file is damaged.") }
	var waits []int
	for range 6 {
		if _, err := w.syncer().Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		due := w.state.items["a"].Due
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
