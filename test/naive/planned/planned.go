package planned

import (
	"math"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// Plan is a workout written out.
type Plan struct {
	// DurationS and DistanceM are those of the whole; KnownS and KnownM of the
	// steps of which it is known.
	DurationS, DistanceM, KnownS, KnownM float64
	// Watts, BPM and MPS have a value for each second, that of its middle; what
	// is over at the end is one from a half on. They are nil where DurationS is
	// not known.
	Watts, BPM, MPS []float64
}

// piece is a stretch of a plan: a line from one value to another of each.
type piece struct {
	seconds, metres float64
	watts, bpm, mps line
}

type line struct{ from, to float64 }

func (l line) at(share float64) float64 { return l.from + (l.to-l.from)*share }

func (l line) middle() float64 { return l.at(0.5) }

var unknown = line{math.NaN(), math.NaN()}

// Of is the plan of some steps by the thresholds of the day.
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

// pieceAt is the piece in which a second lies, and how far in.
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

// told is a length, of which 0 says nothing.
func told(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return x
}

func pause(s training.WorkoutStep) piece { return piece{seconds: s.RestS, bpm: unknown} }

// one is a step without its pause.
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

// idle reports a step that asks for nothing.
func idle(s training.WorkoutStep) bool {
	for _, x := range s.Targets {
		if x.Of != training.TargetCadence {
			return false
		}
	}
	return !s.Free && !s.MaxEffort
}

// ends are the values of a target, each scaled.
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

// zones is the middle of some zones, of which lower are the lower bounds of the
// second and up, and from so much above its bound each.
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
