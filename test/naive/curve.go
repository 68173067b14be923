package naive

import (
	"math"
	"slices"
)

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

// Span is a stretch of time from one moment to before another.
type Span struct{ FromS, ToS float64 }

// free reports that a span shares no time with any of others. Spans may touch.
func (s Span) free(others []Span) bool {
	for _, o := range others {
		if s.FromS < o.ToS && s.ToS > o.FromS {
			return false
		}
	}
	return true
}

// NextMean is the greatest mean of d values in a row that share no second with
// those taken, and the second at which it begins, the earliest of equal ones. A
// window that holds a missing value does not count.
func NextMean(values []float64, d int, taken []Span) (mean float64, start int) {
	mean, start = math.NaN(), -1
	for from := 0; d > 0 && from+d <= len(values); from++ {
		if !(Span{float64(from), float64(from + d)}).free(taken) {
			continue
		}
		sum := 0.0
		for _, v := range values[from : from+d] {
			sum += v
		}
		if m := sum / float64(d); !math.IsNaN(m) && (math.IsNaN(mean) || m > mean) {
			mean, start = m, from
		}
	}
	return mean, start
}

// NextEffort is the shortest time in seconds in which distance grew by target
// metres, in a window that shares no time with those taken. A fastest stretch
// begins or ends at a sample or where a taken one ends or begins: all are tried.
func NextEffort(timeS, distanceM []float64, target float64, taken []Span) float64 {
	times, metres := withMoments(timeS, distanceM, taken)
	seconds := math.NaN()
	try := func(from, to float64) {
		d := to - from
		if !math.IsNaN(d) && (Span{from, to}).free(taken) && (math.IsNaN(seconds) || d < seconds) {
			seconds = d
		}
	}
	for i := range times {
		try(times[i], firstTimeAt(times[i:], metres[i:], metres[i]+target))
		try(lastTimeAt(times[:i+1], metres[:i+1], metres[i]-target), times[i])
	}
	return seconds
}

// withMoments has a sample, on the straight line, at each end of the spans too.
func withMoments(timeS, distanceM []float64, spans []Span) (times, metres []float64) {
	for i := range timeS {
		if i > 0 {
			var between []float64
			for _, s := range spans {
				for _, at := range []float64{s.FromS, s.ToS} {
					if at > timeS[i-1] && at < timeS[i] && !slices.Contains(between, at) {
						between = append(between, at)
					}
				}
			}
			slices.Sort(between)
			for _, at := range between {
				times, metres = append(times, at), append(metres, Metres(timeS, distanceM, at))
			}
		}
		times, metres = append(times, timeS[i]), append(metres, distanceM[i])
	}
	return times, metres
}

// Metres is the distance at a moment, on a straight line between samples; NaN
// before the first and after the last.
func Metres(timeS, distanceM []float64, at float64) float64 {
	for i := range timeS {
		if timeS[i] == at {
			return distanceM[i]
		}
		if i > 0 && timeS[i-1] < at && at < timeS[i] {
			share := (at - timeS[i-1]) / (timeS[i] - timeS[i-1])
			return distanceM[i-1] + share*(distanceM[i]-distanceM[i-1])
		}
	}
	return math.NaN()
}
