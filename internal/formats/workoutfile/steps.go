package workoutfile

import (
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// jumpMinutes is how long some programs take for a jump, which then is no
// slope: the least that two decimals tell apart.
const jumpMinutes = 0.0101

// steps are what lies between points. Flat ones that follow each other are
// one, unless their minute is there twice.
func (f *ergFile) steps() []training.WorkoutStep {
	var out []training.WorkoutStep
	if len(f.points) > 0 && f.points[0].s > 0 {
		first := f.points[0]
		f.losses.Read(1, i18n.Sentencef("that the first point is at %s", i18n.Clock(first.s)), "what is before it is as that point")
		f.points = append([]point{{value: first.value}}, f.points...)
	}
	twice, from := true, 0.0
	for i := 1; i < len(f.points); i++ {
		a, b := f.points[i-1], f.points[i]
		switch {
		case a.s == b.s, b.minutes-a.minutes < jumpMinutes && a.value != b.value && i+1 < len(f.points):
			twice = true
			continue
		case !twice && a.value == b.value && f.points[i-2].value == a.value:
			out[len(out)-1].DurationS = ergRounded(out[len(out)-1].DurationS + b.s - from)
		default:
			out = append(out, f.step(len(out)+1, b.s-from, a.value, b.value))
		}
		twice, from = false, b.s
		if len(out) > training.MaxWorkoutSteps {
			break // the check says so
		}
	}
	return out
}

func (f *ergFile) step(number int, seconds, from, to float64) training.WorkoutStep {
	s := training.WorkoutStep{DurationS: ergRounded(seconds)}
	t := training.StepTarget{Of: training.TargetPower, Unit: f.unit, Low: min(from, to), High: max(from, to)}
	switch {
	case from < to:
		t.Ramp = training.RampUp
	case from > to:
		t.Ramp = training.RampDown
	}
	switch {
	case t.High == 0:
		s.Free = true
		return s
	case t.Low == 0:
		t.Ramp = ""
		f.losses.Read(number, i18n.Sentencef("that a ramp begins or ends at 0, beside %s", workout.RampedText(t)), "it is read as up to that")
	}
	s.Targets = []training.StepTarget{t}
	return s
}

// cues gives the texts to the steps that they lie in.
func (f *ergFile) cues(steps []training.WorkoutStep) {
	for _, t := range f.texts {
		at := 0
		for ; at < len(steps)-1 && t.s >= steps[at].DurationS; at++ {
			t.s = ergRounded(t.s - steps[at].DurationS)
		}
		s := &steps[at]
		if t.forS == shownS {
			t.forS = 0
		}
		if t.s == 0 && t.forS == 0 && s.Text == "" && len(s.Cues) == 0 {
			s.Text = t.message
			continue
		}
		s.Cues = append(s.Cues, training.StepCue{AtS: t.s, ForS: t.forS, Text: t.message})
	}
}
