package plan_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

const (
	today  training.Day = 20000     // 2024-10-04, a Friday
	monday              = today - 4 // of its week
	run                 = training.Running
)

var frame = answers.Frame{Today: today, TimeZone: "Europe/Berlin", Week: time.Monday}

// home is an athlete in memory with a calendar.
type home struct {
	*answerstest.FitnessStore
	docs  []document.Document // events
	marks []document.Document // on the body
	days  []document.Document // of wellness
}

func newHome() *home { return &home{FitnessStore: &answerstest.FitnessStore{}} }

func (s *home) did(id string, day training.Day, sport training.Sport, minutes, km, tss float64) {
	s.Add(store.LoadInput{
		ID: training.ActivityID(id), Day: day, Hour: 8, Sport: sport, TimerS: minutes * 60, DistanceM: km * 1000, ManualLoad: tss,
	}, nil)
}

func (s *home) put(t *testing.T, e training.CalendarEvent) {
	t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	s.docs = append(s.docs, document.Document{ID: e.ID, Days: calendar.DaysOf(&e), Own: b})
}

func (s *home) Documents(ctx context.Context, _ training.Scope, c document.Collection, f document.Filter) ([]document.Document, error) {
	var out []document.Document
	all := map[document.Collection][]document.Document{document.Events: s.docs, document.BodyMarks: s.marks, document.Wellness: s.days}[c]
	for _, d := range all {
		if !f.Deleted && (f.Days == nil || d.Days.From <= f.Days.To && d.Days.To >= f.Days.From) {
			out = append(out, d)
		}
	}
	return out, ctx.Err()
}

// hurts marks a region of the body today.
func (s *home) hurts(t *testing.T, m training.BodyMark) {
	t.Helper()
	m.By, m.Date = training.MarkedByAthlete, today
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	s.marks = append(s.marks, document.Document{ID: m.Region, Days: training.DayRange{From: today, To: today}, Own: b})
}

// off puts time off into the calendar.
func (s *home) off(t *testing.T, c training.EventCategory, name string, from, to training.Day) {
	t.Helper()
	s.put(t, training.CalendarEvent{
		ID: name, Category: c, Name: name, Start: training.LocalTime(from.String() + "T00:00:00"),
		End: training.LocalTime((to + 1).String() + "T00:00:00"),
	})
}

func (s *home) Document(_ context.Context, _ training.Scope, c document.Collection, id string) (document.Document, error) {
	return document.Document{}, document.NotFound(c, id)
}

func (s *home) Resolve(_ context.Context, _ training.Scope, id string) (training.ActivityID, error) {
	return training.ActivityID(id), nil
}

// planOf returns a plan of running whose weeks begin on a Monday, each a list
// of sessions in YAML.
func planOf(t testing.TB, head string, weeks map[training.Day][]string) *plan.Plan {
	t.Helper()
	body, n := "plan_name: Block\nsport: running\n"+head+"weeks:\n", 0
	for d := monday - 70; d < monday+210; d += 7 {
		if weeks[d] == nil {
			continue
		}
		n++
		body += fmt.Sprintf("  - week_number: %d\n    week_start_date: %s\n    sessions:\n", n, d)
		for _, s := range weeks[d] {
			body += "      - {" + s + "}\n"
		}
	}
	p, problems := plan.Parse(body)
	if !plan.Sound(problems) {
		t.Fatalf("%s\n%v", body, problems)
	}
	return &p
}

func check(t testing.TB, s *home, p *plan.Plan, q plan.Query) *plan.AdherenceView {
	t.Helper()
	v, err := plan.AdherenceOf(t.Context(), s, answerstest.FitnessModel, frame, "block", p, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// states returns the states of the shown sessions, with the activities that did
// them.
func states(v *plan.AdherenceView) map[string]string {
	out := map[string]string{}
	for _, s := range v.Sessions {
		out[s.ID] = string(s.Status)
		if s.Done != nil {
			out[s.ID] += " " + string(s.Done.ActivityID)
		}
	}
	for _, e := range v.Extra {
		out[string(e.ActivityID)] = string(e.Status)
	}
	return out
}

const easy = "day_of_week: %s, type: easy, distance_km: %g, duration_minutes: %g"

func session(day string, km, minutes float64) string { return fmt.Sprintf(easy, day, km, minutes) }

// TestOneActivityCountsForOneSession: what was done once is not two sessions,
// however near both are, nor one of another sport or a stroll.
func TestOneActivityCountsForOneSession(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{
		monday: {session("Monday", 10, 60), session("Tuesday", 10, 60), session("Wednesday", 10, 60)},
	})
	s.did("run", monday, run, 60, 10, 50)
	s.did("ride", monday+1, training.Cycling, 60, 30, 50)
	s.did("stroll", monday+2, run, 10, 1.5, 5)
	want := map[string]string{"w1-mon": "done run", "w1-tue": "missed", "w1-wed": "missed", "ride": "extra", "stroll": "extra"}
	v := check(t, s, p, plan.Query{})
	if d := cmp.Diff(want, states(v)); d != "" {
		t.Error(d)
	}
	if w := v.Weeks[0]; w.Done != 1 || w.Missed != 2 || w.Extra != 2 || *w.Adherence != 33 {
		t.Errorf("the week is %+v", w)
	}
}

// TestTwoSessionsADay: a morning and an evening run are two.
func TestTwoSessionsADay(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{monday: {session("Monday", 12, 70), session("Monday", 6, 35)}})
	s.did("short", monday, run, 34, 6, 30)
	if d := cmp.Diff(map[string]string{"w1-mon": "missed", "w1-mon-2": "done short"}, states(check(t, s, p, plan.Query{}))); d != "" {
		t.Error(d)
	}
	s.did("long", monday, run, 71, 12, 60)
	if d := cmp.Diff(map[string]string{"w1-mon": "done long", "w1-mon-2": "done short"}, states(check(t, s, p, plan.Query{}))); d != "" {
		t.Error(d)
	}
}

// TestTheWeekThatRunsIsJudgedByWhatIsDue: it is not red until Sunday.
func TestTheWeekThatRunsIsJudgedByWhatIsDue(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{
		monday: {session("Monday", 10, 60), session("Friday", 8, 50), session("Saturday", 8, 50), session("Sunday", 25, 150)},
	})
	s.did("a", monday, run, 60, 10, 50)
	v := check(t, s, p, plan.Query{})
	w := v.Weeks[0]
	if !w.Current || *w.Adherence != 100 || w.Band != efforts.Green || w.Upcoming != 3 || w.Planned.DistanceKm != 10 {
		t.Errorf("the week that runs is %+v, planned %+v", w, w.Planned)
	}
}

// TestMoreThanPlannedIsNotGreen: too much is told as too little is.
func TestMoreThanPlannedIsNotGreen(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{monday - 7: {session("Monday", 10, 60), session("Thursday", 10, 60)}})
	for d := range training.Day(7) {
		s.did(fmt.Sprint("r", d), monday-7+d, run, 60, 10, 50)
	}
	w := check(t, s, p, plan.Query{}).Weeks[0]
	if w.Band != efforts.Red || w.Percent["duration"] != 350 || w.Percent["distance"] != 350 || w.Extra != 5 || *w.Adherence != 100 {
		t.Errorf("seven runs for two are %+v", w)
	}
}

// TestKilometresOfAnotherSportDoNotCount: a plan of running is not full by bike.
func TestKilometresOfAnotherSportDoNotCount(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{monday - 7: {session("Monday", 7.5, 45), session("Thursday", 10, 60)}})
	s.did("run", monday-7, run, 45, 7.5, 40)
	s.did("ride", monday-6, training.Cycling, 90, 40, 60)
	w := check(t, s, p, plan.Query{}).Weeks[0]
	if w.Planned.DistanceKm != 17.5 || w.Recorded.DistanceKm != 7.5 {
		t.Errorf("planned %+v, recorded %+v", w.Planned, w.Recorded)
	}
}

// TestWeeksHaveThePlansNumbers: whatever weeks have activities.
func TestWeeksHaveThePlansNumbers(t *testing.T) {
	t.Parallel()
	s := newHome()
	weeks := map[training.Day][]string{}
	for i := range training.Day(6) {
		weeks[monday-28+7*i] = []string{session("Monday", 10, 60)}
	}
	s.did("late", monday+1, run, 60, 10, 50)
	v := check(t, s, planOf(t, "", weeks), plan.Query{})
	if v.Week != 5 || v.Weeks[4].Number != 5 || !v.Weeks[4].Current || v.Weeks[4].Start != monday || v.Weeks[4].Moved != 1 {
		t.Errorf("week %d, %+v", v.Week, v.Weeks)
	}
}

// TestAPlanStaysAfterItsRace, and one without a race is one too.
func TestAPlanStaysAfterItsRace(t *testing.T) {
	t.Parallel()
	s := newHome()
	weeks := map[training.Day][]string{monday - 7: {session("Monday", 10, 60), "day_of_week: Sunday, type: race, distance_km: 10"}}
	s.did("before", monday-40, run, 60, 10, 80)
	s.did("race", monday-1, run, 40, 10, 90)
	race := planOf(t, "goal_race: {date: "+(monday-1).String()+", race_type: 10k}\n", weeks)
	v := check(t, s, race, plan.Query{})
	if v.Race == nil || v.Race.InDays != -5 || v.Race.CTL == nil || v.Race.ProjectedCTL != nil || states(v)["w1-sun"] != "done race" {
		t.Errorf("after the race: %+v, %v", v.Race, states(v))
	}
	if v := check(t, s, planOf(t, "", weeks), plan.Query{}); v.Race != nil || len(v.Sessions) != 2 {
		t.Errorf("without a race: %+v", v)
	}
	next := planOf(t, "", map[training.Day][]string{monday + 14: {session("Monday", 10, 60)}})
	all := []plan.Kept{{ID: "past", Plan: *race}, {ID: "next", Plan: *next}}
	if got := plan.Active([]plan.Kept{{Plan: plan.Plan{Template: true}}}, today); got != -1 {
		t.Errorf("a template is active: %d", got)
	}
	if got := plan.Active(all[:1], today); got != 0 {
		t.Error("the plan is gone with its race")
	}
	if got := plan.Active(all, today); all[got].ID != "next" {
		t.Errorf("the active plan is %s", all[got].ID)
	}
	two := map[training.Day][]string{monday: {session("Monday", 10, 60)}, monday + 14: {session("Monday", 10, 60)}}
	soon := planOf(t, "goal_race: {date: "+(monday+14).String()+", race_type: 10k}\n", two)
	two[monday+7] = two[monday]
	later := planOf(t, "goal_race: {date: "+(monday+20).String()+", race_type: 10k}\n", two)
	first, second := plan.Kept{ID: "soon", Plan: *soon}, plan.Kept{ID: "later", Plan: *later}
	for _, all := range [][]plan.Kept{{first, second}, {second, first}} {
		if got := plan.Active(all, today); all[got].ID != "soon" {
			t.Errorf("the active plan is %s, though the race of the other comes first", all[got].ID)
		}
	}
}

// TestFormOnRaceDay: what is planned up to the race decides, at its stated load
// or at the usual one.
func TestFormOnRaceDay(t *testing.T) {
	t.Parallel()
	s := newHome()
	for d := today - 60; d <= today; d += 2 {
		s.did(fmt.Sprint("r", d), d, run, 60, 12, 60)
	}
	head := "goal_race: {date: " + (today + 16).String() + ", race_type: 10k}\n"
	stated := planOf(t, head, map[training.Day][]string{monday + 7: {
		"day_of_week: Monday, type: easy, duration_minutes: 60, load: 60", "day_of_week: Thursday, type: easy, duration_minutes: 60, load: 60",
	}})
	usual := planOf(t, head, map[training.Day][]string{
		monday + 7: {session("Monday", 12, 60), "day_of_week: Thursday, type: easy, distance_km: 12"},
	})
	a, b := check(t, s, stated, plan.Query{}), check(t, s, usual, plan.Query{})
	if a.Race.ProjectedTSB == nil || *a.Race.ProjectedTSB <= 0 || *a.Race.ProjectedCTL >= 60 {
		t.Fatalf("the race is met with %+v", a.Race)
	}
	if *a.Race.ProjectedCTL != *b.Race.ProjectedCTL || !strings.Contains(fmt.Sprint(b.Notes), "2 upcoming sessions") {
		t.Errorf("usual load: %+v, %v; stated: %+v", *b.Race.ProjectedCTL, b.Notes, *a.Race.ProjectedCTL)
	}
	none := planOf(t, head, map[training.Day][]string{monday + 7: {"day_of_week: Monday, type: gym, duration_minutes: 30"}})
	if v := check(t, s, none, plan.Query{}); v.Missing["planned.load"] == "" {
		t.Errorf("a session without a load is not told: %+v", v)
	}
}

// TestRampAndMonotonyHaveTheirRules: weeks that are too much or all the same are
// named with the rule that says so.
func TestRampAndMonotonyHaveTheirRules(t *testing.T) {
	t.Parallel()
	s := newHome()
	s.did("before", today-100, run, 60, 10, 40)
	var same, hard []string
	for i, d := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		same = append(same, fmt.Sprintf("day_of_week: %s, type: easy, duration_minutes: 60, load: %d", d, 50+i%2))
		if i%2 == 0 {
			hard = append(hard, fmt.Sprintf("day_of_week: %s, type: long, duration_minutes: 300, load: 300", d))
		}
	}
	v := check(t, s, planOf(t, "", map[training.Day][]string{monday + 7: same, monday + 14: hard}), plan.Query{})
	got := map[string]bool{}
	for _, a := range v.Alerts {
		got[fmt.Sprint(a.Week, " ", a.Name)] = a.Rule != "" && a.Value > 0
	}
	if d := cmp.Diff(map[string]bool{"1 monotony": true, "2 ramp": true}, got); d != "" {
		t.Errorf("%s\n%+v", d, v.Weeks)
	}
	if w := v.Weeks[1]; *w.Load != 1200 || *w.Ramp <= 8 {
		t.Errorf("the hard week is %+v", w)
	}
}

// TestPhasesAddUpTheirWeeks.
func TestPhasesAddUpTheirWeeks(t *testing.T) {
	t.Parallel()
	s := newHome()
	weeks := map[training.Day][]string{}
	for i := range training.Day(4) {
		weeks[monday-21+7*i] = []string{session("Monday", 10, 60)}
		if i != 1 {
			s.did(fmt.Sprint(i), monday-21+7*i, run, 60, 10, 50)
		}
	}
	p := planOf(t, "phases:\n  - {name: Base, from_week: 1, to_week: 3}\n  - {name: Build, from_week: 4, to_week: 4}\n", weeks)
	v := check(t, s, p, plan.Query{})
	if len(v.Phases) != 2 || v.Phases[0].Name != "Base" || v.Phases[0].To != 3 || v.Phases[0].Done != 2 || *v.Phases[0].Adherence != 67 ||
		*v.Phases[1].Adherence != 100 || *v.Whole.Adherence != 75 {
		t.Errorf("phases %+v, whole %+v", v.Phases, v.Whole)
	}
}

// TestAPublishedPlanSharesActivities: what the athlete paired in the calendar
// holds, and another event of the calendar has its activity for itself.
func TestAPublishedPlanSharesActivities(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{monday: {session("Monday", 10, 60), session("Tuesday", 10, 60)}})
	s.did("a", monday, run, 60, 10, 50)
	s.did("b", monday+2, run, 95, 15, 70)
	other := training.CalendarEvent{
		ID: "club", Category: training.EventWorkout, Name: "Club", Sport: run, MovingTimeS: 3600,
		Start: training.LocalTime(monday.String() + "T00:00:00"),
	}
	s.put(t, other)
	if got := states(check(t, s, p, plan.Query{})); got["w1-mon"] != "done a" {
		t.Errorf("a plan that is not published shares nothing: %v", got)
	}
	tuesday := training.CalendarEvent{
		ID: "e1", Category: training.EventWorkout, Name: "Easy", Sport: run, DoneBy: "b",
		Start: training.LocalTime((monday + 1).String() + "T00:00:00"),
		Plan:  training.PlanRef{ID: "block", Workout: "w1-tue", Published: "x"},
	}
	s.put(t, tuesday)
	other.DoneBy, other.ID = "a", "club2"
	s.put(t, other)
	if d := cmp.Diff(map[string]string{"w1-mon": "missed", "w1-tue": "moved b"}, states(check(t, s, p, plan.Query{}))); d != "" {
		t.Error(d)
	}
}

// TestAWeekWithHalfOfItsDistanceIsNotGreen, however long it took.
func TestAWeekWithHalfOfItsDistanceIsNotGreen(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{monday: {session("Monday", 20, 100), session("Tuesday", 20, 100)}})
	s.did("a", monday, run, 100, 10, 50)
	s.did("b", monday+1, run, 100, 9, 50)
	if w := check(t, s, p, plan.Query{}).Weeks[0]; w.Band != efforts.Red || w.Percent["duration"] != 100 {
		t.Errorf("the week is %s: %v", w.Band, w.Percent)
	}
}

// TestOnlySportsOfThePlanCount: a long ride does not make up for a run.
func TestOnlySportsOfThePlanCount(t *testing.T) {
	t.Parallel()
	s := newHome()
	p := planOf(t, "", map[training.Day][]string{monday - 7: {session("Monday", 10, 60), session("Tuesday", 10, 60)}})
	s.did("a", monday-7, run, 60, 10, 50)
	s.did("b", monday-5, training.Cycling, 60, 0, 50)
	w := check(t, s, p, plan.Query{}).Weeks[0]
	if w.Percent["duration"] != 50 || w.Band != efforts.Yellow || w.Recorded.DurationS != 7200 {
		t.Errorf("the week is %s: %v", w.Band, w.Percent)
	}
}

// TestAPlanAndTheCalendarProjectAlike: fitness on the day of a race is one
// number, whether the plan or the calendar is asked, also where sessions state
// no load.
func TestAPlanAndTheCalendarProjectAlike(t *testing.T) {
	t.Parallel()
	s := newHome()
	for i := range training.Day(40) {
		s.did(fmt.Sprint("d", i), today-40+i, run, 60, 10, 50)
	}
	race := monday + 20
	p := planOf(t, "goal_race: {date: "+race.String()+", distance_km: 10}\n", map[training.Day][]string{
		monday + 7:  {session("Monday", 10, 60), session("Wednesday", 12, 70), "day_of_week: Thursday, type: easy, load: 80"},
		monday + 14: {session("Tuesday", 10, 60), "day_of_week: Sunday, type: race, distance_km: 10"},
	})
	events := p.Events("block", p.Days())
	for i := range events {
		e := events[i].CalendarEvent
		e.ID, e.Plan.Published = fmt.Sprint("e", i), "x"
		if i == 1 {
			e.Start = training.LocalTime((monday + 11).String() + "T00:00:00")
		}
		s.put(t, e)
	}
	v := check(t, s, p, plan.Query{})
	ahead, err := calendar.PlannedLoads(t.Context(), s, answerstest.FitnessModel, frame, race, training.Discipline{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	load, err := fitness.TrainingLoad(t.Context(), s, answerstest.FitnessModel, frame, fitness.LoadQuery{
		Days: training.DayRange{From: today, To: today}, Calendar: ahead.Loads, ProjectDays: int(race - today),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *v.Race.ProjectedCTL, load.Project.CTL[len(load.Project.CTL)-1]; got != want || ahead.Estimated != 4 {
		t.Errorf("the plan projects a CTL of %g, the analysis of load %g, with %d loads estimated", got, want, ahead.Estimated)
	}
}

// TestAnswersAreBounded, of a plan of 300 weeks with several sessions a day.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	s := newHome()
	s.did("a", monday, run, 60, 10, 50)
	var body strings.Builder
	body.WriteString("plan_name: Long\nsport: running\nweeks:\n")
	for i := range 300 {
		fmt.Fprintf(&body, "  - week_number: %d\n    week_start_date: %s\n", i+1, monday-700+training.Day(7*i))
		body.WriteString("    weekly_focus: Much of everything\n    sessions:\n")
		for d := range 14 {
			fmt.Fprintf(&body, "      - {day_of_week: %s, type: easy, distance_km: 8}\n", time.Weekday(d/2%7))
		}
	}
	p, _ := plan.Parse(body.String())
	v := check(t, s, &p, plan.Query{Days: &training.DayRange{From: monday - 300, To: monday + 300}})
	b, err := json.Marshal(v)
	if err != nil || len(b) > 32<<10 || !v.Cut || v.Narrow == "" || len(v.Weeks) == 0 || len(v.Sessions) == 0 {
		t.Errorf("%d bytes, cut %v, %d weeks, %v", len(b), v.Cut, len(v.Weeks), err)
	}
}

// corpus returns texts as people, assistants and programs write them: each way
// to place a comment, to quote, to indent and to end lines.
func corpus() map[string]string {
	return map[string]string{
		"plain": "plan_name: Spring\nweeks:\n- week_number: 1\n  runs:\n  - day: Monday\n    km: 7.5\n  - day: Friday\n    km: 8\n",
		"head": "# header\n\n# second\nplan_name: Spring # inline\n\n# before weeks\nweeks:\n  # before w1\n  - " +
			"week_number: 1 # x\n    # inside\n    runs:\n      - day: Monday   # two spaces\n        km: 7\n      # after " +
			"mon\n      - day: Tuesday\n\n  # before w2\n  - week_number: 2\n# the end\n",
		"block": "notes: |\n  a # no comment\n  b: c\n\n  d\nweeks:\n- week_number: 1\n  description: >-\n    folded\n  " +
			"  # text\n\n    more\n  structure: \"2km # WU, 5×1km @4:05\" # comment\n",
		"keep": "a: |+\n  x\n\nb: >\n  y\n  z\nc: 1 # e\n",
		"crlf": "plan_name: a\r\n# c\r\nweeks:\r\n- week_number: 1 # d\r\n  runs:\r\n  - km: 5\r\n  - km: 6 # f\r\n",
		"flow": "weeks:\n- {week_number: 1, runs: [{day: Monday, km: 8}, {day: Tuesday, km: 0}]} # f\n- week_number: " +
			"2\n  runs:\n  - {day: Monday, km: 9}   # c\n  - {day: Tuesday, km: 1}\n",
		"no end": "plan_name: a\nweeks: # x\n- week_number: 1 # e",
		"mark":   "\ufeffplan_name: a # x\nweeks: []\n",
		"start":  "---\n# c\nplan_name: 'it''s' # y\nweeks:\n- week_number: 1\n...\n",
		"quotes": "plan_name: 'x: # y'\n\"weeks\": # q\n- 'week_number': 1\n  pace: 5:20 # pace\n  km: 8.0\n  date: " +
			"2026-03-09\n  x: ~\n  y:\n  z: no\n",
		"other": "plan_name: \"跑步 🏃\" # 注释\nnotes: é # ü # two\nweeks: []\n",
		"blank": "\n\n\nplan_name: a\n\n\n\nweeks:\n\n\n- week_number: 1\n\n\n  # c\n\n\n  runs: []\n\n\n",
		"deep": "weeks:\n- week_number: 1\n  runs:\n  - km: 5\n    # deeper\n      # deeper still\n  # next\n  - km: " +
			"6\n  # last\n# end\n",
		"dash":    "weeks:\n-\n  week_number: 1\n- # alone\n  week_number: 2 # b\n-   week_number: 3\n    km: 3\n",
		"spread":  "plan_name:    a      # far\nweeks  : []\nnotes: two\n  lines # b\n",
		"json":    "{\"plan_name\": \"a\", \"weeks\": [{\"week_number\": 1, \"runs\": []}]}",
		"hash":    "a: b#c # d\nc: 'e # f'\nd: \"g # h\"   # i\nurl: http://x/#y\n",
		"anchor":  "a: &x 1 # c\nb: 2\n",
		"lists":   "weeks: [] # none\nphases: # two\n- name: a # one\n",
		"comment": "a: 1 # a: 2 # b\n#\n#!x\n#   y\nb: 2\n",
	}
}
