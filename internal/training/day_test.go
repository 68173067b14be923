package training

import (
	"testing"
	"time"
)

// TestWeekdays are those of the calendar, before 1970 too.
func TestWeekdays(t *testing.T) {
	t.Parallel()
	for d := NewDay(1899, time.December, 25); d < NewDay(2105, time.January, 1); d += 5 {
		if got, want := d.Weekday(), d.Time(time.UTC).Weekday(); got != want {
			t.Fatalf("%s: %s, want %s", d, got, want)
		}
	}
}
