package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestNoTrainingPlan: an answer without a plan shows that there is none, and ways on.
func TestNoTrainingPlan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage("{}") }
	res, page := s.ask(t, http.MethodGet, "/plan", nil)
	for _, want := range []string{"There is no training plan.", "lapkeep plan new", `<a class="button quiet" href="/calendar">`} {
		if res.StatusCode != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%s without %q", res.Status, want)
		}
	}
}

// TestAWeekOfThePlanIsThatOfTheCalendar: its head says what the table of weeks
// says, and what that rests on; a plan that is in no calendar what it states.
func TestAWeekOfThePlanIsThatOfTheCalendar(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	head := func(want ...string) {
		t.Helper()
		_, body := s.ask(t, http.MethodGet, "/plan", nil)
		_, body, _ = strings.Cut(body, `class="plan-week`)
		body, _, _ = strings.Cut(body, "</section>")
		for _, w := range want {
			if !strings.Contains(body, w) {
				t.Errorf("the week does not hold %s", w)
			}
		}
	}
	head(`value="25540"`, `value="359.7"`, `value="30.5"`, "computed from its steps")
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return json.RawMessage(strings.ReplaceAll(string(b), `"sessions": 6,`, `"sessions": 1,`))
	}
	head(`value="7200"`, `value="80"`, "Put the plan into the calendar")
}

// TestDistancesThatNotAllSessionsState: what was done is not held against a sum of
// some sessions.
func TestDistancesThatNotAllSessionsState(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, some := range []bool{false, true} {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			if !some {
				return b
			}
			return json.RawMessage(strings.ReplaceAll(string(b), `"distance_km": 30.5,`, `"distance_km": 30.5, "without_distance": 3,`))
		}
		if _, csv := s.ask(t, http.MethodGet, "/plan?as=csv&table=weeks", nil); strings.Contains(csv, "30.5") == some {
			t.Errorf("not all: %v, the weeks are %s", some, csv)
		}
		if _, body := s.ask(t, http.MethodGet, "/calendar", nil); strings.Contains(body, "/ 30.5 km") == some {
			t.Errorf("not all: %v, but the rail says otherwise", some)
		}
	}
}

// TestADoneSessionSaysHowItWas: its length, power or pace and heart rate lead to its
// activity; and an empty page of each panel names the three ways on.
func TestADoneSessionSaysHowItWas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		switch {
		case strings.Contains(string(b), `"plan_notes"`):
			return b
		case strings.Contains(string(b), `"whole_plan"`):
			return json.RawMessage(`{"sessions":[{"id":"s1","status":"done","done":{"activity_id":"run","duration_s":3540}}]}`)
		case strings.Contains(string(b), `"activities"`):
			return json.RawMessage(`{"activities":[{"id":"run","sport":"running","pace_s_per_km":326,"avg_hr_bpm":141}]}`)
		}
		return json.RawMessage(`{}`)
	}
	page := s.holds(t, "/plan", `href="/activities/run"`, ">5:26<", ">141<", ">59:00<", `class="vh">: Easy run`)
	if strings.Count(page, `href="/activities/run"`) != 1 {
		t.Error("another session has it too")
	}
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage("{}") }
	for _, path := range []string{"/plan", "/calendar", "/calendar?view=agenda", "/wellness", "/body"} {
		s.holds(t, path, `href="/start"`, `href="/sources"`, "lapkeep demo")
	}
}
