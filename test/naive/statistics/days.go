package statistics

import "time"

// date is a day as an instant of its own: days have 24 hours there.
func date(day string) time.Time {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic("statistics: no day: " + day)
	}
	return t
}

// Plus is the day some days later.
func Plus(day string, days int) string { return date(day).AddDate(0, 0, days).Format(time.DateOnly) }

// daysOf counts the days from one to another, both included; 0 if the last is earlier.
func daysOf(from, to string) int {
	n := 0
	for day := from; day <= to; day = Plus(day, 1) {
		n++
	}
	return n
}

// Period is some days, both ends included.
type Period struct{ From, To string }

// WeekOf is the week that a day lies in, by the weekday on which weeks begin.
func WeekOf(day string, start time.Weekday) Period {
	from := day
	for date(from).Weekday() != start {
		from = Plus(from, -1)
	}
	return Period{from, Plus(from, 6)}
}

// MonthOf is the month that a day lies in.
func MonthOf(day string) Period {
	from := day[:7] + "-01"
	return Period{from, date(from).AddDate(0, 1, -1).Format(time.DateOnly)}
}

// YearOf is the calendar year that a day lies in.
func YearOf(day string) Period { return Period{day[:4] + "-01-01", day[:4] + "-12-31"} }

// SeasonOf is the year that a day lies in, if years begin on a day of the
// calendar, as "11-01". A season that begins on February 29 begins on March 1
// in other years.
func SeasonOf(day, begins string) Period {
	year := date(day).Year()
	from := func(year int) string {
		b := date("2000-" + begins)
		return time.Date(year, b.Month(), b.Day(), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	if from(year) > day {
		year--
	}
	return Period{from(year), Plus(from(year+1), -1)}
}
