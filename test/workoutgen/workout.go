package workoutgen

import (
	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// Workout is a structured workout.
type Workout struct {
	Sport training.Sport
	Steps []training.WorkoutStep
}

// Workouts draws workouts that have nothing but what they can.
func Workouts(can Can) *rapid.Generator[Workout] {
	return rapid.Custom(func(t *rapid.T) Workout {
		d := drawer{T: t, can: can, sport: training.Cycling}
		if len(can.Sports) > 0 {
			d.sport = rapid.SampledFrom(can.Sports).Draw(t, "sport")
		}
		steps, _ := d.list(0, can.mostSteps())
		return Workout{Sport: d.sport, Steps: steps}
	})
}

// drawer draws the parts of one workout.
type drawer struct {
	*rapid.T
	can   Can
	sport training.Sport
}

// from is a number from low to high.
func (d drawer) from(low, high int, name string) int {
	return rapid.IntRange(low, high).Draw(d.T, name)
}

// once is true in one case of so many, where it may be.
func (d drawer) once(may bool, in int, name string) bool {
	return may && d.from(0, in-1, name) == in-1 // shrinks to false
}

// list draws steps that are no more than most when they are written out, and
// is how many they are.
func (d drawer) list(depth, most int) (steps []training.WorkoutStep, written int) {
	for n := d.from(1, min(6, most), "steps"); n > 0 && written < most; n-- {
		var s training.WorkoutStep
		size := 1
		if d.once(depth < d.can.Nested, 3, "repeat") {
			s, size = d.repeat(depth, most-written)
		} else {
			s = d.step()
		}
		if d.once(d.can.Sections && depth == 0, 4, "section") {
			s.Section = d.text("section")
		}
		steps, written = append(steps, s), written+size
	}
	return steps, written
}

// repeat draws one that is no more than most steps when it is written out.
func (d drawer) repeat(depth, most int) (s training.WorkoutStep, written int) {
	least := 2
	if d.can.Once {
		least = 1
	}
	if most < least {
		return d.step(), 1
	}
	inner, size := d.list(depth+1, min(12, most/least))
	count := d.from(least, max(least, min(d.can.mostRepeats(), most/size)), "count")
	s = training.WorkoutStep{Kind: training.StepRepeat, Count: count, Steps: inner}
	if d.once(d.can.RepeatTexts, 2, "label") {
		s.Text = d.text("text")
	}
	return s, count * size
}

func (d drawer) step() training.WorkoutStep {
	if d.once(d.can.Exercises && d.sport == training.Strength, 2, "exercise") {
		return d.exercise()
	}
	var s training.WorkoutStep
	d.length(&s)
	d.steering(&s)
	if d.can.Kinds {
		s.Kind = rapid.SampledFrom([]training.StepKind{
			"", training.StepWork, training.StepRest, training.StepWarmup, training.StepCooldown,
		}).Draw(d.T, "kind")
	}
	if d.once(d.can.Texts, 2, "named") {
		s.Text = d.text("text")
	}
	d.cues(&s)
	if _, power := s.Target(training.TargetPower); power {
		s.HidePower = d.once(d.can.HidePower, 6, "hide power")
		if d.once(d.can.PowerShown, 4, "shows power") {
			s.PowerShown = rapid.SampledFrom([]training.PowerShown{
				training.ShowLap, training.Show1S, training.Show3S, training.Show10S, training.Show30S,
			}).Draw(d.T, "power shown")
		}
	}
	return s
}

// length draws seconds, metres or kilocalories, or until the athlete ends it.
func (d drawer) length(s *training.WorkoutStep) {
	s.Open = d.once(d.can.Open, 6, "open")
	moves := d.sport != training.Strength
	switch {
	case s.Open && (d.can.OpenBare || d.once(d.can.OpenAlone, 2, "open alone")):
	case d.once(d.can.Distance && moves, 3, "distance"):
		units := []int{25, 100, 1000}
		if d.sport == training.Swimming {
			units = units[:2]
		}
		s.DistanceM = float64(d.from(1, 40, "distance") * rapid.SampledFrom(units).Draw(d.T, "metres"))
		if d.once(d.can.Rest, 4, "rests") {
			s.RestS = float64(d.from(1, 300, "rest"))
		}
	case !s.Open && d.once(d.can.Calories, 6, "calories"):
		s.CaloriesKcal = float64(d.from(5, 1000, "kcal"))
	default:
		s.DurationS = float64(d.from(5, 59, "seconds"))
		if d.once(true, 2, "long") {
			s.DurationS = float64(60*d.from(1, 120, "minutes") + d.from(0, 59, "seconds"))
		}
	}
}

// exercise draws sets by repetitions or by time. Its text names it.
func (d drawer) exercise() training.WorkoutStep {
	s := training.WorkoutStep{Text: d.text("exercise"), Exercise: &training.StepExercise{Sets: d.from(1, 6, "sets")}}
	if d.once(true, 3, "timed") {
		s.DurationS = float64(d.from(10, 120, "seconds"))
	} else {
		s.Exercise.Reps = d.from(1, 30, "reps")
	}
	switch d.from(0, 2, "lifts") {
	case 1:
		s.Exercise.WeightKg = float64(d.from(2, 300, "half kg")) / 2
	case 2:
		s.Exercise.Percent1RM = float64(d.from(30, 100, "percent"))
	}
	if d.once(true, 2, "rests") {
		s.RestS = float64(d.from(10, 240, "rest"))
	}
	if d.can.Kinds {
		s.Kind = training.StepWork
	}
	return s
}
