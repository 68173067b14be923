package intervalsicu

import (
	"testing"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// TestStatisticsOfAYear are the athlete's own, not those of whom the athlete
// coaches.
func TestStatisticsOfAYear(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Activities: 14, StubEvery: -1, Coached: []string{"i2"}})
	got, err := c.Statistics(t.Context(), training.NewDay(2026, 9, 20))
	if err != nil || got.Totals.Activities == nil || *got.Totals.Activities != 14 || *got.Totals.DistanceKm <= 0 || *got.Totals.TSS <= 0 {
		t.Errorf("%+v %v", got.Totals, err)
	}
}

// TestWeeksOfOneAthlete: what is not said is missing, and the period begins
// with the first week.
func TestWeeksOfOneAthlete(t *testing.T) {
	t.Parallel()
	n := func(x client.Number) *client.Number { return &x }
	got := ReadSummaries([]Summary{
		{Athlete: "i1", Date: "2026-01-05", Count: n(2), Distance: n(30_500)},
		{Athlete: "i1", Date: "2025-12-29", Count: n(1), Distance: n(10_000), AscentM: n(120)},
		{Athlete: "i2", Date: "2025-12-22", Count: n(9)},
		{Athlete: "i1", Date: "soon", Count: n(9)},
		{Athlete: "i1", Date: "2026-01-19", Count: n(9)},
	}, "i1", training.NewDay(2026, 1, 11))
	if got.Period != "2025-12-29 to 2026-01-11" || *got.Totals.Activities != 3 || *got.Totals.DistanceKm != 40.5 ||
		*got.Totals.ElevationGainM != 120 || got.Totals.CaloriesKcal != nil || got.Totals.TSS != nil {
		t.Errorf("%+v", got)
	}
}
