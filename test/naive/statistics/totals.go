package statistics

import (
	"fmt"
	"math"
	"time"
)

// Sum is an amount and of how many activities it is known; NaN if of none.
type Sum struct {
	Value float64
	Known int
}

// Mean is the amount an activity of which it is known.
func (s Sum) Mean() float64 { return s.Value / float64(s.Known) }

// Totals are of some activities: how many, on how many days, and their sums.
type Totals struct {
	Count, Days int
	Sums        map[Measure]Sum
	// SpeedMPS is the distance over the timer's time, of the activities that have
	// both and took any time; NaN if there are none.
	SpeedMPS float64
}

// Total adds up.
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

// Days are those on which there was an activity, in order.
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

// Grouped adds up what has one key.
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

// Weekday is a key: Monday to Sunday of the local day.
func Weekday(a Activity) string { return date(a.Day).Weekday().String() }

// Hour is a key: 00 to 23, of the start as clocks showed it there. The hour
// that a clock shows twice is one.
func Hour(a Activity) string { return fmt.Sprintf("%02d", a.Start.Hour()) }

// Bucket is a period with what was done in it.
type Bucket struct {
	Period
	Totals
}

// Calendar cuts a period into days, weeks, months or years, by what is the
// period of a day; the first and the last are cut off at its ends. Those
// without activities are there too.
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

// Has says that an activity's day lies in the period.
func (p Period) Has(a Activity) bool { return a.Day >= p.From && a.Day <= p.To }

// DayOf is the period of one day, for [Calendar].
func DayOf(day string) Period { return Period{day, day} }

// Weeks is [WeekOf] for [Calendar].
func Weeks(start time.Weekday) func(string) Period {
	return func(day string) Period { return WeekOf(day, start) }
}

// Mean is a measure's amount a bucket, empty ones and ones in which it is
// missing included as nothing; NaN if it is missing everywhere.
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
