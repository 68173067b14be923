package app

import (
	"encoding/json"
	"regexp"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// metric is a quantity in metric units within a sentence. A minute is "8m" in
// the text of a workout, so that "m" alone has its space or a sign before it.
var metric = regexp.MustCompile(`\d(?: ?(?:km|cm|kg|°C|km/h|m/h|m/s|kilomet\w+)| m|mtr)\b|[+@]\S*\dm\b|/km\b|/100 ?m\b|\b\d{3,}m\b`)

// staysMetric are the members of answers whose texts are no sentences of ours,
// or quote what has one name for everybody, with why.
func staysMetric() map[string]string {
	return map[string]string{
		"content": "a file", "calendar": "a file", "prompt": "asks a model, which reads the fields",
		"questions": "asks a model", "help": "the language of workouts, in which both units are written",
		"description": "the athlete's words, or the text of a workout", "workout": "the text of a workout", "structure": "the text of a workout",
		"pace": "a step as it is given to tools", "speed": "a step as it is given to tools",
		"text": "the athlete's words in the memory, and pages of docs/metrics.md with their formulas",
		"name": "the athlete's, that of a race, or of a session as it stands in the calendar", "plan_name": "the athlete's",
		"id": "an id", "target": "an id", "setting": "the name of a field", "best_by": "the name of a field",
		"length": "that of a repeat, which is called so by everybody",
		"erg":    "a step by its length, as its workout calls it", "mrc": "likewise",
		"assumes": "the records of the world that a model was fitted to",
		"confirm": "a test by its name: 400 m and 200 m",
		"fix":     "how a text of a workout is written",
	}
}

// TestSentencesSayMiles: who reads miles and feet is told no quantity of theirs
// in metric units, by no tool on a page.
func TestSentencesSayMiles(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	demo, small := newDemo(t), newSubject(t)
	m := &inMiles{t: t, units: map[string]bool{}}
	for _, a := range []*subject{demo, small} {
		for _, r := range a.table.Rows() {
			raw := json.RawMessage(a.own(exampleOf(r.Name)))
			if r.Input().Properties["dry_run"] != nil {
				raw = args(t, r, string(raw), "dry_run", true)
			} else if r.Safety != tools.Read {
				continue // would write
			}
			m.ask(a, r.Name, raw)
		}
	}
	with := demo.words(t)
	for _, q := range agreements() {
		for _, ask := range q.asks {
			m.ask(demo, ask.tool, json.RawMessage(with.Replace(ask.args)))
		}
	}
	for _, ask := range append(thorough(),
		place{tool: "check_workout", args: `{"sport":"ride","steps":[{"duration_s":600,"speed":"30-32km/h"},{"distance_m":8000,"speed":"up to 25km/h"}]}`},
		place{tool: "check_workout", args: `{"sport":"swim","description":"- 100mtr 1:45/100m Pace"}`},
	) {
		m.ask(demo, ask.tool, json.RawMessage(with.Replace(ask.args)))
	}
	if m.answers < 150 {
		t.Errorf("only %d answers were read", m.answers)
	}
	for _, unit := range []string{"mi", "ft", "/mi", "mph", "yd"} {
		if !m.units[unit] {
			t.Errorf("no sentence says %s", unit)
		}
	}
}

// inMiles reads answers as a page shows them to who reads miles.
type inMiles struct {
	t       *testing.T
	answers int
	units   map[string]bool // that sentences say
}

var mile = regexp.MustCompile(`\d ?(mi|ft|lb|mph|yd|/mi)\b`)

// ask reads the answer, if there is one: some examples are of another athlete.
func (m *inMiles) ask(a *subject, tool string, raw json.RawMessage) {
	m.t.Helper()
	c := a.call(m.t)
	c.Scope.Audience, c.Face = training.AudiencePage, onPage
	c.Said, c.Miles = i18n.InMiles(nil), true
	res, err := a.table.Call(m.t.Context(), tool, c, raw)
	if err != nil {
		m.text(tool, "error", err.Error())
		return
	}
	m.answers++
	m.read(tool+" "+string(raw), "", decoded(m.t, res.Structured))
}

func (m *inMiles) read(asked, member string, v any) {
	m.t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			m.read(asked, key, x)
		}
	case []any:
		for _, x := range v {
			m.read(asked, member, x)
		}
	case string:
		m.text(asked, member, v)
	}
}

func (m *inMiles) text(asked, member, text string) {
	m.t.Helper()
	for _, found := range mile.FindAllStringSubmatch(text, -1) {
		m.units[found[1]] = true
	}
	if metric.MatchString(text) && staysMetric()[member] == "" {
		m.t.Errorf("%s: %s is %q", asked, member, text)
	}
}
