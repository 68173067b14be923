package efforts

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Series is a channel with one value per second of running time. TimeS holds
// the time of each value in the recording in s, which jumps at a pause or a gap.
type Series struct {
	X     []float64
	TimeS []int32

	sum []float64 // sums of the values before each index, so that means are computed in one step
}

// maxSeconds limits the memory for a series, regardless of the times in the file.
const maxSeconds = 1 << 19

// SegmentOf returns a channel of a recording in the unit that is shown. A running median
// of three values removes spikes and drop-outs of a single second.
func SegmentOf(v *stream.View, ch training.Channel) *Series {
	u, values, times := v.Usable(ch), v.Columns.Data[ch].Values, v.Columns.TimeS
	n := u.Count()
	x, at := make([]float64, 0, n), make([]int32, 0, n)
	scale := 1 / ch.Scale()
	for i := range values {
		if len(x) >= maxSeconds {
			break
		}
		if !u.Get(i) || i+1 < len(times) && times[i+1] == times[i] && u.Get(i+1) {
			continue
		}
		for k := range max(1, v.WeightS[i]) {
			x, at = append(x, float64(values[i])*scale), append(at, times[i]+k)
		}
	}
	s := &Series{X: x, TimeS: at}
	s.despike()
	return s
}

func (s *Series) despike() {
	if len(s.X) > 2 {
		a, b := s.X[0], s.X[1]
		for i := 2; i < len(s.X); i++ {
			c := s.X[i]
			s.X[i-1] = max(min(a, b), min(max(a, b), c))
			a, b = b, c
		}
	}
	s.total()
}

func (s *Series) total() {
	s.sum = make([]float64, len(s.X)+1)
	total := 0.0
	for i, x := range s.X {
		total += x
		s.sum[i+1] = total
	}
}

// Len returns the number of values, which is the running time in s.
func (s *Series) Len() int { return len(s.X) }

// Mean returns the mean of the values [from, to), or 0 if there are none.
func (s *Series) Mean(from, to int) float64 {
	if to <= from {
		return 0
	}
	return (s.sum[to] - s.sum[from]) / float64(to-from)
}

// Residual returns the sum of squared deviations of the values [from, to) from their mean.
func (s *Series) Residual(from, to int) float64 {
	mean, sum := s.Mean(from, to), 0.0
	for _, x := range s.X[from:max(from, to)] {
		sum += (x - mean) * (x - mean)
	}
	return sum
}

// Index returns the index of the first value at or after a second of the
// recording.
func (s *Series) Index(timeS float64) int {
	lo, hi := 0, len(s.TimeS)
	for lo < hi {
		mid := (lo + hi) / 2
		if float64(s.TimeS[mid]) < timeS {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// EndS returns the second of the recording at which the stretch [.., to) ends.
func (s *Series) EndS(to int) int32 {
	if to <= 0 || len(s.TimeS) == 0 {
		return 0
	}
	return s.TimeS[to-1] + 1
}

// Jumps reports whether there is a pause or a gap right before value i.
func (s *Series) Jumps(i int) bool {
	return i > 0 && i < len(s.TimeS) && s.TimeS[i]-s.TimeS[i-1] > PauseS
}

// PauseS is the longest step in seconds that does not count as a pause. A longer
// step always ends a stretch.
const PauseS = 5

// With returns another series over the same seconds.
func (s *Series) With(x []float64) *Series {
	out := &Series{X: x, TimeS: s.TimeS}
	out.total()
	return out
}

const (
	// nearS is the maximum distance in s between a lap's bound and a change of level for
	// them to count as the same bound. footS is the same limit for the foot of a ramp, at
	// which there is no step.
	nearS, footS = 8, 75
	// auto is the maximum relative difference between laps that the device cut
	// automatically.
	auto = 0.015
)

// workWords and restWords are the device's words for the laps of a workout.
var workWords = map[string]bool{"active": true, "interval": true}

var restWords = map[string]bool{"rest": true, "recovery": true, "warmup": true, "cooldown": true}

// marked returns the intervals that the laps of a workout mark, if there are laps of both
// work and rest and the work is harder.
func (d *detector) marked() ([]stretch, bool) {
	var out []stretch
	rests := 0
	var work, rest, workS, restS float64
	for _, l := range d.laps {
		from, to := d.s.Index(l.StartS), d.s.Index(l.EndS)
		if to-from < 5 {
			continue
		}
		mean, n := d.s.Mean(from, to), float64(to-from)
		switch {
		case workWords[l.Intensity]:
			f := d.stretch(from, to, Work)
			f.startS, f.endS, f.byLaps = int32(math.Round(l.StartS)), int32(math.Round(l.EndS)), 2
			out = append(out, f)
			work, workS = work+mean*n, workS+n
		case restWords[l.Intensity]:
			rests++
			rest, restS = rest+mean*n, restS+n
		}
	}
	if len(out) == 0 || rests == 0 || work/workS < d.rules.contrast*rest/restS {
		return nil, false
	}
	return out, true
}

// snap moves bounds to those of nearby laps that a person or a workout cut.
func (d *detector) snap(found []stretch) {
	cuts := d.cuts()
	for i := range found {
		f := &found[i]
		near := float64(nearS)
		if f.kind == Ramp && f.first < d.border {
			near = footS
		}
		low := 0
		if i > 0 {
			low = found[i-1].to
		}
		if t, ok := nearest(cuts, float64(f.startS), near); ok {
			if at := d.s.Index(t); at >= low && at < f.to {
				f.from, f.startS = at, int32(math.Round(t))
				f.byLaps++
			}
		}
		high := d.s.Len()
		if i+1 < len(found) {
			high = found[i+1].from
		}
		if t, ok := nearest(cuts, float64(f.endS), nearS); ok {
			if at := d.s.Index(t); at > f.from && (at <= high || i+1 < len(found) && at-high <= nearS) {
				f.to, f.endS = min(at, d.s.Len()), int32(math.Round(t))
				f.byLaps++
			}
		}
	}
}

// cuts returns the bounds of laps in s. It returns none if the device cut all of them
// automatically, because laps of one distance or one duration carry no information.
func (d *detector) cuts() []float64 {
	if len(d.laps) < 2 || alike(d.laps, func(l training.Lap) float64 { return l.EndS - l.StartS }) ||
		alike(d.laps, func(l training.Lap) float64 { return l.Device[training.MetricDistanceKM] }) {
		return nil
	}
	out := make([]float64, 0, len(d.laps))
	for _, l := range d.laps[1:] {
		out = append(out, l.StartS)
	}
	return out
}

// alike reports whether all laps except the last have the same size. If there is
// only one lap before the last, its trigger decides.
func alike(laps []training.Lap, size func(training.Lap) float64) bool {
	first := size(laps[0])
	if first <= 0 || len(laps) == 2 && laps[0].Trigger != "distance" {
		return false
	}
	for _, l := range laps[:len(laps)-1] {
		if math.Abs(size(l)-first) > auto*first {
			return false
		}
	}
	return true
}

func nearest(cuts []float64, t, within float64) (float64, bool) {
	best, ok := 0.0, false
	for _, c := range cuts {
		if math.Abs(c-t) <= within {
			best, within, ok = c, math.Abs(c-t), true
		}
	}
	return best, ok
}

// ComplianceRule is the source of a planned load.
type ComplianceRule string

// These are the sources.
const (
	Stated            ComplianceRule = "stated"             // the plan states it
	DurationIntensity ComplianceRule = "duration_intensity" // hours · intensity² · 100
	Steps             ComplianceRule = "steps"              // load of the workout's steps, using the thresholds of its day
)

// maxIntensity is the maximum intensity factor in a plan. A greater value must be a
// percentage without the percent sign.
const maxIntensity = 2

// LoadOfPlan returns the training stress of a planned session: the load in the
// plan, or the load computed from its duration and intensity factor. It returns
// false if the plan has none of these.
func LoadOfPlan(stated, durationS, intensity float64) (tss float64, by ComplianceRule, ok bool) {
	switch {
	case stated > 0 && !math.IsInf(stated, 0):
		return stated, Stated, true
	case durationS > 0 && intensity > 0 && intensity <= maxIntensity && !math.IsInf(durationS, 0):
		return durationS / 3600 * intensity * intensity * 100, DurationIntensity, true
	}
	return 0, "", false
}

// Marked returns the intervals that the athlete marked, with the same values as
// [Of] returns. They may overlap, and the time between them does not count as rest.
// The level is 0 if no channel measures how hard the athlete works.
func Marked(v *stream.View, all []training.Marked) Session {
	basis, series := basisOf(v)
	pool := v.Recording.DeviceValues[training.MetricPoolLengthM]
	inPool := pool > 0 && len(v.Recording.Lengths) > 0
	if inPool {
		basis = ByLengths
	}
	out, fill := Session{Basis: basis}, newFiller(v)
	for _, m := range all {
		iv := Interval{StartS: second(m.StartS), EndS: second(m.EndS), Kind: Work}
		iv.Means = fill.means(iv.StartS, iv.EndS)
		switch {
		case inPool:
			iv.DistanceM, iv.SpeedMPS = swum(v.Recording, pool, m)
			iv.Level = iv.SpeedMPS
		case series != nil:
			iv.Level = max(0, series.Mean(series.Index(float64(m.StartS)), series.Index(float64(m.EndS))))
		}
		iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
		out.Intervals = append(out.Intervals, iv)
	}
	out.settle()
	return out
}

func second(s int) int32 { return int32(min(max(s, 0), math.MaxInt32)) } //nolint:gosec // bounded

// swum returns the distance in m of the lengths that began in an interval, and their speed
// in m/s. In a pool, the lengths are exact, while rows are updated only after a length.
func swum(r *training.Recording, lengthM float64, m training.Marked) (metres, mps float64) {
	seconds := 0.0
	for _, l := range r.Lengths {
		if l.Active && l.ElapsedS > 0 && l.StartS >= float64(m.StartS) && l.StartS < float64(m.EndS) {
			metres, seconds = metres+lengthM, seconds+l.ElapsedS
		}
	}
	if seconds > 0 {
		mps = metres / seconds
	}
	return metres, mps
}

// filler computes the means of stretches of a recording.
type filler struct{ v *stream.View }

func newFiller(v *stream.View) filler { return filler{v} }

// means returns the means of the recording in [start, end).
func (f filler) means(startS, endS int32) Means {
	span := training.Span{FromS: float64(startS), ToS: float64(endS)}
	out := Means{
		PowerW: f.mean(training.Power, span), HRBpm: f.mean(training.HeartRate, span),
		SpeedMPS: f.mean(training.Speed, span), CadenceRPM: f.mean(training.Cadence, span),
		DistanceM: f.metres(startS, endS), ClimbM: f.climb(span),
	}
	if top, ok := f.v.MaxIn(training.HeartRate, span); ok {
		out.MaxHRBpm = float64(top)
	}
	return out
}

func (f filler) mean(ch training.Channel, span training.Span) float64 {
	if !f.v.Has(ch) {
		return 0
	}
	mean, _, _ := f.v.MeanIn(ch, span)
	return mean / ch.Scale()
}

// metres returns the distance in m covered in [start, end), or 0 if it is unknown.
func (f filler) metres(startS, endS int32) float64 {
	a, okA := f.at(training.Distance, startS)
	b, okB := f.at(training.Distance, endS)
	if !okA || !okB {
		return 0
	}
	return max(0, b-a) / training.Distance.Scale()
}

// climb returns the rise in m from the start of a span to its end, or 0 if it falls
// or is unknown.
func (f filler) climb(span training.Span) float64 {
	a, okA := f.at(training.Altitude, int32(span.FromS))
	b, okB := f.at(training.Altitude, int32(span.ToS))
	if !okA || !okB {
		return 0
	}
	return max(0, b-a) / training.Altitude.Scale()
}

// searchRows is the number of rows before and after a moment that are searched for a value.
const searchRows = 30

// at returns the value of a channel at a moment, or at the nearest row with a
// value. It returns false if none is near.
func (f filler) at(ch training.Channel, timeS int32) (float64, bool) {
	i, _ := f.v.Rows(training.Span{FromS: float64(timeS), ToS: float64(timeS)})
	n := f.v.Columns.Len()
	for k := range searchRows {
		for _, j := range []int{i + k, i - k} {
			if j >= 0 && j < n {
				if x, ok := f.v.At(ch, j); ok {
					return float64(x), true
				}
			}
		}
	}
	return 0, false
}
