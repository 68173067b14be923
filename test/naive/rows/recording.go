package rows

import (
	"math"
	"slices"
)

// Recording holds a device's rows. Times are seconds since its start; all other
// series have the length of TimeS or are empty.
type Recording struct {
	Sport    string
	ElapsedS float64
	TimeS    []float64
	// PowerW, HRBpm, SpeedMPS, DistanceM, AltitudeM, LatDeg and LonDeg are NaN
	// for a missing value.
	PowerW, HRBpm, SpeedMPS, DistanceM, AltitudeM, LatDeg, LonDeg []float64
	// Virtual is set if the course came from an app, WithoutBarometer if the
	// device has no barometer according to its maker.
	Virtual, WithoutBarometer bool
	// Indoors is set if only the device's total knows the distance: a home
	// trainer, a treadmill, a pool.
	Indoors bool
	// TotalM is the device's own distance, 0 for none, and TimerS the time that
	// its timer ran.
	TotalM, TimerS float64

	Pauses []Pause
}

// Pause is a time [FromS, ToS) in which the timer was stopped.
type Pause struct{ FromS, ToS float64 }

// SpeedLimit returns the highest speed in m/s for a sport, 100 m/s if it has no
// limit of its own.
func SpeedLimit(sport string) float64 {
	limits := map[string]float64{
		"cycling": 36, "running": 12.5, "walking": 12.5, "hiking": 12.5, "swimming": 3, "rowing": 9, "paddling": 9,
		"cross_country_skiing": 25, "skating": 25, "alpine_skiing": 70,
	}
	if l, ok := limits[sport]; ok {
		return l
	}
	return 100
}

// The bounds of possible values, and the longest time that a row covers.
const (
	mostPowerW = 2500
	mostHRBpm  = 240
	smartS     = 10
	sparseS    = 5
	manyRows   = 60 // fewer are a stop, not a fault
	farBeyond  = 3  // times the speed limit: a distance in another unit
)

// runs reports whether the timer ran in row i. A row at the exact second of a
// stop or a start was written while it ran.
func (r *Recording) runs(i int) bool {
	for _, p := range r.Pauses {
		if r.TimeS[i] > p.FromS && r.TimeS[i] < p.ToS {
			return false
		}
	}
	return true
}

// lasts returns the time from row i to the next row, pause or end, whichever
// comes first.
func (r *Recording) lasts(i int) float64 {
	end := r.ElapsedS
	if i+1 < len(r.TimeS) {
		end = r.TimeS[i+1]
	} else if end <= 0 {
		end = r.TimeS[i] + 1
	}
	for _, p := range r.Pauses {
		if p.ToS > r.TimeS[i] {
			end = math.Min(end, p.FromS)
		}
	}
	return math.Max(0, end-r.TimeS[i])
}

// Smart reports whether rows were written only on changes: there are at least
// three steps, and fewer than nine in ten of them last one second, or none of
// them if there are fewer than ten steps.
func (r *Recording) Smart() bool {
	steps := r.steps()
	single := 0
	for _, s := range steps {
		if s == 1 {
			single++
		}
	}
	return len(steps) >= 3 && (len(steps) >= 10 || single == 0) && 10*single < 9*len(steps)
}

// Cap returns the maximum number of seconds counted for one row: 1 s; 10 s with
// smart recording; and if even the median step is over 5 s, twice the step that
// nine in ten do not exceed, at most four times the median and 10 minutes.
func (r *Recording) Cap() float64 {
	if !r.Smart() {
		return 1
	}
	steps := r.steps()
	if middle, nine := steps[len(steps)/2], steps[len(steps)*9/10]; middle > sparseS {
		return math.Max(smartS, math.Min(600, math.Min(2*nine, 4*middle)))
	}
	return smartS
}

// Hold returns the longest step over which a power value is held: 1 s; with
// smart recording 5 s or 1.5 times the median step; for rows far apart, the
// time counted for a row.
func (r *Recording) Hold() float64 {
	if !r.Smart() {
		return 1
	}
	steps := r.steps()
	middle := steps[len(steps)/2]
	if middle > sparseS {
		return r.Cap()
	}
	return math.Max(5, math.Ceil(1.5*middle))
}

// steps returns the times between rows with no pause between them, ascending.
func (r *Recording) steps() (out []float64) {
	for i := 0; i+1 < len(r.TimeS); i++ {
		step := r.TimeS[i+1] - r.TimeS[i]
		if r.runs(i) && step > 0 && r.lasts(i) == step {
			out = append(out, step)
		}
	}
	slices.Sort(out)
	return out
}

// believed returns a channel without impossible values, nil if all are zero.
func (r *Recording) believed(values []float64, least, most float64) []float64 {
	if zeros(values) {
		return nil
	}
	out := make([]float64, len(values))
	for i, x := range values {
		out[i] = math.NaN()
		if r.runs(i) && x >= least && x <= most {
			out[i] = x
		}
	}
	return out
}

// zeros reports whether a channel has no value, or at least manyRows that are
// all 0.
func zeros(values []float64) bool {
	n := 0
	for _, x := range values {
		if x != 0 && !math.IsNaN(x) {
			return false
		}
		if x == 0 {
			n++
		}
	}
	return n == 0 || n >= manyRows
}

// Power returns the watts of every second from the first row to the last.
// Seconds in a pause or without power are 0 W. A row written while the timer
// ran counts for at least a second, even at the exact second of a stop. It is
// held up to the next row if that is within [Recording.Hold].
func (r *Recording) Power() []float64 {
	values := r.believed(r.PowerW, 0, mostPowerW)
	if values == nil || len(r.TimeS) == 0 {
		return nil
	}
	first, last := r.TimeS[0], r.TimeS[len(r.TimeS)-1]
	longest, holds := r.Cap(), r.Hold()
	out := make([]float64, int(last-first)+1)
	for i, x := range values {
		if math.IsNaN(x) {
			continue
		}
		stands := math.Min(math.Round(r.lasts(i)), longest)
		if stands > holds {
			stands = 1
		}
		from := int(r.TimeS[i] - first)
		out[from] = x
		for t := from + 1; t < min(from+int(stands), len(out)); t++ {
			out[t] = x
		}
	}
	return out
}

// HR returns the heart rate of every second, NaN if there is none. A rate is
// held up to the next one over at most 10 s without any, or for the time
// counted for a row. Over a longer gap nothing is held.
func (r *Recording) HR() []float64 {
	values := r.believed(r.HRBpm, 1, mostHRBpm)
	holds := math.Max(smartS, r.Cap())
	var out []float64
	for i, x := range values {
		if math.IsNaN(x) {
			continue
		}
		for len(out) <= int(r.TimeS[i]) {
			out = append(out, math.NaN())
		}
		out[int(r.TimeS[i])] = x
	}
	last := -1
	for t, x := range out {
		if math.IsNaN(x) {
			continue
		}
		for gap := last + 1; last >= 0 && float64(t-last) <= holds+1 && gap < t; gap++ {
			out[gap] = out[last]
		}
		last = t
	}
	return out
}

// Mean returns the highest mean of d consecutive seconds, NaN if there is no
// such window.
func Mean(values []float64, d int) float64 {
	best := math.NaN()
	sum, holes := 0.0, 0
	for i, x := range values {
		if math.IsNaN(x) {
			holes++
		} else {
			sum += x
		}
		if i >= d {
			if gone := values[i-d]; math.IsNaN(gone) {
				holes--
			} else {
				sum -= gone
			}
		}
		if i >= d-1 && holes == 0 && !(sum/float64(d) <= best) {
			best = sum / float64(d)
		}
	}
	return best
}

// MeanAfter returns the highest mean of d seconds that begin after a given work
// in J.
func MeanAfter(watts []float64, d int, joules float64) float64 {
	done := 0.0
	for i, w := range watts {
		if done >= joules {
			return Mean(watts[i:], d)
		}
		done += w
	}
	return math.NaN()
}

// Normalized returns the highest NP of d consecutive seconds: the fourth-power
// mean of the full 30 s means inside them.
func Normalized(watts []float64, d int) float64 {
	const window = 30
	var fourth []float64
	for i := window; i <= len(watts); i++ {
		sum := 0.0
		for _, w := range watts[i-window : i] {
			sum += w
		}
		fourth = append(fourth, math.Pow(sum/window, 4))
	}
	return math.Pow(Mean(fourth, d-window+1), 0.25)
}
