package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// withChannels gives the recording of the ride some channels more.
func (s *site) withChannels(names ...string) {
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return regexp.MustCompile(`"channels": \[\s*"power"`).ReplaceAll(b, []byte(`"channels": ["`+strings.Join(names, `","`)+`", "power"`))
	}
}

// attribute is what an attribute of the streams holds.
func (s *site) attribute(t *testing.T, name string) string {
	t.Helper()
	_, body := s.ask(t, http.MethodGet, "/activities/ride", nil)
	m := regexp.MustCompile(`<lk-streams [^>]*` + name + `="([^"]*)"`).FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("no %s", name)
	}
	return html.UnescapeString(m[1])
}

// TestStreamsBesideTheUsual: the page offers what the recording has, after the usual
// ones, and each channel has a name and a unit in both systems.
func TestStreamsBesideTheUsual(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if got := s.attribute(t, "data-others"); got != "" {
		t.Errorf("others without any: %s", got)
	}
	s.withChannels("step_length", "core_temp", "left_balance", "respiration", "vertical_oscillation", "ground_contact",
		"ground_contact_balance")
	const others = "left_balance,respiration,core_temp,step_length,ground_contact,ground_contact_balance,vertical_oscillation"
	if got := s.attribute(t, "data-others"); got != others {
		t.Errorf("others: %s", got)
	}
	all := s.attribute(t, "data-channels")
	if !strings.HasPrefix(all, "power,hr,") || !strings.HasSuffix(all, ","+others) {
		t.Errorf("the order is %s", all)
	}
	for _, system := range []struct {
		units training.Units
		want  map[string][]string
	}{
		{"", map[string][]string{
			"step_length": {"Step length", "cm", "0.1", "0"}, "core_temp": {"Core temperature", "°C", "1", "0"},
			"gap": {"Graded pace", "/km", "1", "0"},
		}},
		{training.ImperialUnits, map[string][]string{
			"step_length": {"Step length", "in", "0.03937007874015749", "0"}, "core_temp": {"Core temperature", "°F", "1.8", "32"},
		}},
	} {
		s.store.units = system.units
		var names map[string][]string
		if err := json.Unmarshal([]byte(s.attribute(t, "data-names")), &names); err != nil {
			t.Fatal(err)
		}
		for k, want := range system.want {
			if !slices.Equal(names[k], want) {
				t.Errorf("%s is %q, want %q", k, names[k], want)
			}
		}
		for _, k := range strings.Split(all, ",") {
			if len(names[k]) != 4 || names[k][0] == "" || names[k][1] == "" {
				t.Errorf("%s is %q", k, names[k])
			}
		}
	}
}

// TestStreamTableAsksByTheToolsNames: the tool and the columns call some channels
// differently.
func TestStreamTableAsksByTheToolsNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.withChannels("ground_contact", "vertical_oscillation")
	s.holds(t, "/activities/ride?streams=table", `value="213.5"`)
	if got := s.table.asked("get_activity_streams"); !strings.Contains(got, `"contact_time","oscillation"`) {
		t.Errorf("asked %s", got)
	}
}

// TestGradedPaceWhereThereIsOne: it is offered of what has a graded pace alone.
func TestGradedPaceWhereThereIsOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if got := s.attribute(t, "data-derived"); got != "" {
		t.Errorf("a ride has %s", got)
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return json.RawMessage(strings.Replace(string(b), `"avg_cadence_rpm": 87.3,`, `"gap_s_per_km": 312.4,`, 1))
	}
	if got := s.attribute(t, "data-derived"); got != "gap" {
		t.Errorf("a run has %q", got)
	}
}

// TestStreamsAreHadAsCSV: the block leads to its table, at an address that no
// selection changes, with the time, the moving time and the distance first.
func TestStreamsAreHadAsCSV(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const href = "/activities/ride?as=csv&table=streams"
	if _, body := s.ask(t, http.MethodGet, "/activities/ride?from=60&to=90", nil); !strings.Contains(body, `<a href="`+html.EscapeString(href)+`" download>`) {
		t.Error("the streams cannot be had as CSV")
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return regexp.MustCompile(`"channels": \{`).ReplaceAll(b, []byte(`"channels": {"moving_time_s": [0, 10, 12], "distance_km": [0, 0.1, 0.2], `))
	}
	if _, csv := s.ask(t, http.MethodGet, href, nil); !strings.HasPrefix(csv, "offset_s,moving_time_s,distance_km,") {
		t.Errorf("it begins with %.80s", csv)
	}
	if asked := s.table.asked("get_activity_streams"); !strings.Contains(asked, `"moving_time"`) {
		t.Errorf("it asked %s", asked)
	}
}
