package strength

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// PlannedExercise is an exercise of a planned session beside what was done. Warm-ups do not
// count. An exercise that was not done has no done sets; one that was not planned is not listed.
type PlannedExercise struct {
	Exercise   string  `json:"exercise"`
	Sets       int     `json:"sets"`
	Reps       int     `json:"reps,omitempty"` // of all sets
	LoadKg     float64 `json:"load_kg,omitempty"`
	Percent1RM float64 `json:"percent_1rm,omitempty"`
	DoneSets   int     `json:"done_sets"`
	DoneReps   int     `json:"done_reps,omitempty"`
	DoneLoadKg float64 `json:"done_load_kg,omitempty"` // the heaviest
}

// Planned compares the exercises in the steps of a workout with the sets that were done. It
// returns nil for a workout without exercises.
func Planned(steps []training.WorkoutStep, sets []training.StrengthSet) (out []PlannedExercise) {
	at := map[string]int{}
	for _, s := range training.WrittenOut(steps) {
		e := s.Exercise
		if e == nil || s.Kind == training.StepWarmup {
			continue
		}
		name := Of(&training.StrengthSet{Exercise: s.Text}).Name
		i, ok := at[name]
		if !ok {
			i = len(out)
			at[name], out = i, append(out, PlannedExercise{Exercise: name})
		}
		p := &out[i]
		p.Sets, p.Reps = p.Sets+e.Sets, p.Reps+e.Sets*e.Reps
		p.LoadKg, p.Percent1RM = max(p.LoadKg, answers.Round(e.WeightKg, kgDecimals)), max(p.Percent1RM, e.Percent1RM)
	}
	for _, done := range ByExercise(sets) {
		if i, ok := at[done.Exercise]; ok {
			out[i].DoneSets, out[i].DoneReps, out[i].DoneLoadKg = done.Sets, done.Reps, done.TopLoadKg
		}
	}
	return out
}
