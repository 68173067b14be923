package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// someTools returns a tool that lists gear, one that needs an id, and one that deletes.
func someTools() []tools.Row {
	type none struct {
		Kind    string `json:"kind,omitempty"`
		DueOnly bool   `json:"due_only,omitempty"`
	}
	type one struct {
		ID string `json:"id"`
	}
	type answer struct{}
	return []tools.Row{
		tools.New(tools.Spec{Name: "list_gear", Title: "Bikes, shoes and parts", Description: "Lists bikes."},
			func(context.Context, *tools.Call, none) (*answer, error) { return nil, nil }),
		tools.New(tools.Spec{Name: "get_event", Title: "One calendar event", Description: "Reads an event."},
			func(context.Context, *tools.Call, one) (*answer, error) { return nil, nil }),
		tools.New(tools.Spec{Name: "delete_gear", Title: "Delete gear", Description: "Deletes a bike.", Safety: tools.Write},
			func(context.Context, *tools.Call, one) (*answer, error) { return nil, nil }),
	}
}

// TestTheBoxAnswers: with the tool that the words find, its arguments in a form, the numbers with
// their units, and the page that shows the same.
func TestTheBoxAnswers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.rows = someTools()
	s.holds(t, "/ask", `href="/ask?in.due_only=true`, `data-pane="ask"`)
	s.holds(t, "/ask?q=is+my+chain+due", `<input type="hidden" name="tool" value="list_gear"`, `name="in.due_only"`, "<table",
		`href="/gear">Open Gear`, `&#34;gear&#34;`)
	if got := s.table.asked("list_gear"); got != `{}` {
		t.Errorf("the box asked %s", got)
	}
	s.holds(t, "/ask?q=due&tool=list_gear&sent=1&in.due_only=true&in.kind=", `<option value="true" selected`)
	if got := s.table.asked("list_gear"); got != `{"due_only":"true"}` {
		t.Errorf("the form asked %s", got)
	}
	s.holds(t, "/ask?q=one+calendar+event", "needs one more thing", `name="in.id"`)
	if n := s.table.calledOf("get_event"); n != 0 {
		t.Error("a tool was asked without what it needs")
	}
	s.holds(t, "/ask?q=this+calendar+event&on=/calendar/e7", `name="in.id" value="e7"`, `href="/calendar/`)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"gear":[{"id":"a","name":"<b>Bike</b>","distance_km":12}],"missing":{"power_w":"no sensor"},"total":1}`)
	}
	s.holds(t, "/ask?q=gear", "&lt;b&gt;Bike", `<data value="12"`, "no sensor")
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"local_date":"2026-01-02","names":{"a1":"Lake"},"bests":[{"activity_id":"a1","load":9,"event_id":"e1"},` +
			`{"activity_id":"a2","load":8,"event_id":"e2"}],"plan":{"plan_id":"p1","next_cursor":"c1","start_local":"easy"}}`)
	}
	s.holds(t, "/ask?q=gear", `href="/activities/a1">Lake<`, `href="/activities/a2">Open<`, "<dt>Started</dt>", ">Easy<")
	_, body := s.ask(t, http.MethodGet, "/ask?q=gear", nil)
	for _, x := range []string{"Event id", "Plan id", "Next cursor", "<dt>Date", "Names"} {
		if shown, _, _ := strings.Cut(body, "<pre"); strings.Contains(shown, x) {
			t.Errorf("the answer shows %q to a person", x)
		}
	}
}

// TestTheQuestionIsItsTitle: an example in the reader's language, other words in quotation marks.
func TestTheQuestionIsItsTitle(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.rows = someTools()
	s.holds(t, "/ask?q=is+my+chain+due,+and+what+maintenance+is+next%3F", ">Is my chain due, and what maintenance is next?</h2>")
	s.holds(t, "/ask?q=my+bikes+<b>", ">“my bikes &lt;b&gt;”</h2>")
	s.holds(t, "/ask?tool=list_gear", ">Is my chain due, and what maintenance is next?</h2>")
}

// TestTheBoxOnlyReads: a tool that writes is neither found nor asked by its name, and what is
// typed so far asks nothing.
func TestTheBoxOnlyReads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.rows = someTools()
	res, body := s.ask(t, http.MethodGet, "/ask?q=x&tool=delete_gear&sent=1&in.id=a", nil)
	if res.StatusCode != http.StatusNotFound || !strings.Contains(body, "The question box cannot use the tool") {
		t.Errorf("%d", res.StatusCode)
	}
	s.holds(t, "/ask?q=delete+gear", "list_gear")
	before := s.table.called.Load()
	_, body = s.ask(t, http.MethodGet, "/ask?look=1&q=chai", nil)
	if !strings.Contains(body, "Is my chain due") || s.table.called.Load() != before {
		t.Error("a beginning of a word finds nothing, or asks a tool")
	}
	s.table.want(t)
	s.table.fail = training.Errorf(training.KindInvalid, "kind cannot be %q.", "x").WithFix("Leave it out.")
	s.holds(t, "/ask?q=gear", "kind cannot be", "Leave it out.", `name="in.kind"`)
}

// TestThePaneIsRemembered: it has its place in the page before a script runs, and not on the
// pages of what it shows; a terminal that is off has none.
func TestThePaneIsRemembered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for cookie, want := range map[string]string{
		"": `class="shell"`, "lapkeep_pane=ask": `class="shell with-pane"`, "lapkeep_pane=terminal": `class="shell"`, "lapkeep_pane=<x>": `class="shell"`,
	} {
		r := s.request(t, http.MethodGet, "/fitness", nil)
		r.Header.Set("Cookie", s.cookie+"; "+cookie)
		if _, body := do(t, r); !strings.Contains(body, want) || strings.Contains(body, "coach.js") {
			t.Errorf("with %q the page lacks %s", cookie, want)
		}
	}
	for _, path := range []string{"/ask", "/coach"} {
		if _, body := s.ask(t, http.MethodGet, path, nil); strings.Contains(body, "<lk-pane") {
			t.Errorf("%s has a pane", path)
		}
	}
}
