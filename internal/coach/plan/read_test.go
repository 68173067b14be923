package plan_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

func original(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/original.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestTheOriginalFormIsReadAsItIs: names, days, paces, race and comments.
func TestTheOriginalFormIsReadAsItIs(t *testing.T) {
	t.Parallel()
	p, problems := plan.Parse(original(t))
	if len(problems) > 0 {
		t.Error(problems)
	}
	race := p.Race
	if race.Day.String() != "2026-04-12" || race.GoalTimeS != 5399 || race.DistanceKm != 21.0975 || p.Name != "Spring half" {
		t.Errorf("%q: %+v", p.Name, race)
	}
	type row struct {
		id, day string
		sport   training.Sport
		km, s   float64
	}
	var got []row
	for s := range p.Sessions {
		got = append(got, row{s.ID, s.Day.String(), s.Sport, s.DistanceKm, s.DurationS})
	}
	want := []row{
		{"w1-mon", "2026-02-02", training.Running, 0, 0},
		{"w1-tue", "2026-02-03", training.Running, 7.5, 2400},
		{"w1-thu", "2026-02-05", training.Strength, 0, 2700},
		{"w1-fri", "2026-02-06", training.Running, 11, 0},
		{"w1-sun", "2026-02-08", training.Running, 22, 7040},
		{"w10-tue", "2026-04-07", training.Running, 6, 0},
		{"w10-sat", "2026-04-11", training.Running, 4, 0},
		{"w10-sun", "2026-04-12", training.Running, 21.1, 5401.6},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

// TestASessionIsAnEvent: rest is none, the race is one.
func TestASessionIsAnEvent(t *testing.T) {
	t.Parallel()
	p, _ := plan.Parse(original(t))
	events := p.Events("p1", p.Days())
	if len(events) != 7 {
		t.Fatalf("%d events", len(events))
	}
	e := events[0]
	if e.ID != "p1/w1-tue" || e.ExternalID != e.ID || e.Name != "Easy 7.5 km" || e.Plan.ID != "p1" || e.Plan.Workout != "w1-tue" ||
		e.Start != "2026-02-03T00:00:00" || e.Figures().DistanceKm != 7.5 {
		t.Errorf("%+v", e.CalendarEvent)
	}
	if last := events[6]; last.Category != training.EventRaceA || last.Days.From != p.Race.Day {
		t.Errorf("%+v", last.CalendarEvent)
	}
}

// TestCommentsAreRead: each with what it stands in, or before.
func TestCommentsAreRead(t *testing.T) {
	t.Parallel()
	p, _ := plan.Parse(original(t))
	for what, is := range map[string]struct{ got, want []string }{
		"plan":    {p.Comments, []string{"Built after the winter break.", "Sunday", "End of the plan"}},
		"week 1":  {p.Weeks[0].Comments, []string{"Easy start"}},
		"week 10": {p.Weeks[1].Comments, []string{"Down week"}},
		"tuesday": {p.Session("w1-tue").Comments, []string{"flat"}},
		"friday":  {p.Session("w1-fri").Comments, []string{"with the club"}},
	} {
		if !slices.Equal(is.got, is.want) {
			t.Errorf("%s: %q", what, is.got)
		}
	}
}

// TestWhatIsWrongIsToldWithItsPlace: each fault that the original form takes
// without a word, with line, week, and what to write.
func TestWhatIsWrongIsToldWithItsPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to, says string }{
		"unknown name": {
			"weekly_focus: Base", "weekly_focs: Base",
			"Line 21, week 1: \"weekly_focs\" is not a field that Lapkeep uses; it is kept. Did you mean weekly_focus?",
		},
		"two weeks": {"week_number: 10", "week_number: 1", "There are two weeks 1."},
		"no Monday": {
			"week_start_date: 2026-04-06", "week_start_date: 2026-04-07",
			"Line 46, week 10: 2026-04-07 is a Tuesday; weeks start on Monday. Write 2026-04-06.",
		},
		"mistyped day": {"day_of_week: Thursday", "day_of_week: Thurzday", "\"Thurzday\" is not a day of the week. Did you mean Thursday?"},
		"bad date":     {"date: 2026-04-12", "date: 12.04.2026", "date is \"12.04.2026\", which is not a valid date. Write dates as YYYY-MM-DD."},
		"another total": {
			"total_planned_distance_km: 40.5", "total_planned_distance_km: 41",
			"total_planned_distance_km is 41, but the values below it add up to 40.5. Write 40.5",
		},
		"unknown type": {"type: shakeout", "type: shakout", "Did you mean shakeout?"},
		"no number":    {"distance_km: 22", "distance_km: 22 km", "Write a number from 0 to 5000, without its unit."},
		"bad pace":     {"target_pace_min_per_km: 4:16", "target_pace_min_per_km: fast", "such as 4:05"},
		"twice":        {"weekly_focus: Race", "weekly_focus: Race\n    weekly_focus: Easy", "weekly_focus appears twice."},
		"alias":        {"weekly_focus: Race", "phase: &x Race\n    weekly_focus: *x", "An alias refers"},
		"goal against": {
			"goal_pace_min_per_km: \"4:16\"", "goal_pace_min_per_km: \"4:00\"",
			"goal_time divided by distance_km gives a pace of 4:16/km, not 4:00/km.",
		},
		"race outside": {"date: 2026-04-12", "date: 2026-04-19", "in none of the weeks"},
		"gap":          {"week_start_date: 2026-04-06", "week_start_date: 2026-03-30", "by week 1 it would be 2026-04-06"},
		"day and date": {
			"day_of_week: Saturday", "date: 2026-04-10\n        day_of_week: Saturday",
			"2026-04-10 is not the Saturday of this week",
		},
		"same id": {"- day_of_week: Saturday", "- day_of_week: Friday\n        id: x\n      - day_of_week: " +
			"Saturday\n        id: x", "The id x is also used by another session."},
		"no YAML": {"weekly_focus: Race", "weekly_focus: \"Race", "cannot be read as YAML"},
		"no list": {
			"runs:\n      - day_of_week: Tuesday\n        type: easy\n        distance_km: 6",
			"runs: none\n    sessions:\n      - day_of_week: Tuesday\n        type: easy\n        distance_km: 6", "runs is not a list.",
		},
		"workout not read": {"type: shakeout", "type: shakeout\n        workout: \"- 5x\"", "In its workout"},
	} {
		text := strings.Replace(original(t), c.from, c.to, 1)
		_, problems := plan.Parse(text)
		if told := fmt.Sprint(problems); !strings.Contains(told, c.says) {
			t.Errorf("%s: %s", name, told)
		}
	}
}

// TestDoubtsDoNotSpoilAPlan: what is only doubtful is a warning.
func TestDoubtsDoNotSpoilAPlan(t *testing.T) {
	t.Parallel()
	_, problems := plan.Parse(strings.Replace(original(t), "total_planned_distance_km: 40.5", "total_planned_distance_km: 41", 1))
	if len(problems) != 1 || !plan.Sound(problems) {
		t.Error(problems)
	}
	_, problems = plan.Parse(strings.Replace(original(t), "Thursday", "Thurzday", 1))
	if plan.Sound(problems) {
		t.Error("a day that there is not is sound")
	}
}

// TestAPlanStaysWhenItsRaceIsOver: and one without a race counts as others do.
func TestAPlanStaysWhenItsRaceIsOver(t *testing.T) {
	t.Parallel()
	raced, _ := plan.Parse(original(t))
	open, _ := plan.Parse("plan_name: Base\nsport: cycling\nweeks:\n- week_number: 1\n  week_start_date: 2026-05-04\n  sessions: []\n")
	all := []plan.Kept{{ID: "a", Plan: raced}, {ID: "b", Plan: open}}
	for day, want := range map[string]struct {
		active int
		status plan.Status
	}{
		"2026-01-01": {0, plan.Upcoming}, "2026-04-12": {0, plan.Current}, "2026-04-13": {1, plan.Past}, "2026-05-04": {1, plan.Past},
		"2026-06-01": {1, plan.Past},
	} {
		d, err := training.ParseDay(day)
		if err != nil {
			t.Fatal(err)
		}
		if at, status := plan.Active(all, d), raced.Status(d); at != want.active || status != want.status {
			t.Errorf("%s: %d, %s", day, at, status)
		}
	}
}

// TestTheExtendedForm: sports, phases, doubles, a workout with steps, strength.
func TestTheExtendedForm(t *testing.T) {
	t.Parallel()
	p, problems := plan.Parse(extended)
	if len(problems) > 0 {
		t.Error(problems)
	}
	ride, swim, lift := p.Session("w2-tue"), p.Session("w2-tue-2"), p.Session("core")
	if ride.DurationS != 3600 || len(ride.Steps) != 3 || ride.Sport != training.Cycling || ride.Load != 70 {
		t.Errorf("%+v", ride)
	}
	if swim.Sport != training.Swimming || swim.Clock != "18:30" || swim.Day != ride.Day {
		t.Errorf("%+v", swim)
	}
	if len(lift.Exercises) != 2 || len(lift.Steps) != 2 || lift.Exercises[0].BodyRegion != "left_achilles" ||
		lift.Steps[0].Exercise.Reps != 12 {
		t.Errorf("%+v", lift)
	}
	w := p.Week(2)
	if w.Phase != "Build" || p.Total(w).Sessions != 3 || p.Total(w).DistanceKm != 1.5 {
		t.Errorf("%+v", p.Total(w))
	}
	e, ok := p.Event("x", ride)
	if steps := e.Steps(); !ok || len(steps) != 3 {
		t.Errorf("%+v", steps)
	}
	e, _ = p.Event("x", lift)
	if steps := e.Steps(); len(steps) != 2 || steps[0].Exercise == nil {
		t.Errorf("%+v", steps)
	}
}

const extended = `plan_name: Tri base
sport: triathlon
goal: Ride to work all year
phases:
  - name: Build
    from_week: 2
    to_week: 3
weeks:
  - week_number: 2
    week_start_date: 2026-03-09
    sessions:
      - day_of_week: Tuesday
        type: intervals
        sport: ride
        load: 70
        workout: |
          - 15m 60%

          3x
          - 8m 95%
          - 4m 55%

          - 9m 50%
      - day_of_week: Tuesday
        type: easy
        sport: swim
        time: "18:30"
        distance_km: 1.5
      - id: core
        day_of_week: Friday
        type: strength
        duration_minutes: 30
        exercises:
          - name: Calf raise
            sets: 3
            reps: 12
            cues: slow on the way down
            progression: two more each week
            body_region: left_achilles
          - name: Plank
            sets: 2
            seconds: 40
            rest_s: 30
`

// long returns a plan of so many weeks.
func long(weeks int) string {
	var b strings.Builder
	b.WriteString("plan_name: Years\nsport: running\nweeks:\n")
	for i := range weeks {
		start := training.NewDay(2026, time.January, 5) + training.Day(7*i)
		fmt.Fprintf(&b, "# week %d\n- week_number: %d\n  week_start_date: %s\n  runs:\n", i+1, i+1, start)
		for d := range 7 {
			fmt.Fprintf(&b, "  - day_of_week: %s # c\n    type: easy\n    distance_km: %d\n    description: Easy on the river path, %d\n",
				time.Weekday((d+1)%7), 5+d, i)
		}
	}
	return b.String()
}

// TestAPlanOf300Weeks checks that a plan of 300 weeks is read and changed like
// any other.
func TestAPlanOf300Weeks(t *testing.T) {
	t.Parallel()
	text := long(300)
	p, problems := plan.Parse(text)
	if len(problems) > 0 || len(p.Weeks) != 300 || len(p.Weeks[299].Comments) != 1 {
		t.Fatalf("%d weeks: %v", len(p.Weeks), problems)
	}
	out := edited(t, text, plan.Edit{Op: plan.OpSet, Session: "w300-sun", Fields: map[string]any{"distance_km": 12}})
	if got := differ(text, out.Text); len(got) != 2 {
		t.Error(got)
	}
	_, problems = plan.Parse(long(600))
	if plan.Sound(problems) {
		t.Error("a plan of 600 weeks is sound")
	}
}

func BenchmarkParse30Weeks(b *testing.B) {
	text := long(30)
	for b.Loop() {
		plan.Parse(text)
	}
}

const toConvert = `plan_name: "Spring: \"build\" #1"
notes: "Two lines\n# no comment"
sport: cycling
weeks:
  - week_number: 1
    week_start_date: 2026-04-27
    sessions:
      - {day_of_week: Tuesday, type: easy, name: "Spin: easy", duration_minutes: 45.5, load: 30.25}
      - {day_of_week: Tuesday, type: gym, name: Legs, sport: strength_training, duration_minutes: 30, description: "Squats: - 3 sets"}
  - week_number: 2
    week_start_date: 2026-05-04
  - week_number: 3
    week_start_date: 2026-05-11
    sessions:
      - day_of_week: Sunday
        type: workout
        name: Fours
        indoor: true
        workout: |-
          - 10m 55%

          4x
          - 4m 105%
          - 3m 50%
`

// TestAPlanBecomesAFolderAndBack: what a library can hold comes back as it was.
func TestAPlanBecomesAFolderAndBack(t *testing.T) {
	t.Parallel()
	a, problems := plan.Parse(toConvert)
	if !plan.Sound(problems) {
		t.Fatal(problems)
	}
	f, workouts := a.ToFolder()
	if !f.Plan || f.Weeks != 3 || f.StartDay.String() != "2026-04-27" || len(workouts) != 3 || *workouts[2].PlanDay != 20 {
		t.Errorf("the folder is %+v with %+v", f, workouts)
	}
	text := plan.OfFolder(&f, workouts, *f.StartDay)
	b, problems := plan.Parse(text)
	if !plan.Sound(problems) || b.Name != a.Name || b.Notes != a.Notes || len(b.Weeks) != 3 {
		t.Fatalf("%v\n%s", problems, text)
	}
	type session struct {
		Day                       training.Day
		Name, Text                string
		Type                      plan.Type
		Sport                     training.Sport
		Indoor                    bool
		DurationS, Distance, Load float64
		Steps                     int
	}
	of := func(p *plan.Plan) (out []session) {
		for s := range p.Sessions {
			out = append(out, session{s.Day, s.Name, s.Text(), s.Type, s.Sport, s.Indoor, s.DurationS, s.DistanceKm, s.Load, len(s.Steps)})
		}
		return out
	}
	if d := cmp.Diff(of(&a), of(&b)); d != "" {
		t.Errorf("%s\n%s", d, text)
	}
	_, again := b.ToFolder()
	if text2 := plan.OfFolder(&f, again, *f.StartDay); text2 != text {
		t.Errorf("once more it is\n%s", text2)
	}
}

func TestIDsOfNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Spring 2026: Half!": "spring-2026-half", "": "plan", "  ../x": "x", "马拉松": "plan",
		"A very long name of a plan that goes on and on for ever": "a-very-long-name-of-a-plan-that-goes-on",
	} {
		if got := plan.IDOf(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
