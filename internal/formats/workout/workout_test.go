package workout_test

import (
	"testing"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

func TestTotal(t *testing.T) {
	t.Parallel()
	each := training.WorkoutStep{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{
		{DurationS: 60, RestS: 5},
		{DurationS: 900, DistanceM: 400},
		{CaloriesKcal: 10},
		{DurationS: 30, RestS: 10, Exercise: &training.StepExercise{Sets: 4}},
	}}
	want := workout.Total{DurationS: 3 * (65 + 4*40), DistanceM: 1200, CaloriesKcal: 30}
	if got := workout.TotalOf([]training.WorkoutStep{each}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, open := range []training.WorkoutStep{{Open: true, DurationS: 60}, {}, {Exercise: &training.StepExercise{Sets: 2, Reps: 10}}} {
		each.Steps = []training.WorkoutStep{{DurationS: 60}, open}
		if got := workout.TotalOf([]training.WorkoutStep{each}); got != (workout.Total{DurationS: 180, Open: true}) {
			t.Errorf("%+v: %+v", open, got)
		}
	}
}

func TestLossesAndFaultsAreSentences(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"Step 2: the ramp: the range is written.": workout.Loss{Step: 2, What: "the ramp", Instead: "the range is written"}.Sentence().String(),
		"the name: it is cut.":                    workout.Loss{What: "the name", Instead: "it is cut"}.Sentence().String(),
		"steps[1].power: No unit. Write w.":       workout.Fault{Path: "steps[1].power", What: "No unit.", Fix: "Write w."}.Sentence().String(),
		"Line 3, column 4: No unit. Write w.":     workout.Fault{Line: 3, Column: 4, What: "No unit.", Fix: "Write w."}.Sentence().String(),
		"No unit. Write w.":                       workout.Fault{What: "No unit.", Fix: "Write w."}.Sentence().String(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestLimits: every unit has some, and what people do lies within.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of     training.TargetOf
		unit   training.TargetUnit
		within []float64
		beyond []float64
	}{
		{training.TargetPower, training.TargetW, []float64{50, 2500}, []float64{0, 2501}},
		{training.TargetPower, training.TargetFTP, []float64{40, 300}, []float64{0.95, 1001}},
		{training.TargetPower, training.TargetBest, []float64{50, 110}, []float64{0.6}},
		{training.TargetPower, training.TargetZone, []float64{1, 7}, []float64{0, 8}},
		{training.TargetPower, training.TargetOwnZone, []float64{1, 10}, []float64{0, 11}},
		{training.TargetHR, training.TargetBpm, []float64{40, 230}, []float64{20, 231}},
		{training.TargetHR, training.TargetLTHR, []float64{50, 120}, []float64{0.9, 160}},
		{training.TargetHR, training.TargetMaxHR, []float64{50, 105}, []float64{0.9, 111}},
		{training.TargetPace, training.TargetMPS, []float64{0.5, 10.4}, []float64{0, 13}},
		{training.TargetPace, training.TargetPacePct, []float64{50, 150}, []float64{0.9, 401}},
		{training.TargetSpeed, training.TargetMPS, []float64{1, 30}, []float64{0, 41}},
		{training.TargetRPE, training.TargetOf10, []float64{1, 10}, []float64{0, 11}},
		{training.TargetCadence, training.TargetRPM, []float64{40, 200}, []float64{1, 300}},
	} {
		least, most := workout.Limits(c.of, c.unit)
		for _, x := range c.within {
			if x < least || x > most {
				t.Errorf("%s: %g is not from %g to %g", c.unit, x, least, most)
			}
		}
		for _, x := range c.beyond {
			if x >= least && x <= most {
				t.Errorf("%s: %g is from %g to %g", c.unit, x, least, most)
			}
		}
	}
}
