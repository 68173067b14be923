// Package planned expands structured workouts second by second and sums up
// their duration, distance and load, slowly, for tests of the package that does
// so fast. It is for tests only: the product must not import it.
//
// It uses the fields of the model and none of its methods. Its rules are:
//
//   - A range has the value of its middle, a single bound its own value. A
//     ramp is linear over the time of its step.
//   - Zone n of power is the middle of ⌊bound below⌋+1 and ⌊bound above⌋ W, as
//     at Intervals.icu; without bounds the zones are Coggan's shares of the
//     FTP. Zones of heart rate and pace have the middle of their two bounds.
//     The first zone begins at 0.8 of its upper bound; the last has no end and
//     has the value of its lower bound, like any single bound. Several zones
//     reach from the first to the last.
//   - The duration of a distance is that at its own pace or speed, or else at
//     the threshold speed. A time has a distance only at a pace or speed of
//     its own.
//   - A pause is time at 0 W and 0 m/s, and so is a timed rest step without a
//     target. An open step has its stated length.
//   - Unknown are the times of kilocalories and repetitions, open steps
//     without a length, shares of a best power and own zones, the power of
//     anything without a power target, and everything derived from these.
//
// Unknown values are NaN.
package planned

import (
	"math"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// Plan is an expanded workout.
type Plan struct {
	// DurationS and DistanceM are the totals; KnownS and KnownM are those of
	// the steps for which they are known.
	DurationS, DistanceM, KnownS, KnownM float64
	// Watts, BPM and MPS have a value for each second, that of its middle. A
	// remainder at the end is a second if it is at least half of one. They are
	// nil if DurationS is unknown.
	Watts, BPM, MPS []float64
}

// piece is a stretch of a plan, in which each value is linear.
type piece struct {
	seconds, metres float64
	watts, bpm, mps line
}

type line struct{ from, to float64 }

func (l line) at(share float64) float64 { return l.from + (l.to-l.from)*share }

func (l line) middle() float64 { return l.at(0.5) }

var unknown = line{math.NaN(), math.NaN()}

// Of returns the plan of some steps with the thresholds of the day.
func Of(steps []training.WorkoutStep, t training.Thresholds) Plan {
	pieces := writtenOut(steps, t)
	var p Plan
	for _, x := range pieces {
		p.DurationS, p.DistanceM = p.DurationS+x.seconds, p.DistanceM+x.metres
		if !math.IsNaN(x.seconds) {
			p.KnownS += x.seconds
		}
		if !math.IsNaN(x.metres) {
			p.KnownM += x.metres
		}
	}
	for at := 0.5; at < p.DurationS; at++ {
		x, share := pieceAt(pieces, at)
		p.Watts = append(p.Watts, x.watts.at(share))
		p.BPM = append(p.BPM, x.bpm.at(share))
		p.MPS = append(p.MPS, x.mps.at(share))
	}
	return p
}

// pieceAt returns the piece at a second, and how far into it the second is.
func pieceAt(pieces []piece, at float64) (x piece, share float64) {
	begin := 0.0
	for _, x = range pieces {
		if at < begin+x.seconds {
			return x, (at - begin) / x.seconds
		}
		begin += x.seconds
	}
	return x, 1
}

func writtenOut(steps []training.WorkoutStep, t training.Thresholds) []piece {
	var out []piece
	for _, s := range steps {
		switch {
		case s.Kind == training.StepRepeat:
			for range s.Count {
				out = append(out, writtenOut(s.Steps, t)...)
			}
		case s.Exercise != nil:
			for range s.Exercise.Sets {
				out = append(out, piece{seconds: told(s.DurationS), watts: unknown, bpm: unknown, mps: line{}}, pause(s))
			}
		default:
			out = append(out, one(s, t), pause(s))
		}
	}
	return out
}

// told returns a length, NaN for 0, which means unknown.
func told(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return x
}

func pause(s training.WorkoutStep) piece { return piece{seconds: s.RestS, bpm: unknown} }

// one returns the piece of a step, without its pause.
func one(s training.WorkoutStep, t training.Thresholds) piece {
	if s.Kind == training.StepRest && s.DurationS > 0 && s.DistanceM == 0 && idle(s) {
		return piece{seconds: s.DurationS, bpm: unknown}
	}
	x := piece{watts: power(s, t), bpm: heart(s, t), mps: speed(s, t)}
	switch {
	case s.DurationS > 0:
		x.seconds, x.metres = s.DurationS, told(s.DistanceM)
		if s.DistanceM == 0 {
			x.metres = s.DurationS * x.mps.middle()
		}
	case s.DistanceM > 0:
		x.metres, x.seconds = s.DistanceM, s.DistanceM/x.mps.middle()
		if math.IsNaN(x.seconds) {
			x.seconds = s.DistanceM / told(t.ThresholdMPS)
		}
	default:
		x.seconds, x.metres = math.NaN(), math.NaN()
	}
	return x
}

// idle reports whether a step has no target.
func idle(s training.WorkoutStep) bool {
	for _, x := range s.Targets {
		if x.Of != training.TargetCadence {
			return false
		}
	}
	return !s.Free && !s.MaxEffort
}

// ends returns the scaled values of a target.
func ends(x training.StepTarget, scale float64) line {
	low, high := x.Low, x.High
	if low == 0 {
		low = high
	}
	if high == 0 {
		high = low
	}
	low, high = low*told(scale), high*told(scale)
	switch x.Ramp {
	case training.RampUp:
		return line{low, high}
	case training.RampDown:
		return line{high, low}
	}
	return line{(low + high) / 2, (low + high) / 2}
}

func first(s training.WorkoutStep, kinds ...training.TargetOf) (training.StepTarget, bool) {
	for _, x := range s.Targets {
		for _, of := range kinds {
			if x.Of == of {
				return x, true
			}
		}
	}
	return training.StepTarget{}, false
}

func power(s training.WorkoutStep, t training.Thresholds) line {
	x, ok := first(s, training.TargetPower)
	switch {
	case !ok || s.Free || s.MaxEffort:
	case x.Unit == training.TargetW:
		return ends(x, 1)
	case x.Unit == training.TargetFTP:
		return ends(x, t.FTPW/100)
	case x.Unit == training.TargetZone:
		bounds := t.PowerZones
		if bounds == nil && t.FTPW > 0 {
			bounds = naive.Bounds(naive.CogganShares, t.FTPW)
		}
		var watts []float64
		for _, b := range bounds {
			watts = append(watts, math.Floor(b))
		}
		return zones(x, watts, 1)
	}
	return unknown
}

func heart(s training.WorkoutStep, t training.Thresholds) line {
	x, ok := first(s, training.TargetHR)
	switch {
	case !ok:
	case x.Unit == training.TargetBpm:
		return ends(x, 1)
	case x.Unit == training.TargetLTHR:
		return ends(x, t.LTHRBpm/100)
	case x.Unit == training.TargetMaxHR:
		return ends(x, t.MaxHRBpm/100)
	case x.Unit == training.TargetZone:
		return zones(x, t.HRZones, 0)
	}
	return unknown
}

func speed(s training.WorkoutStep, t training.Thresholds) line {
	x, ok := first(s, training.TargetPace, training.TargetSpeed)
	switch {
	case !ok:
	case x.Unit == training.TargetMPS:
		return ends(x, 1)
	case x.Unit == training.TargetPacePct:
		return ends(x, t.ThresholdMPS/100)
	case x.Unit == training.TargetZone:
		return zones(x, t.PaceZones, 0)
	}
	return unknown
}

// zones returns the middle of some zones. lower has the lower bounds of zones 2
// and up, and above is the distance of a zone from its bound.
func zones(x training.StepTarget, lower []float64, above float64) line {
	from, to := int(x.Low), int(x.High)
	if from == 0 {
		from = to
	}
	if to == 0 {
		to = from
	}
	if len(lower) == 0 || from-2 >= len(lower) || from == 1 && to > len(lower) {
		return unknown
	}
	low := 0.8 * lower[0]
	if from > 1 {
		low = lower[from-2] + above
	}
	high := low
	if to <= len(lower) {
		high = lower[to-1]
	}
	return line{(low + high) / 2, (low + high) / 2}
}

// Gaps is the rule for seconds without a planned value.
type Gaps int

// The rules. If no second has a planned value, nothing is known with any of
// them.
const (
	GapsUnknown Gaps = iota // a single one makes the whole unknown
	GapsZero                // they count as 0
	GapsLeftOut             // they are left out of both means and hours
)

func (g Gaps) fill(values []float64) []float64 {
	var out []float64
	planned := 0
	for _, v := range values {
		switch {
		case !math.IsNaN(v):
			planned++
			out = append(out, v)
		case g == GapsZero:
			out = append(out, 0)
		case g == GapsUnknown:
			return nil
		}
	}
	if planned == 0 {
		return nil
	}
	return out
}

// Power holds the power values of a plan.
type Power struct{ WorkKJ, NormalizedW, IntensityFactor, Load float64 }

// Power computes them. Normalized power is the canonical one for activities,
// with full windows of 30 s only. The load is IF²·h·100 over all hours.
func (p Plan) Power(ftp float64, gaps Gaps) Power {
	watts := gaps.fill(p.Watts)
	if watts == nil {
		return Power{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	out := Power{}
	for _, w := range watts {
		out.WorkKJ += w / 1000
	}
	fourth, windows := 0.0, 0.0
	for last := 29; last < len(watts); last++ {
		mean := 0.0
		for i := last - 29; i <= last; i++ {
			mean += watts[i] / 30
		}
		fourth, windows = fourth+math.Pow(mean, 4), windows+1
	}
	out.NormalizedW = math.Pow(fourth/windows, 0.25)
	out.IntensityFactor = out.NormalizedW / told(ftp)
	out.Load = out.IntensityFactor * out.IntensityFactor * float64(len(watts)) / 3600 * 100
	return out
}

// PaceLoad returns a load that is 100 for an hour at the threshold speed, by a
// power of the share: the second on foot, the third in water.
func (p Plan) PaceLoad(thresholdMPS, exponent float64, gaps Gaps) float64 {
	sum := math.NaN()
	for i, v := range gaps.fill(p.MPS) {
		if i == 0 {
			sum = 0
		}
		sum += math.Pow(v/told(thresholdMPS), exponent) / 36
	}
	return sum
}

// HRSS returns a load that is 100 for an hour at the threshold heart rate.
// Seconds at a heart rate of 0 add nothing.
func (p Plan) HRSS(b naive.Banister, t training.Thresholds, gaps Gaps) float64 {
	beats := gaps.fill(p.BPM)
	if beats == nil || t.RestHRBpm == 0 || t.MaxHRBpm == 0 || t.LTHRBpm == 0 {
		return math.NaN()
	}
	return naive.HRSS(b.PerSample(beats, nil, t.RestHRBpm, t.MaxHRBpm), b, t.RestHRBpm, t.MaxHRBpm, t.LTHRBpm)
}
