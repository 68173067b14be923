package plan_test

import (
	"os"
	"slices"
	"testing"

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
