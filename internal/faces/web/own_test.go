package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestFormsOfWhatTheAthleteKeeps: each button of the pages of goals, gear, segments and
// memory calls its tool, with what was typed and nothing else, and leads on.
func TestFormsOfWhatTheAthleteKeeps(t *testing.T) {
	t.Parallel()
	gear := url.Values{
		"id": {"road-bike"}, "name": {"Road bike"}, "was.name": {"Road bike"}, "brand": {""}, "was.brand": {"Acme"},
		"earlier_km": {"1300"}, "was.earlier_km": {"1200.5"},
	}
	for name, c := range map[string]struct {
		path, want, to string
		fields         url.Values
	}{
		"a new goal": {
			"/goals", `save_goal {"measure":"duration_h","name":"Hours","period":"week","target":6.5}`, "/goals",
			url.Values{"id": {""}, "name": {"Hours"}, "measure": {"duration_h"}, "period": {"week"}, "target": {"6,5"}, "sport": {""}, "from": {""}},
		},
		"a season": {
			"/goals", `save_goal {"from":"2026-12-01","id":"g","measure":"tss","name":"","period":"season","target":900,"to":"2026-12-31"}`, "/goals",
			url.Values{"id": {"g"}, "measure": {"tss"}, "period": {"season"}, "target": {"900"}, "from": {"2026-12-01"}, "to": {"2026-12-31"}},
		},
		"the same target": {
			"/goals", `save_goal {"id":"g","measure":"distance_km","name":"Km","period":"week"}`, "/goals",
			url.Values{
				"id": {"g"}, "name": {"Km"}, "measure": {"distance_km"}, "was.measure": {"distance_km"}, "period": {"week"},
				"target": {"68.4"}, "was.target": {"68.4"},
			},
		},
		"no goal":      {"/goals", `delete_goal {"id":"g"}`, "/goals", url.Values{"id": {"g"}, "do": {"remove"}}},
		"changed gear": {"/gear", `save_gear {"clear":["brand"],"earlier_km":"1300","id":"road-bike"}`, "/gear?id=road-bike", gear},
		"new gear": {
			"/gear", `save_gear {"kind":"component","name":"Chain","part_of":"road-bike"}`, "/gear",
			url.Values{"kind": {"component"}, "part_of": {"road-bike"}, "name": {"Chain"}, "earlier_km": {""}},
		},
		"retired":  {"/gear", `save_gear {"id":"x","retired":"true"}`, "/gear?id=x", url.Values{"id": {"x"}, "do": {"retire"}}},
		"in use":   {"/gear", `save_gear {"id":"x","retired":"false"}`, "/gear?id=x", url.Values{"id": {"x"}, "do": {"use"}}},
		"no gear":  {"/gear", `delete_gear {"id":"x"}`, "/gear", url.Values{"id": {"x"}, "do": {"remove"}}},
		"oiled":    {"/gear", `save_gear_reminder {"done":"2026-11-27","id":"oil"}`, "/gear", url.Values{"reminder": {"oil"}, "do": {"done"}}},
		"no chore": {"/gear", `delete_gear {"reminder_id":"oil"}`, "/gear", url.Values{"reminder": {"oil"}, "do": {"forget"}}},
		"a chore": {
			"/gear", `save_gear_reminder {"every_km":"300","gear_id":"x","text":"Oil"}`, "/gear?id=x",
			url.Values{"id": {"x"}, "do": {"remind"}, "text": {"Oil"}, "every_km": {"300"}, "due_date": {""}},
		},
		"a star":     {"/segments/a%2Fb", `star_segment {"id":"a/b","starred":"true"}`, "/segments/a%2Fb", url.Values{"do": {"star"}}},
		"no star":    {"/segments/x", `star_segment {"id":"x","starred":"false"}`, "/segments/x", url.Values{"do": {"unstar"}}},
		"a name":     {"/segments/x", `save_segment {"id":"x","name":"Bend"}`, "/segments", url.Values{"name": {" Bend "}}},
		"no segment": {"/segments/x", `delete_segment {"id":"x"}`, "/segments?kind=own", url.Values{"do": {"remove"}}},
		"forgotten":  {"/memory", `update_coach_memory {"fact":{"forget":true,"number":2}}`, "/memory", url.Values{"fact": {"2"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			res, body := s.send(t, c.path, c.fields)
			if got := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || got != c.to {
				t.Errorf("%d to %q, want %q\n%.300s", res.StatusCode, got, c.to, body)
			}
			s.table.want(t, c.want)
		})
	}
	t.Run("a proposal that was saved", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		s.table.answer("save_segment", `{"id":"river bend"}`)
		if res, _ := s.send(t, "/segments/climb:1:2", url.Values{"name": {"Bend"}}); res.Header.Get("Location") != "/segments/river%20bend" {
			t.Errorf("it leads to %q", res.Header.Get("Location"))
		}
	})
}

// TestBadFormsOfWhatTheAthleteKeeps write nothing, and say what to do.
func TestBadFormsOfWhatTheAthleteKeeps(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct {
		fields url.Values
		want   string
	}{
		"/goals":  {url.Values{"measure": {"tss"}, "target": {"many"}}, `{"error":"Target cannot be many.","fix":"Enter a number such as 6.","field":"target"}`},
		"/memory": {url.Values{"fact": {"two"}}, `{"error":"The form names no fact.","fix":"Reload the page, then try again."}`},
	} {
		s := newSite(t)
		if status, got := s.refusedAs(t, path, c.fields); status != http.StatusUnprocessableEntity || got != c.want {
			t.Errorf("%s: %d %s, want %s", path, status, got, c.want)
		}
		s.table.want(t)
	}
	s := newSite(t)
	s.holds(t, "/race?sport=running&of=10&from=5&time=1:20:05")
	if got := s.table.asked("predict_race"); got != `{"distances_m":[10000],"race_distance_m":5000,"race_time_s":4805,"sport":"running"}` {
		t.Errorf("it asked %s", got)
	}
	for path, want := range map[string]string{
		"/race?sport=running&of=far": "is not a distance", "/race?sport=running&from=far&time=20:00": "is not a distance",
		"/race?sport=running&from=5&time=20": "is not a time", "/race?sport=running&from=5&time=1:x": "is not a time",
	} {
		res, body := s.ask(t, http.MethodGet, path, nil)
		if res.StatusCode != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	s.table.fails = map[string]error{"get_route": training.Errorf(training.KindNotFound, "There is no route %q.", "x")}
	if res, _ := s.ask(t, http.MethodGet, "/routes/x", nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("a route that there is not: %d", res.StatusCode)
	}
}

// TestGoalsInMiles: who reads miles types miles, and the tool is given kilometres.
func TestGoalsInMiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	s.holds(t, "/goals", `name="target" value="68.`)
	s.send(t, "/goals", url.Values{"measure": {"distance_km"}, "period": {"week"}, "target": {"100"}})
	s.table.want(t, `save_goal {"measure":"distance_km","name":"","period":"week","target":160.934}`)
}

// TestRecordsOfAShorterPeriod: it has what the longer one has, unless it says
// otherwise; a step without a best in it has none.
func TestRecordsOfAShorterPeriod(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, csv := s.ask(t, http.MethodGet, "/records?as=csv&table=records-power", nil)
	const want = "duration_s,power_w,local_date,best_of_365d_power_w,best_of_365d_local_date,season_power_w,season_local_date\n" +
		"60,512.6,2025-06-01,512.6,2025-06-01,512.6,2025-06-01\n" +
		"300,348.2,2025-06-01,341.7,2026-07-12,341.7,2026-07-12\n" +
		"1200,291.4,2025-06-01,,,,\n"
	if csv != want {
		t.Errorf("%s, want\n%s", csv, want)
	}
	s.holds(t, "/records?steps=20min,2h")
	if got := s.table.asked("get_records"); !strings.Contains(got, `"durations_s":["20min","2h"]`) {
		t.Errorf("it asked %s", got)
	}
}

// TestEachValueOfACurveHasItsDate: the date is directly after the value, and there is none
// for a period that is not compared.
func TestEachValueOfACurveHasItsDate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for address, want := range map[string]string{
		"/curves?kind=power":                "duration_s,power_w,local_date,best_of_365d_power_w,best_of_365d_local_date\n",
		"/curves?kind=power&with=this+year": "duration_s,power_w,local_date,compared_power_w,compared_local_date\n",
		"/curves?kind=power&with=none":      "duration_s,power_w,local_date\n",
	} {
		if _, csv := s.ask(t, http.MethodGet, address+"&as=csv&table=curve", nil); !strings.HasPrefix(csv, want) {
			t.Errorf("%s: %s, want %s", address, csv, want)
		}
	}
}

// TestRankingOfAStep: each step of the records leads to its ranking, in the period and the
// sport of the page; a kind that does not exist has none.
func TestRankingOfAStep(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/records?range=2025", `href="/records?range=2025&amp;rank=power-1200#ranking"`, `>2024<`)
	_, csv := s.ask(t, http.MethodGet, "/records?as=csv&table=ranking&range=2025&sport=cycling&rank=power-1200", nil)
	const want = "rank,power_w,power_w_per_kg,name,local_date\n" +
		"1,341.7,4.88,Evening race,2026-10-20\n2,338.25,4.83,Long climb,2026-09-01\n3,300,4.29,,2026-08-30\n"
	if csv != want {
		t.Errorf("%s, want\n%s", csv, want)
	}
	const asked = `{"durations_s":["1200"],"kind":"power","per_kg":true,"range":"2025","rank":20,"sport":"cycling"}`
	if got := s.table.asked("get_curves"); got != asked {
		t.Errorf("it asked %s, want %s", got, asked)
	}
	if _, body := s.ask(t, http.MethodGet, "/records?rank=speed-1200", nil); strings.Contains(body, `id="ranking"`) {
		t.Error("there is a ranking of a kind that does not exist")
	}
	s.table.fails = map[string]error{"get_curves": training.Errorf(training.KindInvalid, "That is no duration.").WithFix("Give seconds.")}
	s.holds(t, "/records?rank=power-x", "That is no duration.")
}

// TestTheHeatMapHasTheDaysOfTheYear: a square for each day, a link for each with load,
// and four colours from the least to the most.
func TestTheHeatMapHasTheDaysOfTheYear(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		if !bytes.Contains(b, []byte(`"as_of"`)) {
			return b
		}
		return json.RawMessage(`{"actual":{"resolution":"day","dates":["2024-02-27","2024-02-28","2024-02-29","2024-03-01","2024-03-02","2024-03-03"],
			"load":[10,20,0,30,40,0],"without_load":[0,0,1,0,0,0]}}`)
	}
	body := s.holds(t, "/season?year=2024", `<a class="heat-1" href="/days/2024-02-29" tabindex="-1" title="Thu, Feb 29 2024: load 0" aria-label="Thu, Feb 29 2024: load 0">`)
	if n := strings.Count(body, `class="heat-`); n != 366 {
		t.Errorf("%d squares", n)
	}
	for class, n := range map[string]int{"heat-1": 2, "heat-2": 1, "heat-3": 1, "heat-4": 1, "heat-0": 361} {
		if got := strings.Count(body, `"`+class+`"`); got != n {
			t.Errorf("%d squares are %s, want %d", got, class, n)
		}
	}
	if !s.table.ever("analyze_training_load", `"from":"2024-01-01"`) || !s.table.ever("get_training_summary", `"date":"2023-12-31"`) {
		t.Error("it did not ask for the year and the year before")
	}
}
