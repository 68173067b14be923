package curves

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestMonthsAgreeWithEveryActivity compares counts by month with counting every
// activity, before and after the inputs change. Of equal activities, the first
// is the biggest.
func TestMonthsAgreeWithEveryActivity(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var c counts
		for range 2 {
			all := make([]store.LoadInput, rapid.IntRange(0, 60).Draw(t, "activities"))
			few := rapid.IntRange(0, 3)
			for i := range all {
				all[i] = store.LoadInput{
					ID: training.ActivityID(fmt.Sprint(i)), Day: training.Day(20000 + rapid.IntRange(0, 200).Draw(t, "day")),
					Sport:  rapid.SampledFrom([]training.Sport{training.Cycling, training.Running}).Draw(t, "sport"),
					Indoor: rapid.Bool().Draw(t, "indoor"),
					TimerS: 3600, MovingS: 1000 * float64(few.Draw(t, "time")), GainM: float64(few.Draw(t, "gain")), NP: float64(few.Draw(t, "np")),
					DistanceM: 60_000 * float64(few.Draw(t, "distance")), AvgHR: float64(few.Draw(t, "hr")), // 180 km/h is implausible
				}
			}
			slices.SortStableFunc(all, func(a, b store.LoadInput) int { return int(a.Day - b.Day) })
			k := kept{training.Cycling.Plain(), rapid.Bool().Draw(t, "in"), rapid.Bool().Draw(t, "out")}
			for range 3 {
				from := training.Day(19990 + rapid.IntRange(0, 200).Draw(t, "from"))
				days := training.DayRange{From: from, To: from + training.Day(rapid.IntRange(0, 200).Draw(t, "days"))}
				var want count
				for i := range all {
					if days.Contains(all[i].Day) && k.holds(&all[i]) {
						want.add(all, i)
					}
				}
				if got := within(all, k, c.monthsOf(all, k), days); got != want {
					t.Fatalf("%s: %+v, each of them %+v", days, got, want)
				}
			}
		}
	})
}

// BenchmarkCounts measures the three periods of 15,000 activities, by counted
// months and by every activity.
func BenchmarkCounts(b *testing.B) {
	all := make([]store.LoadInput, 15000)
	for i := range all {
		all[i] = store.LoadInput{
			Day: training.Day(13000 + i/2), Sport: training.Cycling, TimerS: 3600, DistanceM: 30000 + float64(i%999), MovingS: 3500,
		}
	}
	last, k := all[len(all)-1].Day, kept{training.Cycling.Plain(), true, true}
	for name, months := range map[string]func() []month{
		"months": func() func() []month { var c counts; return func() []month { return c.monthsOf(all, k) } }(),
		"every":  func() []month { return []month{{days: training.DayRange{From: 0, To: last + 1}, to: len(all)}} },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, ago := range []training.Day{9000, 364, 100} {
					within(all, k, months(), training.DayRange{From: last - ago, To: last})
				}
			}
		})
	}
}
