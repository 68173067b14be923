package generate

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/training"
)

// TestFitnessWithoutThresholds: activities without a load count with the time that they took, and the verdict says so.
func TestFitnessWithoutThresholds(t *testing.T) {
	t.Parallel()
	today := training.NewDay(2026, 11, 2)
	recent := training.DayRange{From: today - ctlDays + 1, To: today}
	var all []calendar.Activity
	for day := today - 60; day <= today; day += 2 { // an hour of running every other day
		all = append(all, calendar.Activity{Day: day, Sport: training.Running, DurationS: 3600})
	}
	w := Wish{Sport: "running", Start: NextMonday(today), Weeks: 12, Days: 4, Hours: 7}
	w.estimate(all, recent)
	if w.CTL != 29 || w.Unloaded != 21 { // 21 of 42 days with 57
		t.Errorf("CTL %g from %d activities", w.CTL, w.Unloaded)
	}
	if err := w.Read("base", ""); err != nil {
		t.Fatal(err)
	}
	made, err := Make(w)
	if err != nil || !strings.Contains(made.Text, "21 activities of the last six weeks have no load") ||
		!strings.Contains(made.Text, "intermediate.") {
		t.Errorf("%v\n%.600s", err, made.Text)
	}
	for name, c := range map[string]struct {
		sport training.Sport
		load  float64
	}{"with loads": {training.Running, 30}, "no endurance sport": {training.Sport("yoga"), 0}} {
		for i := range all {
			all[i].Sport, all[i].Load = c.sport, c.load
		}
		w := Wish{CTL: 12}
		if w.estimate(all, recent); w.CTL != 12 || w.Unloaded != 0 {
			t.Errorf("%s: CTL %g from %d activities", name, w.CTL, w.Unloaded)
		}
	}
}
