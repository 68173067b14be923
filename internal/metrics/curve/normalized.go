package curve

import (
	"math"

	"lapkeep/internal/metrics/power"
)

// NormalizedVersion is the version of the rule of [Normalized].
const NormalizedVersion = 1

// LeastNormalizedS is the shortest time that normalized power is given for.
const LeastNormalizedS = 300

// Normalized is the highest normalized power of each duration of [Coarse]
// from 5 minutes on, of a [PowerSeries]: the fourth root of the mean fourth
// power of the full 30 s means inside the window. No rest is cut out, which
// is where it may differ from the NP of a whole activity.
func Normalized(watts []int32, firstS int32) (points []Point) {
	if len(watts) < LeastNormalizedS {
		return nil
	}
	fourths := fourthSums(watts)
	for _, d := range coarseFrom(LeastNormalizedS) {
		if int(d) > len(watts) {
			break
		}
		points = append(points, bestFourth(fourths, d, firstS))
	}
	return points
}

// NormalizedOf is the highest normalized power of one duration of watts, one
// a second, and where it begins; false if the series or the duration is too short.
func NormalizedOf(watts []int32, durationS int32) (Point, bool) {
	if durationS < LeastNormalizedS || int(durationS) > len(watts) {
		return Point{}, false
	}
	return bestFourth(fourthSums(watts), durationS, 0), true
}

// fourthSums is the sums, before each and after the last, of the fourth
// powers of the full 30 s means; the first ends at second 29.
func fourthSums(watts []int32) []float64 {
	sums := make([]float64, len(watts)-power.WindowS+2)
	window := int64(0)
	for i, w := range watts {
		window += int64(w)
		if i >= power.WindowS {
			window -= int64(watts[i-power.WindowS])
		}
		if k := i - power.WindowS + 1; k >= 0 {
			mean := float64(window) / power.WindowS
			sums[k+1] = sums[k] + mean*mean*mean*mean
		}
	}
	return sums
}

func bestFourth(sums []float64, d, first int32) Point {
	windows := int(d) - power.WindowS + 1
	begins := sums[:len(sums)-windows]
	ends := sums[windows:]
	best, start := -1.0, 0
	for i, x := range begins {
		if s := ends[i] - x; s > best {
			best, start = s, i
		}
	}
	return Point{DurationS: d, Value: math.Sqrt(math.Sqrt(best / float64(windows))), StartS: first + int32(start)}
}
