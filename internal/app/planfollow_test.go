package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	"lapkeep/test/intervalstest"
)

// withPlan returns an athlete of a zone whose training plan lies in its folder
// and who ran for an hour from an instant on.
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
		{[]string{"plan", "analyze"}, "Easy 60 min       1:00:00         100 %"},
		{[]string{"plan", "publish", "--dry-run"}, "created"},
		{[]string{"plan", "publish"}, "Long run 17.5 km"},
		{[]string{"plan", "publish"}, "already has this"},
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
	b, err := p.program(io.Discard, io.Discard).feedOf(t.Context(), alone(p.workbench(t)), token)
	read := string(b)
	if err != nil || !strings.Contains(read, "SUMMARY:Tempo") || strings.Contains(read, "Fever") || strings.Contains(read, "Secret") {
		t.Errorf("the feed: %v\n%s", err, read)
	}
	p.must(t, "calendar", "feed", "off")
	if isFeed(home)(token) {
		t.Error("it holds after it was ended")
	}
}

// TestAPlanIsMadeListedAndEdited at the command line: what it makes is sound,
// keeps to what was asked, and is a file that a person changes.
func TestAPlanIsMadeListedAndEdited(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	if out := p.must(t, "plan", "list"); !strings.Contains(out, "You have no training plan yet.") {
		t.Error(out)
	}
	wish := []string{
		"plan", "new", "--race", "2026-11-15", "--race-name", "River 10", "--distance-km", "10", "--goal-time", "0:44:00",
		"--days", "4", "--hours", "5", "--off", "monday,friday", "--ctl", "30", "--name", "To the river",
	}
	printed := p.must(t, append(wish, "--print")...)
	out := p.must(t, "plan", "list")
	if !strings.Contains(printed, "plan_name: To the river") || !strings.Contains(out, "You have no training plan yet.") {
		t.Errorf("%s\n%s", printed, out)
	}
	if out := p.must(t, wish...); !strings.Contains(out, "to-the-river has 12 weeks and starts on 2026-08-24.") {
		t.Error(out)
	}
	if out := p.must(t, "plan", "list"); !strings.Contains(out, "to-the-river") || !strings.Contains(out, "2026-08-24 to 2026-11-15") {
		t.Error(out)
	}
	file := strings.TrimSpace(p.must(t, "plan", "edit"))
	if filepath.Base(file) != "to-the-river.yaml" || readText(t, file) != printed {
		t.Errorf("%s: %s", file, readText(t, file))
	}
	p.madeAsAsked(t)
	writeText(t, file, strings.Replace(printed, "day_of_week: Sunday", "day_of_week: Someday", 1))
	code, out, errs := p.run(t.Context(), "plan", "edit", "to-the-river")
	if code != 0 || strings.TrimSpace(out) != file || !strings.Contains(errs, "plans/to-the-river.yaml: Line ") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	p.must(t, "undo") // of what the editor did
	if readText(t, file) != printed {
		t.Error(readText(t, file))
	}
}

// madeAsAsked looks at the sessions of the plan.
func (p *person) madeAsAsked(t *testing.T) {
	t.Helper()
	var got struct {
		Problems []string `json:"problems"`
		Weeks    []struct {
			Sessions []struct {
				Day       string  `json:"date"`
				Type      string  `json:"type"`
				DurationS float64 `json:"duration_s"`
			} `json:"sessions"`
		} `json:"weeks"`
	}
	if err := json.Unmarshal([]byte(p.must(t, "call", "get_training_plan", `{"id":"to-the-river","weeks":"all"}`)), &got); err != nil {
		t.Fatal(err)
	}
	race := 0
	for n, w := range got.Weeks {
		done := 0
		for _, s := range w.Sessions {
			d, err := training.ParseDay(s.Day)
			if err != nil {
				t.Fatal(err)
			}
			if wd := d.Time(time.UTC).Weekday(); s.Type != "rest" && (wd == time.Monday || wd == time.Friday) {
				t.Errorf("week %d has %+v on a day off", n+1, s)
			}
			if s.Type != "rest" {
				done++
			}
			if s.Type == "race" && s.Day == "2026-11-15" {
				race++
			}
		}
		if done == 0 || done > 5 {
			t.Errorf("week %d has %d sessions", n+1, done)
		}
	}
	if len(got.Weeks) != 12 || race != 1 || len(got.Problems) > 0 {
		t.Errorf("%d weeks, %d races, %v", len(got.Weeks), race, got.Problems)
	}
}

// TestWhatNoPlanIsMadeOf: told in a sentence, and nothing is kept.
func TestWhatNoPlanIsMadeOf(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	for _, args := range [][]string{
		{"--off", "someday"},
		{"--race", "2026-13-01"},
		{"--race", "2026-11-15", "--goal-time", "soon"},
		{"--days", "0"},
		{"--days", "9"},
		{"--hours", "-1"},
		{"--sport", "chess"},
		{"--race", "2026-01-01"},
		{"--start", "tomorrow-ish"},
		{"--weeks", "0"},
		{"--id", "../x"},
		{"surplus"},
		{"--ramp", "-3"},
	} {
		code, out, errs := p.run(t.Context(), append([]string{"plan", "new"}, args...)...)
		if code == 0 || strings.TrimSpace(errs) == "" || strings.Contains(errs, "panic") {
			t.Errorf("%q: %d %s%s", args, code, out, errs)
		}
	}
	if code, _, errs := p.run(t.Context(), "plan", "edit", "none"); code == 0 || !strings.Contains(errs, "none") {
		t.Error(errs)
	}
	if out := p.must(t, "plan", "list"); !strings.Contains(out, "You have no training plan yet.") {
		t.Error(out)
	}
	p.must(t, "plan", "new", "--id", "base", "--weeks", "8")
	if code, _, errs := p.run(t.Context(), "plan", "new", "--id", "base"); code == 0 || !strings.Contains(errs, "A training plan") {
		t.Error(errs)
	}
}

// TestAPlanAtIntervalsIsAPlanHereAndBack: as a folder of plans there, with a day
// each, and from one there a training plan here.
func TestAPlanAtIntervalsIsAPlanHereAndBack(t *testing.T) {
	t.Parallel()
	l := planning(t)
	l.ok(t, "", []string{"call", "save_training_plan", `{"id":"block","text":"plan_name: Block\nsport: running\nweeks:\n- week_number: 1\n` +
		`  week_start_date: 2026-08-24\n  sessions:\n  - {day_of_week: Tuesday, type: easy, name: Easy river, distance_km: 7.5, duration_minutes: 45}\n` +
		`- week_number: 2\n  week_start_date: 2026-08-31\n  sessions:\n  - {day_of_week: Sunday, type: long_run, name: Long hills, duration_minutes: 100}\n"}`})
	l.ok(t, "", []string{"plan", "publish", "block", "--to", "library"})
	l.ok(t, "", []string{"sync"})
	there := func() (folders, workouts []string) {
		l.server.Do(func(w *intervalstest.World) {
			a := w.Athletes[0]
			for _, f := range a.Folders.Rows {
				if f["name"] == "Block" {
					folders = append(folders, fmt.Sprint(f["type"], " ", f["id"]))
				}
			}
			for _, o := range a.Workouts.Rows {
				if n := fmt.Sprint(o["name"]); n == "Easy river" || n == "Long hills" {
					workouts = append(workouts, fmt.Sprint(n, " ", o["day"], " in ", o["folder_id"]))
				}
			}
		})
		return folders, workouts
	}
	folders, workouts := there()
	if len(folders) != 1 || !strings.HasPrefix(folders[0], "PLAN ") || len(workouts) != 2 {
		t.Fatalf("there are %q with %q", folders, workouts)
	}
	id := strings.TrimPrefix(folders[0], "PLAN ")
	if all := strings.Join(workouts, "\n"); !strings.Contains(all, "Easy river 1 in "+id) || !strings.Contains(all, "Long hills 13 in "+id) {
		t.Errorf("%s", all)
	}
	l.ok(t, "", []string{"plan", "publish", "block", "--to", "library"}) // again is the same
	l.ok(t, "", []string{"sync"})
	if f, w := there(); len(f) != 1 || len(w) != 2 {
		t.Errorf("again there are %q with %q", f, w)
	}
	var list struct{ Folders []struct{ ID, Kind string } }
	l.ask(t, &list, "list_workouts", map[string]any{})
	theirs := 0
	for _, f := range list.Folders {
		if f.Kind == "plan" && f.ID != "plan-block" { // made there
			l.ok(t, "", []string{"plan", "publish", f.ID, "--to", "training_plan", "--start", "2026-10-05"})
			theirs++
		}
	}
	if theirs == 0 {
		t.Errorf("there is no plan that was made there: %+v", list)
	}
	back := l.ok(t, "", []string{"plan", "publish", "intervals:" + id, "--to", "training_plan", "--start", "2026-10-05"})
	if all := l.ok(t, "", []string{"plan", "list"}); !strings.Contains(all, "block-2") {
		t.Errorf("%s\n%s", back, all)
	}
	got := l.ok(t, "", []string{"call", "get_training_plan", `{"id":"block-2","weeks":"all"}`})
	for _, want := range []string{"Easy river", "2026-10-06", "Long hills", "2026-10-18"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}

// TestAPlanOutsideTheCalendarIsProjectedAlike: fitness on the day of the race is
// one number, whoever projects it, while the plan is not in the calendar, beside
// other sessions there, and once it is. A session of the calendar counts in place
// of one of the plan on its day.
func TestAPlanOutsideTheCalendarIsProjectedAlike(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	monday := training.DayOf(noon).WeekStart(time.Monday) + 7
	runs := filepath.Join(p.work, "runs")
	treadmill(t, runs, noon.AddDate(0, 0, -3))
	p.must(t, "import", runs)
	p.must(t, "call", "update_athlete_settings", `{"sport":"run","threshold_pace_s_per_km":250,"effective_from":"2026-01-01"}`)
	race := monday + 13
	text := fmt.Sprintf("plan_name: Block\nsport: running\ngoal_race: {date: %s, distance_km: 10}\nweeks:\n", race)
	for i, day := range []training.Day{monday, monday + 7} {
		text += fmt.Sprintf("  - week_number: %d\n    week_start_date: %s\n    sessions:\n", i+1, day) +
			workoutOf(fmt.Sprint("a", i), time.Monday) + workoutOf(fmt.Sprint("b", i), time.Thursday)
	}
	given, err := json.Marshal(map[string]string{"id": "block", "text": text})
	if err != nil {
		t.Fatal(err)
	}
	p.must(t, "call", "save_training_plan", string(given))
	before := p.projected(t, race)
	if before.Apart != 4 {
		t.Errorf("%d sessions are said to be apart from the calendar", before.Apart)
	}
	p.must(t, "call", "create_events", fmt.Sprintf(`{"events":[
		{"category":"workout","name":"Ride","sport":"ride","date":"%s","load":90},
		{"category":"workout","name":"Run","sport":"run","date":"%s","load":70}]}`, monday, monday+3))
	if both := p.projected(t, race); both.CTL <= before.CTL || both.Apart != 3 {
		t.Errorf("with other sessions in the calendar it is %+v, before %+v", both, before)
	}
	p.must(t, "plan", "publish", "block")
	if there := p.projected(t, race); there.Apart != 0 {
		t.Errorf("once it is in the calendar %d sessions are apart", there.Apart)
	}
}

// projection is the fitness of a day to come and how many of its sessions are
// said to be apart from the calendar.
type projection struct {
	CTL   float64
	Apart int
}

// projected returns what every tool projects for the day of the race.
func (p *person) projected(t *testing.T, race training.Day) projection {
	t.Helper()
	type answer struct {
		Race struct {
			Projected float64 `json:"projected_ctl"`
		}
		Projected struct {
			CTL []float64 `json:"projected_ctl"`
		}
		Notes []string
	}
	found := map[string]projection{}
	for tool, args := range map[string]string{
		"check_training_plan":   `{}`,
		"analyze_training_load": fmt.Sprintf(`{"to":"%s"}`, race),
		"list_events":           fmt.Sprintf(`{"project_to":"%s"}`, race),
	} {
		var a answer
		p.byCommand(t).told(t, &a, tool, args)
		one := projection{CTL: a.Race.Projected}
		if n := len(a.Projected.CTL); n > 0 {
			one.CTL = a.Projected.CTL[n-1]
		}
		for _, n := range a.Notes {
			if strings.Contains(n, "but not in the calendar; they are counted too") {
				_, _ = fmt.Sscan(n, &one.Apart)
			}
		}
		found[tool] = one
	}
	want := found["check_training_plan"]
	for tool, one := range found {
		if one != want || one.CTL == 0 {
			t.Errorf("%s projects %+v, and the check %+v", tool, one, want)
		}
	}
	return want
}
