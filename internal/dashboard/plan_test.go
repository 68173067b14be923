package dashboard_test

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
