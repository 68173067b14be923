package fitness_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// TestQuestionsInARow: each has the answer that it has alone, whatever was
// asked before.
func TestQuestionsInARow(t *testing.T) {
	t.Parallel()
	loads := make([]float64, 400)
	for i := range loads {
		loads[i] = float64(i*37%120 + 1)
	}
	s := rides(loads)
	x, rest := fitness.NewCourses(s, answerstest.FitnessModel, here), 0.0
	now := lastDays(1)
	for i, q := range []fitness.LoadQuery{
		{Days: now, Planned: map[training.Day]float64{today + 3: 80}, ProjectDays: 5},
		{Days: now, Planned: map[training.Day]float64{today + 3: 80, today + 9: 120}, ProjectDays: 90},
		{Days: now, Assumed: &rest, ProjectDays: 14},
		{Days: lastDays(90)},
		{Days: lastDays(90), Model: load.Model{CTLDays: 30}},
		{Days: lastDays(90), Sports: []training.Sport{training.Running}},
		{Days: training.DayRange{From: today - 50, To: today - 10}},
		{Days: training.DayRange{From: today - 50, To: today - 10}, Assumed: &rest, ProjectDays: 7},
		{Days: now, Assumed: &rest, ProjectDays: 14},
	} {
		got, err := x.TrainingLoad(t.Context(), q)
		if d := cmp.Diff(analyse(t, s, q), got); err != nil || d != "" {
			t.Errorf("question %d: %v (-alone +in a row):\n%s", i, err, d)
		}
	}
}
