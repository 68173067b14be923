package workout

import "lapkeep/internal/training"

// Total is what the steps of a workout take by their own words, without what
// [Workout.Takes] finds by the thresholds of a day. What lasts until something
// happens adds nothing to it.
type Total struct {
	DurationS, DistanceM, CaloriesKcal float64
	// Open says that something in it lasts for as long as the athlete wants, or
	// for as long as repetitions take.
	Open bool
}

// TotalOf adds up the steps, which must be sound.
func TotalOf(steps []training.WorkoutStep) Total {
	var sum Total
	for i := range steps {
		s := &steps[i]
		if s.Kind == training.StepRepeat {
			inner, n := TotalOf(s.Steps), float64(s.Count)
			sum.DurationS += n * inner.DurationS
			sum.DistanceM += n * inner.DistanceM
			sum.CaloriesKcal += n * inner.CaloriesKcal
			sum.Open = sum.Open || inner.Open
			continue
		}
		sum.add(s)
	}
	return sum
}

func (t *Total) add(s *training.WorkoutStep) {
	sets, each := 1.0, 1.0
	if s.Exercise != nil {
		sets, each = float64(s.Exercise.Sets), sides(s)
	}
	t.DurationS += sets * s.RestS
	switch {
	case s.Open:
		t.Open = true
	case s.DistanceM > 0: // a duration beside it is about so long, as in [Legs]
		t.DistanceM += sets * s.DistanceM
	case s.DurationS > 0:
		t.DurationS += sets * each * s.DurationS
	case s.CaloriesKcal > 0:
		t.CaloriesKcal += sets * s.CaloriesKcal
	default:
		t.Open = true
	}
}
