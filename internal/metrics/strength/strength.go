// Package strength computes values of strength training from the sets that the athlete did:
// the volume load, hard sets by muscle group, and an estimate of the one-repetition maximum.
package strength

import (
	"lapkeep/internal/training"
)

// Version is the version of the rules of this package.
const Version = 1

// MostReps is the highest number of repetitions from which the one-repetition maximum is
// estimated. With more, the load falls faster than any formula says (Reynolds et al. 2006,
// JSCR 20:584–592).
const MostReps = 10

// OneRepMaxKg estimates the load in kg that the athlete could lift once: w·(1 + r/30) for a
// set of r repetitions with w kg (Epley 1985, Poundage Chart), and w for one repetition. It
// returns false for a warm-up, without a load, and for more than [MostReps] repetitions. The
// formula takes the set as done to failure, so for any other set the estimate is too low.
func OneRepMaxKg(s *training.StrengthSet) (float64, bool) {
	if !s.Working() || s.LoadKg <= 0 || s.Reps < 1 || s.Reps > MostReps {
		return 0, false
	}
	if s.Reps == 1 {
		return s.LoadKg, true
	}
	const epley = 30
	return s.LoadKg * (1 + float64(s.Reps)/epley), true
}

// Totals holds the sums of several sets. Warm-ups count only in WarmUps.
type Totals struct {
	Sets, WarmUps, Reps int
	VolumeKg            float64 // repetitions times load
	TopLoadKg           float64 // the heaviest load of a working set
	MostReps            int     // the most repetitions in a working set
	OneRepMaxKg         float64 // the best estimate; 0 without one
	// From is the set of the best estimate, or the heaviest one without an estimate.
	From *training.StrengthSet
}

// Add adds one set. Sets that are only a duration, as of yoga, do not count.
func (t *Totals) Add(s *training.StrengthSet) {
	if !s.Working() {
		if s.Lift() {
			t.WarmUps++
		}
		return
	}
	t.Sets, t.Reps, t.VolumeKg = t.Sets+1, t.Reps+s.Reps, t.VolumeKg+s.VolumeKg()
	t.MostReps = max(t.MostReps, s.Reps)
	x, ok := OneRepMaxKg(s)
	if ok && x > t.OneRepMaxKg || t.OneRepMaxKg == 0 && s.LoadKg > t.TopLoadKg {
		t.OneRepMaxKg, t.From = max(x, t.OneRepMaxKg), s
	}
	t.TopLoadKg = max(t.TopLoadKg, s.LoadKg)
}

// Total returns the sums of sets.
func Total(sets []training.StrengthSet) (t Totals) {
	for i := range sets {
		t.Add(&sets[i])
	}
	return t
}

// Muscle is a muscle group.
type Muscle string

// These are the muscle groups, from head to foot.
const (
	Traps       Muscle = "traps"
	Shoulders   Muscle = "shoulders"
	Chest       Muscle = "chest"
	UpperBack   Muscle = "upper_back"
	Lats        Muscle = "lats"
	Biceps      Muscle = "biceps"
	Triceps     Muscle = "triceps"
	Forearms    Muscle = "forearms"
	Abdominals  Muscle = "abdominals"
	LowerBack   Muscle = "lower_back"
	HipFlexors  Muscle = "hip_flexors"
	Glutes      Muscle = "glutes"
	Abductors   Muscle = "abductors"
	Adductors   Muscle = "adductors"
	Quadriceps  Muscle = "quadriceps"
	Hamstrings  Muscle = "hamstrings"
	Calves      Muscle = "calves"
	secondaryOf        = 0.5 // a set counts half for a muscle that only helps
)

// Muscles lists the muscle groups from head to foot.
func Muscles() []Muscle {
	return []Muscle{
		Traps, Shoulders, Chest, UpperBack, Lats, Biceps, Triceps, Forearms, Abdominals, LowerBack, HipFlexors, Glutes, Abductors,
		Adductors, Quadriceps, Hamstrings, Calves,
	}
}

// Trained lists the muscle groups that an exercise trains, and those that help.
type Trained struct{ Main, Helping []Muscle }

// Shares returns how much of a set counts for each muscle group: 1, or a half for one that
// helps.
func (t Trained) Shares() map[Muscle]float64 {
	out := map[Muscle]float64{}
	for _, m := range t.Helping {
		out[m] = secondaryOf
	}
	for _, m := range t.Main {
		out[m] = 1
	}
	return out
}

// TrainedBy returns the muscle groups that a category of FIT's exercises trains. Categories
// without one group, such as cardio, have none.
func TrainedBy(category string) Trained { return trained[category] }

// trained is by FIT's category of exercises.
var trained = map[string]Trained{
	"bench_press":        {[]Muscle{Chest}, []Muscle{Triceps, Shoulders}},
	"calf_raise":         {[]Muscle{Calves}, nil},
	"carry":              {[]Muscle{Forearms, Traps}, []Muscle{Abdominals, Glutes}},
	"chop":               {[]Muscle{Abdominals}, []Muscle{Shoulders}},
	"core":               {[]Muscle{Abdominals}, []Muscle{LowerBack}},
	"crunch":             {[]Muscle{Abdominals}, nil},
	"curl":               {[]Muscle{Biceps}, []Muscle{Forearms}},
	"deadlift":           {[]Muscle{Hamstrings, Glutes, LowerBack}, []Muscle{Quadriceps, Traps, Forearms}},
	"flye":               {[]Muscle{Chest}, []Muscle{Shoulders}},
	"hip_raise":          {[]Muscle{Glutes}, []Muscle{Hamstrings}},
	"hip_stability":      {[]Muscle{Abductors}, []Muscle{Glutes}},
	"hip_swing":          {[]Muscle{Glutes, Hamstrings}, []Muscle{LowerBack}},
	"hyperextension":     {[]Muscle{LowerBack}, []Muscle{Glutes, Hamstrings}},
	"lateral_raise":      {[]Muscle{Shoulders}, []Muscle{Traps}},
	"leg_curl":           {[]Muscle{Hamstrings}, []Muscle{Calves}},
	"leg_raise":          {[]Muscle{Abdominals}, []Muscle{HipFlexors}},
	"lunge":              {[]Muscle{Quadriceps, Glutes}, []Muscle{Hamstrings}},
	"olympic_lift":       {[]Muscle{Quadriceps, Glutes, Traps}, []Muscle{Hamstrings, Shoulders}},
	"plank":              {[]Muscle{Abdominals}, []Muscle{Shoulders}},
	"plyo":               {[]Muscle{Quadriceps, Calves}, []Muscle{Glutes}},
	"pull_up":            {[]Muscle{Lats}, []Muscle{Biceps, UpperBack}},
	"push_up":            {[]Muscle{Chest}, []Muscle{Triceps, Shoulders}},
	"row":                {[]Muscle{UpperBack, Lats}, []Muscle{Biceps}},
	"shoulder_press":     {[]Muscle{Shoulders}, []Muscle{Triceps}},
	"shoulder_stability": {[]Muscle{Shoulders}, []Muscle{UpperBack}},
	"shrug":              {[]Muscle{Traps}, []Muscle{Forearms}},
	"sit_up":             {[]Muscle{Abdominals}, []Muscle{HipFlexors}},
	"squat":              {[]Muscle{Quadriceps, Glutes}, []Muscle{Hamstrings, Adductors}},
	"triceps_extension":  {[]Muscle{Triceps}, nil},
	"battle_rope":        {[]Muscle{Shoulders}, []Muscle{Forearms, Abdominals}},
	"floor_climb":        {[]Muscle{Quadriceps, Calves}, []Muscle{Glutes}},
	"sled":               {[]Muscle{Quadriceps, Glutes}, []Muscle{Calves}},
	"sledge_hammer":      {[]Muscle{Abdominals, Shoulders}, []Muscle{Forearms}},
	"tire":               {[]Muscle{Quadriceps, Glutes, LowerBack}, []Muscle{Hamstrings, Forearms}},
}
