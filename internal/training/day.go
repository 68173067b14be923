package training

import (
	"fmt"
	"time"
)

// Day is a calendar day without a time zone, counted from 1970-01-01. It is
// the athlete's day, never the server's.
type Day int32

const dayLayout = "2006-01-02"

// DayOf is the calendar day that t has in its own location.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return NewDay(y, m, d)
}

// NewDay is the day with that date; out-of-range values normalise as in
// [time.Date].
func NewDay(y int, m time.Month, d int) Day {
	return Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// ParseDay reads YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(dayLayout, s)
	if err != nil {
		return 0, Errorf(KindInvalid, "%q is not a date.", s).WithFix("Write dates as YYYY-MM-DD.")
	}
	return DayOf(t), nil
}

func (d Day) String() string { return d.Time(time.UTC).Format(dayLayout) }

// Time is the first instant of the day in loc, which on a day that skips
// midnight is the first instant after it.
func (d Day) Time(loc *time.Location) time.Time {
	u := time.Unix(int64(d)*86400, 0).UTC()
	return time.Date(u.Year(), u.Month(), u.Day(), 0, 0, 0, 0, loc)
}

// Weekday is the day of the week. Day 0 was a Thursday.
func (d Day) Weekday() time.Weekday { return time.Weekday(((int(d)+int(time.Thursday))%7 + 7) % 7) }

// WeekStart is the last day on or before d that falls on first.
func (d Day) WeekStart(first time.Weekday) Day {
	return d - Day((int(d.Weekday())-int(first)+7)%7)
}

// MonthStart is the first day of d's month, YearStart that of its year.
func (d Day) MonthStart() Day {
	t := d.Time(time.UTC)
	return NewDay(t.Year(), t.Month(), 1)
}

// YearStart is the first of January of d's year.
func (d Day) YearStart() Day { return NewDay(d.Time(time.UTC).Year(), time.January, 1) }

// MarshalText writes YYYY-MM-DD.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD.
func (d *Day) UnmarshalText(b []byte) error {
	v, err := ParseDay(string(b))
	if err != nil {
		return err
	}
	*d = v
	return nil
}

// DayRange is a span of days, both ends included.
type DayRange struct{ From, To Day }

// Days is how many days r holds; 0 if it is empty.
func (r DayRange) Days() int { return max(0, int(r.To-r.From)+1) }

// Contains says whether d lies in r.
func (r DayRange) Contains(d Day) bool { return r.From <= d && d <= r.To }

func (r DayRange) String() string { return r.Say(fmt.Sprintf) }

// Say says the range as a part of a sentence.
func (r DayRange) Say(say func(format string, args ...any) string) string {
	return say("%s to %s", r.From, r.To)
}
