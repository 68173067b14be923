package training

import (
	"crypto/sha256"
	"encoding/hex"
)

// WorkoutStep is one step of a workout, or steps that are repeated.
type WorkoutStep struct {
	// Kind is empty where nobody says it.
	Kind StepKind `json:"kind,omitempty"`
	Text string   `json:"text,omitempty"`
	// DurationS or DistanceM says how long the step is. An open one lasts until
	// the athlete ends it.
	DurationS float64 `json:"duration_s,omitempty"`
	DistanceM float64 `json:"distance_m,omitempty"`
	Open      bool    `json:"open,omitempty"`
	// MaxEffort has no target but all that there is.
	MaxEffort bool `json:"max_effort,omitempty"`
	// Targets steer it, the leading one first; without any it is free.
	Targets []StepTarget `json:"targets,omitempty"`
	// Count is how often Steps are done; of a repeat alone.
	Count int           `json:"count,omitempty"`
	Steps []WorkoutStep `json:"steps,omitempty"`
}

// StepKind says what a step is for.
type StepKind string

// The kinds of steps. A ramp is one outside of warming up and cooling down.
const (
	StepWarmup   StepKind = "warmup"
	StepWork     StepKind = "work"
	StepRest     StepKind = "rest"
	StepCooldown StepKind = "cooldown"
	StepRamp     StepKind = "ramp"
	StepRepeat   StepKind = "repeat"
)

// StepTarget is a range to stay in. Low and High are the bounds, equal for a
// single value; 0 is no bound.
type StepTarget struct {
	Of   TargetOf   `json:"of"`
	Unit TargetUnit `json:"unit"`
	Low  float64    `json:"low,omitempty"`
	High float64    `json:"high,omitempty"`
	// Ramp goes from one bound to the other: up or down.
	Ramp RampWay `json:"ramp,omitempty"`
}

// TargetOf names the measure that a target sets.
type TargetOf string

// What targets are about. Pace is kept as speed, so that more is harder.
const (
	TargetPower   TargetOf = "power"
	TargetHR      TargetOf = "hr"
	TargetPace    TargetOf = "pace"
	TargetCadence TargetOf = "cadence"
)

// TargetUnit is the unit of a target.
type TargetUnit string

// The units of targets. A zone is that of what the target is about.
const (
	TargetW       TargetUnit = "w"
	TargetFTP     TargetUnit = "pct_ftp"
	TargetBpm     TargetUnit = "bpm"
	TargetLTHR    TargetUnit = "pct_lthr"
	TargetMaxHR   TargetUnit = "pct_max_hr"
	TargetMPS     TargetUnit = "mps"
	TargetPacePct TargetUnit = "pct_threshold_pace"
	TargetZone    TargetUnit = "zone"
	TargetRPM     TargetUnit = "rpm"
)

// RampWay is the direction of a ramp.
type RampWay string

// The directions of ramps.
const (
	RampUp   RampWay = "up"
	RampDown RampWay = "down"
)

// targetUnits are the units that each target can have.
func targetUnits(of TargetOf) []TargetUnit {
	switch of {
	case TargetPower:
		return []TargetUnit{TargetW, TargetFTP, TargetZone}
	case TargetHR:
		return []TargetUnit{TargetBpm, TargetLTHR, TargetMaxHR, TargetZone}
	case TargetPace:
		return []TargetUnit{TargetMPS, TargetPacePct, TargetZone}
	case TargetCadence:
		return []TargetUnit{TargetRPM}
	}
	return nil
}

// Sound reports a target that means something: a unit of its kind and bounds
// in order, one of them at least.
func (t StepTarget) Sound() bool {
	known := false
	for _, u := range targetUnits(t.Of) {
		known = known || u == t.Unit
	}
	return known && amount(t.Low) && amount(t.High) && t.Low+t.High > 0 && (t.High == 0 || t.Low <= t.High) &&
		(t.Ramp == "" || t.Ramp == RampUp || t.Ramp == RampDown)
}

// amount reports a number that is not below zero and no more than any plan asks for.
func amount(x float64) bool { return x >= 0 && x <= 1e6 }

// Target is the first target about one thing.
func (s *WorkoutStep) Target(of TargetOf) (StepTarget, bool) {
	for _, t := range s.Targets {
		if t.Of == of {
			return t, true
		}
	}
	return StepTarget{}, false
}

// The limits of a workout.
const (
	MaxWorkoutSteps = 500 // with repeats written out
	MaxStepDepth    = 3   // of repeats within repeats
)

// CheckSteps says what is wrong with the steps of a workout.
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
			MaxStepDepth).WithFix("Write the inner ones out.")
	}
	if len(steps) > MaxWorkoutSteps {
		return 0, tooManySteps()
	}
	for i := range steps {
		s := &steps[i]
		if (s.Kind == StepRepeat) != (len(s.Steps) > 0) || s.Kind == StepRepeat && (s.Count < 1 || s.Count > MaxWorkoutSteps) {
			return 0, Errorf(KindInvalid, "Step %d repeats nothing, or not a number of times.",
				i+1).WithFix("A repeat has a count from 1 and steps.")
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
	case "", StepWarmup, StepWork, StepRest, StepCooldown, StepRamp, StepRepeat:
	default:
		return Errorf(KindInvalid, "%q is not a kind of step.", string(s.Kind)).WithFix("Use warmup, work, rest, cooldown, ramp or repeat.")
	}
	if !amount(s.DurationS) || !amount(s.DistanceM) {
		return Errorf(KindInvalid, "A step cannot be %g s or %g m long.", s.DurationS, s.DistanceM).WithFix("Give a duration or a distance.")
	}
	for _, t := range s.Targets {
		if !t.Sound() {
			return Errorf(KindInvalid, "A step has a target of %s from %g to %g %s.", string(t.Of), t.Low, t.High, string(t.Unit)).
				WithFix("Give a range in a unit of the target, the lower bound first.")
		}
	}
	return nil
}

// WrittenOut are the steps in the order in which they are done, without
// repeats. The steps must be sound.
func WrittenOut(steps []WorkoutStep) []WorkoutStep {
	var out []WorkoutStep
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

// StepNumbers are the numbers of the steps that [WrittenOut] gives: from 1, in
// the order in which they are written, a repeat itself behind its steps.
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

// Structure is a workout taken apart, by whoever could read its text.
type Structure struct {
	Steps []WorkoutStep `json:"steps,omitempty"`
	// Text is a digest of the text that the steps were read from: over another
	// text they mean nothing.
	Text string `json:"text,omitempty"`
}

// StructureOf are steps as they were read from a text.
func StructureOf(text string, steps []WorkoutStep) Structure {
	if len(steps) == 0 {
		return Structure{}
	}
	return Structure{Steps: steps, Text: digest(text)}
}

// Of are the steps if they were read from this text, else none.
func (s Structure) Of(text string) []WorkoutStep {
	if s.Text != digest(text) {
		return nil
	}
	return s.Steps
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
