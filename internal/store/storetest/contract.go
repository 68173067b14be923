package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Opener opens a new, empty store that is closed with the test.
type Opener func(t testing.TB) *store.DB

// Run is the contract, on stores that open gives.
func Run(t *testing.T, open Opener) {
	for _, c := range []struct {
		name string
		test func(*testing.T, *Ann)
	}{
		{"athlete", testAthlete},
		{"history", testHistory},
		{"activity", testActivity},
		{"overrides", testOverrides},
		{"bad overrides", testBadOverrides},
		{"deletion", testDeletion},
		{"filters", testFilters},
		{"pages", testPages},
		{"sorting", testSorting},
		{"sports", testSports},
		{"around", testAround},
		{"ids", testResolve},
		{"redirects", testRedirects},
		{"recording", testRecording},
		{"recordings never change", testRecordingConflict},
		{"removal", testRemoval},
		{"runs", testRuns},
		{"candidates", testCandidates},
		{"import again", testImportAgain},
		{"stream", testStream},
		{"stream of two", testStreamOfTwo},
		{"stream without", testStreamWithout},
		{"summary", testSummary},
		{"load inputs", testLoadInputs},
		{"primitives", testPrimitives},
		{"notes", testNotes},
		{"journal", testJournal},
		{"approvals", testApprovals},
		{"import runs", testImportRuns},
		{"changes", testChanges},
		{"counts", testCounts},
		{"originals", testOriginals},
		{"iteration", testIteration},
		{"atomicity", testAtomicity},
		{"cancellation", testCancellation},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			a := &Ann{TB: t, DB: db, Ctx: context.Background(), Scope: Export("ann"), Model: Model("ann")}
			a.put(func(tx *store.Tx) error {
				return tx.PutAthlete(training.Athlete{
					ID: "ann", Name: "Ann", TimeZone: "Europe/Berlin",
					Sharing: training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true},
				})
			})
			c.test(t, a)
		})
	}
}

// Ann is an athlete with a store of her own, in a test.
type Ann struct {
	testing.TB
	DB    *store.DB
	Ctx   context.Context //nolint:containedctx // of the test that it lives in
	Scope training.Scope
	Model training.Scope
}

// put runs a write that must succeed.
func (a *Ann) put(f func(tx *store.Tx) error) {
	a.Helper()
	Write(a, a.DB, f)
}

// refused runs a write that must fail with an error of the kind.
func (a *Ann) refused(kind training.Kind, f func(tx *store.Tx) error) {
	a.Helper()
	if err := a.DB.Write(a.Ctx, f); training.KindOf(err) != kind || err == nil {
		a.Errorf("got %v (%s), want an error of kind %s", err, training.KindOf(err), kind)
	}
}

// rides stores rides named in order, a day apart.
func (a *Ann) rides(ids ...training.ActivityID) {
	a.Helper()
	a.put(func(tx *store.Tx) error {
		for i, id := range ids {
			if err := AddRide(tx, "ann", id, noon.AddDate(0, 0, i), store.EveryAudience); err != nil {
				return err
			}
		}
		return nil
	})
}

// names lists what a filter selects.
func (a *Ann) names(f store.ActivityFilter) []training.ActivityID {
	a.Helper()
	page := must(a.DB.Activities(a.Ctx, a.Scope, f))(a)
	ids := []training.ActivityID{}
	for _, r := range page.Rows {
		ids = append(ids, r.ID)
	}
	return ids
}

func (a *Ann) activity(id training.ActivityID) store.ActivityRow {
	a.Helper()
	return must(a.DB.Activity(a.Ctx, a.Scope, id))(a)
}

// same reports a difference.
func same[T any](t testing.TB, want, got T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// must is a value whose error ends the test.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// wants reports an error that is not of the kind.
func wants(t testing.TB, kind training.Kind, err error) {
	t.Helper()
	if err == nil || training.KindOf(err) != kind {
		t.Errorf("got %v (%s), want an error of kind %s", err, training.KindOf(err), kind)
	}
}
