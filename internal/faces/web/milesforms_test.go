package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestFormsInMilesSendMetric: who reads miles and pounds types them, and the tools
// are sent kilometres and kilograms; what nobody changed is not sent.
func TestFormsInMilesSendMetric(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	s.holds(t, "/wellness", "Weight, lb", `min="44.1"`)
	s.holds(t, "/settings", "Weight, lb", "min:s per mi", "min:s per 100 yd")
	for _, path := range []string{"/calendar/x", "/plan"} {
		s.holds(t, path, "Distance, mi")
	}
	for _, c := range []struct {
		path string
		form url.Values
		want string
	}{
		{"/wellness", url.Values{"date": {"2026-11-27"}, "weight_kg": {"136.2"}}, `"weight_kg":"61.779"`},
		{"/settings", url.Values{"setting": {"weight_kg"}, "value": {"136.2"}}, `"weight_kg":61.779`},
		{"/settings", url.Values{"setting": {"threshold_pace_s_per_km"}, "value": {"8:00"}}, `"threshold_pace_s_per_km":298.258`},
		{
			"/plan",
			url.Values{
				"plan": {"p"}, "do": {"save"}, "session": {"s"}, "distance_km": {"6"}, "was.distance_km": {"5"},
				"week": {"1"}, "was.week": {"1"},
			},
			`"distance_km":9.656`,
		},
	} {
		s.send(t, c.path, c.form)
		s.table.mu.Lock()
		got := strings.Join(s.table.wrote, "; ")
		s.table.wrote = nil
		s.table.mu.Unlock()
		if !strings.Contains(got, c.want) {
			t.Errorf("%s sends %s, want %s", c.path, got, c.want)
		}
	}
}

// TestLengthsInMiles: a run's distances are miles, a swim's yards, and nothing is
// 0.00 ft.
func TestLengthsInMiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	for _, path := range everyPage() {
		if _, body := s.ask(t, http.MethodGet, path, nil); regexp.MustCompile(`>-?0\.0+</data>`).MatchString(body) {
			t.Errorf("%s says a zero in decimals", path)
		}
	}
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"curve":{"distance_m":[1000],"pace_s_per_km":[300],"time_s":[300]}}`)
	}
	s.holds(t, "/curves?kind=distance", `>0.62</data> <span class="unit">mi</span>`)
	s.holds(t, "/curves?kind=swim-distance", `>1094</data> <span class="unit">yd</span>`)
}
