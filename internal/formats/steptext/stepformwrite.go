package steptext

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// WriteForm writes steps in the form, one per line. [ReadForm] reads them back,
// with two exceptions: a pace gets the sport's distance if it has none, and of two
// targets of one measure, only the first remains. The steps must be valid.
func WriteForm(steps []training.WorkoutStep, sport training.Sport) []byte {
	w := &stepformWriter{sport: sport}
	w.list(steps)
	return w.Bytes()
}

type stepformWriter struct {
	bytes.Buffer
	sport training.Sport
	inner int
}

func (w *stepformWriter) list(steps []training.WorkoutStep) {
	w.WriteByte('[')
	w.inner++
	for i := range steps {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n" + strings.Repeat(" ", w.inner))
		w.step(&steps[i])
	}
	w.inner--
	w.WriteByte(']')
}

func (w *stepformWriter) step(s *training.WorkoutStep) {
	m := members{w, '{'}
	m.text("section", s.Section)
	if s.Kind == training.StepRepeat {
		m.number("repeat", float64(s.Count))
		m.text("text", s.Text)
		m.key("steps")
		w.list(s.Steps)
		m.end()
		return
	}
	m.text("kind", string(s.Kind))
	m.number("duration_s", s.DurationS)
	m.number("distance_m", s.DistanceM)
	m.number("calories_kcal", s.CaloriesKcal)
	m.flag("until_lap", s.Open)
	w.targets(&m, s)
	m.flag("free", s.Free)
	m.flag("max_effort", s.MaxEffort)
	m.number("rest_s", s.RestS)
	if e := s.Exercise; e != nil {
		m.number("sets", float64(e.Sets))
		m.number("reps", float64(e.Reps))
		m.number("weight_kg", e.WeightKg)
		m.number("percent_1rm", e.Percent1RM)
	}
	m.flag("hide_power", s.HidePower)
	m.text("power_shown", string(s.PowerShown))
	m.text("text", s.Text)
	w.cues(&m, s.Cues)
	m.end()
}

// targets writes the targets in order. The ramp of the leading one is a
// separate field, as in most forms.
func (w *stepformWriter) targets(m *members, s *training.WorkoutStep) {
	lead, _ := s.Leading()
	var said []training.TargetOf
	for _, t := range s.Targets {
		if slices.Contains(said, t.Of) {
			continue
		}
		said = append(said, t.Of)
		text := w.target(t)
		if ramps(t) && t.Of != lead.Of {
			text = "ramp " + text
		}
		m.text(string(t.Of), text)
	}
	m.flag("ramp", ramps(lead))
}

// ramps reports whether a target goes from one value to another.
func ramps(t training.StepTarget) bool {
	return t.Ramp != "" && t.Low > 0 && t.High > t.Low
}

func (w *stepformWriter) cues(m *members, cues []training.StepCue) {
	if len(cues) == 0 {
		return
	}
	m.key("cues")
	for i, c := range cues {
		w.WriteByte("[,"[min(i, 1)])
		inner := members{w, '{'}
		inner.number("at_s", c.AtS)
		inner.number("for_s", c.ForS)
		inner.text("text", c.Text)
		inner.end()
	}
	w.WriteByte(']')
}

// target writes a target as [ReadForm] reads it.
func (w *stepformWriter) target(t training.StepTarget) string {
	spell := spellings[t.Unit]
	before, after, bound := spell.before, spell.unit+spell.field, number
	switch {
	case t.Unit == training.TargetBest:
		after += overText(t.OverS) + " best"
	case t.Of == training.TargetSpeed:
		bound, after = speedBounds(t)
	case t.Unit == training.TargetMPS:
		per := cmp.Or(t.Per, training.PaceOf(w.sport))
		after = "/" + string(per)
		bound = func(mps float64) string { return paceText(per.Metres(), mps) }
	}
	switch from, to := stepformEnds(t); {
	case from == 0:
		return "up to " + before + bound(to) + after
	case to == 0:
		return "from " + before + bound(from) + after
	default:
		return between(from, to, bound, before, "") + after
	}
}

// stepformEnds returns the bounds in writing order: for a ramp, the start comes
// first; for a pace, the faster bound; otherwise, the lower one.
func stepformEnds(t training.StepTarget) (from, to float64) {
	pace := t.Of == training.TargetPace && t.Unit == training.TargetMPS && t.Low > 0 && t.High > 0
	if ramps(t) && t.Ramp == training.RampDown || pace && !ramps(t) {
		return t.High, t.Low
	}
	return t.Low, t.High
}

// speedBounds writes km/h if a few decimals express the bounds exactly, or else m/s.
func speedBounds(t training.StepTarget) (bound func(float64) string, after string) {
	kmh := func(mps float64) string { return number(math.Round(mps*workout.KmhPerMPS*1000) / 1000) }
	for _, mps := range []float64{t.Low, t.High} {
		if x, _ := strconv.ParseFloat(kmh(mps), 64); math.Abs(x/workout.KmhPerMPS-mps) > rounding*mps {
			return number, "m/s"
		}
	}
	return kmh, "km/h"
}

const (
	// maxDecimals is the number of decimals of a second that are enough to
	// distinguish paces computed from speeds.
	maxDecimals = 12
	// rounding is the relative error of a speed converted to a time and back.
	rounding = 1e-15
)

// paceText returns the shortest time that is read back as the same speed.
func paceText(metres, mps float64) string {
	for decimals := range maxDecimals {
		text := clockText(metres/mps, decimals)
		if s, ok := clock(text); ok && math.Abs(metres/s-mps) <= rounding*mps {
			return text
		}
	}
	return clockText(metres/mps, maxDecimals)
}

// overText returns a time as "5m" or "90s".
func overText(seconds float64) string {
	if minutes := seconds / 60; minutes == math.Trunc(minutes) {
		return number(minutes) + "m"
	}
	return number(seconds) + "s"
}

// members writes the members of an object, and leaves out those without a value.
type members struct {
	*stepformWriter
	next byte
}

func (m *members) key(name string) {
	m.WriteByte(m.next)
	m.next = ','
	m.WriteString(`"` + name + `":`)
}

func (m *members) number(name string, x float64) {
	if x != 0 {
		m.key(name)
		m.WriteString(number(x))
	}
}

func (m *members) flag(name string, b bool) {
	if b {
		m.key(name)
		m.WriteString("true")
	}
}

func (m *members) text(name, s string) {
	if s == "" {
		return
	}
	m.key(name)
	e := json.NewEncoder(m.stepformWriter)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can always be written
	m.Truncate(m.Len() - 1)
}

func (m *members) end() {
	if m.next == '{' {
		m.WriteByte('{')
	}
	m.WriteByte('}')
}

// Schema describes the form as an argument of a tool. It is short, because a model
// reads it at every start: fields that few workouts need have no type, and those
// for a device's display are left out.
func Schema() *jsonschema.Schema {
	step := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, p := range described {
		s := &jsonschema.Schema{Type: p.kind, Description: p.text}
		switch p.name {
		case "steps":
			s.Items = &jsonschema.Schema{Type: "object"}
		case "kind":
			s.Enum = []any{"warmup", "work", "rest", "cooldown"}
		}
		step.Properties[p.name] = s
		step.PropertyOrder = append(step.PropertyOrder, p.name)
	}
	return &jsonschema.Schema{
		Type: "array", Items: step,
		Description: "One length per step; first target is the main one. Also calories_kcal, rest_s, free, max_effort, sets, " +
			"reps, weight_kg, percent_1rm, cues [{at_s,text}]",
	}
}

var described = []struct{ name, kind, text string }{
	{"kind", "string", ""},
	{"duration_s", "number", ""},
	{"distance_m", "number", ""},
	{"until_lap", "boolean", "lap button"},
	{"power", "string", "220-240w, 88-94%, Z2, 60% of 5m best"},
	{"hr", "string", "140-150bpm, 90-95% LTHR, 70-80% max, Z2"},
	{"pace", "string", "5:00-5:10/km, 1:45/100m, 95-100%, Z3"},
	{"speed", "string", "30-32km/h"},
	{"rpe", "string", "6-7"},
	{"cadence", "string", "90-95rpm"},
	{"ramp", "boolean", "gradual"},
	{"text", "string", ""},
	{"repeat", "integer", "times"},
	{"steps", "array", "to repeat"},
}
