package heart

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
)

// These are the length and the step in s of the windows for which α1 is computed.
const (
	WindowS = 120
	StepS   = 20
)

// These are the values of α1 at the first and the second threshold (Rogers et al. 2021).
const (
	AerobicAlpha   = 0.75
	AnaerobicAlpha = 0.5
)

// Window is a window of two minutes with its α1.
type Window struct {
	StartS float64 // since the first beat, according to the intervals
	Alpha1 float64
	AvgBpm float64
}

// Course holds α1 over the course of an activity. Noisy counts the windows that were left
// out because of their artefacts.
type Course struct {
	Windows []Window
	Noisy   int
}

// Along computes α1 in windows of 120 s every step seconds (20 if it is not
// positive). A window is left out if more than 5 % of its beats are artefacts, or
// if the recording ends within it.
func Along(rr []uint16, step float64) Course {
	if step <= 0 {
		step = StepS
	}
	b := Correct(rr)
	// end[i] is the end of the i-th interval; replaced intervals keep their time.
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
			c.Windows = append(c.Windows, Window{StartS: start, Alpha1: a, AvgBpm: 60_000 / stream.Mean(ms)})
		}
	}
	return c
}

// This is the range in which α1 falls roughly linearly with heart rate.
const (
	straightFrom = 1.0
	straightTo   = 0.4
	// minStraight is the minimum number of windows for fitting a line.
	minStraight = 8
)

// RateAt estimates the heart rate in bpm at which α1 falls to the given value, using a
// straight line through the windows with an α1 between 1.0 and 0.4. It returns false if
// α1 does not fall with heart rate, if too few windows are in that range or none reaches
// the value, or if the line reaches it only at a heart rate outside those of the windows.
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

// AlphaVersion is the version of the rules in [Alpha1] and [Along].
const AlphaVersion = 2

// These are the sizes in beats of the smallest and the largest box for the slope α1.
const (
	minBox = 4
	maxBox = 16
)

// Alpha1 returns the short-term scaling exponent of detrended fluctuation analysis (Peng
// 1995): the slope of log F(n) over log n for boxes of 4 to 16 beats, where F is the root mean
// square of what remains of the cumulative deviations from the mean after the least-squares
// line of each box is subtracted. Boxes follow each other from the first beat; an incomplete
// box is left out. It returns false for fewer than 32 intervals, or if they do not vary.
func Alpha1(ms []float64) (float64, bool) {
	const boxes = maxBox - minBox + 1
	if len(ms) < 2*maxBox {
		return 0, false
	}
	p := profile(ms)
	var logN, logF [boxes]float64
	for n := minBox; n <= maxBox; n++ {
		squares, count := residue(p, n)
		if squares <= 0 {
			return 0, false
		}
		logN[n-minBox] = math.Log(float64(n))
		logF[n-minBox] = math.Log(squares/float64(count)) / 2
	}
	fit, ok := stream.Least(logN[:], logF[:])
	return fit.Slope, ok
}

// profile returns the cumulative sums of the deviations from the mean.
func profile(ms []float64) []float64 {
	out := make([]float64, len(ms))
	m, y := stream.Mean(ms), 0.0
	for i, v := range ms {
		y += v - m
		out[i] = y
	}
	return out
}

// residue returns the sum of squared residuals around the lines of all boxes of n beats,
// and the number of beats in the boxes. Values are taken relative to the first one of
// each box, which avoids cancellation.
func residue(profile []float64, n int) (squares float64, count int) {
	k := float64(n)
	middle := (k - 1) / 2
	byN, byXX := 1/k, 12/(k*(k*k-1)) // 1 / Σ(x−x̄)² over a box
	for ; len(profile) >= n; profile = profile[n:] {
		var y, yy, xy float64
		x := -middle
		for _, v := range profile[:n] {
			d := v - profile[0]
			y += d
			yy += d * d
			xy += x * d
			x++
		}
		squares += max(0, yy-y*y*byN-xy*xy*byXX)
		count += n
	}
	return squares, count
}

// CorrectVersion is the version of the rule in [Correct].
const CorrectVersion = 1

const (
	// artefactShare is the maximum difference between an interval and the mean of its
	// neighbours, as a fraction of that mean.
	artefactShare = 0.25
	// neighbours is the number of intervals on each side in that mean.
	neighbours = 5
	// MaxArtefacts is the maximum share of artefacts in a usable stretch.
	MaxArtefacts = 0.05
)

// Beats holds intervals with artefacts replaced and marked.
type Beats struct {
	MS       []float64
	Artefact []bool
	Replaced int
}

// ArtefactShare returns the share of replaced intervals, from 0 to 1.
func (b Beats) ArtefactShare() float64 {
	if len(b.MS) == 0 {
		return 0
	}
	return float64(b.Replaced) / float64(len(b.MS))
}

// Correct finds the intervals that differ by more than a quarter from the mean of the five
// on either side (missed, extra and early beats). It replaces them with linear interpolation
// between the nearest good intervals, and at the ends by copying the nearest good one.
func Correct(rr []uint16) Beats {
	b := Beats{MS: make([]float64, len(rr)), Artefact: make([]bool, len(rr))}
	sum := 0
	for i := range min(neighbours, len(rr)) {
		sum += int(rr[i])
	}
	for i, ms := range rr {
		if i+neighbours < len(rr) {
			sum += int(rr[i+neighbours])
		}
		if i > neighbours {
			sum -= int(rr[i-neighbours-1])
		}
		around := min(i+neighbours, len(rr)-1) - max(i-neighbours, 0)
		b.MS[i] = float64(ms)
		if around == 0 {
			continue
		}
		m := float64(sum-int(ms)) / float64(around)
		if math.Abs(float64(ms)-m) > artefactShare*m {
			b.Artefact[i] = true
			b.Replaced++
		}
	}
	b.bridge()
	return b
}

// bridge replaces the artefacts.
func (b *Beats) bridge() {
	last := -1 // the previous good interval
	for i := 0; i < len(b.MS); i++ {
		if !b.Artefact[i] {
			last = i
			continue
		}
		next := i
		for next < len(b.MS) && b.Artefact[next] {
			next++
		}
		for k := i; k < next; k++ {
			switch {
			case last >= 0 && next < len(b.MS):
				b.MS[k] = b.MS[last] + (b.MS[next]-b.MS[last])*float64(k-last)/float64(next-last)
			case last >= 0:
				b.MS[k] = b.MS[last]
			case next < len(b.MS):
				b.MS[k] = b.MS[next]
			}
		}
		i = next - 1
	}
}

// MeasuresVersion is the version of the rules in [HRVOf] and [PNN].
const MeasuresVersion = 1

// Measures holds the usual measures in the time domain (Task Force 1996).
type Measures struct {
	Beats     int
	Artefacts int     // number of these beats that were replaced before measuring
	AVNN      float64 // mean interval in ms
	SDNN      float64 // standard deviation (n − 1) in ms
	RMSSD     float64 // root mean square of the differences between neighbours in ms
	PNN50     float64 // differences over 50 ms, as a percentage of all differences
	SDSD      float64 // standard deviation (n − 1) of the differences in ms
}

// minBeats is the minimum number of intervals for a measurement.
const minBeats = 10

// HRVOf measures intervals after [Correct], or returns the reason why it cannot.
func HRVOf(rr []uint16) (Measures, i18n.Sentence) {
	if len(rr) < minBeats {
		return Measures{}, "no heartbeat intervals were recorded"
	}
	b := Correct(rr)
	if share := b.ArtefactShare(); share > MaxArtefacts {
		return Measures{}, i18n.Sentencef("%.0f %% of the heartbeat intervals are artefacts", share*100)
	}
	return measure(b), ""
}

func measure(b Beats) Measures {
	n := float64(len(b.MS))
	m := Measures{Beats: len(b.MS), Artefacts: b.Replaced, AVNN: stream.Mean(b.MS)}
	var squares, diffs, total float64
	for i, v := range b.MS {
		squares += (v - m.AVNN) * (v - m.AVNN)
		if i == 0 {
			continue
		}
		d := v - b.MS[i-1]
		diffs += d * d
		total += d
	}
	m.SDNN = math.Sqrt(squares / (n - 1))
	m.RMSSD = math.Sqrt(diffs / (n - 1))
	share, _ := PNN(b.MS, limitMS)
	m.PNN50 = share * 100
	m.SDSD = math.Sqrt(max(0, diffs-total*total/(n-1)) / (n - 2))
	return m
}

// limitMS is the difference in ms above which pNN50 counts a pair.
const limitMS = 50

// PNN returns the fraction of neighbouring intervals, from 0 to 1, that differ by
// more than limit ms. It returns false for fewer than two intervals.
func PNN(ms []float64, limit float64) (float64, bool) {
	if len(ms) < 2 {
		return 0, false
	}
	over := 0.0
	for i := 1; i < len(ms); i++ {
		if math.Abs(ms[i]-ms[i-1]) > limit {
			over++
		}
	}
	return over / float64(len(ms)-1), true
}
