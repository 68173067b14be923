package fitness_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/analysis/fitness/fitnesstest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func TestKeptInputsAreTheStores(t *testing.T) {
	t.Parallel()
	s := fitnesstest.Years(300, 6, today)
	s.Hidden = map[training.ActivityID]bool{"a00299": true}
	x := fitness.NewInputs(s)
	check := func(scope training.Scope, days training.DayRange) {
		t.Helper()
		want, err := s.LoadInputs(t.Context(), scope, days)
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.LoadInputs(t.Context(), scope, days)
		if err != nil || len(want) != len(got) || cmp.Diff(want, got) != "" {
			t.Errorf("%s for %v: %d inputs, want %d, %v", days, scope.Audience, len(got), len(want), err)
		}
	}
	for _, days := range []training.DayRange{
		lastDays(1500), lastDays(10), lastDays(1200), {From: today - 1400, To: today - 100}, {From: today - 2100, To: today + 50}, lastDays(1500),
	} {
		check(fitnesstest.Page, days)
		check(fitnesstest.Model, days)
	}
	s.Add(store.LoadInput{ID: "new", Day: today - 3}, nil)
	check(fitnesstest.Page, lastDays(1500))
	s.Remove("a00100")
	check(fitnesstest.Model, lastDays(2000))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.LoadInputs(ctx, fitnesstest.Page, lastDays(1500)); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}
