package fit

import (
	"cmp"
	"slices"

	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/training"
)

// guide is what a workout message says besides the name.
type guide struct {
	said  bool // there is one
	sport typedef.Sport
	sub   typedef.SubSport
	steps int // how many there are, 0 where it does not say
	poolM float64
	notes string
}

// The percentages of FTP that nobody asks for when warming up, resting or
// cooling down, and at all.
const (
	easyPercent = 110
	mostPercent = 300
)

// inWatts takes the percentages of a workout for watts where they cannot be
// percentages: some devices write watts as they are.
func inWatts(steps []step) {
	var all []*training.StepTarget
	watts := false
	for i := range steps {
		easy := steps[i].Kind == training.StepWarmup || steps[i].Kind == training.StepRest || steps[i].Kind == training.StepCooldown
		for k := range steps[i].Targets {
			if t := &steps[i].Targets[k]; t.Unit == training.TargetFTP {
				all = append(all, t)
				watts = watts || t.High > mostPercent || easy && t.Low > easyPercent
			}
		}
	}
	for _, t := range all {
		if watts {
			t.Unit = training.TargetW
		}
	}
}

// asSpeed makes speeds of the paces in a sport that is told in speed. FIT has
// one kind of target for both.
func asSpeed(steps []step, sport training.Sport) {
	if !Speed(sport) {
		return
	}
	for i := range steps {
		for k := range steps[i].Targets {
			if t := &steps[i].Targets[k]; t.Of == training.TargetPace && t.Unit == training.TargetMPS {
				t.Of = training.TargetSpeed
			}
		}
	}
}

// workoutSteps are the steps of the workout that the device guided through,
// repeats around what they repeat; nil if they make no sense, as when a file
// holds several workouts. It numbers them for the laps.
func (f *file) workoutSteps() []training.WorkoutStep {
	slices.SortStableFunc(f.steps, func(a, b step) int { return cmp.Compare(a.index, b.index) })
	inWatts(f.steps)
	if len(f.sessions) == 1 {
		sport, _ := Sport(f.sessions[0].sport, f.sessions[0].sub)
		asSpeed(f.steps, sport)
	}
	for i := range f.steps {
		if i > 0 && f.steps[i].index == f.steps[i-1].index {
			return nil
		}
	}
	out, fault := nested(f.steps)
	if training.CheckSteps(out) != nil {
		return nil
	}
	if fault < 0 {
		f.numbers = map[int]int{}
		for i := range f.steps {
			f.numbers[f.steps[i].index] = i + 1
		}
	}
	return out
}

// nested puts repeats around what they repeat. Fault is the place of the first
// one that repeats nothing, which is left out, -1 where all do.
func nested(steps []step) (out []training.WorkoutStep, fault int) {
	fault = -1
	var first []int // index of the first message within each of out
	for i := range steps {
		s := &steps[i]
		if s.Kind != training.StepRepeat {
			out, first = append(out, s.WorkoutStep), append(first, s.index)
			continue
		}
		at, _ := slices.BinarySearch(first, s.from)
		if at == len(out) {
			fault = max(fault, i) // it repeats nothing
			continue
		}
		r := s.WorkoutStep
		r.Steps = slices.Clone(out[at:])
		out, first = append(out[:at], r), first[:at+1]
	}
	return out, fault
}
