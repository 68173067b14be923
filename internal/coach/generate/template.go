package generate

import (
	"time"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

// standards returns the athletes for whom Lapkeep's own templates are made, by goal: custom.
func standards() map[string]Wish {
	return map[string]Wish{
		"5k": {Weeks: 8, Days: 4, Hours: 4, CTL: 30}, "10k": {Weeks: 10, Days: 4, Hours: 5, CTL: 35},
		"half_marathon": {Weeks: 12, Days: 5, Hours: 6, CTL: 42}, "marathon": {Weeks: 16, Days: 5, Hours: 7.5, CTL: 48},
		"olympic_triathlon": {Weeks: 12, Days: 5, Hours: 7, CTL: 45}, "half_distance_triathlon": {Weeks: 18, Days: 6, Hours: 9, CTL: 55},
		"gran_fondo": {Weeks: 14, Days: 4, Hours: 8, CTL: 45},
	}
}

// Template returns the text of one of Lapkeep's own templates: the plan for a goal, made for a usual
// athlete, without dates and with its race on a Sunday. It returns false if there is none for the goal.
func Template(goal string) (string, bool) {
	w, ok := standards()[goal]
	if !ok {
		return "", false
	}
	w.Goal, w.Start = goal, training.NewDay(2026, time.January, 5)
	w.Race = w.Start + training.Day(7*w.Weeks-1)
	made, err := Make(w)
	if err != nil {
		return "", false
	}
	text, err := plan.AsTemplate(made.Text, 0, 0, func(training.Sport, training.Day) training.Thresholds { return training.Thresholds{} })
	return text, err == nil
}
