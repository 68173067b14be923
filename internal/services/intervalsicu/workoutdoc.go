package intervalsicu

import (
	"encoding/json"
	"math"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/training"
)

// wireObject is a JSON object whose fields are read one by one, so that only a
// field with an unexpected type is lost.
type wireObject map[string]any

func (o wireObject) number(key string) float64 {
	x, ok := o[key].(float64)
	if !ok || !(x > 0) || math.IsInf(x, 0) {
		return 0
	}
	return x
}

func (o wireObject) word(key string) string {
	s, _ := o[key].(string)
	return strings.TrimSpace(s)
}

func (o wireObject) is(key string) bool { return o[key] == true }

// structure converts the service's parsed version of a workout's text. The result is empty
// if that version is missing or invalid.
func structure(doc json.RawMessage, text string) training.Structure {
	var o wireObject
	if json.Unmarshal(doc, &o) != nil {
		return training.Structure{}
	}
	steps := stepsOf(o, 0)
	if training.CheckSteps(steps) != nil {
		return training.Structure{}
	}
	return training.StructureOf(text, steps)
}

func stepsOf(o wireObject, depth int) []training.WorkoutStep {
	list, _ := o["steps"].([]any)
	if depth > training.MaxStepDepth {
		return nil
	}
	var out []training.WorkoutStep
	for _, x := range list[:min(len(list), training.MaxWorkoutSteps+1)] {
		if m, ok := x.(map[string]any); ok {
			if s, ok := stepOf(m, depth); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// stepOf converts one step; ok is false if it has no duration, no distance and no open end.
func stepOf(o wireObject, depth int) (training.WorkoutStep, bool) {
	s := training.WorkoutStep{}
	s.Text, s.Cues = steptext.Cues(o.word("text"))
	if _, repeats := o["steps"]; repeats {
		s.Kind, s.Count, s.Steps = training.StepRepeat, max(1, int(min(o.number("reps"), training.MaxWorkoutSteps+1))), stepsOf(o, depth+1)
		return s, len(s.Steps) > 0
	}
	s.DurationS, s.DistanceM, s.Open, s.MaxEffort = o.number("duration"), o.number("distance"), o.is("until_lap_press"), o.is("maxeffort")
	if s.DistanceM > 0 {
		s.DurationS = 0 // only an approximate time
	}
	s.Kind = kindOf(o)
	s.Free, s.HidePower = o.is("freeride"), o.is("hidepower")
	if !s.Free {
		for _, of := range []training.TargetOf{training.TargetPower, training.TargetHR, training.TargetPace, training.TargetCadence} {
			if m, ok := o[string(of)].(map[string]any); ok {
				if t := targetOf(of, m, o.is("ramp")); t.Sound() {
					s.Targets = append(s.Targets, t)
				}
			}
		}
	}
	return s, s.DurationS > 0 || s.DistanceM > 0 || s.Open
}

// kindOf derives the kind of a step from its intensity, which most steps lack.
func kindOf(o wireObject) training.StepKind {
	said := lower(o.word("intensity"))
	switch {
	case o.is("warmup") || said == "warmup":
		return training.StepWarmup
	case o.is("cooldown") || said == "cooldown":
		return training.StepCooldown
	case said == "rest" || said == "recovery":
		return training.StepRest
	case said == "active" || said == "interval":
		return training.StepWork
	}
	return ""
}

// unitsOf maps the service's units for each target.
var unitsOf = map[training.TargetOf]map[string]training.TargetUnit{
	training.TargetPower: {"%ftp": training.TargetFTP, "w": training.TargetW, "watts": training.TargetW, "power_zone": training.TargetZone},
	training.TargetHR: {
		"%hr": training.TargetMaxHR, "%lthr": training.TargetLTHR, "bpm": training.TargetBpm,
		"hr_zone": training.TargetZone,
	},
	training.TargetPace:    {"%pace": training.TargetPacePct, "pace_zone": training.TargetZone, "m/s": training.TargetMPS},
	training.TargetCadence: {"rpm": training.TargetRPM},
}

// perOf maps the service's units of pace to distances. The service writes such a
// unit with a slash, but in its settings with an underscore.
var perOf = map[string]training.PaceDistance{
	"km": training.PerKm, "mi": training.PerMile, "mile": training.PerMile, "100m": training.Per100M, "100y": training.Per100Y,
	"250m": training.Per250M, "400m": training.Per400M, "500m": training.Per500M,
}

// targetOf converts a target. For an unknown unit, such as a percentage of a
// curve, the result is invalid.
func targetOf(of training.TargetOf, o wireObject, ramp bool) training.StepTarget {
	from, to := o.number("start"), o.number("end")
	if v := o.number("value"); v > 0 {
		from, to = v, v
	}
	unit := lower(o.word("units"))
	t := training.StepTarget{Of: of, Unit: unitsOf[of][unit]}
	if per, ok := strings.CutPrefix(strings.ReplaceAll(unit, "_", "/"), "secs/"); ok && of == training.TargetPace {
		t.Unit, t.Per = training.TargetMPS, perOf[per]
		from, to = over(t.Per.Metres(), from), over(t.Per.Metres(), to)
	}
	t.Low, t.High = from, to
	switch {
	case from == 0 || to == 0:
		t.Low, t.High = max(from, to), max(from, to)
	case from > to:
		t.Low, t.High = to, from
	}
	if ramp && of != training.TargetCadence && from != to {
		t.Ramp = training.RampUp
		if from > to {
			t.Ramp = training.RampDown
		}
	}
	return t
}

func over(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
