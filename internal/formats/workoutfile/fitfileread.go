package workoutfile

import (
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// ReadFIT reads a workout file. What it says and a workout cannot is in the losses.
func ReadFIT(data []byte) (workout.Workout, []workout.Loss, error) {
	if err := workout.CheckSize(data); err != nil {
		return workout.Workout{}, nil, err
	}
	p, unread, err := fit.ReadWorkout(data)
	if err != nil {
		return workout.Workout{}, nil, err
	}
	if err := workout.CheckRead(p.Steps); err != nil {
		return workout.Workout{}, nil, err
	}
	w := workout.Workout{Name: p.Name, Notes: p.Notes, Sport: p.Sport, SubSport: p.SubSport, PoolLengthM: p.PoolLengthM}
	f := folder{numbers: map[int]int{}}
	w.Steps = f.fold(p.Steps)
	var losses workout.Losses
	for _, u := range unread {
		losses.Read(f.numbers[u.Step], u.What, u.Instead)
	}
	return w, losses.All(), nil
}

// folder makes sets of repeats of an exercise, and knows the numbers that
// steps have after it by those that they had.
type folder struct {
	numbers   map[int]int
	was, next int
}

func (f *folder) fold(steps []training.WorkoutStep) []training.WorkoutStep {
	out := make([]training.WorkoutStep, 0, len(steps))
	for i := range steps {
		s := steps[i]
		if sets, ok := setsOf(&s); ok {
			f.next++
			for range len(s.Steps) + 1 {
				f.was++
				f.numbers[f.was] = f.next
			}
			out = append(out, sets)
			continue
		}
		if s.Kind == training.StepRepeat {
			s.Steps = f.fold(s.Steps)
		}
		f.was, f.next = f.was+1, f.next+1
		f.numbers[f.was] = f.next
		out = append(out, s)
	}
	return out
}

// setsOf is the exercise that a repeat does several sets of, with nothing but
// a pause between them.
func setsOf(s *training.WorkoutStep) (training.WorkoutStep, bool) {
	if s.Kind != training.StepRepeat || s.Count < 2 || s.Text != "" || len(s.Steps) > 2 || s.Steps[0].Exercise == nil {
		return *s, false
	}
	out := s.Steps[0]
	if len(s.Steps) == 2 {
		p := &s.Steps[1]
		if p.Kind != training.StepRest || p.DurationS == 0 || p.Text != "" || len(p.Targets) > 0 || p.Exercise != nil {
			return *s, false
		}
		out.RestS = p.DurationS
	}
	e := *out.Exercise
	e.Sets, out.Exercise = s.Count, &e
	return out, true
}
