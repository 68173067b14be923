package naive

import (
	"math"
	"slices"
)

// MeanMax returns the greatest mean over every duration: element d-1 is the
// best window of d seconds. Windows with a missing value are skipped; a
// duration without any window is NaN.
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

// BestEffort returns the shortest time in seconds in which distance grew by
// target metres, and when it began. Between samples distance is linear, so a
// fastest stretch begins or ends at a sample. All are tried.
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

// EdgeS returns the time in seconds counted for the metres before the first row
// of a distance or after its last row: the time they took, but no less than at
// the mean speed of the rows. It is NaN if they do not count, because there are
// none, the rows have no mean speed, or the time is over 10 s.
func EdgeS(timeS, distanceM []float64, seconds, metres float64) float64 {
	last := len(timeS) - 1
	if last < 1 || metres <= 0 {
		return math.NaN()
	}
	mean := (distanceM[last] - distanceM[0]) / (timeS[last] - timeS[0])
	took := math.Max(seconds, metres/mean)
	if mean <= 0 || took > 10 {
		return math.NaN()
	}
	return took
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

// Split is one of several stretches of equal distance; the last may be shorter.
type Split struct{ FromM, ToM, Seconds float64 }

// Splits cuts the distance at regular intervals in metres, at the first time
// each mark is reached.
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

// Span is a stretch of time, the end excluded.
type Span struct{ FromS, ToS float64 }

// free reports whether a span overlaps none of others. Spans may touch.
func (s Span) free(others []Span) bool {
	for _, o := range others {
		if s.FromS < o.ToS && s.ToS > o.FromS {
			return false
		}
	}
	return true
}

// NextMean returns the greatest mean of d consecutive values that share no
// second with those taken, and the second at which it begins, the earliest of
// equal ones. Windows with a missing value are skipped.
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

// NextEffort returns the shortest time in seconds in which distance grew by
// target metres, in a window that shares no time with those taken. A fastest
// stretch begins or ends at a sample or where a taken one ends or begins: these
// are all tried.
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

// withMoments returns the samples with interpolated ones added at both ends of
// the spans.
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

// Metres returns the linearly interpolated distance at a moment, NaN before the
// first sample and after the last.
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

// Reversals returns the metres climbed and descended between turning points. A
// turn counts once the altitude has come back at least hysteresis metres from
// the extreme; smaller legs are ignored.
func Reversals(altitude []float64, hysteresis float64) (gain, loss float64) {
	turns := turningPoints(valid(altitude), hysteresis)
	for i := 1; i < len(turns); i++ {
		if step := turns[i] - turns[i-1]; step > 0 {
			gain += step
		} else {
			loss -= step
		}
	}
	return gain, loss
}

// turningPoints returns the altitudes of the extremes in order: alternately
// tops and bottoms, at least hysteresis apart.
func turningPoints(alt []float64, hysteresis float64) []float64 {
	if len(alt) == 0 {
		return nil
	}
	low, high, direction := alt[0], alt[0], 0
	var turns []float64
	for _, a := range alt {
		switch {
		case direction >= 0 && a > high:
			high = a
		case direction <= 0 && a < low:
			low = a
		}
		switch {
		case direction <= 0 && a-low >= hysteresis && a > low:
			turns = append(turns, low)
			direction, high = 1, a
		case direction >= 0 && high-a >= hysteresis && a < high:
			turns = append(turns, high)
			direction, low = -1, a
		}
	}
	switch direction {
	case 1:
		turns = append(turns, high)
	case -1:
		turns = append(turns, low)
	}
	return turns
}

// StepRule returns GoldenCheetah's gain: a reference follows the altitude only
// when it is more than step metres away, and its upward jumps are summed.
func StepRule(altitude []float64, step float64) float64 {
	alt := valid(altitude)
	if len(alt) == 0 {
		return math.NaN()
	}
	reference, gain := alt[0], 0.0
	for _, a := range alt {
		if math.Abs(a-reference) > step {
			gain += math.Max(0, a-reference)
			reference = a
		}
	}
	return gain
}

// AVNN returns the mean beat interval in ms.
func AVNN(rr []float64) float64 { return Mean(rr) }

// SDNN returns the sample standard deviation of beat intervals in ms, over n −
// 1.
func SDNN(rr []float64) float64 {
	mean, sum := Mean(rr), 0.0
	for _, v := range rr {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(rr)-1))
}

// RMSSD returns the root of the mean squared difference of neighbours in ms.
func RMSSD(rr []float64) float64 {
	sum := 0.0
	for _, d := range differences(rr) {
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(rr)-1))
}

// PNN returns the share of differences greater than a limit in ms: of the n − 1
// differences, or of the n beats as in Runalyze.
func PNN(rr []float64, limit float64, ofBeats bool) float64 {
	count, of := 0.0, float64(len(rr)-1)
	for _, d := range differences(rr) {
		if math.Abs(d) > limit {
			count++
		}
	}
	if ofBeats {
		of++
	}
	return count / of
}

func differences(rr []float64) []float64 {
	var out []float64
	for i := 1; i < len(rr); i++ {
		out = append(out, rr[i]-rr[i-1])
	}
	return out
}

// Corrected replaces the intervals that differ by more than share from the mean
// of the five on either side, excluding themselves. They are interpolated
// between the nearest correct ones, or at the ends set to the nearest. It also
// returns the share of replaced intervals.
func Corrected(rr []float64, share float64) (clean []float64, replaced float64) {
	good := make([]bool, len(rr))
	for i, v := range rr {
		around := append(append([]float64(nil), rr[max(0, i-5):i]...), rr[i+1:min(len(rr), i+6)]...)
		good[i] = math.Abs(v-Mean(around)) <= share*Mean(around)
		if !good[i] {
			replaced += 1 / float64(len(rr))
		}
	}
	clean = append(clean, rr...)
	for i := range rr {
		before, after := i, i
		for before >= 0 && !good[before] {
			before--
		}
		for after < len(rr) && !good[after] {
			after++
		}
		switch {
		case before < 0 && after < len(rr):
			clean[i] = rr[after]
		case before >= 0 && after == len(rr):
			clean[i] = rr[before]
		case before >= 0 && before < after:
			clean[i] = rr[before] + (rr[after]-rr[before])*float64(i-before)/float64(after-before)
		}
	}
	return clean, replaced
}

// DFA1 returns the slope of log F(n) against log n for boxes of 4 to 16 beats:
// the summed deviations from the mean, each box minus its own least squares
// line, in consecutive boxes from the first beat without an incomplete last
// one.
func DFA1(rr []float64) float64 {
	profile, sum, mean := make([]float64, len(rr)), 0.0, Mean(rr)
	for i, v := range rr {
		sum += v - mean
		profile[i] = sum
	}
	var logN, logF []float64
	for n := 4; n <= 16; n++ {
		squares, count := 0.0, 0
		for from := 0; from+n <= len(profile); from += n {
			x, box := make([]float64, n), profile[from:from+n]
			for i := range x {
				x[i] = float64(i)
			}
			l := FitLine(x, box)
			for i := range box {
				e := box[i] - l.Slope*x[i] - l.Intercept
				squares += e * e
				count++
			}
		}
		logN = append(logN, math.Log(float64(n)))
		logF = append(logF, math.Log(math.Sqrt(squares/float64(count))))
	}
	return FitLine(logN, logF).Slope
}
