package steptext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Root is the path of the list of steps.
const Root = "steps"

const (
	// maxBytes limits the input: some hundreds of bytes per step.
	maxBytes = 256 << 10
	// stepformMaxFaults limits the number of reported faults.
	stepformMaxFaults = 50
)

// ReadForm reads steps. The sport determines the distance of paces without one. readAs
// describes, by path, how unusual spellings were interpreted. Every fault has a path; if
// there are faults, the steps are incomplete.
func ReadForm(data []byte, sport training.Sport) (steps []training.WorkoutStep, readAs map[string]i18n.Sentence, faults []workout.Fault) {
	r := &stepformReader{sport: sport, readAs: map[string]i18n.Sentence{}, faults: workout.NewFaults(stepformMaxFaults)}
	if len(data) > maxBytes {
		r.fault(Root, i18n.Sentencef("The steps are larger than %d KB.", maxBytes>>10),
			"Repeat steps instead of writing them out, or split the workout.")
		return nil, nil, r.faults.All()
	}
	v, err := decode(data)
	if err != nil {
		r.fault(Root, i18n.Sentencef("The steps are not JSON: %s.", textclean.Line(err.Error(), i18n.MostQuoted)),
			`Give a list: [{"duration_s":600,"power":"60%"}].`)
		return nil, nil, r.faults.All()
	}
	steps = r.root(v)
	if r.faults.Count() == 0 {
		r.whole(steps)
	}
	return steps, r.readAs, r.faults.All()
}

type stepformReader struct {
	sport  training.Sport
	readAs map[string]i18n.Sentence
	faults workout.Faults
}

func (r *stepformReader) fault(path string, what, fix i18n.Sentence) { r.faults.Add(path, what, fix) }

func (r *stepformReader) note(path string, as i18n.Sentence) { r.readAs[path] = as }

// whole checks the rules that concern several steps.
func (r *stepformReader) whole(steps []training.WorkoutStep) {
	if err := training.CheckSteps(steps); err != nil {
		f := workout.FaultOf(err)
		r.fault(Root, f.What, f.Fix)
	}
}

// root reads the whole list. It also accepts a single step, or the list as a member.
func (r *stepformReader) root(v any) []training.WorkoutStep {
	if inner, ok := opened(v); ok {
		r.note(Root, "JSON as text")
		v = inner
	}
	if o, ok := v.(object); ok {
		if len(o) == 1 && o[0].key == Root {
			return r.root(o[0].value)
		}
		r.note(Root, "a list of one step")
		v = []any{o}
	}
	return r.list(Root, v, 1)
}

func (r *stepformReader) list(path string, v any, depth int) []training.WorkoutStep {
	v, _ = opened(v)
	list, _ := v.([]any)
	what, fix := workout.ListFault(len(list), depth)
	if len(list) == 0 {
		what, fix = "It contains no steps.", `Give a list of steps: [{"duration_s":600,"power":"60%"}].`
	}
	if what != "" {
		r.fault(path, what, fix)
		return nil
	}
	var steps []training.WorkoutStep
	for i, item := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		item, _ = opened(item)
		o, ok := item.(object)
		if !ok {
			r.fault(at, i18n.Sentencef("%s is not a step.", quoted(item)), `A step is an object: {"duration_s":600,"power":"60%"}.`)
			continue
		}
		steps = append(steps, r.step(at, o, depth))
	}
	return steps
}

// draft is a step while its members are being read.
type draft struct {
	*stepformReader
	path    string
	depth   int
	s       training.WorkoutStep
	keys    []string
	ramp    bool
	targets []member
}

func (r *stepformReader) step(path string, o object, depth int) training.WorkoutStep {
	d := &draft{stepformReader: r, path: path, depth: depth}
	for _, m := range o {
		switch {
		case m.value == nil: // null means "not given"
			continue
		case slices.Contains(d.keys, m.key):
			r.fault(d.at(m.key), "It is given twice.", "Keep one of them.")
			continue
		case !slices.Contains(fields, m.key):
			r.fault(d.at(m.key), i18n.Sentencef("%s is not a field of a step.", quoted(m.key)), nearestField(m.key))
			continue
		}
		d.keys = append(d.keys, m.key)
		d.member(m.key, m.value)
	}
	if d.has("repeat") || d.has("steps") {
		d.repeat()
	} else {
		d.single()
	}
	return d.s
}

func (d *draft) at(key string) string { return d.path + "." + i18n.Clip(key, i18n.MostQuoted) }

func (d *draft) has(key string) bool { return slices.Contains(d.keys, key) }

// repeat checks a repeat.
func (d *draft) repeat() {
	if d.s.Kind != "" && d.s.Kind != training.StepRepeat {
		d.fault(d.at("kind"), "A repeat cannot have a kind.", "Leave kind out, or set it on the steps inside the repeat.")
	}
	d.s.Kind = training.StepRepeat
	for _, key := range d.keys {
		if !slices.Contains([]string{"repeat", "steps", "text", "section", "kind"}, key) {
			fix := i18n.Sentence("Set it on the steps inside the repeat.")
			if key == "reps" || key == "sets" {
				fix = "Use repeat for the number of times."
			}
			d.fault(d.at(key), i18n.Sentencef("A repeat has no %s.", key), fix)
		}
	}
	if !d.has("repeat") {
		d.fault(d.at("repeat"), "It does not say how many times its steps are repeated.", `Give a number: "repeat":4.`)
	}
	if !d.has("steps") {
		d.fault(d.at("steps"), "It states how many times to repeat, but not what.",
			`Give the steps: "repeat":4,"steps":[{"duration_s":30,"power":"120%"},{"duration_s":30}].`)
	}
}

// single checks a step that is not a repeat.
func (d *draft) single() {
	if d.s.Kind == training.StepRepeat {
		d.fault(d.at("kind"), "A repeat has no steps.", `Give it repeat and steps: "repeat":4,"steps":[{"duration_s":30}].`)
	}
	d.length()
	leads := true
	for _, m := range d.targets {
		ramp := d.ramp && leads && m.key != string(training.TargetCadence)
		if ramp {
			leads = false
		}
		if t, ok := d.target(m.key, m.value, ramp); ok {
			d.s.Targets = append(d.s.Targets, t)
		}
	}
	if d.ramp && leads {
		d.fault(d.at("ramp"), "There is no target to ramp.", `Give a range from start to end: "power":"50-65%".`)
	}
}

// length checks that a step has exactly one length.
func (d *draft) length() {
	var said []i18n.Sentence
	for _, key := range []string{"duration_s", "distance_m", "calories_kcal"} {
		if d.has(key) {
			said = append(said, i18n.Sentence(key))
		}
	}
	switch {
	case len(said) > 1:
		d.fault(d.at(string(said[1])),
			i18n.Sentencef("The step has %s, but its length can only be one of them.",
				i18n.Joined("%s and %s", said...)), "Keep only the length that ends the step.")
	case len(said) == 0 && !d.has("until_lap") && d.s.Exercise == nil:
		d.fault(d.path, "The step does not say how long it is.", `Give duration_s, distance_m or calories_kcal, or "until_lap":true.`)
	}
}

// quoted quotes a given value in a message about it.
func quoted(v any) string {
	switch x := v.(type) {
	case object:
		return "An object"
	case []any:
		return "A list"
	case string:
		return fmt.Sprintf("%q", i18n.Clip(x, i18n.MostQuoted))
	}
	return i18n.Clip(fmt.Sprint(v), i18n.MostQuoted)
}

// object is a JSON object with its members in order, because the first target leads
// a step. It keeps duplicate members.
type object []member

type member struct {
	key   string
	value any
}

// deepest is the maximum nesting of JSON. Nested repeats need less; each takes two levels.
const deepest = 16

var (
	errDeep = errors.New("it is nested too deeply")
	errMore = errors.New("more text follows its end")
)

// decode decodes JSON into objects, lists, strings, numbers and booleans.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := value(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errMore
	}
	return v, nil
}

func value(d *json.Decoder, depth int) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return t, nil
	}
	if depth == deepest {
		return nil, errDeep
	}
	var list []any
	var o object
	for d.More() {
		name := ""
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			name, _ = key.(string)
		}
		v, err := value(d, depth+1)
		if err != nil {
			return nil, err
		}
		list, o = append(list, v), append(o, member{name, v})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if delim == '{' {
		return o, nil
	}
	return list, nil
}

// opened returns the value in a text that is itself JSON, or else v and false.
func opened(v any) (any, bool) {
	text, ok := workout.JSONText(v)
	if !ok {
		return v, false
	}
	inner, err := decode([]byte(text))
	if err != nil {
		return v, false
	}
	return inner, true
}
