package fitness_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

func TestMonthsTileTheDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := training.Day(rapid.IntRange(-30000, 30000).Draw(t, "day"))
		m := fitness.MonthlyOf(day)
		days := m.Days()
		if !days.Contains(day) || days.From != day.MonthStart() || (m+1).Days().From != days.To+1 {
			t.Fatalf("%s lies in the month %s, the next begins on %s", day, days, (m + 1).Days().From)
		}
	})
	feb := fitness.MonthlyOf(training.NewDay(2024, time.February, 10))
	if s := feb.Span(feb + 1); s.From.String() != "2024-02-01" || s.To.String() != "2024-03-31" || feb.Days().Days() != 29 {
		t.Errorf("February and March 2024 are %s", s)
	}
}
