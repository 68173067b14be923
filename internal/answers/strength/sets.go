package strength

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/strength"
	"lapkeep/internal/training"
)

// Sets is the section of an activity about its sets.
type Sets struct {
	Totals
	// Muscles holds the hard sets for each muscle group, half a set for one that helps.
	Muscles   map[strength.Muscle]float64 `json:"muscle_sets,omitempty"`
	Exercises []ExerciseTotals            `json:"exercises"`
	From      int                         `json:"from_row"`
	Rows      []SetRow                    `json:"rows"`
	// Planned holds the exercises of the planned session beside what was done.
	Planned []PlannedExercise `json:"planned,omitempty"`
	Formula i18n.Sentence     `json:"formula,omitempty"`
}

// Totals holds the sums of sets. Warm-ups count only in WarmUps.
type Totals struct {
	Sets     int     `json:"sets"`
	WarmUps  int     `json:"warm_up_sets,omitempty"`
	Reps     int     `json:"reps,omitempty"`
	VolumeKg float64 `json:"volume_kg,omitempty"`
}

// ExerciseTotals holds the sums of the sets of one exercise.
type ExerciseTotals struct {
	Exercise string            `json:"exercise"`
	Category string            `json:"category,omitempty"`
	Muscles  []strength.Muscle `json:"muscles,omitempty"` // those that the exercise mainly trains
	Totals
	TopLoadKg   float64 `json:"top_load_kg,omitempty"`
	OneRepMaxKg float64 `json:"estimated_1rm_kg,omitempty"`
}

// SetRow is one set.
type SetRow struct {
	Set      int              `json:"set"`
	Exercise string           `json:"exercise,omitempty"`
	Kind     training.SetKind `json:"kind,omitempty"` // empty for a working set
	Reps     int              `json:"reps,omitempty"`
	LoadKg   float64          `json:"load_kg,omitempty"`
	Duration float64          `json:"duration_s,omitempty"`
	Distance float64          `json:"distance_m,omitempty"`
	Rest     float64          `json:"rest_s,omitempty"`
	RPE      float64          `json:"rpe,omitempty"`
	Start    *float64         `json:"start_offset_s,omitempty"`
}

// kgDecimals are the decimals of loads: quarters of a kilogram are common plates.
const kgDecimals = 2

// oneRMFormula says how the one-repetition maximum is estimated.
const oneRMFormula = "estimated_1rm_kg is load × (1 + reps/30) (Epley) of the best working set of 1 to 10 repetitions; " +
	"it is too low if the set was not done to failure"

// formulaOf returns the formula if an exercise has an estimate.
func formulaOf[T any](all []T, estimated func(*T) bool) i18n.Sentence {
	for i := range all {
		if estimated(&all[i]) {
			return oneRMFormula
		}
	}
	return ""
}

// Describe returns the section for the sets of an activity. The rows begin with row from,
// counted from 1.
func Describe(sets []training.StrengthSet, from int) *Sets {
	out := &Sets{Totals: totalsOf(strength.Total(sets)), Muscles: MuscleSets(sets), From: from, Rows: []SetRow{}}
	out.Exercises = ByExercise(sets)
	for i := range sets {
		if i+1 < from {
			continue
		}
		s := &sets[i]
		row := SetRow{
			Set: i + 1, Exercise: Of(s).Name, Kind: s.Kind, Reps: s.Reps, LoadKg: answers.Round(s.LoadKg, kgDecimals),
			Duration: answers.Round(s.DurationS, 1), Distance: answers.Round(s.DistanceM, 1), Rest: answers.Round(s.RestS, 1), RPE: s.RPE,
		}
		if !s.Lift() {
			row.Exercise = ""
		}
		if s.StartS != nil {
			at := answers.Round(*s.StartS, 1)
			row.Start = &at
		}
		out.Rows = append(out.Rows, row)
	}
	out.Formula = formulaOf(out.Exercises, func(e *ExerciseTotals) bool { return e.OneRepMaxKg > 0 })
	return out
}

// TotalsOf returns the sums of sets.
func TotalsOf(sets []training.StrengthSet) Totals { return totalsOf(strength.Total(sets)) }

func totalsOf(t strength.Totals) Totals {
	return Totals{Sets: t.Sets, WarmUps: t.WarmUps, Reps: t.Reps, VolumeKg: answers.Round(t.VolumeKg, 1)}
}

// MuscleSets returns the hard sets for each muscle group.
func MuscleSets(sets []training.StrengthSet) map[strength.Muscle]float64 {
	out := map[strength.Muscle]float64{}
	for i := range sets {
		if s := &sets[i]; s.Working() {
			for m, share := range Of(s).Trained.Shares() {
				out[m] += share
			}
		}
	}
	return out
}

// ByExercise returns the sums of each exercise, in the order in which they were first done.
func ByExercise(sets []training.StrengthSet) []ExerciseTotals {
	type group struct {
		Exercise
		strength.Totals
	}
	at, groups := map[string]int{}, []group{}
	for i := range sets {
		s := &sets[i]
		if !s.Lift() {
			continue
		}
		e := Of(s)
		k, ok := at[e.Name]
		if !ok {
			k = len(groups)
			at[e.Name], groups = k, append(groups, group{Exercise: e})
		}
		groups[k].Add(s)
	}
	out := make([]ExerciseTotals, len(groups))
	for i, g := range groups {
		out[i] = ExerciseTotals{
			Exercise: g.Name, Category: g.Category, Muscles: g.Trained.Main, Totals: totalsOf(g.Totals),
			TopLoadKg: answers.Round(g.TopLoadKg, kgDecimals), OneRepMaxKg: answers.Round(g.OneRepMaxKg, 1),
		}
	}
	return out
}

// Cut keeps the first n rows.
func (s *Sets) Cut(n int) { s.Rows = s.Rows[:n] }
