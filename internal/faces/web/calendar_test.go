package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestThePlanStandsInTheCalendar: what is in the plan alone is seen as such, once,
// leads to itself, and each day says where the plan has it.
func TestThePlanStandsInTheCalendar(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, view := range []string{"month", "week", "agenda&date=2026-11-24"} {
		_, page := s.ask(t, http.MethodGet, "/calendar?view="+view, nil)
		if n := strings.Count(page, `data-session="w5 hills"`); n != 1 {
			t.Errorf("%s has the session of the plan %d times", view, n)
		}
		if strings.Contains(page, "Trainer of the plan") {
			t.Errorf("%s has what was published twice", view)
		}
		for _, want := range []string{
			`of-plan`, "in the plan", "◇", `href="/plan?weeks=all#session-w5%20hills"`, `data-plan="race"`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %s", view, want)
			}
		}
		day := regexp.MustCompile(`<section[^>]*data-day="2026-12-02"[^>]*>`).FindString(page)
		if view != "week" && (!strings.Contains(day, `data-week="6"`) || !strings.Contains(day, `data-weekday="Wednesday"`)) {
			t.Errorf("%s has the day as %s", view, day)
		}
	}
}

// TestComplianceByAnotherMeasure: the address says by what, and a session without
// that share has no colour.
func TestComplianceByAnotherMeasure(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, page := s.ask(t, http.MethodGet, "/calendar?view=week&metric=distance", nil)
	of := func(id string) string {
		return regexp.MustCompile(`(?s)<a class="([^"]*)"[^>]*href="/calendar/` + id + `"`).FindString(page)
	}
	if got := of("plan-2026-11-25-hill-run"); !strings.Contains(got, "good") {
		t.Errorf("98 %% of the distance is %s", got)
	}
	if got := of("plan-2026-11-24-trainer"); got == "" || strings.Contains(got, "good") {
		t.Errorf("without a distance it is %s", got)
	}
	if _, page = s.ask(t, http.MethodGet, "/calendar?metric=<b>", nil); strings.Contains(page, `metric=<b>`) {
		t.Error("what is no measure stands in the page")
	}
}

// TestWeeksAreStackedBySport: each measure has bars by sport and none of a plan
// that says nothing of it.
func TestWeeksAreStackedBySport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for bars, key := range map[string]string{"": "duration_s", "load": "load", "distance": "distance_km", "elevation": "elevation_gain_m"} {
		_, page := s.ask(t, http.MethodGet, "/plan?bars="+bars, nil)
		for _, sport := range []string{"cycling", "running"} {
			if !strings.Contains(page, `data-key="`+sport+`_`+key+`" data-line="bar" data-color="sport-`+sport+`"`) {
				t.Errorf("bars of %q lack %s", bars, sport)
			}
		}
	}
	_, page := s.ask(t, http.MethodGet, "/plan?bars=elevation", nil)
	if strings.Contains(page, `data-line="bar-open"`) {
		t.Error("a climb is drawn as planned")
	}
}

// TestACutCalendarSaysSo: where a tool had no room for all that is planned, the page
// says it, and leads to fewer days.
func TestACutCalendarSaysSo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const said = "More is planned on these days than fits here."
	if _, body := s.ask(t, http.MethodGet, "/calendar", nil); strings.Contains(body, said) {
		t.Error("a whole calendar is said to be a part")
	}
	for _, of := range []string{`"sessions": [`, `"events": [`} {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			return bytes.Replace(b, []byte(of), []byte(`"truncated": true, `+of), 1)
		}
		for _, view := range []string{"month", "week", "agenda"} {
			_, body := s.ask(t, http.MethodGet, "/calendar?view="+view, nil)
			if !strings.Contains(body, said) || strings.Contains(body, "Show one week") == (view == "week") {
				t.Errorf("%s of %s says nothing, or not where to look", view, of)
			}
		}
	}
}

// TestWeeksHaveTheAthletesSports: who rows sees what they rowed beside the
// other sports, which are asked for at once.
func TestWeeksHaveTheAthletesSports(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, page := s.ask(t, http.MethodGet, "/plan", nil)
	for sport, want := range map[string]bool{"cycling": true, "running": true, "rowing": true, "swimming": false} {
		if got := strings.Contains(page, `data-key="`+sport+`_duration_s"`); got != want {
			t.Errorf("bars of %s: %v", sport, got)
		}
	}
	if !strings.Contains(page, `data-key="rowing_duration_s" data-line="bar" data-color="sport-rowing"`) {
		t.Error("the bars of rowing have another colour")
	}
	if n := s.table.calledOf("list_events"); n != 1 { // the weeks that are drawn, each with its parts by sport
		t.Errorf("%d questions for the weeks", n)
	}
}

// TestADayOfTheCalendarIsWhole: a list of days says each with its month, and links
// lead to today.
func TestADayOfTheCalendarIsWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/calendar?date=2026-11-27",
		`datetime="2026-10-27"><span class="whole-day">Tue, Oct 27</span>`, `href="/calendar#today"`, "Previous", "Next")
	for _, view := range []string{"", "?view=agenda"} {
		page := s.holds(t, "/calendar"+view)
		if n := len(regexp.MustCompile(`<time datetime="2026-11-27" id="today">`).FindAllString(page, -1)); n != 1 {
			t.Errorf("%q has today %d times", view, n)
		}
	}
	s.chinese = true
	s.holds(t, "/calendar", ">上一个<", ">下一个<")
}

// TestTheNavigationOfAPhone: five panels stand first, and a button that needs no
// script has the others.
func TestTheNavigationOfAPhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.holds(t, "/wellness", `popovertarget="more-panels"`, `class="more-panels within"`, `<ul aria-label="Analysis">`)
	nav, _, _ := strings.Cut(page[strings.Index(page, "<nav"):], "</nav>")
	first, more, _ := strings.Cut(nav, "<button")
	if a, b := strings.Count(first, "<a "), strings.Count(more, "<a "); a != 5 || b != 18 {
		t.Errorf("%d panels, then %d", a, b)
	}
	s.holds(t, "/fitness", `class="more-panels"`)
}

// TestThePaletteHasDeeds, those that the pages have, for its script to offer.
func TestThePaletteHasDeeds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/", `data-tool="sync_now"`, `href="/calendar#new"`, `data-theme="dark"`, ">Import files</a>")
}

// heads returns the columns of a table as the page shows it.
func heads(body, id string) (keys []string) {
	_, table, _ := strings.Cut(body, `<table id="`+id+`"`)
	table, _, _ = strings.Cut(table, "</thead>")
	for _, m := range regexp.MustCompile(`<th [^>]*data-key="([^"]*)"`).FindAllStringSubmatch(table, -1) {
		keys = append(keys, m[1])
	}
	return keys
}

// TestColumnsAreChosenByTheAddress: the page and the CSV have the columns that the
// address names, other tables stay as they are, and what leads somewhere stays.
func TestColumnsAreChosenByTheAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, usual := s.ask(t, http.MethodGet, "/activities/ride", nil)
	if got := heads(usual, "laps"); slices.Contains(got, "max_power_w") || !slices.Contains(got, "avg_hr_bpm") {
		t.Errorf("the usual columns of laps are %v", got)
	}
	const chosen = "/activities/ride?cols=laps.max_power_w&cols=laps.avg_hr_bpm&cols=laps.soul&from=600"
	body := s.holds(t, chosen, `name="cols" value="laps.max_power_w" checked`, `name="cols" value="laps.duration_s"><`,
		`type="hidden" name="from" value="600"`, `type="hidden" name="cols" value="laps.avg_hr_bpm"`, "Default columns")
	if got := heads(body, "laps"); !slices.Equal(got, []string{"lap", "avg_hr_bpm", "max_power_w"}) {
		t.Errorf("laps have %v", got)
	}
	for _, other := range []string{"splits", "intervals", "similar"} {
		if got, want := heads(body, other), heads(usual, other); !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s have %v, as usual they have %v", other, got, want)
		}
	}
	s.holds(t, chosen+"&as=csv&table=laps", "lap,avg_hr_bpm,max_power_w\n1,")
	if got := heads(s.holds(t, "/activities/ride?cols=laps.soul"), "laps"); !slices.Equal(got, heads(usual, "laps")) {
		t.Errorf("of columns that are not there it makes %v", got)
	}
}

// TestTheListAsksForWhatWasChosen: a column beyond the usual ones is asked of the tool
// then, and the filters keep the choice.
func TestTheListAsksForWhatWasChosen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	usual := heads(s.holds(t, "/activities"), "activities")
	if asked := s.table.asked("list_activities"); len(usual) != 10 || strings.Contains(asked, "work_kj") {
		t.Errorf("as usual it has %v and asks %s", usual, asked)
	}
	body := s.holds(t, "/activities?q=ride&cols=activities.work_kj&cols=activities.soul", `type="hidden" name="q" value="ride"`)
	if got := heads(body, "activities"); !slices.Equal(got, []string{"name", "work_kj"}) {
		t.Errorf("it has %v", got)
	}
	if asked := s.table.asked("list_activities"); !strings.Contains(asked, `"work_kj"`) || strings.Contains(asked, "soul") {
		t.Errorf("asked %s", asked)
	}
	for _, name := range []string{"range", "min_km", "min_load"} { // of columns that are not shown
		if n := strings.Count(body, `name="`+name+`" form="filters"`); n != 1 {
			t.Errorf("%d filters are called %s", n, name)
		}
	}
	_, filters, _ := strings.Cut(body, `role="search"`)
	filters, _, _ = strings.Cut(filters, "</form>")
	if !strings.Contains(filters, `name="cols" value="activities.work_kj"`) {
		t.Errorf("the filters lose the columns: %s", filters)
	}
}

// TestTodayHasAllSessions: the open one of the evening stands before that of the
// morning, which is done; without any the next day's is shown.
func TestTodayHasAllSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	events := func(all string) {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			if strings.Contains(string(b), `"view": "agenda"`) {
				return json.RawMessage(`{"events":[` + all + `]}`)
			}
			return b
		}
	}
	const morning = `{"id":"am","local_date":"2026-11-27","name":"Easy run","sport":"running","status":"done","planned":{"duration_s":1800}},`
	const evening = `{"id":"pm","local_date":"2026-11-27","name":"Sweet spot","sport":"cycling","status":"upcoming","planned":{"duration_s":3600}},`
	const next = `{"id":"next","local_date":"2026-11-28","name":"Long run","sport":"running","status":"upcoming","planned":{"duration_s":7200}}`
	card := func() string {
		_, body := s.ask(t, http.MethodGet, "/", nil)
		_, body, _ = strings.Cut(body, `class="card planned"`)
		body, _, _ = strings.Cut(body, "</section>")
		return body
	}
	events(morning + evening + next)
	if a, b := strings.Index(card(), "Sweet spot"), strings.Index(card(), "Easy run"); a < 0 || b < a || strings.Contains(card(), "Long run") {
		t.Errorf("the open session is at %d, the done one at %d", a, b)
	}
	events(next)
	if body := card(); !strings.Contains(body, "Planned next") || !strings.Contains(body, "Long run") {
		t.Errorf("the next session is not in %s", body)
	}
}

// TestTheLibraryIsBesideTheDays: its workouts can be taken to a day, a chosen one
// shows its load and goes on a day by a form, and each view leads to the others.
func TestTheLibraryIsBesideTheDays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, view := range []string{"/calendar", "/calendar?view=agenda", "/calendar?view=week"} {
		s.holds(t, view, `class="library" data-part="/workouts"`, "Week 5", `href="/plan"`, `href="/workouts"`)
	}
	s.holds(t, "/plan", `href="/calendar?view=week"`)
	s.holds(t, "/workouts", `class="library"`, "data-workout=")
	s.holds(t, "/workouts?sport=running&text=-+1h+easy", `class="draft"`, `value="3600"`, `value="43.2"`, "Line 1, column 6")
	s.table.answer("create_workout", `{}`)
	if res, _ := s.send(t, "/workouts", url.Values{"id": {"strides"}, "date": {"2026-11-30"}}); res.StatusCode != http.StatusSeeOther {
		t.Error(res.Status)
	}
	s.table.want(t, `create_workout {"workouts":[{"date":"2026-11-30","workout_id":"strides"}]}`)
}

// TestANewPlanIsSeenBeforeItIsSaved: the form shows what the tool would write, and
// what is saved is what was shown.
func TestANewPlanIsSeenBeforeItIsSaved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.holds(t, "/plan", "Create a training plan", "Half marathon", `name="days_off" value="Monday"`)
	if strings.Contains(page, "Save this plan") || s.table.calledOf("create_training_plan") > 0 {
		t.Error("a plan is made before it is asked for")
	}
	const wish = "for=half_marathon&hours_per_week=6&days_off=Monday&days_off=Friday&goal_time=1:40&weeks="
	page = s.holds(t, "/plan?"+wish, "ambitious", "this goal asks for 120 min", "4:20:00", `value="half_marathon" selected`,
		`name="days_off" value="Friday" checked`)
	const in = `"days_off":"Monday, Friday","dry_run":true,"for":"half_marathon","goal_time":"1:40","hours_per_week":"6"}`
	if got := s.table.asked("create_training_plan"); got != "{"+in {
		t.Errorf("asked with %s", got)
	}
	_, form, _ := strings.Cut(page, `method="post" action="/plan"`)
	if !strings.Contains(page, "Save this plan") || strings.Count(form, `type="hidden" name="days_off"`) != 2 {
		t.Error("the plan cannot be saved as it is shown")
	}
	given, _ := url.ParseQuery(wish + "&do=create")
	res, _ := s.send(t, "/plan", given)
	if to := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || !strings.HasSuffix(to, "/plan?weeks=all&plan=spring-half") {
		t.Errorf("saved: %d, %s", res.StatusCode, to)
	}
	if got := s.table.asked("create_training_plan"); got != `{"anyway":true,`+strings.Replace(in, `"dry_run":true,`, "", 1) {
		t.Errorf("saved with %s", got)
	}
	s.ask(t, http.MethodGet, "/plan?weeks=all&plan=spring-half", nil)
	if got := s.table.asked("get_training_plan"); got != `{"id":"spring-half","weeks":"all"}` {
		t.Errorf("shown with %s", got)
	}
	s.send(t, "/plan", url.Values{"do": {"replan"}, "plan": {"p"}})
	s.table.want(t, `edit_training_plan {"id":"p","replan":true}`)
}
