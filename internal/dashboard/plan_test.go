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
