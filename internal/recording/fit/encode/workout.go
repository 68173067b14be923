package encode

import (
	"math"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/training"
)

// workout writes the name and the steps of the workout that a recording was
// done by; of several, nobody could tell whose the steps are.
func (f *file) workout(recs []*training.Recording) {
	name, steps := recs[0].Name, recs[0].Workout
	if len(recs) > 1 {
		steps = nil
	}
	if name == "" && len(steps) == 0 {
		return
	}
	w := newMessage(mesgnum.Workout)
	w.int(fieldnum.WorkoutNumValidSteps, int64(messages(steps)))
	w.text(fieldnum.WorkoutWktName, name)
	f.add(w)
	f.workoutSteps(steps, 0)
}

// messages is how many messages steps are written as.
func messages(steps []training.WorkoutStep) (n int) {
	for i := range steps {
		n += 1 + messages(steps[i].Steps)
	}
	return n
}

// workoutSteps writes steps from a number on, a repeat behind what it
// repeats, and gives the next number.
func (f *file) workoutSteps(steps []training.WorkoutStep, next int) int {
	for i := range steps {
		s, first := &steps[i], next
		if s.Kind == training.StepRepeat {
			next = f.workoutSteps(s.Steps, next)
		}
		m := newMessage(mesgnum.WorkoutStep)
		m.int(fieldnum.WorkoutStepMessageIndex, int64(next))
		next++
		m.step(s, first)
		f.add(m)
	}
	return next
}

func (m *message) step(s *training.WorkoutStep, first int) {
	duration := func(kind typedef.WktStepDuration, value float64) {
		m.code(fieldnum.WorkoutStepDurationType, uint16(kind))
		m.scaled(fieldnum.WorkoutStepDurationValue, value, 1)
	}
	m.text(fieldnum.WorkoutStepNotes, s.Text)
	switch {
	case s.Kind == training.StepRepeat:
		duration(typedef.WktStepDurationRepeatUntilStepsCmplt, float64(first))
		m.int(fieldnum.WorkoutStepTargetValue, int64(s.Count))
		return
	case s.DistanceM > 0:
		duration(typedef.WktStepDurationDistance, s.DistanceM*100)
	case s.DurationS > 0:
		duration(typedef.WktStepDurationTime, s.DurationS*1000)
	default:
		m.code(fieldnum.WorkoutStepDurationType, uint16(typedef.WktStepDurationOpen))
	}
	m.code(fieldnum.WorkoutStepIntensity, uint16(purpose(s.Kind)))
	targets := []struct{ kind, value, low, high byte }{
		{
			fieldnum.WorkoutStepTargetType, fieldnum.WorkoutStepTargetValue, fieldnum.WorkoutStepCustomTargetValueLow,
			fieldnum.WorkoutStepCustomTargetValueHigh,
		},
		{
			fieldnum.WorkoutStepSecondaryTargetType, fieldnum.WorkoutStepSecondaryTargetValue,
			fieldnum.WorkoutStepSecondaryCustomTargetValueLow, fieldnum.WorkoutStepSecondaryCustomTargetValueHigh,
		},
	}
	for i := range s.Targets[:min(len(s.Targets), len(targets))] {
		t, to := &s.Targets[i], &targets[i]
		kind, low, high, ok := rawTarget(t)
		if !ok {
			continue
		}
		m.code(to.kind, uint16(kind))
		if t.Unit == training.TargetZone {
			m.scaled(to.value, t.Low, 1)
			continue
		}
		m.int(to.value, 0)
		m.scaled(to.low, low, 1)
		m.scaled(to.high, high, 1)
	}
}

func purpose(kind training.StepKind) typedef.Intensity {
	switch kind {
	case training.StepWarmup:
		return typedef.IntensityWarmup
	case training.StepCooldown:
		return typedef.IntensityCooldown
	case training.StepRest:
		return typedef.IntensityRest
	case training.StepWork:
		return typedef.IntensityInterval
	}
	return typedef.IntensityInvalid
}

// rawTarget is a target in FIT's numbers; false for one that FIT cannot say.
func rawTarget(t *training.StepTarget) (kind typedef.WktStepTarget, low, high float64, ok bool) {
	const wattsAbove, beatsAbove = 1000, 100
	above := func(bound, by float64) float64 {
		if bound == 0 {
			return 0
		}
		return math.Round(bound) + by
	}
	switch t.Of {
	case training.TargetPower:
		kind = typedef.WktStepTargetPower
	case training.TargetHR:
		kind = typedef.WktStepTargetHeartRate
	case training.TargetPace:
		kind = typedef.WktStepTargetSpeed
	case training.TargetCadence:
		kind = typedef.WktStepTargetCadence
	}
	switch t.Unit {
	case training.TargetW:
		return kind, above(t.Low, wattsAbove), above(t.High, wattsAbove), true
	case training.TargetBpm:
		return kind, above(t.Low, beatsAbove), above(t.High, beatsAbove), true
	case training.TargetMPS:
		return kind, t.Low * 1000, t.High * 1000, true
	case training.TargetFTP, training.TargetMaxHR, training.TargetRPM:
		return kind, t.Low, t.High, true
	case training.TargetZone:
		return kind, 0, 0, t.Low == t.High
	}
	return kind, 0, 0, false
}
