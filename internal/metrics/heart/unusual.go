package heart

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Unusual is a morning's value that is far from the values before it.
type Unusual struct {
	Value, Usual float64 // in bpm or ms; Usual is the median of the earlier values
	Earlier      int     // number of earlier values
	InARow       int     // number of latest values that are far off
	Extreme      bool    // one such value is enough
	Above        bool
}

// The limits of [UnusualResting] and [UnusualHRV]. There is no trial for limits of single mornings:
// these are custom, about twice the variation from day to day of most people, and three times for one
// morning alone.
const (
	minEarlier     = 4
	mostTail       = 3
	persists       = 2 // mornings in a row
	farBpm         = 5.0
	extremeBpm     = 10.0
	farLog         = 0.22 // of ln ms: a fifth lower, or a quarter higher
	extremeLog     = 0.51 // two fifths lower, or two thirds higher
	farSpread      = 2.0  // standard deviations of the earlier values
	extremeSpread  = 4.0
	freshDays      = 1
	unusualHistory = recentDays + baselineDays
)

// UnusualResting returns a resting heart rate that is far from the earlier ones, today or yesterday: two
// mornings in a row, or a single extreme one. Four earlier values are enough.
func UnusualResting(days []Resting, today training.Day) (Unusual, bool) {
	return unusual(beats(days), today, farBpm, extremeBpm)
}

// UnusualHRV does the same as [UnusualResting] for rMSSD. It compares logarithms and returns ms.
func UnusualHRV(mornings []Morning, today training.Day) (Unusual, bool) {
	u, ok := unusual(logs(mornings), today, farLog, extremeLog)
	u.Value, u.Usual = math.Exp(u.Value), math.Exp(u.Usual)
	return u, ok
}

func unusual(byDay map[training.Day]float64, today training.Day, far, extreme float64) (Unusual, bool) {
	days := slices.DeleteFunc(slices.Sorted(maps.Keys(byDay)), func(d training.Day) bool {
		return d > today || d <= today-unusualHistory
	})
	n := len(days)
	if n <= minEarlier || days[n-1] < today-freshDays {
		return Unusual{}, false
	}
	tail := min(mostTail, n-minEarlier) // the latest mornings are not what they are compared with
	var earlier []float64
	for _, d := range days[:n-tail] {
		earlier = append(earlier, byDay[d])
	}
	usual, spread := median(earlier), deviation(earlier)
	off := func(i int) float64 { return byDay[days[i]] - usual }
	u := Unusual{Value: byDay[days[n-1]], Usual: usual, Earlier: len(earlier), Above: off(n-1) > 0}
	limit := max(far, farSpread*spread)
	for i := n - 1; i >= n-tail && math.Abs(off(i)) >= limit && off(i) > 0 == u.Above; i-- {
		u.InARow++
	}
	u.Extreme = math.Abs(off(n-1)) >= max(extreme, extremeSpread*spread)
	return u, u.Extreme || u.InARow >= persists
}

func median(all []float64) float64 {
	sorted := slices.SortedFunc(slices.Values(all), cmp.Compare)
	n := len(sorted)
	return stream.Mean(sorted[(n-1)/2 : n/2+1])
}
