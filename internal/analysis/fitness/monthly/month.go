package monthly

import (
	"time"

	"lapkeep/internal/training"
)

// Month is a calendar month, counted from January of year 0.
type Month int32

// Of is the month of a day.
func Of(d training.Day) Month {
	t := d.Time(time.UTC)
	return Month(t.Year()*12 + int(t.Month()) - 1)
}

func (m Month) first() training.Day {
	return training.NewDay(int(m)/12, time.Month(int(m)%12+1), 1)
}

// Days are the days of the month.
func (m Month) Days() training.DayRange {
	return training.DayRange{From: m.first(), To: (m + 1).first() - 1}
}

// Span is the days of the months from m to last.
func (m Month) Span(last Month) training.DayRange {
	return training.DayRange{From: m.first(), To: last.Days().To}
}
