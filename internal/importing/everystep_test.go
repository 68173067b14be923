//go:build e2e

package importing_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/garmintest"
	"lapkeep/test/archivetest/stravatest"
	"lapkeep/test/ingesttest"
)

// renewed imports the folder by the older reader, deletes one, and has it read
// again by the newer one, which is interrupted and then called once more.
func renewed(t *testing.T, at int64, fail bool) (b bench, events int64) {
	t.Helper()
	db := newBench(t).db
	onStore(db, byOldReader).run(t, importing.RunOptions{
		RunID: "run1", Source: "strava",
		ExternalID: func(p string) string { return p },
	}, folder()...)
	b = onStore(db, byNewReader)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := &interrupter{DB: db, at: at, fail: fail, cancel: cancel}
	o := importing.Options{Now: clock, Read: i.read, ReadVersion: newReader, Workers: 2, GroupFiles: 2}
	err := importing.New(i, o).Renew(ctx, db, func(int, int) {})
	if err != nil && training.KindOf(err) != training.KindCanceled && training.KindOf(err) != training.KindUnavailable {
		t.Errorf("at %d: %v", at, err)
	}
	var told []int
	if err := b.im.Renew(t.Context(), db, func(done, total int) { told = append(told, done, total) }); err != nil {
		t.Fatal(err)
	}
	if n := len(told); n > 0 && told[n-1] != told[n-2] {
		t.Errorf("at %d: progress ends with %d of %d", at, told[n-2], told[n-1])
	}
	follow(t, b)
	return b, i.events.Load()
}

// A home whose recordings an older reader made comes to be as if the newer one
// had made them, wherever it is interrupted; and no id changes.
func TestOriginalsAreReadAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	fresh := newBench(t, byNewReader)
	fresh.run(t, importing.RunOptions{}, folder()...)
	follow(t, fresh)
	want := fresh.dump(t)
	_, events := renewed(t, 0, false)
	if events < 10 {
		t.Fatalf("only %d steps", events)
	}
	for _, fail := range []bool{false, true} {
		for at := int64(0); at <= events; at++ {
			t.Run(fmt.Sprintf("%v at %d", map[bool]string{false: "canceled", true: "failed"}[fail], at), func(t *testing.T) {
				t.Parallel()
				b, _ := renewed(t, at, fail)
				if diff := cmp.Diff(want, b.dump(t)); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// TestStravaArchiveInterruptedAnywhere then imported again, ends as one import.
func TestStravaArchiveInterruptedAnywhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := stravatest.Build(stravatest.Options{Seconds: 30, Activities: 9})
	p := archived(t, a)
	run := func(t *testing.T, at int64, fail bool) (string, int64) {
		t.Helper()
		b := stravaBench(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		i := &interrupter{DB: b.db, at: at, fail: fail, cancel: cancel}
		im := importing.New(i, importing.Options{Now: clock, Read: recording.Read, Derive: b.derive, Workers: 2, GroupFiles: 3})
		_, err := im.Import(ctx, me, archive.Walk(ctx, []string{p}, archive.Limits{}), importing.RunOptions{RunID: "run1"}, nil)
		if err != nil && training.KindOf(err) != training.KindCanceled && training.KindOf(err) != training.KindUnavailable {
			t.Errorf("%v", err)
		}
		b.take(t, "run2", p)
		follow(t, b)
		b.holds(t, a.Truth)
		return b.dump(t), i.events.Load()
	}
	want, events := run(t, 0, false)
	if events < 10 {
		t.Fatalf("only %d steps", events)
	}
	for _, fail := range []bool{false, true} {
		for at := int64(1); at <= events; at++ {
			t.Run(fmt.Sprintf("%v at %d", fail, at), func(t *testing.T) {
				t.Parallel()
				if got, _ := run(t, at, fail); got != want {
					t.Error(cmp.Diff(want, got))
				}
			})
		}
	}
}

// TestGarminArchiveInterruptedAnywhere then imported again, ends as one import.
func TestGarminArchiveInterruptedAnywhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 12, Days: 5, Others: 1})
	p := garminFile(t, a.Files)
	run := func(t *testing.T, at int64, fail bool) (string, int64) {
		t.Helper()
		b := stravaBench(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		i := &interrupter{DB: b.db, at: at, fail: fail, cancel: cancel}
		im := importing.New(i, importing.Options{Now: clock, Read: recording.Read, Derive: b.derive, Workers: 2, GroupFiles: 5})
		_, err := im.Import(ctx, me, archive.Walk(ctx, []string{p}, archive.Limits{}), importing.RunOptions{RunID: "run1"}, nil)
		if err != nil && training.KindOf(err) != training.KindCanceled && training.KindOf(err) != training.KindUnavailable {
			t.Errorf("%v", err)
		}
		b.take(t, "run2", p)
		follow(t, b)
		b.garminHolds(t, a.Truth)
		return b.dump(t) + b.words(t), i.events.Load()
	}
	want, events := run(t, 0, false)
	if events < 10 {
		t.Fatalf("only %d steps", events)
	}
	for at := int64(1); at <= events; at++ {
		t.Run(fmt.Sprintf("at %d", at), func(t *testing.T) {
			t.Parallel()
			if got, _ := run(t, at, at%2 == 0); got != want {
				t.Error(cmp.Diff(want, got))
			}
		})
	}
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
		_, err := im.Import(ctx, me, func(yield func(listing.Item) bool) {
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

// TestTheOrderDoesNotMatter imports the same recordings in every order, in one
// run and in one each: activities, links and chosen channels are the same.
func TestTheOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	for name, set := range oneRide() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := storetest.Open(t)
			im := onStore(db).im
			want, athletes := "", 0
			permutations(set.files, func(order []file) {
				for _, runs := range [][][]file{{order}, single(order)} {
					athletes++
					athlete := training.AthleteID(fmt.Sprint("a", athletes))
					storetest.Write(t, db, func(tx *store.Tx) error {
						return tx.PutAthlete(training.Athlete{ID: athlete, TimeZone: "Europe/Berlin"})
					})
					for _, r := range runs {
						if _, err := im.Import(t.Context(), athlete, items(r...), importing.RunOptions{}, nil); err != nil {
							t.Fatal(err)
						}
					}
					got, n := together(t, db, athlete)
					if want == "" {
						want = got
						if n != set.count {
							t.Fatalf("%d activities, want %d:\n%s", n, set.count, got)
						}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%v in %d runs: %s", names(order), len(runs), diff)
					}
				}
			})
		})
	}
}
