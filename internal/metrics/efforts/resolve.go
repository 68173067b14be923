package efforts

import (
	"lapkeep/internal/training"
)

// Resolve turns the steps of a workout, repeats written out, into those that
// [Match] compares with a session of the basis. A step's target is that of
// the basis, else another of power, heart rate and pace. Unresolved are the
// targets that need a threshold that is not set: their bounds are left out.
func Resolve(steps []training.WorkoutStep, basis Basis, day Day) (out []Step, unresolved []training.StepTarget) {
	written, numbers := training.WrittenOut(steps), training.StepNumbers(steps)
	for i := range written {
		w := &written[i]
		s := Step{DurationS: w.DurationS, DistanceM: w.DistanceM, Number: numbers[i]}
		if t, ok := leading(w, basis); ok {
			s.Target = t
			low, high, lacks := day.Bounds(t)
			if s.Low, s.High = low, high; lacks != "" {
				unresolved = append(unresolved, t)
			}
			if by := plannedBasisOf(t.Of, basis); by != basis {
				s.Of = by
			}
		}
		out = append(out, s)
	}
	markWork(written, out)
	return out, unresolved
}

// leading is the target of a step that a session of the basis is compared by.
func leading(w *training.WorkoutStep, basis Basis) (training.StepTarget, bool) {
	for _, t := range w.Targets {
		if measured(t) && plannedBasisOf(t.Of, basis) == basis {
			return t, true
		}
	}
	for _, t := range w.Targets {
		if measured(t) {
			return t, true
		}
	}
	return training.StepTarget{}, false
}

// measured reports a target that a session can be held against.
func measured(t training.StepTarget) bool {
	return t.Of != training.TargetCadence && t.Of != training.TargetRPE
}

// plannedBasisOf gives the basis that measures a target: for speed over the lengths
// of a pool it is the session's own.
func plannedBasisOf(of training.TargetOf, basis Basis) Basis {
	switch of {
	case training.TargetPower:
		return ByPower
	case training.TargetHR:
		return ByHR
	}
	if basis == ByLengths {
		return basis
	}
	return BySpeed
}
