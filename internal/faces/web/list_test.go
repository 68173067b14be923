package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestTheListFilters: what stands in the head of the table is asked of the tool in its
// units, stays when something else changes, and does not fail on nonsense.
func TestTheListFilters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/activities?q=hills&sport=running&range=2026&min_minutes=90&min_km=12.5&min_load=40&tag=x&gear=road-bike&race=1",
		`name="min_minutes" form="filters" value="90"`, `<option value="running" selected>`, `value="hills"`, `<option value="road-bike" selected>`,
		`href="/activities?gear=road-bike&amp;min_km=12.5&amp;min_load=40&amp;min_minutes=90&amp;q=hills&amp;race=1&amp;range=2026&amp;sort=distance&amp;sport=running&amp;tag=x"`)
	for _, want := range []string{
		`"min_duration_s":5400`, `"min_distance_km":12.5`, `"min_load":40`, `"text":"hills"`, `"sport":"running"`, `"range":"2026"`, `"tag":"x"`,
		`"gear":"road-bike"`, `"race":true`, `"totals":true`,
	} {
		if asked := s.table.asked("list_activities"); !strings.Contains(asked, want) {
			t.Errorf("%s lacks %s", asked, want)
		}
	}
	if !strings.Contains(body, `aria-sort="descending"`) || !strings.Contains(body, "order=asc") {
		t.Error("it does not say how it is sorted")
	}
	s.holds(t, "/activities?sort=load&order=asc", `data-key="tss"`, `aria-sort="ascending"`)
	s.holds(t, "/activities?min_minutes=soon&min_km=%3Cb%3E", `value="&lt;b&gt;"`)
	if asked := s.table.asked("list_activities"); strings.Contains(asked, "min_d") {
		t.Errorf("asked %s", asked)
	}
}

// TestTheListAddsUp: the totals are the tool's, under their columns and not in the CSV, and
// a single activity needs none.
func TestTheListAddsUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities", "<tfoot>", `value="1843201" data-key="duration_s"`, `value="6021.55" data-key="distance_km"`, `value="23999.5" data-key="tss"`)
	if _, csv := s.ask(t, http.MethodGet, "/activities?as=csv&table=activities", nil); strings.Contains(csv, "6021") {
		t.Errorf("the CSV has the totals: %s", csv)
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return []byte(strings.Replace(string(b), `"activities": 538`, `"activities": 1`, 1))
	}
	if _, body := s.ask(t, http.MethodGet, "/activities", nil); strings.Contains(body, "<tfoot>") {
		t.Error("one activity has totals")
	}
}

// TestTracksInTheList: a track is drawn from the tool's line, and nothing is drawn of what
// is no line.
func TestTracksInTheList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/activities", `data-key="summary_polyline"`, `<path d="M`)
	if n := strings.Count(body, `class="way thumb"`); n != 1 {
		t.Errorf("%d tracks are drawn", n)
	}
	for _, bad := range []string{`""`, `"_"`, `"<script>"`, `7`} {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			return []byte(strings.Replace(string(b), `"_p~iF~ps|U_ulLnnqC_mqNvxq`+"`"+`@"`, bad, 1))
		}
		if _, body := s.ask(t, http.MethodGet, "/activities", nil); strings.Contains(body, "way thumb") || strings.Contains(body, "<script>") {
			t.Errorf("%s is drawn", bad)
		}
	}
}

// TestSeveralAreChangedByAForm: the ticked activities, or all on the page, become one write,
// and a form that changes nothing says what is missing.
func TestSeveralAreChangedByAForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities?sport=running", `form="several" name="id" value="rqwyhg2xmi" aria-label="Select Up to the chapel"`,
		`name="shown" value="lial244ql7"`, `name="back" value="/activities?sport=running"`)
	shown := []string{"a", "b", "c"}
	for _, c := range []struct {
		fields url.Values
		call   string
	}{
		{
			url.Values{"id": {"a", "c"}, "shown": shown, "sport": {"running"}, "gear": {""}, "add_tags": {" club , hills"}},
			`update_activity {"add_tags":["club "," hills"],"id":"a","more_ids":["c"],"sport":"running"}`,
		},
		{url.Values{"id": {"b"}, "shown": shown, "gear": {"road-bike"}}, `update_activity {"gear":"road-bike","id":"b"}`},
		{url.Values{"all": {"1"}, "shown": shown, "add_tags": {"x，y"}}, `update_activity {"add_tags":["x","y"],"id":"a","more_ids":["b","c"]}`},
	} {
		c.fields.Set("back", "/activities?sport=running")
		res, _ := s.send(t, "/activities", c.fields)
		if to := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || to != "/activities?sport=running" {
			t.Errorf("%v: %d, goes to %s", c.fields, res.StatusCode, to)
		}
		s.table.want(t, c.call)
	}
	for _, c := range []struct {
		fields url.Values
		want   string
	}{
		{url.Values{"shown": shown, "sport": {"running"}}, "No activity is selected."},
		{url.Values{"id": {"a"}, "shown": shown, "add_tags": {"  "}}, "There is nothing to change."},
		{url.Values{"all": {"1"}, "sport": {"running"}}, "No activity is selected."},
	} {
		if res, body := s.send(t, "/activities", c.fields); res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, c.want) {
			t.Errorf("%v: %d", c.fields, res.StatusCode)
		}
		s.table.want(t)
	}
}
