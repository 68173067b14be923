package tools

import (
	"time"

	"lapkeep/internal/training"
)

// ParseRange reads a span of days as people write it.
func ParseRange(text string, today training.Day, weekStart time.Weekday) (training.DayRange, error) {
	panic("todo")
}
