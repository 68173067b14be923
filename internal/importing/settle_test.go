package importing_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// unlike are two recordings of one outing with nothing in common, and an entry
// with a recording of its own.
func unlike() []archive.Item {
	return []archive.Item{
		ride("power.fit", outing(training.Cycling, 0, 1), ingesttest.Device{Channels: []training.Channel{training.Power}}).item(),
		ride("heart.fit", outing(training.Cycling, 0, 1), ingesttest.Device{Channels: []training.Channel{training.HeartRate}}).item(),
		entered(0, 600, func(s *training.Statement) { s.Sport = training.Running }),
		ride("run.fit", outing(training.Running, 0, 2), headUnit("1")).item(),
	}
}

// decide joins the two that have nothing in common.
func decide(t *testing.T, b bench) {
	t.Helper()
	var recs []training.RecordingID
	for _, name := range []string{"power.fit", "heart.fit"} {
		for _, it := range unlike() {
			if it.Path != name {
				continue
			}
			data, err := it.Bytes(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			again := b.run(t, importing.RunOptions{}, file{name, data})[0]
			rows, err := b.db.Recordings(t.Context(), storetest.Export(me), again.Activities[0])
			if err != nil || len(rows) != 1 {
				t.Fatal(rows, err)
			}
			recs = append(recs, rows[0].ID)
		}
	}
	write(t, b, func(tx *store.Tx) error {
		_, err := match.Choose(tx, me, match.Pair{Moved: match.Recorded(recs[1]), Kept: match.Recorded(recs[0])}, match.PairSame)
		return err
	})
}

// TestSettlingIsInterruptedAnywhere stops what follows a decision at each of
// its steps; followed again, it ends where it does undisturbed.
func TestSettlingIsInterruptedAnywhere(t *testing.T) {
	t.Parallel()
	ends := func(at int64, fail bool) (state []string, events int64) {
		b := newBench(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		i := &interrupter{DB: b.db, at: at, fail: fail, cancel: cancel}
		im := importing.New(i, importing.Options{Now: clock, Read: ingesttest.Read, Derive: b.derive, Workers: 1})
		_, err := im.Import(ctx, me, func(yield func(archive.Item) bool) {
			for _, it := range unlike() {
				if !yield(it) {
					return
				}
			}
		}, importing.RunOptions{RunID: "run1"}, nil)
		if err != nil && at == 0 {
			t.Fatal(err)
		}
		b.items(t, "run2", unlike()...)
		decide(t, b)
		if err := im.Follow(ctx, i); err != nil && at == 0 {
			t.Fatal(err)
		}
		follow(t, b)
		return b.told(t), i.events.Load()
	}
	want, events := ends(0, false)
	if len(want) != 2 || events < 10 {
		t.Fatalf("%d steps to %q", events, want)
	}
	for at := int64(1); at <= events; at++ {
		fail := at%3 == 0
		if got, _ := ends(at, fail); cmp.Diff(want, got) != "" {
			t.Errorf("interrupted at %d (failed: %v): %s", at, fail, cmp.Diff(want, got))
		}
	}
}

// TestTwoSettleAtOnce: a server follows a decision while the command that
// made it does.
func TestTwoSettleAtOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	one := onStore(storetest.OpenHome(t, home))
	storetest.Athlete(t, one.db, me)
	two := onStore(storetest.OpenHome(t, home))
	one.items(t, "run1", unlike()...)
	decide(t, one)
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i, b := range []bench{one, two} {
		wg.Go(func() { errs[i] = b.im.Follow(t.Context(), b.db) })
	}
	wg.Wait()
	if errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	follow(t, one)
	if got := two.told(t); len(got) != 2 {
		t.Errorf("%q", got)
	}
}
