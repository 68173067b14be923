package training_test

import (
	"testing"
	"time"

	"lapkeep/internal/training"
)

// TestWeekdays are those of the calendar, before 1970 too.
func TestWeekdays(t *testing.T) {
	t.Parallel()
	for d := training.NewDay(1899, time.December, 25); d < training.NewDay(2105, time.January, 1); d += 5 {
		if got, want := d.Weekday(), d.Time(time.UTC).Weekday(); got != want {
			t.Fatalf("%s: %s, want %s", d, got, want)
		}
	}
}
