package statistics

import "time"

// Streak is a run of days or weeks with an activity in each. Its weeks count
// whole: from the first day of the first to the last day of the last.
type Streak struct {
	From, To string
	Length   int
}

// DayStreaks are all runs of days, in order.
func DayStreaks(days []string) []Streak { return streaks(days, DayOf) }

// WeekStreaks are all runs of weeks, by the weekday on which those begin.
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

// Longest is the longest of some streaks, of equal ones the earliest; a
// length of 0 if there is none.
func Longest(all []Streak) Streak {
	var best Streak
	for _, s := range all {
		if s.Length > best.Length {
			best = s
		}
	}
	return best
}

// CurrentDays is the streak that is alive on a day: it reaches that day, or
// the day before, since today is not over. Later days are not looked at.
func CurrentDays(days []string, today string) Streak {
	return current(DayStreaks(until(days, today)), Plus(today, -1))
}

// CurrentWeeks is the streak of weeks that is alive on a day: it reaches that
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
