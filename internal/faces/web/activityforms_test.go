package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// sent posts a form of the ride and returns where it goes on.
func (s *site) sent(t *testing.T, fields url.Values) (status int, to string) {
	t.Helper()
	res, _ := s.send(t, "/activities/ride", fields)
	return res.StatusCode, res.Header.Get("Location")
}

// TestTheSelectionIsSavedAsInterval: the form adds one to those there are, keeps
// the address, and takes one away.
func TestTheSelectionIsSavedAsInterval(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/activities/ride?from=600&to=780", "Save as interval", `name="from" value="600"`, `name="to" value="780"`,
		`href="/activities/ride?from=600&amp;to=780#selection">Hill &lt;one&gt;`, "10:00–13:00", "Interval 2", "Your own intervals",
		"Intervals at intervals", `value="251.5"`, `value="212.8"`, `data-from="900" data-to="1140"`)
	if !strings.Contains(body, `data-from="0" data-to="1246">`) {
		t.Error("a lap's row does not say in which seconds it lies")
	}
	if strings.Contains(s.holds(t, "/activities/ride"), "Save as interval") {
		t.Error("without a selection there is nothing to save")
	}
	code, to := s.sent(t, url.Values{
		"do": {"mark"}, "from": {"30"}, "to": {"90"}, "name": {" Sprint "}, "back": {"/activities/ride?from=30&to=90"},
	})
	if code != http.StatusSeeOther || to != "/activities/ride?from=30&to=90#selection" {
		t.Errorf("%d %s", code, to)
	}
	s.table.want(t, `update_activity {"id":"ride","intervals":[{"name":"Hill \u003cone\u003e","start_offset_s":600,"end_offset_s":780},`+
		`{"start_offset_s":900,"end_offset_s":1140},{"name":"Sprint","start_offset_s":30,"end_offset_s":90}]}`)
	s.sent(t, url.Values{"do": {"unmark"}, "from": {"600"}, "to": {"780"}, "name": {"Hill <one>"}})
	s.table.want(t, `update_activity {"id":"ride","intervals":[{"start_offset_s":900,"end_offset_s":1140}]}`)
	for _, bad := range []url.Values{{"do": {"mark"}, "from": {"x"}, "to": {"9"}}, {"do": {"fly"}}, {}} {
		if code, _ := s.sent(t, bad); code != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", bad, code)
		}
	}
	s.table.fails = map[string]error{"get_activity": training.Errorf(training.KindNotFound, "There is no such activity.").WithFix("Look.")}
	if code, _ := s.sent(t, url.Values{"do": {"mark"}, "from": {"1"}, "to": {"9"}}); code != http.StatusNotFound {
		t.Errorf("of an activity that is not there: %d", code)
	}
	s.table.want(t)
}

// TestNotesAreWrittenByForm: what others wrote is text.
func TestNotesAreWrittenByForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", "Legs were &lt;i&gt;heavy&lt;/i&gt;.\nSlept badly.", "Sun, Nov 15 08:05 · you", "Ask services for messages")
	s.holds(t, "/activities/ride?notes=all", "There is no note yet.")
	if s.table.asked("get_activity_notes") != `{"id":"ride"}` {
		t.Error(s.table.asked("get_activity_notes"))
	}
	code, to := s.sent(t, url.Values{"do": {"note"}, "text": {"Good.\nCold."}, "target": {"local"}})
	if code != http.StatusSeeOther || to != "/activities/ride#notes" {
		t.Errorf("%d %s", code, to)
	}
	s.table.want(t, `add_activity_note {"id":"ride","target":"local","text":"Good.\nCold."}`)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"missing":{"messages":"it is not connected"}}`)
	}
	s.table.fails = map[string]error{}
	s.holds(t, "/activities/ride", "There is no note yet.")
	s.table.fails["get_activity_notes"] = training.Errorf(training.KindUnavailable, "The service is away.").WithFix("Later.")
	s.holds(t, "/activities/ride?notes=all", "The service is away.")
}

// TestStepsAimAtBands: a step's row has the seconds of its interval and the bounds of
// its target; the best and the worst of a column are said in a word and a shape.
func TestStepsAimAtBands(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/activities/ride", `data-channel="power" data-from="900" data-high="224" data-low="215" data-to="1680"`,
		`<span class="vh">the best</span>`, `<span class="vh">the worst</span>`, `<lk-tabs class="tabs"`, `id="part-laps"`, `id="part-marked"`)
	if n := strings.Count(body, "data-channel="); n != 2 {
		t.Errorf("%d steps were done, and one was not", n)
	}
}

// TestFeelingIsEditedByForm: only what somebody changed is written.
func TestFeelingIsEditedByForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", `name="was.perceived_exertion" value="5"`, `<option value="5" selected>5</option>`, `<option value="10">10, all I had</option>`,
		"Wind from", `value="3.7"`, "Stated by the demo.")
	was := url.Values{
		"do": {"words"}, "was.name": {"Old"}, "name": {"Old"}, "was.perceived_exertion": {"5"}, "perceived_exertion": {"7"},
		"was.feel": {"2"}, "feel": {""},
	}
	if code, _ := s.sent(t, was); code != http.StatusSeeOther {
		t.Error(code)
	}
	s.table.want(t, `update_activity {"clear":["feel"],"id":"ride","perceived_exertion":7}`)
	was.Set("perceived_exertion", "x")
	if code, _ := s.sent(t, was); code != http.StatusUnprocessableEntity {
		t.Error(code)
	}
	if code, _ := s.sent(t, url.Values{"do": {"words"}, "was.name": {"A"}, "name": {"A"}}); code != http.StatusUnprocessableEntity {
		t.Error(code)
	}
	s.table.want(t)
}

// TestTheCurveStandsAgainstTheSeason: the tools' numbers side by side, with the days
// up to the activity asked for.
func TestTheCurveStandsAgainstTheSeason(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", "Against the season", `value="201.25"`, `value="371.78"`, `value="548"`, "The best of 26 activities",
		`href="/activities/fw5vpevozz"`, `value="3.26"`)
	if got := s.table.asked("get_curves"); got != `{"durations_s":[1,60],"from":"2026-08-17","kind":"power","per_kg":true,"sport":"cycling","to":"2026-11-14"}` {
		t.Error(got)
	}
	s.holds(t, "/activities/ride?as=csv&table=season",
		"duration_s,avg_power_w,season_power_w,avg_power_w_per_kg,season_power_w_per_kg,local_date",
		"60,201.25,371.78,3.26,,2026-10-20")
	s.table.fails = map[string]error{"get_curves": training.Errorf(training.KindUnavailable, "It is being computed.").WithFix("Come back.")}
	s.holds(t, "/activities/ride?per=kg", "It is being computed.", `value="201.25"`)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"sport":"running","local_date":"2026-11-14","best_efforts":{"distance":[` +
			`{"distance_km":1,"elapsed_time_s":240.1,"pace_s_per_km":240.1},{"distance_km":21.0975,"elapsed_time_s":6000,"pace_s_per_km":284.39}]}}`)
	}
	s.table.fails = nil
	s.holds(t, "/activities/ride", `value="284.39"`, `data-key="season_pace_s_per_km"`)
	if got := s.table.asked("get_curves"); !strings.Contains(got, `"distances_m":[1000,21097.5]`) || !strings.Contains(got, `"kind":"distance"`) {
		t.Error(got)
	}
}
