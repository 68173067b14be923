package steptext

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// fields are the members of a step in writing order.
var fields = []string{
	"section", "repeat", "kind", "duration_s", "distance_m", "calories_kcal", "until_lap",
	"power", "hr", "pace", "speed", "rpe", "cadence", "ramp", "free", "max_effort", "rest_s",
	"sets", "reps", "weight_kg", "percent_1rm", "hide_power", "power_shown", "text", "cues", "steps",
}

// otherWords maps the words of other formats to fields, for words whose spelling
// does not suggest a field.
var otherWords = map[string]string{
	"times": "repeat", "count": "repeat", "iterations": "repeat", "intervals": "steps", "children": "steps",
	"type": "kind", "intensity": "kind", "name": "text", "title": "text", "notes": "text", "note": "text", "description": "text",
	"watts": "power", "ftp": "power", "percent_ftp": "power", "heart_rate": "hr", "heartrate": "hr", "bpm": "hr", "rpm": "cadence",
	"time": "duration_s", "seconds": "duration_s", "minutes": "duration_s", "length": "duration_s",
	"lap_button": "until_lap", "open": "until_lap",
	"target": "power, hr, pace, speed, rpe or cadence", "targets": "power, hr, pace, speed, rpe or cadence",
}

func nearestField(key string) i18n.Sentence {
	near := otherWords[strings.ToLower(key)]
	if near == "" {
		near = i18n.Nearest(key, fields)
	}
	if near != "" {
		return i18n.Sentencef("Did you mean %s?", near)
	}
	return i18n.Sentencef("It can have %s.", strings.Join(fields, ", "))
}

// member reads one member of a step. The key must be one of the fields.
func (d *draft) member(key string, v any) {
	at := d.at(key)
	switch key {
	case "power", "hr", "pace", "speed", "rpe", "cadence":
		d.targets = append(d.targets, member{key, v})
	case "text":
		d.s.Text = d.text(at, v)
	case "section":
		d.s.Section = d.text(at, v)
	case "kind":
		d.s.Kind = d.kind(at, v)
	case "power_shown":
		d.s.PowerShown = d.shown(at, v)
	case "cues":
		d.s.Cues = d.cues(at, v)
	case "steps":
		d.s.Steps = d.list(at, v, d.depth+1)
	case "until_lap", "free", "max_effort", "hide_power", "ramp":
		d.flag(key, at, v)
	default:
		d.amount(key, at, v)
	}
}

func (d *draft) flag(key, at string, v any) {
	b := d.boolean(at, v)
	switch key {
	case "until_lap":
		if d.s.Open = b; !b { // false contains no length
			d.keys = slices.DeleteFunc(d.keys, func(k string) bool { return k == key })
		}
	case "free":
		d.s.Free = b
	case "max_effort":
		d.s.MaxEffort = b
	case "hide_power":
		d.s.HidePower = b
	case "ramp":
		d.ramp = b
	}
}

// amount reads a number of a step, such as a duration or a distance.
func (d *draft) amount(key, at string, v any) {
	switch key {
	case "duration_s":
		d.s.DurationS = d.above(at, v, timeIn)
	case "distance_m":
		d.s.DistanceM = d.above(at, v, metres)
	case "calories_kcal":
		d.s.CaloriesKcal = d.above(at, v, nil)
	case "rest_s":
		d.s.RestS = d.number(at, v, timeIn)
	case "repeat":
		d.s.Count = d.count(at, v, training.MaxWorkoutSteps)
	case "sets":
		exercise(&d.s).Sets = max(1, d.count(at, v, training.MaxWorkoutSteps))
	case "reps":
		exercise(&d.s).Reps = d.count(at, v, maxReps)
	case "weight_kg":
		exercise(&d.s).WeightKg = d.number(at, v, nil)
	case "percent_1rm":
		exercise(&d.s).Percent1RM = d.number(at, v, nil)
	}
}

// maxReps is the largest number of repetitions that is read for a set.
const maxReps = 1000

// maxText is the largest length of a text in runes.
const maxText = 1000

func (r *stepformReader) text(at string, v any) string {
	s, ok := v.(string)
	switch {
	case !ok:
		r.fault(at, i18n.Sentencef("%s is not text.", quoted(v)), "Put it in quotation marks.")
		return ""
	case utf8.RuneCountInString(s) > maxText:
		r.fault(at, i18n.Sentencef("It has more than %d characters.", maxText), "Shorten it.")
		return ""
	case strings.ContainsFunc(s, func(c rune) bool { return isControl(c) && c != '\n' && c != '\r' }):
		r.fault(at, "It contains a control character.", "Delete it.")
		return ""
	}
	return s
}

// kindWords maps the words of other formats to kinds.
var kindWords = map[string]training.StepKind{
	"warmup": training.StepWarmup, "work": training.StepWork, "rest": training.StepRest, "cooldown": training.StepCooldown,
	"repeat": training.StepRepeat, "active": training.StepWork, "interval": training.StepWork, "on": training.StepWork,
	"recovery": training.StepRest, "recover": training.StepRest, "off": training.StepRest,
}

func (r *stepformReader) kind(at string, v any) training.StepKind {
	s, _ := v.(string)
	k, ok := kindWords[strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(s))]
	if !ok {
		r.fault(at, i18n.Sentencef("%s is not a kind of step.", quoted(v)), "It can be warmup, work, rest or cooldown, or be left out.")
		return ""
	}
	if string(k) != s {
		r.note(at, i18n.Name(string(k)))
	}
	return k
}

func (r *stepformReader) shown(at string, v any) training.PowerShown {
	s, _ := v.(string)
	if i := slices.Index(powersShown, training.PowerShown(strings.ToLower(s))); i >= 0 {
		return powersShown[i]
	}
	r.fault(at, i18n.Sentencef("%s is not a way to show power.", quoted(v)), "It can be lap, 1s, 3s, 10s or 30s.")
	return ""
}

func (r *stepformReader) boolean(at string, v any) bool {
	switch x := v.(type) {
	case bool:
		return x
	case string:
		switch strings.ToLower(strings.TrimSpace(x)) {
		case "true", "yes":
			r.note(at, "true")
			return true
		case "false", "no":
			r.note(at, "false")
			return false
		}
	case json.Number:
		switch x.String() {
		case "1":
			r.note(at, "true")
			return true
		case "0":
			r.note(at, "false")
			return false
		}
	}
	r.fault(at, i18n.Sentencef("%s is neither true nor false.", quoted(v)), "Give true, or leave it out.")
	return false
}

// maxCues is the largest number of cues in a step.
const maxCues = 200

// cues reads a list of texts with their times, or a single text that is shown
// from the beginning.
func (r *stepformReader) cues(at string, v any) []training.StepCue {
	v, _ = opened(v)
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	if len(list) > maxCues {
		r.fault(at, i18n.Sentencef("It contains more than %d cues.", maxCues), "Keep only the most important ones.")
		return nil
	}
	var out []training.StepCue
	for i, item := range list {
		out = append(out, r.cue(fmt.Sprintf("%s[%d]", at, i), item))
	}
	return out
}

func (r *stepformReader) cue(at string, v any) training.StepCue {
	v, _ = opened(v)
	if _, ok := v.(string); ok {
		v = object{{"text", v}}
	}
	o, ok := v.(object)
	if !ok {
		r.fault(at, i18n.Sentencef("%s is not a cue.", quoted(v)), `Give text, or {"at_s":60,"text":"stand up"}.`)
		return training.StepCue{}
	}
	var c training.StepCue
	for _, m := range o {
		switch m.key {
		case "text":
			c.Text = r.text(at+".text", m.value)
		case "at_s":
			c.AtS = r.number(at+".at_s", m.value, timeIn)
		case "for_s":
			c.ForS = r.number(at+".for_s", m.value, timeIn)
		default:
			r.fault(at+"."+i18n.Clip(m.key, i18n.MostQuoted), i18n.Sentencef("%s is not a field of a cue.", quoted(m.key)),
				"It can have at_s, for_s and text.")
		}
	}
	if strings.TrimSpace(c.Text) == "" {
		r.fault(at, "The cue is empty.", "Give it text.")
	}
	return c
}

// maxAmount limits every number; in seconds, it is about eleven days.
const maxAmount = 1e6

// unitReader reads a number with a unit. The text is in lower case and without spaces.
type unitReader func(text string) (float64, bool)

// number reads an amount of at least 0, written as a number, as a number in a string, or
// with a unit that the given function reads.
func (r *stepformReader) number(at string, v any, with unitReader) float64 {
	text, isText := v.(string)
	if n, ok := v.(json.Number); ok {
		text = n.String()
	} else if !isText {
		r.fault(at, i18n.Sentencef("%s is not a number.", quoted(v)), "Give a number without its unit.")
		return 0
	}
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	x, ok := decimal(text)
	if !ok && with != nil {
		x, ok = with(text)
	}
	if !ok && strings.HasPrefix(text, "-") {
		_, ok = decimal(text[1:])
		x = -1
	}
	switch {
	case !ok:
		r.fault(at, i18n.Sentencef("%s is not a number.", quoted(v)), "Give a number without its unit.")
		return 0
	case !(x >= 0 && x <= maxAmount):
		r.fault(at, i18n.Sentencef("%s is out of bounds.", i18n.Clip(text, i18n.MostQuoted)), "Give a number from 0 to 1000000.")
		return 0
	}
	if isText {
		r.note(at, i18n.Name(number(x)))
	}
	return x
}

// above reads an amount that must not be 0.
func (r *stepformReader) above(at string, v any, with unitReader) float64 {
	before := r.faults.Count()
	x := r.number(at, v, with)
	if x == 0 && r.faults.Count() == before {
		r.fault(at, "A step cannot have a length of 0.", `Give its length, or "until_lap":true.`)
	}
	return x
}

// count reads a whole number of at least 1.
func (r *stepformReader) count(at string, v any, most int) int {
	before := r.faults.Count()
	x := r.number(at, v, nil)
	if r.faults.Count() > before {
		return 0
	}
	if x != math.Trunc(x) || x < 1 || x > float64(most) {
		r.fault(at, i18n.Sentencef("%s is not a valid count.", quoted(v)), i18n.Sentencef("Give a whole number from 1 to %d.", most))
		return 0
	}
	return int(x)
}

// timeIn reads a time with units. A clock ("1:30") could be hours or minutes.
func timeIn(text string) (float64, bool) {
	s, _, ok := seconds(text)
	return s, ok
}
