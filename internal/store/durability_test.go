package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

func open(home string, readOnly bool) (*store.DB, error) {
	return store.Open(context.Background(), store.Options{Home: home, ReadOnly: readOnly, Now: storetest.Clock})
}

// explained reports an error that is not of the kind or does not say what to do.
func explained(t *testing.T, kind training.Kind, err error) {
	t.Helper()
	var e *training.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Fix == "" {
		t.Errorf("got %v (%s), want an error of kind %s that says what to do", err, training.KindOf(err), kind)
	}
}

func TestFirstOpenIsPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("permissions are another matter there")
	}
	home := filepath.Join(t.TempDir(), "a", "home")
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	if _, err := db.KeepOriginals(context.Background(), "ann", [][]byte{[]byte("x")}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(home, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is open to others: %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDamagedDatabase(t *testing.T) {
	t.Parallel()
	for name, hurt := range map[string]func(path string) error{
		"not a database": func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("no database ", 500)), 0o600) },
		"cut":            func(p string) error { return os.Truncate(p, 8192+100) },
		"overwritten": func(p string) error {
			f, err := os.OpenFile(p, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt([]byte(strings.Repeat("\xff", 200_000)), 4096)
			return errors.Join(err, f.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			db, err := open(home, false)
			if err != nil {
				t.Fatal(err)
			}
			storetest.Athlete(t, db, "ann")
			storetest.Write(t, db, func(tx *store.Tx) error {
				return storetest.AddRide(tx, "ann", "a", storetest.Noon(), store.EveryAudience)
			})
			if err := errors.Join(db.Close(), hurt(filepath.Join(home, "lapkeep.db"))); err != nil {
				t.Fatal(err)
			}
			db, err = open(home, false)
			if err == nil {
				_, err = db.Activities(context.Background(), storetest.Export("ann"), store.ActivityFilter{})
				report, failed := db.Verify(context.Background())
				if failed != nil || report.OK() {
					t.Errorf("it is called whole: %+v, %v", report, failed)
				}
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			}
			explained(t, training.KindCorrupt, err)
		})
	}
}

func TestHomesThatCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := open(filepath.Join(file, "home"), false)
	explained(t, training.KindUnavailable, err)
	_, err = open(filepath.Join(t.TempDir(), "nothing"), true)
	explained(t, training.KindNotFound, err)
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	writer := storetest.OpenHome(t, home)
	storetest.Athlete(t, writer, "ann")
	db, err := open(home, true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // nothing is written
	if all, err := db.Athletes(context.Background()); err != nil || len(all) != 1 {
		t.Errorf("it reads %d athletes, %v", len(all), err)
	}
	explained(t, training.KindForbidden, db.Write(context.Background(),
		func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "bob"}) }))
	_, err = db.KeepOriginals(context.Background(), "ann", [][]byte{nil})
	explained(t, training.KindForbidden, err)
}

// TestTwoProcesses has two stores on one home, as two processes have, each
// with writers and readers at once.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dbs := []*store.DB{storetest.OpenHome(t, home), storetest.OpenHome(t, home)}
	storetest.Athlete(t, dbs[0], "ann")
	ctx, s := context.Background(), storetest.Export("ann")
	const writers, writes = 8, 6
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range writes {
				err := dbs[w%2].Write(ctx, func(tx *store.Tx) error {
					id := training.ActivityID(fmt.Sprintf("%d-%d", w, i))
					return storetest.AddRide(tx, "ann", id, storetest.Noon().Add(time.Duration(w*writes+i)*time.Hour), store.EveryAudience)
				})
				if err != nil {
					t.Errorf("writer %d: %v", w, err)
				}
			}
		})
	}
	for r := range writers / 2 {
		wg.Go(func() {
			for range 3 * writes {
				all, err := dbs[r%2].Activities(ctx, s, store.ActivityFilter{})
				if err != nil {
					t.Errorf("reader %d: %v", r, err)
				}
				in, err := dbs[r%2].LoadInputs(ctx, s, everyDay)
				if err != nil || len(in) < len(all.Rows) {
					t.Errorf("reader %d: %d load inputs after %d activities, %v", r, len(in), len(all.Rows), err)
				}
			}
		})
	}
	wg.Wait()
	for _, db := range dbs {
		in, err := db.LoadInputs(ctx, s, everyDay)
		if err != nil || len(in) != writers*writes {
			t.Errorf("%d of %d were kept, %v", len(in), writers*writes, err)
		}
		if report, err := db.Verify(ctx); err != nil || !report.OK() {
			t.Errorf("%+v, %v", report, err)
		}
	}
}

// TestClockGoingBackwards keeps the order of changes by number, not by time.
func TestClockGoingBackwards(t *testing.T) {
	t.Parallel()
	now := storetest.Noon()
	db, err := store.Open(context.Background(),
		store.Options{Home: t.TempDir(), Now: func() time.Time { now = now.AddDate(-1, 0, 0); return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // the test is over
	for _, id := range []training.AthleteID{"a", "b", "c"} {
		storetest.Athlete(t, db, id)
	}
	changes, err := db.Changes(context.Background(), 0, 0)
	if err != nil || len(changes) != 3 {
		t.Fatal(changes, err)
	}
	for i, want := range []training.AthleteID{"a", "b", "c"} {
		if changes[i].Athlete != want || i > 0 && !changes[i].At.Before(changes[i-1].At) {
			t.Errorf("change %d: %+v", i, changes[i])
		}
	}
}

// TestInverses checks the law that the journal rests on: after a run of writes
// and of their inverses in opposite order, everything is shown as before.
func TestInverses(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	ids := []training.ActivityID{"a", "b"}
	storetest.Write(t, db, func(tx *store.Tx) error {
		return errors.Join(
			storetest.AddRide(tx, "ann", "a", storetest.Noon(), store.EveryAudience),
			storetest.AddRide(tx, "ann", "b", storetest.Noon().Add(time.Hour), store.EveryAudience))
	})
	show := func(t *rapid.T) string {
		page, err := db.Activities(context.Background(), storetest.Model("ann"), store.ActivityFilter{Deleted: true})
		if err != nil {
			t.Fatal(err)
		}
		in, err := db.LoadInputs(context.Background(), storetest.Model("ann"), everyDay)
		if err != nil {
			t.Fatal(err)
		}
		return readable([]any{page, in})
	}
	rapid.Check(t, func(t *rapid.T) {
		before := show(t)
		var undo []func(tx *store.Tx) error
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			id := rapid.SampledFrom(ids).Draw(t, "id")
			var inverse func(tx *store.Tx) error
			if err := db.Write(context.Background(), func(tx *store.Tx) (err error) {
				inverse, err = randomStep(t, tx, id)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			undo = append(undo, inverse)
		}
		for i := range undo {
			if err := db.Write(context.Background(), undo[len(undo)-1-i]); err != nil {
				t.Fatal(err)
			}
		}
		if after := show(t); after != before {
			t.Fatalf("before\n%s\nafter\n%s", before, after)
		}
	})
}

func randomStep(t *rapid.T, tx *store.Tx, id training.ActivityID) (inverse func(*store.Tx) error, err error) {
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		field := rapid.SampledFrom([]string{"name", "hidden_from_models", "sport", "manual_load"}).Draw(t, "field")
		value := rapid.SampledFrom(map[string][]string{
			"name": {`"x"`, `""`, `null`}, "hidden_from_models": {`true`, `false`}, "sport": {`"running"`, `null`}, "manual_load": {`5`, `0`},
		}[field]).Draw(t, "value")
		former, err := tx.SetOverride("ann", id, field, []byte(value))
		return func(tx *store.Tx) error {
			_, err := tx.SetOverride("ann", id, field, former)
			return err
		}, err
	case 1:
		return func(tx *store.Tx) error { return tx.RestoreActivity("ann", id) }, tx.DeleteActivity("ann", id)
	default:
		rec := training.RecordingID("r-" + id)
		return func(tx *store.Tx) error { return tx.RestoreRecording("ann", rec) }, tx.RemoveRecording("ann", rec)
	}
}
