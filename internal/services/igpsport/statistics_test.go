package igpsport

import (
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

// TestStatisticsOfAYear: both regions answer, each by names of its own.
func TestStatisticsOfAYear(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		got, err := c.Statistics(t.Context(), training.NewDay(2026, 9, 20))
		if err != nil || got.Period != "2026" || *got.Totals.Activities != 26 || len(got.Months) != 12 || got.Months[0].Activities != nil ||
			*got.Months[8].Activities < 15 || len(got.Milestones) != 4 || len(got.Bests) != 7 {
			t.Errorf("%+v %v", got, err)
		}
		for _, b := range got.Bests {
			if b.Start == "" || (b.ActivityID == "") != (b.Metric == "duration_s") {
				t.Errorf("%+v", b)
			}
		}
		if got, err = c.Statistics(t.Context(), training.NewDay(2020, 1, 1)); err != nil || *got.Totals.Activities != 0 {
			t.Errorf("%+v %v", got, err)
		}
	})
}
