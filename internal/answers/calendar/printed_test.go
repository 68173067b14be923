package calendar_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// sheet returns the week of Friday, 2024-10-04, with one session in each state.
func sheet(week time.Weekday) *calendar.Sheet {
	const today training.Day = 20000
	monday := today - 4
	first := today.WeekStart(week)
	row := func(n training.Day, name string, state calendar.State) calendar.EventRow {
		return calendar.EventRow{
			Day: monday + n, Name: name, Status: state, Category: training.EventWorkout,
			Planned: &calendar.Amounts{DurationS: 3600, DistanceKm: 7.5},
		}
	}
	done := row(0, "Easy", calendar.Done)
	done.Done = &calendar.DoneBy{Amounts: calendar.Amounts{DurationS: 3660}}
	done.Compliance = &calendar.Compliance{By: "duration", Percent: map[string]float64{"duration": 102}}
	return &calendar.Sheet{
		Frame: answers.Frame{Today: today, Week: week}, Days: training.DayRange{From: first, To: first + 6},
		Events: []calendar.EventRow{
			done, row(1, "<b>Cut</b> | short", calendar.Partly), row(2, "Swapped", calendar.Moved), row(3, "Gone", calendar.Missed),
			row(5, "Long", calendar.Upcoming),
		},
		Unplanned: []calendar.Unplanned{{Day: monday + 1, Sport: training.Cycling, Status: calendar.Extra}},
		Weeks:     []calendar.Week{{Start: first, Planned: &calendar.Sum{Sessions: 5, DurationS: 18000, DistanceKm: 37.5}}},
	}
}

func english(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// TestThePageNeedsNothing checks that the page loads and runs nothing, and
// shows texts from others as plain text.
func TestThePageNeedsNothing(t *testing.T) {
	t.Parallel()
	page := string(calendar.HTML(sheet(time.Monday), "Block & race", "en", english))
	for _, bad := range []string{"<script", "http://", "https://", "src=", "url(", "<b>Cut</b>", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	for _, want := range []string{
		"default-src 'none'", "@media print", "Block &amp; race", "&lt;b&gt;Cut&lt;/b&gt;", "7.5 km", "102 %", "partly done", "extra", "37.5 km",
		"at least 80 % of it", `class="today"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestWeeksBeginAsTheAthletesDo checks the first day of the week.
func TestWeeksBeginAsTheAthletesDo(t *testing.T) {
	t.Parallel()
	for week, want := range map[time.Weekday]string{
		time.Monday: "<th>Monday</th><th>Tuesday</th>", time.Sunday: "<th>Sunday</th><th>Monday</th>",
	} {
		if page := string(calendar.HTML(sheet(week), "x", "en", english)); !strings.Contains(page, "<tr>"+want) {
			t.Errorf("a week from %s begins otherwise", week)
		}
	}
}

// TestMarkdownIsATableAWeek checks that there is a table for each week, and
// that no text can break its cells.
func TestMarkdownIsATableAWeek(t *testing.T) {
	t.Parallel()
	text := string(calendar.Markdown(sheet(time.Monday), "Block", english))
	for _, want := range []string{
		"| Monday, 2024-09-30 | Easy | 1:00:00, 7.5 km | done: 1:01:00, 102 % |",
		`| &lt;b&gt;Cut&lt;/b&gt; \| short |`, "| Friday, 2024-10-04 |  |  |  |", "| cycling |  | extra:",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s:\n%s", want, text)
		}
	}
	for _, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "|") && strings.Count(strings.ReplaceAll(l, `\|`, ""), "|") != 5 {
			t.Errorf("a row is broken: %s", l)
		}
	}
}

// TestThePlanThatAnActivityWasDoneBy checks that it is the plan of the pairing,
// regardless of other plans on the day, with the steps of its current text,
// and that a session planned afterwards is found.
func TestThePlanThatAnActivityWasDoneBy(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	steps := []training.WorkoutStep{{DurationS: 240}}
	e := session("e1", today, ride, 60).CalendarEvent
	e.Name, e.Description, e.Structure = "Fours", "- 4m 95%", training.StructureOf("- 4m 95%", steps)
	s.put(t, e)
	s.plan(t, "e2", today, ride, 180, 0)
	s.did("d1", today, ride, 58, 60)
	said := session("e3", today-1, run, 30).CalendarEvent
	said.Description, said.Structure, said.DoneBy = "nine minutes, easy", training.StructureOf("- 4m 95%", steps), "intervals:d2"
	s.put(t, said)
	s.did("d2", today-1, ride, 200, 60)
	s.did("d3", today-2, ride, 60, 60)
	p := calendar.Planner{Lister: calendar.NewLister(), Store: s, Frame: frame}
	for _, c := range []struct {
		id   training.ActivityID
		day  training.Day
		want *workouts.CompliancePlan
	}{
		{"d1", today, &workouts.CompliancePlan{
			Name: "Fours", Source: workouts.SourceCalendar, EventID: "e1", By: calendar.BySameDay,
			Steps: steps,
		}},
		{"d2", today - 1, &workouts.CompliancePlan{Name: said.Name, Source: workouts.SourceCalendar, EventID: "e3", By: calendar.ByAthlete}},
		{"d3", today - 2, nil},
		{"nobody", today, nil},
	} {
		got, err := p.PlanOf(t.Context(), answerstest.FitnessModel, c.id, c.day)
		if d := cmp.Diff(c.want, got); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.id, err, d)
		}
	}
	s.plan(t, "e4", today-2, ride, 60, 0)
	s.Changed(store.ChangeKind(document.Events), "e4")
	if got, err := p.PlanOf(t.Context(), answerstest.FitnessModel, "d3", today-2); err != nil || got == nil || got.EventID != "e4" {
		t.Errorf("after a session was planned: %+v %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.PlanOf(ctx, answerstest.FitnessModel, "d1", today); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAnEventShowsTheStepsOfItsText(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	e := session("e1", today, ride, 60).CalendarEvent
	e.Description, e.Structure = "2x\n- 4m 95%",
		training.StructureOf("2x\n- 4m 95%",
			[]training.WorkoutStep{{Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{{DurationS: 240}}}})
	s.put(t, e)
	e.ID, e.Description = "e2", "nine minutes, easy"
	s.put(t, e)
	e.ID, e.Description = "e3", ""
	s.put(t, e)
	for id, want := range map[string]struct{ steps, missing bool }{"e1": {true, false}, "e2": {false, true}, "e3": {false, false}} {
		d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, id)
		if err != nil || (d.Event.Steps != nil) != want.steps || (d.Missing["steps"] != "") != want.missing {
			t.Errorf("%s: %+v %v", id, d, err)
		}
		if want.steps && (d.Event.Steps.Times[0] != 2 || d.Event.Steps.Length[0].String() != "4:00") {
			t.Errorf("%+v", d.Event.Steps)
		}
	}
}

// TestAListTellsStepsOnce checks that a row has the steps and the text without
// them, and that only a single event also has its full text.
func TestAListTellsStepsOnce(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	e := session("e1", today, ride, 60).CalendarEvent
	e.Description = "Keep it smooth.\n\nMain set 3x\n- 4m 95%\n- 2m 50%"
	s.put(t, e)
	row := list(t, s, calendar.Query{}).Events[0]
	if row.Text != "Keep it smooth." || row.Steps == nil || !slices.Equal(row.Steps.Times, []int{3, 3}) {
		t.Errorf("the row says %q and %+v", row.Text, row.Steps)
	}
	d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, "e1")
	if err != nil || d.Event.Text != e.Description {
		t.Errorf("the event says %q, %v", d.Event.Text, err)
	}
}

// TestWeeksBySport checks that the values of a sport equal those of a question about it
// alone, with the climb of its activities. A session without a sport belongs to none.
func TestWeeksBySport(t *testing.T) {
	t.Parallel()
	s := week(t)
	s.plan(t, "any", today+1, "", 60, 40)
	s.Add(store.LoadInput{ID: "hike", Day: monday - 3, Sport: training.Hiking, TimerS: 7200, DistanceM: 9000, GainM: 612}, nil)
	days := training.DayRange{From: monday - 7, To: today + 20}
	v := list(t, s, calendar.Query{View: calendar.ViewAnnual, Days: &days, BySport: true})
	planned := map[training.Day]int{}
	for _, w := range v.Weeks {
		for _, of := range w.BySport {
			if of.Planned != nil {
				planned[w.Start] += of.Planned.Sessions
			}
			alone := list(t, s, calendar.Query{View: calendar.ViewAnnual, Days: &days, BySport: true, Sport: of.Sport.Plain()})
			at := slices.IndexFunc(alone.Weeks, func(x calendar.Week) bool { return x.Start == w.Start })
			if d := cmp.Diff(alone.Weeks[at].BySport, []calendar.SportWeek{of}); d != "" {
				t.Errorf("%s in the week of %s (-alone +told apart):\n%s", of.Sport, w.Start, d)
			}
			if of.Sport == training.Hiking && (w.Start != monday-7 || of.Done.GainM != 612 || alone.Weeks[at].Done.DistanceKm != 9) {
				t.Errorf("the hike is %+v in the week of %s", of.Done, w.Start)
			}
		}
		if w.Planned != nil && w.Start <= today+1 && today+1 < w.Start+7 && planned[w.Start] != w.Planned.Sessions-1 {
			t.Errorf("%d of the %d sessions are of a sport", planned[w.Start], w.Planned.Sessions)
		}
	}
	if len(planned) == 0 || v.Weeks[0].BySport[0].Sport != training.Hiking {
		t.Errorf("%+v", v.Weeks)
	}
	if w := list(t, s, calendar.Query{View: calendar.ViewAnnual}).Weeks[0]; w.BySport != nil {
		t.Errorf("nobody asked for %+v", w.BySport)
	}
}

// TestAWeekSaysOneLoad checks that the calendar's week, its parts by sport and
// the summary add up the activities and round only once.
func TestAWeekSaysOneLoad(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	for i, load := range []float64{50.46, 37.56, 47.89, 75.29} { // 0.04 less than the sum of their rounded values
		s.did(string(rune('a'+i)), monday+training.Day(i), ride, 60, load)
	}
	days := training.DayRange{From: monday, To: monday + 6}
	w := list(t, s, calendar.Query{View: calendar.ViewAnnual, Days: &days, BySport: true}).Weeks[0]
	sum, err := fitness.NewHistograms(s.FitnessStore).Summary(t.Context(), s.FitnessStore, answerstest.FitnessModel, frame,
		fitness.SummaryQuery{
			Kind: fitness.PeriodWeek, Days: days,
		})
	if err != nil {
		t.Fatal(err)
	}
	if got := []float64{w.Done.Load, w.BySport[0].Done.Load, *sum.Totals.TSS}; !slices.Equal(got, []float64{211.2, 211.2, 211.2}) {
		t.Errorf("the loads of one week are %v", got)
	}
}

// TestPlannedDistancesThatAreNotStated checks that a sum of distances counts
// the sessions without one, except those in sports without distance.
func TestPlannedDistancesThatAreNotStated(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	far := session("far", monday, run, 60).CalendarEvent
	far.DistanceKm = 10
	s.put(t, far)
	s.plan(t, "gym", monday+1, training.Strength, 30, 0)
	days := training.DayRange{From: monday, To: monday + 6}
	q := calendar.Query{View: calendar.ViewAnnual, Days: &days}
	if w := list(t, s, q).Weeks[0].Planned; w.WithoutDistance != 0 || w.DistanceKm != 10 {
		t.Errorf("%+v", w)
	}
	s.plan(t, "spin", monday+2, ride, 60, 0)
	if w := list(t, s, q).Weeks[0].Planned; w.WithoutDistance != 1 || w.DistanceKm != 10 {
		t.Errorf("%+v", w)
	}
}

// TestMilesComeFromTheExactDistance, and not from the rounded kilometres.
func TestMilesComeFromTheExactDistance(t *testing.T) {
	t.Parallel()
	for km, want := range map[float64][2]string{4.35: {"4.4 km", "2.70 mi"}, 9.97: {"10 km", "6.20 mi"}, 60: {"60 km", "37.3 mi"}} {
		a := &calendar.Amounts{DistanceKm: km}
		got := [2]string{calendar.PrintedAmounts(i18n.InEnglish, a), calendar.PrintedAmounts(i18n.InMiles(i18n.InEnglish), a)}
		if got != want {
			t.Errorf("%g km: %q, not %q", km, got, want)
		}
	}
}
