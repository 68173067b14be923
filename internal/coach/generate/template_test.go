package generate_test

import (
	"strings"
	"testing"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

func noThresholds(training.Sport, training.Day) training.Thresholds { return training.Thresholds{} }

// TestOwnTemplatesApply: each has no dates and its sources, and becomes a plan whose race is on the given day.
func TestOwnTemplatesApply(t *testing.T) {
	t.Parallel()
	race := training.NewDay(2027, 5, 30) // a Sunday
	for _, goal := range []string{"5k", "10k", "half_marathon", "marathon", "olympic_triathlon", "half_distance_triathlon", "gran_fondo"} {
		text, ok := generate.Template(goal)
		p, problems := plan.Parse(text)
		if !ok || !p.Template || p.Days() != (training.DayRange{}) || !plan.Sound(problems) || !strings.Contains(text, "with their sources") {
			t.Fatalf("%s: %v %v\n%.2000s", goal, p.Days(), problems, text)
		}
		applied, err := plan.FromTemplate(text, "Mine", 0, race, noThresholds)
		if err != nil {
			t.Fatal(err)
		}
		q, problems := plan.Parse(applied)
		if len(problems) > 0 || q.Template || q.Name != "Mine" || q.Race.Day != race || len(q.Weeks) != len(p.Weeks) {
			t.Fatalf("%s: %v %+v", goal, problems, q.Race)
		}
		for s := range q.Sessions {
			if s.Day == 0 || s.Day > race || s.Type == plan.RaceDay && s.Day != race {
				t.Errorf("%s: %s on %s", goal, s.Type, s.Day)
			}
		}
	}
	if _, ok := generate.Template("chess"); ok {
		t.Error("a template for chess")
	}
}
