package fitness_test

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestAChangeOfSensorsStandsBesideAComparison: power of runs from this week
// on; a strap that was forgotten once is no change.
func TestAChangeOfSensorsStandsBesideAComparison(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for ago := range training.Day(12) {
		in := store.LoadInput{ID: training.ActivityID(fmt.Sprint(ago)), Day: today - ago, Sport: training.Running, TimerS: 600}
		if ago < 6 {
			in.NP = 240
		}
		if ago != 3 {
			in.AvgHR = 150
		}
		s.Add(in, nil)
	}
	q := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(6)}
	v := summarise(t, s, here, q)
	if len(v.Notes) != 1 || !strings.Contains(v.Notes[0].String(), "of running power is in 6 of 6 activities of these days and in 0 of 6") {
		t.Errorf("%q", v.Notes)
	}
	q.Days = lastDays(2)
	if v := summarise(t, s, here, q); len(v.Notes) != 0 {
		t.Errorf("%q", v.Notes)
	}
}
