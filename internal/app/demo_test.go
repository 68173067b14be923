package app

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/mcp/dialoguetest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// plannedOf is what the calendar and the activity say of a planned session.
type plannedOf struct {
	Status, By, Band, Words string
	DurationS               float64
	Steps                   int
}

// TestTheDemoDoesWhatItPlans asks the tools what became of the plan: the steps
// and what follows from them, the match, and how each step was followed.
func TestTheDemoDoesWhatItPlans(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	a := newDemo(t)
	for id, want := range map[string]plannedOf{
		"plan-2026-08-18-threshold":  {"done", "same_day", "green", "2 of 2 done, all on target", 4500, 8},
		"plan-2026-08-11-vo2max":     {"done", "same_day", "green", "5 of 6 done, all on target", 4800, 8},
		"plan-2026-08-09-intervals":  {"done", "same_day", "green", "6 of 6 done, all on target", 4116, 4},
		"plan-2026-08-12-pool":       {"moved", "moved", "green", "4 of 4 done, all on target, 5 intervals more than planned", 1713, 9},
		"plan-2026-08-14-strength":   {"missed", "", "red", "", 1782, 10},
		"plan-2026-08-22-endurance":  {"upcoming", "", "", "", 12600, 1},
		"plan-2026-08-27-pool":       {"upcoming", "", "", "", 2791, 5},
		"plan-2026-09-13-10-km":      {"upcoming", "", "", "", 2451, 1},
		"plan-2026-08-24-strength":   {"upcoming", "", "", "", 1782, 10},
		"plan-2026-09-01-easy-spin":  {"upcoming", "", "", "", 2400, 3},
		"plan-2026-07-25-hills":      {"done", "same_day", "green", "1 of 1 done, on target", 11100, 1},
		"plan-2026-08-05-tempo-run":  {"done", "same_day", "green", "1 of 1 done, on target", 3737, 4},
		"plan-2026-08-06-open-water": {"done", "same_day", "green", "1 of 1 done, on target", 2121, 1},
	} {
		if diff := cmp.Diff(want, a.plannedOf(t, id)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	var check struct {
		Sessions []struct {
			ID, Status string
			Event      string `json:"event_id"`
		}
	}
	tooltest.Decode(t, a.table, a.call(t), "check_training_plan", `{}`, &check)
	for _, s := range check.Sessions {
		if s.Status != "rest" && s.Event != s.ID {
			t.Errorf("%s is in the calendar as %q", s.ID, s.Event)
		}
	}
	if len(check.Sessions) == 0 {
		t.Error("the plan of the demo has no sessions")
	}
	a.hasThings(t)
}

// hasThings asks the tools for what the demo has beside recordings.
func (a *subject) hasThings(t *testing.T) {
	t.Helper()
	for _, tt := range []struct {
		tool, args string
		least      map[string]int // of what a path in the answer counts
	}{
		{"list_segments", `{"kind":"own"}`, map[string]int{"segments": 2}},
		{"get_segment", `{"id":"Chapel Saddle"}`, map[string]int{"own_efforts": 10}},
		{"list_goals", `{}`, map[string]int{"goals": 4}},
		{"list_gear", `{"retired":true}`, map[string]int{"gear": 10}},
		{"list_gear", `{"id":"demo-wheels"}`, map[string]int{"gear.0.reminders": 1}},
		{"get_wellness", `{"sections":["cycle"],"range":"last 12 months"}`, map[string]int{"cycle.phase": 4}},
		{"get_wellness", `{"range":"last 7 days"}`, map[string]int{"trends.field": 12, "days.sources.hrv_rmssd_ms": 1}},
	} {
		var answer any
		tooltest.Decode(t, a.table, a.call(t), tt.tool, tt.args, &answer)
		for path, least := range tt.least {
			at := answer
			for step := range strings.SplitSeq(path, ".") {
				switch in := at.(type) {
				case map[string]any:
					at = in[step]
				case []any:
					at = in[0]
				}
			}
			if list, ok := at.([]any); !ok || len(list) < least {
				t.Errorf("%s %s: %s is %v", tt.tool, tt.args, path, at)
			}
		}
	}
	var ride struct {
		Gear      string
		More_gear []string
		Weather   map[string]any
		Segments  []struct{ Name string }
	}
	tooltest.Decode(t, a.table, a.call(t), "get_activity", `{"id":"demo:2026-07-25-hills-0","sections":["summary","device","segments","weather"]}`, &ride)
	if ride.Gear != "Race bike" || len(ride.More_gear) != 1 || ride.Weather["source"] != "demo" || len(ride.Segments) != 2 {
		t.Errorf("%+v", ride)
	}
}

func (a *subject) plannedOf(t *testing.T, id string) plannedOf {
	t.Helper()
	var d struct {
		Event struct {
			Status     string
			Planned    struct{ Duration_s, Load float64 }
			Steps      struct{ Length []string }
			Done       struct{ Activity_id, Paired_by string }
			Compliance struct{ Band string }
			Sport      string
		}
	}
	tooltest.Decode(t, a.table, a.call(t), "get_event", `{"id":"`+id+`"}`, &d)
	e := &d.Event
	if e.Planned.Load == 0 && e.Sport != "strength" {
		t.Errorf("%s has no load", id)
	}
	got := plannedOf{e.Status, e.Done.Paired_by, e.Compliance.Band, "", e.Planned.Duration_s, len(e.Steps.Length)}
	if e.Done.Activity_id == "" {
		return got
	}
	var one struct {
		Intervals struct {
			Planned struct{ Words, Event_id string }
		}
	}
	tooltest.Decode(t, a.table, a.call(t), "get_activity", `{"id":"`+e.Done.Activity_id+`","sections":["intervals"]}`, &one)
	if got.Words = one.Intervals.Planned.Words; got.Words != "" && one.Intervals.Planned.Event_id != id {
		t.Errorf("%s is told of %s", id, one.Intervals.Planned.Event_id)
	}
	return got
}

// TestTheContextOfTheDemo: within each budget, measured on the answer as it is
// sent; it has the plan, the memory, the logs and where it hurts; to read it
// changes nothing, and a week has one number wherever it is told.
func TestTheContextOfTheDemo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	a := newDemo(t)
	seq, entries := a.lastChange(t), a.journaled(t)
	for _, most := range []int{1000, 2000, 4000, 8000} {
		res := tooltest.Call(t, a.table, a.call(t), "get_coach_context", fmt.Sprintf(`{"max_tokens":%d}`, most))
		var v briefing.View
		tooltest.Decode(t, a.table, a.call(t), "get_coach_context", fmt.Sprintf(`{"max_tokens":%d}`, most), &v)
		if tokens := (len(res.Text) + 3) / 4; tokens > most || tokens < most*6/10 || v.Most != most {
			t.Errorf("%d tokens of %d, %d", tokens, most, v.Most)
		}
		a.toldWhole(t, &v, most)
	}
	if a.lastChange(t) != seq || a.journaled(t) != entries {
		t.Error("reading changed something")
	}
	began := time.Now()
	const calls = 5
	for range calls {
		a.ask(t, "get_coach_context", `{}`)
	}
	t.Logf("%s a call", time.Since(began)/calls)
	if out := a.must(t, "today"); !strings.Contains(out, "Watch out for:") || !strings.Contains(out, "week 5 of") {
		t.Errorf("%s", out)
	}
}

// toldWhole checks what stands in every context of the demo athlete.
func (a *subject) toldWhole(t *testing.T, v *briefing.View, most int) {
	t.Helper()
	p := v.Plan
	if p == nil || p.ID != "demo-race-plan" || p.Status != plan.Current || p.Week != 5 ||
		len(v.Alerts) == 0 || v.Alerts[0].Region != "left_kneecap" ||
		v.Memory == nil || len(v.Memory.Facts) == 0 || len(v.Logs) == 0 || v.Persona == nil || v.Persona.Name != "compass" || v.Wellness == nil {
		t.Errorf("%d: %+v", most, v)
		return
	}
	number := map[training.Day]int{}
	for _, w := range p.Weeks {
		number[w.Start] = w.Number
		if w.Current && len(w.Sessions) == 0 {
			t.Errorf("%d: the current week has no sessions", most)
		}
	}
	for _, w := range v.Training.Weeks {
		if n, ok := number[w.Start]; ok && n != w.Number {
			t.Errorf("%d: the week of %s is %d and %d", most, w.Start, w.Number, n)
		}
	}
	for _, x := range v.Alerts {
		if strings.Contains(x.Region, "achilles") {
			t.Errorf("%d: %+v is well again", most, x)
		}
	}
	if (len(v.LeftOut) == 0) != (most == 8000) {
		t.Errorf("%d: left out %+v", most, v.LeftOut)
	}
}

// changing matches the values that differ from one run to the next: ids of
// entries, codes, imports and recordings, and sizes. The first group stays.
func changing() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(lapkeep (?:approve|undo) |as activity )[a-z0-9]{10}\b`),
		regexp.MustCompile(`((?:run_id|journal_id|recording_id)\\?": ?\\?")[a-z0-9]{10}\b`),
		regexp.MustCompile(`((?:last_imports\\?": ?\[\s*\{\s*\\?"id|activities)\\?": ?(?:\[\s*)?\\?")[a-z0-9]{10}\b`),
		regexp.MustCompile(`((?:original|database)_bytes\\?": ?)[0-9]+`),
	}
}

// TestDialogues replays the stories of testdata/dialogues over the real table
// and a real store. $ID1 is the id of the athlete's first activity, and so on.
func TestDialogues(t *testing.T) {
	t.Parallel()
	dialoguetest.Run(t, "testdata/dialogues", func(t *testing.T) dialoguetest.Story {
		a := newSubject(t)
		server, err := a.program(io.Discard, io.Discard).server(t.Context(), a.Workbench, []string{"all"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var say, show []string
		for i := len(a.ids) - 1; i >= 0; i-- { // $ID1 is how $ID10 begins
			id := fmt.Sprint("$ID", i+1)
			say, show = append(say, id, a.ids[i]), append(show, a.ids[i], id)
		}
		show = append(show, a.user, "$HOME")
		patterns := changing()
		return dialoguetest.Story{
			Serve: server.ServeStdio,
			Say:   strings.NewReplacer(say...).Replace,
			Show: func(text string) string {
				text = strings.NewReplacer(show...).Replace(text)
				for _, what := range patterns {
					text = what.ReplaceAllString(text, "${1}SOME")
				}
				return text
			},
		}
	})
}

// workbench opens the home.
func (p *person) workbench(t *testing.T) *cli.Workbench {
	t.Helper()
	program := p.program(io.Discard, io.Discard)
	s, err := settings.Load(program.places())
	if err != nil {
		t.Fatal(err)
	}
	w, err := program.open(t.Context(), s, cli.OpenOptions{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	return w
}
