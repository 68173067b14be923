package workoutfile

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ReadIR reads igpsport-mcp's format of workouts: title, description and steps with
// a name, an intensity, a duration, a target and a note. Every fault has a path.
// Faults are in the same order as in that program; if there are any, the workout is
// incomplete. Unknown fields are ignored, as in that program.
func ReadIR(data []byte) (workout.Workout, []workout.Fault) {
	ir := &irReader{workout.NewFaults(maxFaults)}
	v, err := decode(data)
	if err != nil {
		return workout.Workout{}, []workout.Fault{workout.FaultOf(err)}
	}
	m, ok := v.(map[string]any)
	if !ok {
		ir.fault("", "The workout is not a JSON object.", `Give {"title":"…","steps":[…]}.`)
		return workout.Workout{}, ir.faults.All()
	}
	o := object(m)
	w := workout.Workout{Name: o.word("title"), Notes: o.word("description"), Sport: training.Cycling}
	if w.Name == "" {
		ir.fault("title", "The workout has no title.", "Give a string.")
	}
	if _, isText := o["description"].(string); o["description"] != nil && !isText {
		ir.fault("description", "It is not text.", "Give a string, or leave it out.")
	}
	w.Steps = ir.steps("steps", o["steps"], 1)
	if ir.faults.Count() == 0 {
		if err := training.CheckSteps(w.Steps); err != nil {
			f := workout.FaultOf(err)
			ir.fault("steps", f.What, f.Fix)
		}
	}
	return w, ir.faults.All()
}

type irReader struct{ faults workout.Faults }

// maxFaults is the largest number of reported faults.
const maxFaults = 50

func (r *irReader) fault(path string, what, fix i18n.Sentence) { r.faults.Add(path, what, fix) }

func (r *irReader) steps(path string, v any, depth int) []training.WorkoutStep {
	list, _ := opened(v).([]any)
	what, fix := workout.ListFault(len(list), depth)
	if len(list) == 0 {
		what, fix = "There are no steps.", "Give a list of steps."
	}
	if what != "" {
		r.fault(path, what, fix)
		return nil
	}
	var out []training.WorkoutStep
	for i, item := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		m, ok := opened(item).(map[string]any)
		if !ok {
			r.fault(at, "It is not a step.", `Give {"name":"…","intensity":"active","duration":{"type":"time","value":60}}.`)
			continue
		}
		o := object(m)
		if strings.EqualFold(o.word("type"), "repeat") {
			out = append(out, r.repeat(at, o, depth))
		} else {
			out = append(out, r.step(at, o))
		}
	}
	return out
}

// repeat reads a repeat: its steps and how often they are done. It drops the
// decimals of that number, as igpsport-mcp does.
func (r *irReader) repeat(at string, o object, depth int) training.WorkoutStep {
	s := training.WorkoutStep{Kind: training.StepRepeat, Text: o.word("name")}
	n, ok := o.number("times")
	if s.Count = int(min(n, training.MaxWorkoutSteps+1)); !ok || n < 1 || s.Count > training.MaxWorkoutSteps {
		r.fault(at+".times", "It does not say how many times its steps are repeated.",
			i18n.Sentencef("Give a number from 1 to %d.", training.MaxWorkoutSteps))
	}
	s.Steps = r.steps(at+".steps", o["steps"], depth+1)
	return s
}

var irKinds = map[string]training.StepKind{
	"warmup": training.StepWarmup, "active": training.StepWork, "rest": training.StepRest, "cooldown": training.StepCooldown,
}

func (r *irReader) step(at string, o object) training.WorkoutStep {
	s := training.WorkoutStep{Text: o.word("name"), Kind: irKinds[strings.ToLower(o.word("intensity"))]}
	if s.Text == "" {
		r.fault(at+".name", "The step has no name.", "Give a string.")
	}
	if s.Kind == "" {
		r.fault(at+".intensity", unknown(o["intensity"], "intensity"), "It can be warmup, active, rest or cooldown.")
	}
	r.duration(at+".duration", o.object("duration"), &s)
	if v := opened(o["target"]); v != nil {
		m, ok := v.(map[string]any)
		if t, sound := r.target(at+".target", m, ok); sound {
			s.Targets = []training.StepTarget{t}
		}
	}
	note, isText := o["note"].(string)
	switch note = strings.TrimSpace(note); {
	case o["note"] != nil && !isText:
		r.fault(at+".note", "It is not text.", "Give a string, or leave it out.")
	case utf8.RuneCountInString(note) > maxNote:
		r.fault(at+".note", i18n.Sentencef("It has %d characters.", utf8.RuneCountInString(note)),
			i18n.Sentencef("A device can show %d.", maxNote))
	case note != "":
		s.Cues = []training.StepCue{{Text: note}}
	}
	return s
}

func unknown(v any, what i18n.Word) i18n.Sentence {
	if v == nil {
		return i18n.Sentencef("There is no %s.", what)
	}
	return i18n.Sentencef("%q is not a valid %s.", i18n.Clip(fmt.Sprint(v), i18n.MostQuoted), what)
}

// duration reads the length of a step. A value in addition to a lap button is
// ignored, as in igpsport-mcp.
func (r *irReader) duration(at string, o object, s *training.WorkoutStep) {
	if o == nil {
		r.fault(at, "The step does not say how long it is.", `Give {"type":"time","value":60}.`)
		return
	}
	var into *float64
	switch strings.ToLower(o.word("type")) {
	case "lap_button":
		s.Open = true
		return
	case "time":
		into = &s.DurationS
	case "distance":
		into = &s.DistanceM
	case "calories":
		into = &s.CaloriesKcal
	default:
		r.fault(at+".type", unknown(o["type"], "duration"), "It can be time, distance, calories or lap_button.")
		return
	}
	x, ok := o.number("value")
	if !ok || !(x > 0 && x <= maxAmount) {
		r.fault(at+".value", unknown(o["value"], "length"), "Give a number above 0: s, m or kcal.")
		return
	}
	*into = x
}

// irTarget describes a target in this format: its measure, its unit, the divisor of
// its numbers, and the highest zone.
type irTarget struct {
	of    training.TargetOf
	unit  training.TargetUnit
	scale float64
	zones float64
}

var irTargets = map[string]irTarget{
	"power_zone":        {training.TargetPower, training.TargetZone, 1, powerZones},
	"power_custom":      {training.TargetPower, training.TargetW, 1, 0},
	"power_percent_ftp": {training.TargetPower, training.TargetFTP, 1, 0},
	"hr_zone":           {training.TargetHR, training.TargetZone, 1, hrZones},
	"hr_custom":         {training.TargetHR, training.TargetBpm, 1, 0},
	"cadence":           {training.TargetCadence, training.TargetRPM, 1, 0},
	"speed":             {training.TargetSpeed, training.TargetMPS, workout.KmhPerMPS, 0},
}

// target reads a target. If it has no bounds, its value is used.
func (r *irReader) target(at string, o object, ok bool) (training.StepTarget, bool) {
	if !ok {
		r.fault(at, "It is not a target.", `Give {"type":"power_custom","min":200,"max":220}, or leave it out.`)
		return training.StepTarget{}, false
	}
	kind, known := irTargets[strings.ToLower(o.word("type"))]
	if !known {
		r.fault(at+".type", unknown(o["type"], "target"),
			"It can be power_zone, power_custom, power_percent_ftp, hr_zone, hr_custom, cadence or speed.")
		return training.StepTarget{}, false
	}
	before := r.faults.Count()
	low, high, value := r.bound(at, o, "min"), r.bound(at, o, "max"), r.bound(at, o, "value")
	if low == 0 && high == 0 {
		low, high = value, value
	}
	least, most := workout.Limits(kind.of, kind.unit)
	least, most = least*kind.scale, most*kind.scale
	if kind.zones > 0 {
		most = kind.zones
	}
	for _, x := range []float64{low, high} {
		whole := kind.zones == 0 || x == float64(int(x))
		if x != 0 && (x < least || x > most || !whole) && r.faults.Count() == before {
			r.fault(at, i18n.Sentencef("It cannot be %g.", x), i18n.Sentencef("Give numbers from %g to %g.", least, most))
		}
	}
	switch {
	case r.faults.Count() > before:
	case low == 0 && high == 0:
		r.fault(at, "It sets no target.", "Give value, or min and max.")
	case high > 0 && low > high:
		r.fault(at, i18n.Sentencef("It goes from %g down to %g.", low, high), "Give the lower number as min.")
	}
	t := training.StepTarget{Of: kind.of, Unit: kind.unit, Low: low / kind.scale, High: high / kind.scale}
	return t, r.faults.Count() == before
}

// bound returns a number of a target, or 0 if it is missing.
func (r *irReader) bound(at string, o object, key string) float64 {
	x, ok := o.number(key)
	if o[key] != nil && (!ok || x < 0) {
		r.fault(at+"."+key, unknown(o[key], "number from 0"), "Give a number, or leave it out.")
		return 0
	}
	return x
}
