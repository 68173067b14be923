package training

import "math"

// StrengthSet is one set of an exercise that the athlete did. A zero field is unknown;
// without a load, the set was done with body weight alone.
type StrengthSet struct {
	// Exercise is the name in the source's words, such as "Bench Press (Barbell)"; empty
	// if nobody named the exercise.
	Exercise string `json:"exercise,omitempty"`
	// Category is the category in FIT's profile, such as bench_press, if the source
	// states one.
	Category string `json:"category,omitempty"`
	// Kind is empty for a working set.
	Kind      SetKind `json:"kind,omitempty"`
	Reps      int     `json:"reps,omitempty"`
	LoadKg    float64 `json:"load_kg,omitempty"`
	DurationS float64 `json:"duration_s,omitempty"`
	DistanceM float64 `json:"distance_m,omitempty"`
	// RPE is the effort of the set from 1 to 10.
	RPE float64 `json:"rpe,omitempty"`
	// RestS is the rest after the set.
	RestS float64 `json:"rest_s,omitempty"`
	// StartS is in seconds since the start of the activity; nil if no device timed the set.
	StartS *float64 `json:"start_s,omitempty"`
	// Step is the number of the set's step in the recording's Workout, as in [StepNumbers].
	Step int `json:"step,omitempty"`
}

// SetKind is the purpose of a set.
type SetKind string

// These are the kinds of sets. A set to failure and a drop set are working sets.
const (
	SetWorking SetKind = ""
	SetWarmup  SetKind = "warmup"
	SetFailure SetKind = "failure"
	SetDrop    SetKind = "drop"
)

// ParseSetKind returns the kind of a set from the word of an app: warmup, failure, drop or
// dropset. Any other word means a working set.
func ParseSetKind(word string) SetKind {
	switch k := SetKind(word); k {
	case SetWarmup, SetFailure, SetDrop:
		return k
	case "dropset":
		return SetDrop
	}
	return SetWorking
}

// These are the limits of the sets of an activity.
const (
	MostSets     = 500
	mostLoadKg   = 1500
	mostSetS     = 24 * 3600
	mostSetM     = 100_000
	mostRPE      = 10
	mostExercise = 200 // bytes of a name
)

// CheckSets returns an error that explains why the sets of an activity are invalid, or nil
// if they are valid.
func CheckSets(sets []StrengthSet) error {
	if len(sets) > MostSets {
		return Errorf(KindTooLarge, "An activity cannot have more than %d sets.", MostSets).WithFix("Split it into several activities.")
	}
	for i := range sets {
		if !sets[i].sound() {
			s := &sets[i]
			return Errorf(KindInvalid, "Set %d (%s) cannot have %d repetitions with %g kg, %g s, %g m, a rest of %g s and an RPE of %g.",
				i+1, s.Exercise, s.Reps, s.LoadKg, s.DurationS, s.DistanceM, s.RestS, s.RPE).
				WithFix("Give numbers of at least 0, an RPE from 1 to 10, and as kind nothing, warmup, failure or drop.")
		}
	}
	return nil
}

// AddSet adds a set that an app states. It returns false for a set that nobody can have done, or
// beyond the limit. Apps convert pounds and miles, so loads are whole grams and distances
// millimetres.
func (s *Statement) AddSet(set StrengthSet) bool {
	const thousandths = 1000
	set.LoadKg = math.Round(set.LoadKg*thousandths) / thousandths
	set.DistanceM = math.Round(set.DistanceM*thousandths) / thousandths
	if len(s.Sets) >= MostSets || !set.sound() {
		return false
	}
	s.Sets = append(s.Sets, set)
	return true
}

func (s *StrengthSet) sound() bool {
	switch s.Kind {
	case SetWorking, SetWarmup, SetFailure, SetDrop:
	default:
		return false
	}
	within := func(x, most float64) bool { return x >= 0 && x <= most } // false for NaN
	return len(s.Exercise) <= mostExercise && len(s.Category) <= mostExercise && s.Reps >= 0 && s.Reps <= maxReps &&
		within(s.LoadKg, mostLoadKg) && within(s.DurationS, mostSetS) && within(s.DistanceM, mostSetM) && within(s.RestS, mostSetS) &&
		within(s.RPE, mostRPE) && (s.RPE == 0 || s.RPE >= 1) && (s.StartS == nil || amount(*s.StartS))
}

// Lift reports whether the set counts as strength work: it has repetitions, a load or a
// named exercise. Watches write sets that are only durations for yoga and intervals.
func (s *StrengthSet) Lift() bool { return s.Reps > 0 || s.LoadKg > 0 || s.Exercise != "" }

// Working reports whether the set is a lift that is not a warm-up.
func (s *StrengthSet) Working() bool { return s.Lift() && s.Kind != SetWarmup }

// VolumeKg returns the volume load of the set: repetitions times load. It is 0 for a
// warm-up and for body weight alone.
func (s *StrengthSet) VolumeKg() float64 {
	if !s.Working() {
		return 0
	}
	return float64(s.Reps) * s.LoadKg
}

// SetsOf returns how well a recording describes a session: the number of sets that have an
// exercise with repetitions or a duration, or -1 without sets. A watch counts repetitions
// and leaves exercises unnamed; a log has the athlete's own words.
func SetsOf(r *Recording) int {
	if len(r.Sets) == 0 {
		return -1
	}
	n := 0
	for i := range r.Sets {
		if s := &r.Sets[i]; s.Exercise != "" && (s.Reps > 0 || s.DurationS > 0) {
			n++
		}
	}
	return n
}
