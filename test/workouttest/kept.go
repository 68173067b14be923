package workouttest

import (
	"fmt"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// Kept holds a workout against what it reads back as after it was written.
// Each step of which nothing is lost has to be as it was, by same; each other
// has to be as long, in one step or several. A repeat of which nothing is lost
// has to be one, as often and with its texts. It gives what differs.
func Kept(w, back *workout.Workout, losses []workout.Loss, same func(want, got training.WorkoutStep) bool) string {
	k := keeper{lost: map[int]bool{}, same: same}
	for _, l := range losses {
		k.lost[l.Step] = true
	}
	got, diff := k.list(w.Steps, back.Steps)
	if diff == "" && len(got) > 0 {
		return cmp.Diff(nil, got)
	}
	return diff
}

// keeper compares steps in their order; step is the number of the last one.
type keeper struct {
	lost map[int]bool
	step int
	same func(want, got training.WorkoutStep) bool
}

// list takes what some steps became from the front of others.
func (k *keeper) list(want, got []training.WorkoutStep) (rest []training.WorkoutStep, diff string) {
	for i := range want {
		if want[i].Kind == training.StepRepeat {
			got, diff = k.repeat(&want[i], got)
		} else {
			k.step++
			got, diff = k.one(&want[i], got)
		}
		if diff != "" {
			return nil, diff
		}
	}
	return got, ""
}

func (k *keeper) repeat(s *training.WorkoutStep, got []training.WorkoutStep) (rest []training.WorkoutStep, diff string) {
	first := k.step
	last := first + numbers(s.Steps) + 1
	if len(got) == 0 {
		return nil, fmt.Sprintf("repeat %d is missing", last)
	}
	is := got[0].Kind == training.StepRepeat
	if kept := is && got[0].Count == s.Count && (k.lost[last] || got[0].Text == s.Text && got[0].Section == s.Section); kept {
		inner, diff := k.list(s.Steps, got[0].Steps)
		if diff == "" && len(inner) == 0 {
			k.step = last
			return got[1:], ""
		}
		if !k.lost[last] {
			return nil, diff + cmp.Diff(nil, inner)
		}
	} else if !k.lost[last] && s.Count > 1 {
		return nil, fmt.Sprintf("repeat %d is another: %s", last, cmp.Diff(*s, got[0]))
	}
	if e := got[0].Exercise; k.lost[last] && s.Count > 1 && e != nil && e.Sets == s.Count && oneSet(s.Steps) { // they are sets of it
		k.step = last
		return got[1:], ""
	}
	for range s.Count { // it is written out
		k.step = first
		if got, diff = k.list(s.Steps, got); diff != "" {
			return nil, diff
		}
	}
	k.step = last
	return got, ""
}

// oneSet reports one set of one exercise, perhaps with a rest behind it.
func oneSet(steps []training.WorkoutStep) bool {
	e := steps[0].Exercise
	return e != nil && e.Sets == 1 && (len(steps) == 1 || len(steps) == 2 && steps[1].Kind == training.StepRest)
}

// numbers is how many numbers steps have.
func numbers(steps []training.WorkoutStep) int {
	n := len(steps)
	for i := range steps {
		n += numbers(steps[i].Steps)
	}
	return n
}

func (k *keeper) one(s *training.WorkoutStep, got []training.WorkoutStep) (rest []training.WorkoutStep, diff string) {
	if got = flat(got); len(got) == 0 {
		return nil, fmt.Sprintf("step %d is missing", k.step)
	}
	if !k.lost[k.step] {
		if !k.same(*s, got[0]) {
			return nil, fmt.Sprintf("step %d: %s", k.step, cmp.Diff(*s, got[0]))
		}
		return got[1:], ""
	}
	if e, in := s.Exercise, got[0].Exercise; e != nil && in != nil && in.Sets < e.Sets { // its sets are written out
		one := *s
		one.Exercise = nil
		for range e.Sets {
			if got, diff = k.one(&one, got); diff != "" {
				return nil, diff
			}
		}
		return got, ""
	}
	length := s.DurationS + s.DistanceM + s.CaloriesKcal
	if s.Open {
		length = got[0].DurationS + got[0].DistanceM + got[0].CaloriesKcal // about so long
	}
	for first := true; len(got) > 0 && (first || length > 0.01); first = false {
		got = flat(got)
		length -= got[0].DurationS + got[0].DistanceM + got[0].CaloriesKcal
		got = got[1:]
	}
	if length > 0.01 || length < -0.01 {
		return nil, fmt.Sprintf("step %d is %g too long or too short", k.step, -length)
	}
	if sets := s.Exercise != nil && s.Exercise.Sets > 1; s.RestS > 0 && !sets && len(got) > 0 && got[0].DurationS == s.RestS &&
		got[0].Exercise == nil && len(got[0].Targets) == 0 {
		got = got[1:] // the pause
	}
	return got, ""
}

// flat has no repeat at its front.
func flat(steps []training.WorkoutStep) []training.WorkoutStep {
	for len(steps) > 0 && steps[0].Kind == training.StepRepeat {
		steps = append(training.WrittenOut(steps[:1]), steps[1:]...)
	}
	return steps
}
