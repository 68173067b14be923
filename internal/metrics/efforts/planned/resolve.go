package planned

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Day resolves relative targets: it holds the thresholds of a sport on the day of a session.
type Day struct {
	Sport      training.Sport
	Thresholds training.Thresholds
}

// Resolve turns the steps of a workout, repeats written out, into those that
// [Match] compares with a session of the basis. A step's target is that of
// the basis, else another of power, heart rate and pace. Unresolved are the
// targets that need a threshold that is not set: their bounds are left out.
func Resolve(steps []training.WorkoutStep, basis efforts.Basis, day Day) (out []Step, unresolved []training.StepTarget) {
	written, numbers := training.WrittenOut(steps), training.StepNumbers(steps)
	r := resolver{day: day}
	for i := range written {
		w := &written[i]
		s := Step{DurationS: w.DurationS, DistanceM: w.DistanceM, Number: numbers[i]}
		if t, ok := leading(w, basis); ok {
			s.Target = t
			low, high, ok := r.bounds(t)
			if ok {
				s.Low, s.High = low, high
			} else {
				unresolved = append(unresolved, t)
			}
			if by := basisOf(t.Of, basis); by != basis {
				s.Of = by
			}
		}
		out = append(out, s)
	}
	markWork(written, out)
	return out, unresolved
}

// leading is the target of a step that a session of the basis is compared by.
func leading(w *training.WorkoutStep, basis efforts.Basis) (training.StepTarget, bool) {
	for _, t := range w.Targets {
		if t.Of != training.TargetCadence && basisOf(t.Of, basis) == basis {
			return t, true
		}
	}
	for _, t := range w.Targets {
		if t.Of != training.TargetCadence {
			return t, true
		}
	}
	return training.StepTarget{}, false
}

// basisOf gives the basis that measures a target: for speed over the lengths
// of a pool it is the session's own.
func basisOf(of training.TargetOf, basis efforts.Basis) efforts.Basis {
	switch of {
	case training.TargetPower:
		return efforts.ByPower
	case training.TargetHR:
		return efforts.ByHR
	}
	if basis == efforts.ByLengths {
		return basis
	}
	return efforts.BySpeed
}

type resolver struct{ day Day }

// bounds are the bounds of a target in W, bpm or m/s; false if a threshold is
// needed that is not set.
func (r resolver) bounds(t training.StepTarget) (low, high float64, ok bool) {
	if t.Unit == training.TargetZone {
		return r.zone(t)
	}
	th := &r.day.Thresholds
	const percent = 0.01
	scale, relative := map[training.TargetUnit]float64{
		training.TargetFTP: th.FTPW, training.TargetLTHR: th.LTHRBpm, training.TargetMaxHR: th.MaxHRBpm, training.TargetPacePct: th.ThresholdMPS,
	}[t.Unit]
	switch {
	case !relative:
		scale = 1
	case scale <= 0:
		return 0, 0, false
	default:
		scale *= percent
	}
	return t.Low * scale, t.High * scale, true
}

// zone is from the lower bound of the low zone to the upper one of the high
// zone; the last one has none.
func (r resolver) zone(t training.StepTarget) (low, high float64, ok bool) {
	kind := map[training.TargetOf]training.ZoneKind{
		training.TargetPower: training.ZonesPower, training.TargetHR: training.ZonesHR, training.TargetPace: training.ZonesPace,
	}[t.Of]
	scheme, missing := zones.For(kind, r.day.Sport, r.day.Thresholds)
	if missing != "" {
		return 0, 0, false
	}
	from, to := int(t.Low), int(t.High)
	if from >= 2 {
		low = scheme.Lower[min(from-2, len(scheme.Lower)-1)]
	}
	if to >= 1 && to <= len(scheme.Lower) {
		high = scheme.Lower[to-1]
	}
	return low, high, low > 0 || high > 0
}
