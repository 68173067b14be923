package heart

import (
	"slices"

	"lapkeep/internal/metrics/stream"
)

// The windows in seconds along which α1 is followed.
const (
	WindowS = 120
	StepS   = 20
)

// The values of α1 taken for the first and the second threshold (Rogers and
// others 2021).
const (
	AerobicAlpha   = 0.75
	AnaerobicAlpha = 0.5
)

// Window is α1 over two minutes.
type Window struct {
	StartS float64 // since the first beat, by the intervals' own time
	Alpha1 float64
	AvgBpm float64
}

// Course is α1 along an exercise. Noisy counts the windows left out for
// their artefacts.
type Course struct {
	Windows []Window
	Noisy   int
}

// Along follows α1 in windows of 120 s every step seconds (20 if it is not
// positive). A window with more than 5 % of artefacts is left out, likewise
// one that is cut off by the end.
func Along(rr []uint16, step float64) Course {
	if step <= 0 {
		step = StepS
	}
	b := Correct(rr)
	// end[i] is when the i-th interval ends; what was replaced keeps its time.
	end := make([]float64, len(rr)+1)
	bad := make([]int, len(rr)+1)
	for i, ms := range rr {
		end[i+1] = end[i] + float64(ms)/1000
		bad[i+1] = bad[i]
		if b.Artefact[i] {
			bad[i+1]++
		}
	}
	var c Course
	from, to := 0, 0
	for start := 0.0; start+WindowS <= end[len(rr)]; start += step {
		for from < len(rr) && end[from] < start {
			from++
		}
		for to < len(rr) && end[to+1] <= start+WindowS {
			to++
		}
		if to-from < 2*maxBox {
			c.Noisy++
			continue
		}
		if share := float64(bad[to]-bad[from]) / float64(to-from); share > MaxArtefacts {
			c.Noisy++
			continue
		}
		ms := b.MS[from:to]
		if a, ok := Alpha1(ms); ok {
			c.Windows = append(c.Windows, Window{StartS: start, Alpha1: a, AvgBpm: 60_000 / hrvMean(ms)})
		}
	}
	return c
}

// The range of α1 in which it falls about straight with heart rate.
const (
	straightFrom = 1.0
	straightTo   = 0.4
	// minStraight is how many windows make a line.
	minStraight = 8
)

// RateAt is the heart rate at which α1 falls to a value, by a straight line
// through the windows between 1.0 and 0.4. It is an estimate. False where α1
// does not fall with heart rate, too few windows lie there, they do not reach
// the value, or the line does so at a heart rate that they do not have.
func (c Course) RateAt(alpha float64) (float64, bool) {
	var bpm, a []float64
	low, high := straightFrom, straightTo
	for _, w := range c.Windows {
		if w.Alpha1 <= straightFrom && w.Alpha1 >= straightTo {
			bpm, a = append(bpm, w.AvgBpm), append(a, w.Alpha1)
			low, high = min(low, w.Alpha1), max(high, w.Alpha1)
		}
	}
	if len(a) < minStraight || alpha < low || alpha > high {
		return 0, false
	}
	fit, ok := stream.Least(bpm, a)
	if !ok || fit.Slope >= 0 {
		return 0, false
	}
	at := (alpha - fit.Intercept) / fit.Slope
	return at, at >= slices.Min(bpm) && at <= slices.Max(bpm)
}
