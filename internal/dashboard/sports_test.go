package dashboard_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// ever is whether a tool was asked with something in its arguments.
func (f *fakeTable) ever(name, part string) (found bool) {
	f.calls.Range(func(k, _ any) bool {
		call, _ := k.(string)
		found = found || strings.HasPrefix(call, name+" ") && strings.Contains(call, part)
		return true
	})
	return found
}

// as answers with one activity, of a sport and with columns of laps and splits
// that all sports have.
func (s *site) as(sport, sub string) {
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"id":"x","local_date":"2026-11-14","sport":"` + sport + `","sub_sport":"` + sub + `","recordings":[{"channels":["hr","speed"]}],
			"summary":{"avg_speed_kmh":3.33,"pace_s_per_km":1081,"pace_s_per_100m":108.1,"duration_s":600},
			"laps":[{"lap":1,"duration_s":300,"avg_speed_kmh":3.33,"pace_s_per_km":1081,"pace_s_per_100m":108.1},
				{"lap":2,"duration_s":300,"avg_speed_kmh":3.33,"pace_s_per_km":1081,"pace_s_per_100m":108.1}],
			"splits":{"split":[1],"start_offset_s":[0],"values":{"avg_speed_kmh":[3.33],"pace_s_per_km":[1081],"pace_s_per_100m":[108.1]}},
			"zones":{"pace":{"scheme":"x","zones":[{"name":"Z1","seconds":60,"percent":100,"to_pace_s_per_km":1090,"to_pace_s_per_100m":109}]}}}`)
	}
}

// TestEachSportIsReadInItsOwnUnit: a swim as a pace over 100 m, a run as one over
// a kilometre, a ride as a speed, and none as two.
func TestEachSportIsReadInItsOwnUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sport, sub, key, height, zones string }{
		{"swimming", "open_water", "pace_s_per_100m", "Pace", "to_pace_s_per_100m"},
		{"running", "", "pace_s_per_km", "Pace", "to_pace_s_per_km"},
		{"walking", "", "pace_s_per_km", "Pace", "to_pace_s_per_km"},
		{"cycling", "road", "avg_speed_kmh", "Average speed", "to_pace_s_per_km"},
	} {
		s := newSite(t)
		s.as(c.sport, c.sub)
		_, body := s.ask(t, http.MethodGet, "/activities/x", nil)
		for _, k := range []string{"pace_s_per_100m", "pace_s_per_km", "avg_speed_kmh"} {
			if got := strings.Contains(body, `data-key="`+k+`"`); got != (k == c.key) {
				t.Errorf("%s: %s is shown: %v", c.sport, k, got)
			}
		}
		for table, want := range map[string]string{"laps": c.key, "splits": c.key, "zones-pace": c.zones} {
			_, csv := s.ask(t, http.MethodGet, "/activities/x?as=csv&table="+table, nil)
			head, _, _ := strings.Cut(csv, "\n")
			if !strings.Contains(","+head+",", ","+want+",") || strings.Count(head, "pace")+strings.Count(head, "speed") > 2 {
				t.Errorf("%s: the table %s has %s", c.sport, table, head)
			}
		}
		if !strings.Contains(body, "as high as they were hard ("+c.height+")") {
			t.Errorf("%s: the laps are not as high as their %s", c.sport, c.height)
		}
	}
}

// TestSplitsAreOfTheReadersUnit: by mile for who reads miles, and none of a pool.
func TestSplitsAreOfTheReadersUnit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.as("running", "")
	if s.holds(t, "/activities/x", "Splits by kilometre"); s.table.ever("get_activity", `"split"`) {
		t.Error("asked for miles")
	}
	s.as("swimming", "pool")
	if body := s.holds(t, "/activities/x"); strings.Contains(body, "Splits by") {
		t.Error("a pool has splits by kilometre")
	}
	miles := newSite(t)
	miles.store.units = training.ImperialUnits
	miles.as("running", "")
	miles.holds(t, "/activities/x", "Splits by mile")
	if !miles.table.ever("get_activity", `"split":"mile"`) {
		t.Error("not asked for miles")
	}
}
