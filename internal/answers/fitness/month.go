package fitness

import (
	"time"

	"lapkeep/internal/training"
)

// MonthlyMonth is a calendar month, counted from January of year 0.
type MonthlyMonth int32

// MonthlyOf is the month of a day.
func MonthlyOf(d training.Day) MonthlyMonth {
	t := d.Time(time.UTC)
	return MonthlyMonth(t.Year()*12 + int(t.Month()) - 1)
}

func (m MonthlyMonth) first() training.Day {
	return training.NewDay(int(m)/12, time.Month(int(m)%12+1), 1)
}

// Days are the days of the month.
func (m MonthlyMonth) Days() training.DayRange {
	return training.DayRange{From: m.first(), To: (m + 1).first() - 1}
}

// Span is the days of the months from m to last.
func (m MonthlyMonth) Span(last MonthlyMonth) training.DayRange {
	return training.DayRange{From: m.first(), To: last.Days().To}
}
