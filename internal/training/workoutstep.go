package training

// WorkoutStep is one step of a workout, or steps that are repeated.
type WorkoutStep struct {
	// Kind is empty if unknown.
	Kind StepKind `json:"kind,omitempty"`
	// Section is the heading of the part of the workout that begins here.
	Section string `json:"section,omitempty"`
	Text    string `json:"text,omitempty"`
	// Cues are shown during the step.
	Cues []StepCue `json:"cues,omitempty"`
	// DurationS, DistanceM or CaloriesKcal is the length of the step. If Open is set, the
	// step lasts until the athlete ends it, and its length is approximate.
	DurationS    float64 `json:"duration_s,omitempty"`
	DistanceM    float64 `json:"distance_m,omitempty"`
	CaloriesKcal float64 `json:"calories_kcal,omitempty"`
	Open         bool    `json:"open,omitempty"`
	// RestS is a pause after the step, or after each set of an exercise.
	RestS float64 `json:"rest_s,omitempty"`
	// Free leaves the resistance of a trainer to the athlete. MaxEffort marks an
	// all-out effort without a target.
	Free      bool `json:"free,omitempty"`
	MaxEffort bool `json:"max_effort,omitempty"`
	// Targets lists the targets of the step, the leading one first. A step without a target is free.
	Targets []StepTarget `json:"targets,omitempty"`
	// Exercise is set for a step of strength training.
	Exercise *StepExercise `json:"exercise,omitempty"`
	// HidePower and PowerShown determine how a device shows power during the
	// step.
	HidePower  bool       `json:"hide_power,omitempty"`
	PowerShown PowerShown `json:"power_shown,omitempty"`
	// Count is the number of times that Steps are done; it is used only for repeats.
	Count int           `json:"count,omitempty"`
	Steps []WorkoutStep `json:"steps,omitempty"`
}

// StepCue is a text that is shown AtS seconds into a step, for ForS seconds if
// that is set.
type StepCue struct {
	AtS  float64 `json:"at_s,omitempty"`
	ForS float64 `json:"for_s,omitempty"`
	Text string  `json:"text"`
}

// StepExercise is an exercise, whose name is the step's text. Each set consists of Reps
// repetitions, or lasts for the step's DurationS.
type StepExercise struct {
	Sets int `json:"sets"`
	Reps int `json:"reps,omitempty"`
	// The weight is WeightKg, or Percent1RM of the one-repetition maximum; if neither is
	// set, it is body weight alone.
	WeightKg   float64 `json:"weight_kg,omitempty"`
	Percent1RM float64 `json:"percent_1rm,omitempty"`
}

// PowerShown is the power that a device shows during a step; empty leaves the
// choice to the device.
type PowerShown string

// These are the possible values: the mean over the lap, or over the last few seconds.
const (
	ShowLap PowerShown = "lap"
	Show1S  PowerShown = "1s"
	Show3S  PowerShown = "3s"
	Show10S PowerShown = "10s"
	Show30S PowerShown = "30s"
)

// StepKind is the purpose of a step.
type StepKind string

// These are the kinds of steps.
const (
	StepWarmup   StepKind = "warmup"
	StepWork     StepKind = "work"
	StepRest     StepKind = "rest"
	StepCooldown StepKind = "cooldown"
	StepRepeat   StepKind = "repeat"
)

// UnmarshalText reads a kind. "ramp" used to be a kind, but ramps are now described by
// their targets.
func (k *StepKind) UnmarshalText(text []byte) error {
	if *k = StepKind(text); *k == "ramp" {
		*k = ""
	}
	return nil
}

// These are the limits of a workout.
const (
	MaxWorkoutSteps = 500 // with repeats written out
	MaxStepDepth    = 3   // maximum depth of nested repeats
	maxReps         = 10_000
)

// CheckSteps returns an error that explains why the steps of a workout are invalid,
// or nil if they are valid.
func CheckSteps(steps []WorkoutStep) error {
	n, err := countSteps(steps, 1)
	if err == nil && n > MaxWorkoutSteps {
		err = tooManySteps()
	}
	return err
}

func tooManySteps() error {
	return Errorf(KindTooLarge, "The workout has more than %d steps.", MaxWorkoutSteps).WithFix("Split it, or repeat less often.")
}

func countSteps(steps []WorkoutStep, depth int) (n int, err error) {
	if depth > MaxStepDepth+1 {
		return 0, Errorf(KindTooLarge, "The repeats of the workout are nested more than %d deep.",
			MaxStepDepth).WithFix("Write the inner repeats out.")
	}
	if len(steps) > MaxWorkoutSteps {
		return 0, tooManySteps()
	}
	for i := range steps {
		s := &steps[i]
		if (s.Kind == StepRepeat) != (len(s.Steps) > 0) || s.Kind == StepRepeat && (s.Count < 1 || s.Count > MaxWorkoutSteps) {
			return 0, Errorf(KindInvalid, "Step %d does not say what to repeat, or how many times.",
				i+1).WithFix("A repeat needs steps and a count of at least 1.")
		}
		if err := s.check(); err != nil {
			return 0, err
		}
		if s.Kind != StepRepeat {
			n++
			continue
		}
		inner, err := countSteps(s.Steps, depth+1)
		if err != nil {
			return 0, err
		}
		if n += s.Count * inner; n > MaxWorkoutSteps {
			return 0, tooManySteps()
		}
	}
	return n, nil
}

func (s *WorkoutStep) check() error {
	switch s.Kind {
	case "", StepWarmup, StepWork, StepRest, StepCooldown, StepRepeat:
	default:
		return Errorf(KindInvalid, "%q is not a kind of step.", string(s.Kind)).WithFix("Use warmup, work, rest, cooldown or repeat.")
	}
	for _, x := range []float64{s.DurationS, s.DistanceM, s.CaloriesKcal, s.RestS} {
		if !amount(x) {
			return Errorf(KindInvalid, "A step cannot be %g s, m or kcal long.", x).WithFix("Give a duration or a distance.")
		}
	}
	if e := s.Exercise; e != nil && !e.sound() {
		return Errorf(KindInvalid, "An exercise cannot have %d sets of %d repetitions with %g kg or %g %%.",
			e.Sets, e.Reps, e.WeightKg, e.Percent1RM).
			WithFix("Give sets and repetitions from 1, and a weight in kg or a percentage of the one-rep max.")
	}
	for _, c := range s.Cues {
		if !amount(c.AtS) || !amount(c.ForS) {
			return Errorf(KindInvalid, "A cue cannot come %g s into a step and last %g s.", c.AtS, c.ForS).WithFix("Give seconds of at least 0.")
		}
	}
	for _, t := range s.Targets {
		if !t.Sound() {
			return Errorf(KindInvalid, "A step has a %s target from %g to %g %s.", string(t.Of), t.Low, t.High, string(t.Unit)).
				WithFix("Give a range in a unit of the target, the lower bound first.")
		}
	}
	return nil
}

func (e *StepExercise) sound() bool {
	return e.Sets >= 1 && e.Sets <= MaxWorkoutSteps && e.Reps >= 0 && e.Reps <= maxReps && amount(e.WeightKg) && amount(e.Percent1RM)
}

// WrittenOut returns the steps in the order in which they are done, with
// repeats written out. The steps must be valid.
func WrittenOut(steps []WorkoutStep) []WorkoutStep {
	if len(steps) == 0 {
		return nil
	}
	out := make([]WorkoutStep, 0, len(steps))
	for i := range steps {
		if steps[i].Kind != StepRepeat {
			out = append(out, steps[i])
			continue
		}
		inner := WrittenOut(steps[i].Steps)
		for n := steps[i].Count; n > 0 && len(out) < MaxWorkoutSteps; n-- {
			out = append(out, inner...)
		}
	}
	return out
}

// StepNumbers returns the numbers of the steps that [WrittenOut] returns: they count from 1
// in the order in which the steps are written, and a repeat is counted after its steps.
func StepNumbers(steps []WorkoutStep) []int {
	out, _ := stepNumbers(steps, 1)
	return out
}

func stepNumbers(steps []WorkoutStep, next int) (out []int, after int) {
	for i := range steps {
		if steps[i].Kind == StepRepeat {
			var inner []int
			inner, next = stepNumbers(steps[i].Steps, next)
			for n := steps[i].Count; n > 0 && len(out) < MaxWorkoutSteps; n-- {
				out = append(out, inner...)
			}
		} else {
			out = append(out, next)
		}
		next++
	}
	return out, next
}

// Structure holds the steps that were read from a workout's text.
type Structure struct {
	Steps []WorkoutStep `json:"steps,omitempty"`
	// Text is a fingerprint of the workout's text. The steps do not apply to any other text.
	Text string `json:"text,omitempty"`
}

// StructureOf returns a structure of the steps that were read from text.
func StructureOf(text string, steps []WorkoutStep) Structure {
	if len(steps) == 0 {
		return Structure{}
	}
	return Structure{Steps: steps, Text: Fingerprint([]byte(text))}
}

// Of returns the steps if they were read from the given text, and nil otherwise.
func (s Structure) Of(text string) []WorkoutStep {
	if s.Text != Fingerprint([]byte(text)) {
		return nil
	}
	return s.Steps
}

// LibraryWorkout is a workout in the library.
type LibraryWorkout struct {
	ID       string `json:"id,omitempty"`
	FolderID string `json:"folder_id,omitempty"`
	Name     string `json:"name"`
	// Description is the workout's text in the service's workout language.
	Description string `json:"description,omitempty"`
	// Structure is the workout as the service parsed it from Description; it is
	// only read, never written.
	Structure   Structure `json:"structure,omitzero"`
	Sport       Sport     `json:"sport"`
	SubSport    string    `json:"sub_sport,omitempty"`
	Indoor      bool      `json:"indoor,omitempty"`
	MovingTimeS float64   `json:"moving_time_s,omitempty"`
	DistanceKm  float64   `json:"distance_km,omitempty"`
	Load        float64   `json:"load,omitempty"`
	WorkKJ      float64   `json:"work_kj,omitempty"`
	AboveFTPKJ  float64   `json:"work_above_ftp_kj,omitempty"`
	Intensity   float64   `json:"intensity_factor,omitempty"`
	Target      string    `json:"target,omitempty"` // power, hr or pace; empty means automatic
	Color       string    `json:"color,omitempty"`
	Tags        []string  `json:"tags,omitempty"`
	// PlanDay is the day of the plan, counted from 0; nil if the workout is not in a plan.
	PlanDay *int `json:"plan_day,omitempty"`
}

// WorkoutFolder is a folder of workouts, which may form a training plan.
type WorkoutFolder struct {
	ID          string `json:"id,omitempty"`
	Plan        bool   `json:"plan,omitempty"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	StartDay    *Day   `json:"start_date,omitempty"`
	Weeks       int    `json:"weeks,omitempty"`
	// HoursMin and HoursMax are the weekly hours of a plan.
	HoursMin float64          `json:"hours_per_week_min,omitempty"`
	HoursMax float64          `json:"hours_per_week_max,omitempty"`
	Owner    string           `json:"owner,omitempty"`
	CanEdit  bool             `json:"can_edit,omitempty"`
	Workouts []LibraryWorkout `json:"workouts,omitempty"`
}
