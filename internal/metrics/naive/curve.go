package naive

import "math"

// MeanMax is the greatest mean over every duration: element d-1 is the best
// of the windows of d seconds. A window that holds a missing value does not
// count; a duration without any window is NaN.
func MeanMax(values []float64) []float64 {
	best := make([]float64, len(values))
	for d := range best {
		best[d] = math.NaN()
	}
	for start := range values {
		sum := 0.0
		for i := start; i < len(values) && !math.IsNaN(values[i]); i++ {
			sum += values[i]
			d := i - start
			if mean := sum / float64(d+1); math.IsNaN(best[d]) || mean > best[d] {
				best[d] = mean
			}
		}
	}
	return best
}

// BestEffort is the shortest time in seconds in which distance grew by
// target metres, and when it began. Between samples distance is a straight
// line, so a fastest stretch begins or ends at a sample: all are tried.
func BestEffort(timeS, distanceM []float64, target float64) (seconds, startS float64) {
	seconds, startS = math.NaN(), math.NaN()
	try := func(from, to float64) {
		if d := to - from; !math.IsNaN(d) && (math.IsNaN(seconds) || d < seconds) {
			seconds, startS = d, from
		}
	}
	for i := range timeS {
		try(timeS[i], firstTimeAt(timeS[i:], distanceM[i:], distanceM[i]+target))
		try(lastTimeAt(timeS[:i+1], distanceM[:i+1], distanceM[i]-target), timeS[i])
	}
	return seconds, startS
}

func firstTimeAt(timeS, distanceM []float64, d float64) float64 {
	for i := range timeS {
		if distanceM[i] < d {
			continue
		}
		if i == 0 {
			if distanceM[0] > d {
				return math.NaN()
			}
			return timeS[0]
		}
		return between(timeS, distanceM, i, d)
	}
	return math.NaN()
}

func lastTimeAt(timeS, distanceM []float64, d float64) float64 {
	for i := len(timeS) - 1; i >= 0; i-- {
		if distanceM[i] > d {
			continue
		}
		if i == len(timeS)-1 {
			return timeS[i]
		}
		return between(timeS, distanceM, i+1, d)
	}
	return math.NaN()
}

// between interpolates the time at distance d in the step that ends at i.
func between(timeS, distanceM []float64, i int, d float64) float64 {
	share := (d - distanceM[i-1]) / (distanceM[i] - distanceM[i-1])
	return timeS[i-1] + share*(timeS[i]-timeS[i-1])
}

// Split is one stretch of equal distance; the last may be shorter.
type Split struct{ FromM, ToM, Seconds float64 }

// Splits cuts the distance every so many metres, at the first time each mark
// is reached.
func Splits(timeS, distanceM []float64, every float64) []Split {
	var out []Split
	if len(timeS) == 0 {
		return nil
	}
	last := len(timeS) - 1
	fromM, fromS := distanceM[0], timeS[0]
	for fromM+every <= distanceM[last] {
		toS := firstTimeAt(timeS, distanceM, fromM+every)
		out = append(out, Split{FromM: fromM, ToM: fromM + every, Seconds: toS - fromS})
		fromM, fromS = fromM+every, toS
	}
	if fromM < distanceM[last] {
		out = append(out, Split{FromM: fromM, ToM: distanceM[last], Seconds: timeS[last] - fromS})
	}
	return out
}
