package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

// TestWhatIsWrongIsToldWithItsPlace: each fault that the original form takes
// without a word, with line, week, and what to write.
func TestWhatIsWrongIsToldWithItsPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to, says string }{
		"unknown name": {
			"weekly_focus: Base", "weekly_focs: Base",
			"Line 21, week 1: \"weekly_focs\" is no name that is read here; it is kept. Did you mean weekly_focus?",
		},
		"two weeks": {"week_number: 10", "week_number: 1", "There are two weeks 1."},
		"no Monday": {
			"week_start_date: 2026-04-06", "week_start_date: 2026-04-07",
			"Line 46, week 10: 2026-04-07 is a Tuesday; weeks start on Monday. Write 2026-04-06.",
		},
		"mistyped day": {"day_of_week: Thursday", "day_of_week: Thurzday", "\"Thurzday\" is no day of the week. Did you mean Thursday?"},
		"bad date":     {"date: 2026-04-12", "date: 12.04.2026", "date is \"12.04.2026\", which is no date. Write dates as YYYY-MM-DD."},
		"another total": {
			"total_planned_distance_km: 40.5", "total_planned_distance_km: 41",
			"total_planned_distance_km is 41, but what is written adds up to 40.5. Write 40.5",
		},
		"unknown type": {"type: shakeout", "type: shakout", "Did you mean shakeout?"},
		"no number":    {"distance_km: 22", "distance_km: 22 km", "Write a number from 0 to 5000, without its unit."},
		"bad pace":     {"target_pace_min_per_km: 4:16", "target_pace_min_per_km: fast", "such as 4:05"},
		"twice":        {"weekly_focus: Race", "weekly_focus: Race\n    weekly_focus: Easy", "weekly_focus is there twice."},
		"alias":        {"weekly_focus: Race", "weekly_focus: *x", "An alias stands"},
		"goal against": {
			"goal_pace_min_per_km: \"4:16\"", "goal_pace_min_per_km: \"4:00\"",
			"goal_time over distance_km is 4:16/km, not 4:00/km.",
		},
		"race outside": {"date: 2026-04-12", "date: 2026-04-19", "in none of the weeks"},
		"gap":          {"week_start_date: 2026-04-06", "week_start_date: 2026-03-30", "by week 1 it would be 2026-04-06"},
		"day and date": {
			"day_of_week: Saturday", "date: 2026-04-10\n        day_of_week: Saturday",
			"2026-04-10 is not the Saturday of this week",
		},
		"same id": {"- day_of_week: Saturday", "- day_of_week: Friday\n        id: x\n      - day_of_week: " +
			"Saturday\n        id: x", "The id x is that of another session too."},
		"no YAML": {"weekly_focus: Race", "weekly_focus: \"Race", "cannot be read as YAML"},
		"no list": {
			"runs:\n      - day_of_week: Tuesday\n        type: easy\n        distance_km: 6",
			"runs: none\n    sessions:\n      - day_of_week: Tuesday\n        type: easy\n        distance_km: 6", "runs is no list.",
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

// long is a plan of so many weeks.
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

// TestAPlanOf300Weeks is read and changed like any other.
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
