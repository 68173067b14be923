package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
)

// withPlan is an athlete of a zone whose training plan lies in its folder and
// who ran for an hour from an instant on.
func withPlan(t *testing.T, zone, plan string, start time.Time) *person {
	t.Helper()
	p := newPerson(t)
	p.environ = []string{"TZ=" + zone}
	from := filepath.Join(p.work, "runs")
	treadmill(t, from, start)
	p.must(t, "import", from)
	folder := filepath.Join(p.user, ".lapkeep", "athletes", "me", "coach", "plans")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "block.yaml"), []byte(plan), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// treadmill writes an hour of running without a position, so that the athlete's
// own zone says which day it is of.
func treadmill(t *testing.T, dir string, start time.Time) {
	t.Helper()
	r := answerstest.Session(training.Running, start, 3600, nil)
	r.Columns.Data[training.Latitude], r.Columns.Data[training.Longitude] = training.Column{}, training.Column{}
	var b bytes.Buffer
	if err := errors.Join(fit.Write(&b, []*training.Recording{r}), os.MkdirAll(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.fit"), b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// edgeOfWeek has a run on a Sunday and one on the Monday after it.
const edgeOfWeek = `plan_name: Block
sport: running
weeks:
  - week_number: 1
    week_start_date: 2026-06-01
    sessions:
      - {day_of_week: Sunday, type: easy, duration_minutes: 60}
  - week_number: 2
    week_start_date: 2026-06-08
    sessions:
      - {day_of_week: Monday, type: easy, duration_minutes: 60}
`

// TestARunStaysOnItsLocalDay: an evening in America is the next day in UTC, and
// a morning in Australia the day before; both are in the week where they were run.
func TestARunStaysOnItsLocalDay(t *testing.T) {
	t.Parallel()
	for zone, c := range map[string]struct {
		start       time.Time
		done, empty string
	}{
		"America/Los_Angeles": {time.Date(2026, time.June, 8, 3, 30, 0, 0, time.UTC), "w1-sun", "w2-mon"},
		"Australia/Sydney":    {time.Date(2026, time.June, 7, 20, 30, 0, 0, time.UTC), "w2-mon", "w1-sun"},
	} {
		p := withPlan(t, zone, edgeOfWeek, c.start)
		var v plan.AdherenceView
		if err := json.Unmarshal([]byte(p.must(t, "plan", "analyze", "--weeks", "1-2", "--json")), &v); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, s := range v.Sessions {
			got[s.ID] = string(s.Status)
		}
		if got[c.done] != "done" || got[c.empty] != "missed" {
			t.Errorf("%s: %v", zone, got)
		}
		for _, w := range v.Weeks {
			if want := map[bool]int{true: 1}[strings.HasPrefix(c.done, "w"+string(rune('0'+w.Number)))]; w.Done != want {
				t.Errorf("%s: week %d has %d done", zone, w.Number, w.Done)
			}
		}
	}
}

// TestCommandsOfAPlanThatIsThere: each of them answers, and the calendar has
// what was published.
func TestCommandsOfAPlanThatIsThere(t *testing.T) {
	t.Parallel()
	day := training.DayOf(noon)
	monday := day.WeekStart(time.Monday)
	plan := "plan_name: Block\nsport: running\nweeks:\n" +
		"  - week_number: 1\n    week_start_date: " + monday.String() + "\n    sessions:\n" +
		"      - {day_of_week: Monday, type: easy, duration_minutes: 60}\n" +
		"      - {day_of_week: Sunday, type: long_run, distance_km: 17.5}\n" +
		"  - week_number: 2\n    week_start_date: " + (monday + 7).String() + "\n    sessions:\n" +
		"      - {day_of_week: Tuesday, type: easy, distance_km: 7.5, description: By feel}\n"
	p := withPlan(t, "Europe/Berlin", plan, monday.Time(time.UTC).Add(9*time.Hour))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"plan", "check"}, "block: 2 weeks, 3 sessions"},
		{[]string{"plan", "check", filepath.Join(p.user, ".lapkeep", "athletes", "me", "coach", "plans", "block.yaml")}, "2 weeks"},
		{[]string{"plan", "analyze"}, "Easy 60 min: 1:00:00, 100 %"},
		{[]string{"plan", "publish", "--dry-run"}, "created"},
		{[]string{"plan", "publish"}, "Long run 17.5 km"},
		{[]string{"plan", "publish"}, "already says this"},
		{[]string{"calendar"}, "| Long run 17.5 km | 17.5 km | planned |"},
		{[]string{"calendar", "--to", "html"}, "<b>Long run 17.5 km</b>"},
		{[]string{"calendar", "--to", "ics"}, "SUMMARY:Easy 7.5 km"},
		{[]string{"plan", "publish", "--to", "library"}, "plan-block"},
		{[]string{"plan", "publish", "plan-block", "--to", "training_plan", "--start", "2026-10-05"}, "block-2"},
	} {
		if out := p.must(t, c.args...); !strings.Contains(out, c.says) {
			t.Errorf("lapkeep %q lacks %q:\n%s", c.args, c.says, out)
		}
	}
	code, _, said := p.run(t.Context(), "plan", "check", filepath.Join(p.work, "none.yaml"))
	if code == 0 || !strings.Contains(said, "none.yaml") {
		t.Errorf("a file that is not there: %d %s", code, said)
	}
}

// TestAFeedIsPrintedOnce and ends when it is taken back; no hidden event and no
// illness is in it.
func TestAFeedIsPrintedOnce(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.must(t, "call", "create_events", `{"events":[
		{"date":"tomorrow","name":"Tempo","sport":"run","duration_s":3600},
		{"date":"tomorrow","category":"sick","name":"Fever"},
		{"date":"tomorrow","category":"note","name":"Secret","flags":["hide_from_athlete"]}]}`)
	address := strings.TrimSpace(p.must(t, "calendar", "feed", "on"))
	if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.HasSuffix(address, ".ics") || len(address) < 70 {
		t.Errorf("the address is %s", address)
	}
	token := strings.TrimSuffix(address[strings.LastIndexByte(address, '/')+1:], ".ics")
	home := filepath.Join(p.user, ".lapkeep")
	kept, err := os.ReadFile(filepath.Join(home, feedFile))
	if err != nil || strings.Contains(string(kept), token) {
		t.Errorf("the home keeps the token: %s, %v", kept, err)
	}
	if out := p.must(t, "calendar", "feed"); strings.Contains(out, token) {
		t.Errorf("it is shown again: %s", out)
	}
	for _, tt := range []struct {
		token string
		want  bool
	}{{token, true}, {"", false}, {token + "x", false}} {
		if got := isFeed(home)(tt.token); got != tt.want {
			t.Errorf("%q is a feed: %v", tt.token, got)
		}
	}
	fresh := strings.TrimSpace(p.must(t, "calendar", "feed", "on"))
	if isFeed(home)(token) || fresh == address {
		t.Error("the former address holds beside a fresh one")
	}
	token = strings.TrimSuffix(fresh[strings.LastIndexByte(fresh, '/')+1:], ".ics")
	b, err := p.program(io.Discard, io.Discard).feedOf(t.Context(), p.workbench(t), token)
	read := string(b)
	if err != nil || !strings.Contains(read, "SUMMARY:Tempo") || strings.Contains(read, "Fever") || strings.Contains(read, "Secret") {
		t.Errorf("the feed: %v\n%s", err, read)
	}
	p.must(t, "calendar", "feed", "off")
	if isFeed(home)(token) {
		t.Error("it holds after it was ended")
	}
}
