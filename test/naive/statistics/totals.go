package statistics

import (
	"fmt"
	"math"
	"time"
)

// Sum is an amount and the number of activities for which it is known; it is
// NaN if there are none.
type Sum struct {
	Value float64
	Known int
}

// Mean returns the mean of the activities with a known amount.
func (s Sum) Mean() float64 { return s.Value / float64(s.Known) }

// Totals are the totals of some activities: their number, the number of days,
// and their sums.
type Totals struct {
	Count, Days int
	Sums        map[Measure]Sum
	// SpeedMPS is the distance over timer time of the activities that have both
	// and took any time, NaN if there are none.
	SpeedMPS float64
}

// Total sums up activities.
func Total(list []Activity) Totals {
	t := Totals{Count: len(list), Days: len(Days(list)), Sums: map[Measure]Sum{}}
	for _, m := range Measures() {
		s := Sum{Value: math.NaN()}
		for _, a := range inOrder(list) {
			if x := a.Of(m); !math.IsNaN(x) {
				s.Known++
				if s.Known == 1 {
					s.Value = 0
				}
				s.Value += x
			}
		}
		t.Sums[m] = s
	}
	metres, seconds := 0.0, 0.0
	for _, a := range inOrder(list) {
		if !math.IsNaN(a.DistanceM) && a.TimerS > 0 {
			metres, seconds = metres+a.DistanceM, seconds+a.TimerS
		}
	}
	t.SpeedMPS = metres / seconds
	return t
}

// Days returns the days with an activity, in order.
func Days(list []Activity) []string {
	seen := map[string]bool{}
	first, last := "9999", ""
	for _, a := range list {
		seen[a.Day], first, last = true, min(first, a.Day), max(last, a.Day)
	}
	var out []string
	for day := first; day <= last; day = Plus(day, 1) {
		if seen[day] {
			out = append(out, day)
		}
	}
	return out
}

// Grouped sums up the activities with the same key.
func Grouped(list []Activity, key func(Activity) string) map[string]Totals {
	groups := map[string][]Activity{}
	for _, a := range list {
		groups[key(a)] = append(groups[key(a)], a)
	}
	out := map[string]Totals{}
	for k, g := range groups {
		out[k] = Total(g)
	}
	return out
}

// Weekday returns a key: Monday to Sunday of the local day.
func Weekday(a Activity) string { return date(a.Day).Weekday().String() }

// Hour returns a key: 00 to 23, of the local start. The hour that a clock shows
// twice is one key.
func Hour(a Activity) string { return fmt.Sprintf("%02d", a.Start.Hour()) }

// Bucket is a period with its totals.
type Bucket struct {
	Period
	Totals
}

// Calendar cuts a period into days, weeks, months or years, given a function
// that returns the period of a day. The first and the last are cut off at the
// ends of the period. Periods without activities are included.
func Calendar(list []Activity, p Period, of func(day string) Period) []Bucket {
	var out []Bucket
	for day := p.From; day <= p.To; {
		b := of(day)
		b.From, b.To = max(b.From, p.From), min(b.To, p.To)
		out = append(out, Bucket{b, Total(Where(list, b.Has))})
		day = Plus(b.To, 1)
	}
	return out
}

// Has reports whether an activity's day is in the period.
func (p Period) Has(a Activity) bool { return a.Day >= p.From && a.Day <= p.To }

// DayOf returns the period of one day, for [Calendar].
func DayOf(day string) Period { return Period{day, day} }

// Weeks returns [WeekOf] as a function for [Calendar].
func Weeks(start time.Weekday) func(string) Period {
	return func(day string) Period { return WeekOf(day, start) }
}

// Mean returns the mean of a measure over the buckets, with 0 for those in
// which it is missing, or NaN if it is missing everywhere.
func Mean(buckets []Bucket, m Measure) float64 {
	sum, known := 0.0, 0
	for _, b := range buckets {
		if s := b.Sums[m]; s.Known > 0 {
			sum, known = sum+s.Value, known+1
		}
	}
	if known == 0 {
		return math.NaN()
	}
	return sum / float64(len(buckets))
}

// date returns a day as an instant in UTC, where every day has 24 hours.
func date(day string) time.Time {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic("statistics: no day: " + day)
	}
	return t
}

// Plus returns the day some days later.
func Plus(day string, days int) string { return date(day).AddDate(0, 0, days).Format(time.DateOnly) }

// daysOf returns the number of days from one to another, both included, 0 if
// the last is earlier.
func daysOf(from, to string) int {
	n := 0
	for day := from; day <= to; day = Plus(day, 1) {
		n++
	}
	return n
}

// Period is some days, both ends included.
type Period struct{ From, To string }

// WeekOf returns the week of a day, given the weekday on which weeks begin.
func WeekOf(day string, start time.Weekday) Period {
	from := day
	for date(from).Weekday() != start {
		from = Plus(from, -1)
	}
	return Period{from, Plus(from, 6)}
}

// MonthOf returns the month of a day.
func MonthOf(day string) Period {
	from := day[:7] + "-01"
	return Period{from, date(from).AddDate(0, 1, -1).Format(time.DateOnly)}
}

// YearOf returns the calendar year of a day.
func YearOf(day string) Period { return Period{day[:4] + "-01-01", day[:4] + "-12-31"} }

// SeasonOf returns the year of a day for years that begin on a given date, such
// as "11-01". A season that begins on February 29 begins on March 1 in other
// years.
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

// Streak is a run of days or weeks with an activity in each. Weeks are
// complete: from the first day of the first to the last day of the last.
type Streak struct {
	From, To string
	Length   int
}

// DayStreaks returns all runs of days, in order.
func DayStreaks(days []string) []Streak { return streaks(days, DayOf) }

// WeekStreaks returns all runs of weeks, given the weekday on which they begin.
func WeekStreaks(days []string, start time.Weekday) []Streak { return streaks(days, Weeks(start)) }

func streaks(days []string, of func(string) Period) []Streak {
	active := map[string]bool{}
	first, last := "9999", ""
	for _, day := range days {
		p := of(day)
		active[p.From], first, last = true, min(first, p.From), max(last, p.From)
	}
	var out []Streak
	running := false
	for day := first; day <= last; day = Plus(of(day).To, 1) {
		switch {
		case !active[day]:
			running = false
		case running:
			s := &out[len(out)-1]
			s.To, s.Length = of(day).To, s.Length+1
		default:
			out, running = append(out, Streak{day, of(day).To, 1}), true
		}
	}
	return out
}

// Longest returns the longest streak, the earliest of equal ones, or a length
// of 0 if there is none.
func Longest(all []Streak) Streak {
	var best Streak
	for _, s := range all {
		if s.Length > best.Length {
			best = s
		}
	}
	return best
}

// CurrentDays returns the current streak on a day. It reaches that day or the
// day before, because today is not over. Later days are ignored.
func CurrentDays(days []string, today string) Streak {
	return current(DayStreaks(until(days, today)), Plus(today, -1))
}

// CurrentWeeks returns the current streak of weeks on a day: it reaches that
// day's week or the one before.
func CurrentWeeks(days []string, today string, start time.Weekday) Streak {
	return current(WeekStreaks(until(days, today), start), Plus(WeekOf(today, start).From, -1))
}

func current(all []Streak, reaches string) Streak {
	if n := len(all); n > 0 && all[n-1].To >= reaches {
		return all[n-1]
	}
	return Streak{}
}

func until(days []string, today string) []string {
	var out []string
	for _, day := range days {
		if day <= today {
			out = append(out, day)
		}
	}
	return out
}
