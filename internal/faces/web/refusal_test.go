package web_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// refusedAs sends a form as the page's script does.
func (s *site) refusedAs(t *testing.T, path string, fields url.Values) (status int, body string) {
	t.Helper()
	r := s.request(t, http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	res, text := do(t, r)
	return res.StatusCode, text
}

// TestARefusalSpeaksOfTheForm: of its labels and of what was typed, where the
// tool speaks of its keys.
func TestARefusalSpeaksOfTheForm(t *testing.T) {
	t.Parallel()
	ftp := training.Errorf(training.KindInvalid, "ftp_w cannot be 4000.").WithFix("Give ftp_w as a number from 30 to 700.").
		Of("ftp_w", "Give a number from 30 to 700.")
	for name, c := range map[string]struct {
		path, want string
		fields     url.Values
		fail       error
		chinese    bool
	}{
		"limits": {
			"/settings", `{"error":"FTP cannot be 4000.","fix":"Give a number from 30 to 700.","field":"value"}`,
			url.Values{"setting": {"ftp_w"}, "value": {"4000"}},
			ftp, false,
		},
		"pace": {
			"/settings", `{"error":"Threshold pace cannot be 0:13.","fix":"Enter a pace in minutes and seconds, such as 4:13.","field":"value"}`,
			url.Values{"setting": {"threshold_pace_s_per_km"}, "value": {"0:13"}},
			training.Errorf(training.KindInvalid, "x").Of("threshold_pace_s_per_km", "Give a number from 120 to 900."), false,
		},
		"missing": {
			"/calendar", `{"error":"Name is missing.","fix":"Fill it in.","field":"name"}`,
			url.Values{"date": {"2026-12-01"}, "name": {" "}},
			training.Errorf(training.KindInvalid, "events[0] needs name.").Of("events[0].name", ""), false,
		},
		"minutes": {
			"/calendar", `{"error":"Duration cannot be 90000.","fix":"Give a number from 0 to 20160.","field":"duration_minutes"}`,
			url.Values{"date": {"2026-12-01"}, "name": {"x"}, "duration_minutes": {"90000"}},
			nil, false,
		},
		"chinese": {
			"/calendar", `{"error":"缺少名称。","fix":"请填写。","field":"name"}`,
			url.Values{"date": {"2026-12-01"}, "name": {""}},
			training.Errorf(training.KindInvalid, "events[0] needs name.").Of("events[0].name", ""), true,
		},
		"a session of nothing": {
			"/plan", `{"error":"The session has no duration, distance, load or steps.","fix":"Enter a duration, a distance, a load or steps.","field":"duration_minutes"}`,
			url.Values{"do": {"add"}, "week": {"1"}, "day": {"Friday"}, "type": {"easy"}, "duration_minutes": {""}},
			nil, false,
		},
		"all of it": {
			"/wellness", `{"error":"No field was filled in.","fix":"Fill in at least one field."}`, url.Values{"date": {"2026-11-27"}}, nil, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.chinese = c.chinese
			s.table.fails = map[string]error{"update_athlete_settings": c.fail, "create_events": c.fail}
			if status, got := s.refusedAs(t, c.path, c.fields); status != http.StatusUnprocessableEntity || got != c.want {
				t.Errorf("%d %s, want %s", status, got, c.want)
			}
		})
	}
}

// TestARefusedFormKeepsWhatWasTyped: without a script its page has the form as it
// was sent, and sends the same once more.
func TestARefusedFormKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	sent := url.Values{
		"date": {"2026-12-01"}, "name": {`Hills "<b>`}, "duration_minutes": {"much"}, "description": {"- 10m\n- 5m"}, "category": {"workout"},
		"sport": {"running"},
	}
	res, page := s.send(t, "/calendar", sent)
	if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, "Duration cannot be much.") ||
		strings.Contains(page, "duration_minutes cannot") {
		t.Fatalf("%d %s", res.StatusCode, page)
	}
	for _, part := range []string{
		`value="Hills &#34;&lt;b&gt;"`, ">- 10m\n- 5m</textarea>", `type="hidden" name="sport" value="running"`, `type="hidden" name="token"`,
		`id="why"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("it has no %s", part)
		}
	}
	if !strings.Contains(page, `name="duration_minutes" value="much" aria-describedby="why" aria-invalid="true" autofocus`) {
		t.Error("the field does not say that it is wrong")
	}
	s.table.want(t)
}

// TestAScriptsFormSaysWhereItLeads, and asks what must be agreed to.
func TestAScriptsFormSaysWhereItLeads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if status, got := s.refusedAs(t, "/settings", url.Values{"units": {"imperial"}, "back": {"/start"}}); status != http.StatusOK || got != `{"to":"/start"}` {
		t.Errorf("%d %s", status, got)
	}
	s.table.want(t, `update_athlete_settings {"units":"imperial"}`)
}

// TestLoadByOneMethod: what the address has load counted by reaches every question
// of the page and of its days; what is none reaches no tool.
func TestLoadByOneMethod(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/fitness?load=hr", "/fitness?load=hr&sport=running", "/days/2026-11-25?load=hr"} {
		s.ask(t, http.MethodGet, path, nil)
		if asked := s.table.asked("analyze_training_load"); !strings.Contains(asked, `"load_method":"hr"`) {
			t.Errorf("%s asked %s", path, asked)
		}
	}
	for _, path := range []string{"/fitness", "/fitness?load=luck"} {
		_, body := s.ask(t, http.MethodGet, path, nil)
		if asked := s.table.asked("analyze_training_load"); strings.Contains(asked, "load_method") {
			t.Errorf("%s asked %s", path, asked)
		}
		for _, by := range []string{"power", "hr", "pace", "rpe"} {
			if !strings.Contains(body, "load="+by+`"`) {
				t.Errorf("%s does not lead to load by %s", path, by)
			}
		}
	}
}

// TestEstimatedDays: a day whose load is estimated has a word and a shape in the
// table and on its own page, and its method as CSV; others have nothing.
func TestEstimatedDays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/fitness", nil)
	if n := strings.Count(body, "≈ estimated, by heart rate"); n != 1 {
		t.Errorf("%d rows are marked as estimated", n)
	}
	_, text := s.ask(t, http.MethodGet, "/fitness?as=csv&table=fitness", nil)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	by, without := slices.Index(rows[0], "load_estimated_by"), slices.Index(rows[0], "without_load")
	if by < 0 || without < 0 {
		t.Fatalf("the columns are %v", rows[0])
	}
	for _, r := range rows[1:] {
		want := map[string][2]string{"2026-08-31": {"hrtss_avg_lthr", "0"}, "2026-09-07": {"", "3"}}[r[0]]
		if want != [2]string{} && [2]string{r[by], r[without]} != want {
			t.Errorf("%s: %q", r[0], r)
		}
	}
	_, body = s.ask(t, http.MethodGet, "/days/2026-11-25", nil)
	if strings.Contains(body, "estimated, by heart rate") {
		t.Error("a day without an estimate is marked")
	}
	s.table.change = oneDay
	_, body = s.ask(t, http.MethodGet, "/days/2026-08-31", nil)
	if !strings.Contains(body, `aria-hidden="true">≈</span>estimated, by heart rate`) {
		t.Error("the day of an estimate is not marked")
	}
}

// TestYoungHistoryAndActivitiesWithoutALoad: the tool's numbers, with a way out.
func TestYoungHistoryAndActivitiesWithoutALoad(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/fitness?load=power", nil)
	above, _, _ := strings.Cut(body, "<lk-chart")
	for _, want := range []string{"12 of 42 days", `href="/start">Import older recordings`} {
		if !strings.Contains(above, want) {
			t.Errorf("above the chart %s is missing", want)
		}
	}
	for _, want := range []string{`<data value="3" data-key="without_load">`, "there is no normalized power", `href="/activities/lial244ql7"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// oneDay makes of the answer's series that of one day, whose load is estimated.
func oneDay(b json.RawMessage) json.RawMessage {
	var a map[string]any
	if json.Unmarshal(b, &a) != nil || a["actual"] == nil {
		return b
	}
	a["actual"] = map[string]any{
		"dates": []string{"2026-08-31"}, "load": []int{90}, "ctl": []int{40}, "atl": []int{50}, "tsb": []int{-10},
		"estimated": map[string][]string{"hrtss_avg_lthr": {"2026-08-31"}},
	}
	b, _ = json.Marshal(a)
	return b
}

// TestNoTrainingPlan: an answer without a plan shows that there is none, and ways on.
func TestNoTrainingPlan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage("{}") }
	res, page := s.ask(t, http.MethodGet, "/plan", nil)
	for _, want := range []string{"There is no training plan yet.", "create one here", `<a class="button quiet" href="/calendar">`} {
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
	head(`value="25540"`, `value="359.7"`, `value="30.5"`, "computed from each session")
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return json.RawMessage(strings.ReplaceAll(string(b), `"sessions": 6,`, `"sessions": 1,`))
	}
	head(`value="7200"`, `value="80"`, "Publish the plan to the calendar")
}

// TestDistancesThatNotAllSessionsState: the sum of those that state one is shown,
// and marked as a part.
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
		if _, csv := s.ask(t, http.MethodGet, "/plan?as=csv&table=weeks", nil); !strings.Contains(csv, "30.5") {
			t.Errorf("not all: %v, the weeks are %s", some, csv)
		}
		if _, body := s.ask(t, http.MethodGet, "/calendar", nil); strings.Contains(body, "/ 30.5 km") == some ||
			strings.Contains(body, "/ ≥ 30.5 km") != some {
			t.Errorf("not all: %v, but the rail says otherwise", some)
		}
	}
}

// TestADoneSessionSaysHowItWas: its length, power or pace and heart rate lead to its
// activity, in one unit of pace, on its day in the calendar; and an empty page of each panel names the three ways on.
func TestADoneSessionSaysHowItWas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		switch {
		case strings.Contains(string(b), `"plan_notes"`):
			return bytes.ReplaceAll(b, []byte(`"date": "2026-11-24"`), []byte(`"date": "2026-11-27", "plan_date": "2026-11-24"`))
		case strings.Contains(string(b), `"whole_plan"`):
			return json.RawMessage(`{"sessions":[{"id":"s1","local_date":"2026-11-27","status":"done",
				"done":{"activity_id":"run","duration_s":3540}}]}`)
		case strings.Contains(string(b), `"activities"`):
			return json.RawMessage(`{"activities":[{"id":"run","sport":"running","pace_s_per_km":326,"pace_s_per_100m":32.6,"avg_hr_bpm":141}]}`)
		}
		return json.RawMessage(`{}`)
	}
	page := s.holds(t, "/plan", `href="/activities/run"`, ">5:26<", ">141<", ">59:00<", `class="vh">: Easy run`)
	if strings.Count(page, `href="/activities/run"`) != 1 {
		t.Error("another session has it too")
	}
	done := strings.Join(strings.Fields(regexp.MustCompile("<[^>]*>").ReplaceAllString(page, "")), " ")
	if want := "59:00 · 5:26 /km · 141 bpm"; !strings.Contains(done, want) || !strings.Contains(page, "<strong>Fri, Nov 27</strong>") {
		t.Errorf("no %q on Friday in %s", want, done)
	}
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage("{}") }
	for _, path := range []string{"/plan", "/calendar", "/calendar?view=agenda", "/wellness", "/body"} {
		s.holds(t, path, `href="/start"`, `href="/sources"`, "lapkeep demo")
	}
}

// TestAFormTellsTheNotes of its write, such as a line that is no step.
func TestAFormTellsTheNotes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.answer("update_athlete_settings", `{"notes":["\"foo\" is ignored."]}`)
	_, got := s.refusedAs(t, "/settings", url.Values{"units": {"imperial"}, "back": {"/start"}})
	if want := `{"notes":["\"foo\" is ignored."],"to":"/start"}`; got != want {
		t.Errorf("the form is answered %s", got)
	}
}

// TestWhoHasDataIsNotToldToImport: an empty plan and zones lead to imports only in
// a home without data.
func TestWhoHasDataIsNotToldToImport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{"data":{"activities":112}}`) }
	for _, path := range []string{"/plan", "/calendar", "/fitness/zones", "/body", "/wellness"} {
		if _, body := s.ask(t, http.MethodGet, path, nil); strings.Contains(body, "lapkeep demo") {
			t.Errorf("%s: told to import", path)
		}
	}
}

// TestFormsRefuseFaultySteps: steps with a fault would be kept as a text without
// any, so no form takes them; a warning, prose of a note and an unchanged text
// are taken.
func TestFormsRefuseFaultySteps(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.answer("create_events", `{"events":[{"id":"new"}]}`)
	for name, c := range map[string]struct {
		path, field string
		fields      url.Values
		warning     bool
		refused     bool
	}{
		"new":       {"/calendar", "description", url.Values{"category": {"workout"}}, false, true},
		"a warning": {"/calendar", "description", url.Values{"category": {"workout"}}, true, false},
		"a note":    {"/calendar", "description", url.Values{"category": {"note"}}, false, false},
		"changed":   {"/calendar/event", "description", url.Values{"do": {"save"}}, false, true},
		"unchanged": {
			"/calendar/event", "description", url.Values{"do": {"save"}, "name": {"B"}, "was.description": {"- 10x 3m 300% foo"}}, false, false,
		},
		"planned":   {"/plan", "workout", url.Values{"do": {"add"}, "week": {"1"}, "day": {"Monday"}, "type": {"intervals"}}, false, true},
		"replanned": {"/plan", "workout", url.Values{"do": {"save"}, "session": {"s1"}}, false, true},
	} {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			return bytes.ReplaceAll(b, []byte(`"warning": true`), fmt.Appendf(nil, `"warning": %t`, c.warning))
		}
		c.fields.Set(c.field, "- 10x 3m 300% foo")
		c.fields.Set("sport", "running")
		c.fields.Set("date", "2026-11-30")
		if !c.fields.Has("name") {
			c.fields.Set("name", "Hills")
		}
		status, body := s.refusedAs(t, c.path, c.fields)
		want := `{"error":"Line 1, column 6: \"easy\" is ignored.","fix":"Put words for the athlete before the duration.","field":"` + c.field + `"}`
		if refused := status == http.StatusUnprocessableEntity; refused != c.refused || refused && body != want {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}
