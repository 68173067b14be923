package curve

import "math"

// LeastEffortS is the time in s under which an effort says more of speed than
// of endurance: Riegel's and Daniels' formulas begin at 3½ minutes.
const LeastEffortS = 210

const (
	// maximalShare is how near an effort has to come to the best of all, both
	// brought to an hour by Riegel's formula, to count as maximal.
	maximalShare = 0.95
	predictHourS = 3600
)

// predictHourSpeed is the speed in m/s for an hour that an effort gives.
func predictHourSpeed(e PredictEffort) float64 {
	return e.Speed() * math.Pow(predictHourS/e.TimeS, 1/riegelExponent-1)
}

// Maximal leaves, in their order, the efforts of 3½ minutes or more that come
// within 5 % of the best of them. A best time over a distance that was only
// ever run at ease is not among them.
func Maximal(efforts []PredictEffort) []PredictEffort {
	best := 0.0
	for _, e := range efforts {
		if e.TimeS >= LeastEffortS {
			best = max(best, predictHourSpeed(e))
		}
	}
	var out []PredictEffort
	for _, e := range efforts {
		if e.TimeS >= LeastEffortS && predictHourSpeed(e) >= maximalShare*best {
			out = append(out, e)
		}
	}
	return out
}

// Nearest is the effort whose distance is nearest to another by their ratio;
// false if there is none.
func Nearest(efforts []PredictEffort, distanceM float64) (best PredictEffort, ok bool) {
	far := math.Inf(1)
	for _, e := range efforts {
		if d := math.Abs(math.Log(e.DistanceM / distanceM)); d < far {
			best, far, ok = e, d, true
		}
	}
	return best, ok
}
