package period

import (
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

var (
	rollingPattern  = pattern(`^(?:(?:the )?(last|past|previous|prior|next|coming) )?(\d{1,4}) ?(d|days?|w|weeks?|m|months?|y|years?)$`)
	relativePattern = pattern(`^(?:the )?(this|current|last|past|previous|prior|next|coming) (day|week|weekend|month|quarter|year|season)$`)
	twoOffPattern   = pattern(`^(?:the )?(week|weekend|month|quarter|year|season) (before last|after next)$`)
	yearOnPattern   = pattern(`^(?:the )?(?:this|same) (week|month|day) (?:of )?(?:the )?(?:last|previous) year$`)
	agoPattern      = pattern(`^(\d{1,4}|an?|one) (days?|weeks?|months?|years?) ago$`)
	halfPattern     = pattern(`^(?:the )?(first|second|1st|2nd) half(?: of)? (?:the )?(\d{4}|(?:this |last |next )?year)$`)
	shortHalf       = pattern(`^h([12])(?: (\d{4}))?$|^(\d{4})[- ]?h([12])$`)
	seasonPattern   = pattern(`^(?:in )?(?:the )?(this |last |past |previous |next |coming )?(winter|spring|summer|autumn|fall)` +
		`(?: (?:of )?(\d{4})(?:[/-]\d{2,4})?)?$`)
	ofYearPattern = pattern(`^(?:in )?(?:calendar |iso )?(?:week|cw|kw|w) ?(\d{1,2})(?: (?:of |in )?(\d{4}))?$`)
	comingPattern = pattern(`^(?:in )?(\d{1,4}|an?|one) (days?|weeks?|months?|years?)( from (?:now|today)| ahead)?$`)
)

// rolling parses "last 30 days", "4 weeks" and "next 2 weeks", which mean spans that end
// or begin today.
func (c calendar) rolling(s string) (training.DayRange, bool) {
	m := rollingPattern().FindStringSubmatch(s)
	if m == nil || atoi(m[2]) == 0 {
		return training.DayRange{}, false
	}
	if m[1] == "next" || m[1] == "coming" || m[1] == "" && c.ahead {
		return training.DayRange{From: c.today, To: c.shift(atoi(m[2]), m[3]) - 1}, true
	}
	return training.DayRange{From: c.shift(-atoi(m[2]), m[3]) + 1, To: c.today}, true
}

// shift moves today by n units. If the resulting month is too short, it returns its last day.
func (c calendar) shift(n int, unit string) training.Day {
	switch unit[0] {
	case 'd':
		return c.today + training.Day(n)
	case 'w':
		return c.today + training.Day(7*n)
	case 'y':
		n *= 12
	}
	t := c.today.Time(time.UTC)
	first := training.NewDay(t.Year(), t.Month()+time.Month(n), 1)
	last := training.NewDay(t.Year(), t.Month()+time.Month(n)+1, 1) - 1
	return min(first+training.Day(t.Day()-1), last)
}

// relative parses calendar periods such as "this week", "last month" and "next year".
// "past month" is a month that ends today, "the week before last" is two weeks back, and
// "the same week last year" is the week that contains the day one year before today.
func (c calendar) relative(s string) (training.DayRange, bool) {
	if m := twoOffPattern().FindStringSubmatch(s); m != nil {
		if m[2] == "after next" {
			return c.period(m[1], 2)
		}
		return c.period(m[1], -2)
	}
	if m := yearOnPattern().FindStringSubmatch(s); m != nil {
		c.today = c.shift(-12, "months")
		return c.period(m[1], 0)
	}
	m := relativePattern().FindStringSubmatch(s)
	if m == nil {
		return training.DayRange{}, false
	}
	n := 0
	switch m[1] {
	case "last", "previous", "prior":
		n = -1
	case "next", "coming":
		n = 1
	case "past":
		if m[2] != "weekend" && m[2] != "quarter" && m[2] != "season" {
			return training.DayRange{From: c.shift(-1, m[2]) + 1, To: c.today}, true
		}
		n = -1
	}
	return c.period(m[2], n)
}

// period returns the calendar period n periods after the current one.
func (c calendar) period(unit string, n int) (training.DayRange, bool) {
	t := c.today.Time(time.UTC)
	switch unit {
	case "day":
		return training.DayRange{From: c.today + training.Day(n), To: c.today + training.Day(n)}, true
	case "week":
		from := c.today.WeekStart(c.week) + training.Day(7*n)
		return training.DayRange{From: from, To: from + 6}, true
	case "weekend":
		saturday := c.today.WeekStart(time.Monday) + 5 + training.Day(7*n)
		return training.DayRange{From: saturday, To: saturday + 1}, true
	case "month":
		first := training.NewDay(t.Year(), t.Month()+time.Month(n), 1).Time(time.UTC)
		return months(first.Year(), int(first.Month()), 1)
	case "quarter":
		first := training.NewDay(t.Year(), (t.Month()-1)/3*3+1+time.Month(3*n), 1).Time(time.UTC)
		return months(first.Year(), int(first.Month()), 3)
	default: // year or season
		return months(t.Year()+n, 1, 12)
	}
}

// half parses "first half of 2026" and "2026-h1".
func (c calendar) half(s string) (training.DayRange, bool) {
	if m := shortHalf().FindStringSubmatch(s); m != nil {
		return c.partOf(atoi(m[2]+m[3]), atoi(m[1]+m[4]), 6)
	}
	m := halfPattern().FindStringSubmatch(s)
	if m == nil {
		return training.DayRange{}, false
	}
	year := c.today.Time(time.UTC).Year()
	switch {
	case atoi(m[2]) > 0:
		year = atoi(m[2])
	case strings.HasPrefix(m[2], "last"):
		year--
	case strings.HasPrefix(m[2], "next"):
		year++
	}
	if m[1] == "first" || m[1] == "1st" {
		return months(year, 1, 6)
	}
	return months(year, 7, 6)
}

// season parses "this winter", "last summer" and "summer 2025". Seasons are those of the northern
// hemisphere and consist of three whole months. A winter belongs to the year in which it begins.
func (c calendar) season(s string) (training.DayRange, bool) {
	m := seasonPattern().FindStringSubmatch(s)
	if m == nil {
		return training.DayRange{}, false
	}
	first := map[string]int{"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}[m[2]]
	if m[3] != "" {
		return months(atoi(m[3]), first, 3)
	}
	year := c.today.Time(time.UTC).Year()
	return c.nearest(strings.TrimSpace(m[1]), year, func(year int) (training.DayRange, bool) { return months(year, first, 3) })
}

// weekOfYear parses "week 47" as an ISO week.
func (c calendar) weekOfYear(s string) (training.DayRange, bool) {
	m := ofYearPattern().FindStringSubmatch(s)
	if m == nil {
		return training.DayRange{}, false
	}
	if m[2] != "" {
		return isoWeek(atoi(m[2]), atoi(m[1]))
	}
	year := c.today.Time(time.UTC).Year()
	return c.nearest("", year, func(year int) (training.DayRange, bool) { return isoWeek(year, atoi(m[1])) })
}

// nearest returns the latest occurrence of a yearly span that has begun or, when looking
// ahead, the next one that has not ended. With "last" it must have ended, and with "next"
// it must not have begun.
func (c calendar) nearest(which string, year int, of func(year int) (training.DayRange, bool)) (out training.DayRange, found bool) {
	for y := year - 2; y <= year+2; y++ {
		r, ok := of(y)
		if !ok {
			continue
		}
		switch which {
		case "last", "past", "previous":
			if r.To < c.today {
				out, found = r, true
			}
		case "next", "coming":
			if r.From > c.today {
				return r, true
			}
		default:
			if c.ahead && r.To >= c.today {
				return r, true
			}
			if !c.ahead && r.From <= c.today {
				out, found = r, true
			}
		}
	}
	return out, found
}

// ago parses "3 days ago".
func (c calendar) ago(s string) (training.DayRange, bool) {
	m := agoPattern().FindStringSubmatch(s)
	if m == nil {
		return training.DayRange{}, false
	}
	day := c.shift(-count(m[1]), m[2])
	return training.DayRange{From: day, To: day}, true
}

// fromNow parses "in 3 days" and "a week from now".
func (c calendar) fromNow(s string) (training.DayRange, bool) {
	m := comingPattern().FindStringSubmatch(s)
	if m == nil || !strings.HasPrefix(s, "in ") && m[3] == "" {
		return training.DayRange{}, false
	}
	day := c.shift(count(m[1]), m[2])
	return training.DayRange{From: day, To: day}, true
}

// count returns a number in digits, or 1 if there is none, as in "a week".
func count(s string) int {
	if n := atoi(s); n > 0 || strings.HasPrefix(s, "0") {
		return n
	}
	return 1
}

// month parses "May", "May 2026", "1 May", "May 1 2026", "the 26th of May" and
// "Thursday, 26 May". The latter is rejected if the day is not a Thursday.
func (c calendar) month(s string) (training.DayRange, bool) {
	var name time.Month
	var year, day int
	weekday := -1
	for w := range strings.FieldsSeq(strings.TrimPrefix(s, "in ")) {
		m, isMonth := monthName(w)
		n := atoi(strings.TrimRight(w, "stndrh"))
		switch {
		case isMonth && name == 0:
			name = m
		case n >= 1900 && n < 2200 && year == 0:
			year = n
		case n >= 1 && n <= 31 && day == 0:
			day = n
		case weekdayNamed(w) >= 0 && weekday < 0:
			weekday = weekdayNamed(w)
		case w != "the" && w != "of":
			return training.DayRange{}, false
		}
	}
	if name == 0 || weekday >= 0 && day == 0 {
		return training.DayRange{}, false
	}
	r, ok := c.inYear(year, name, day)
	return r, ok && (weekday < 0 || int(r.From.Weekday()) == weekday)
}

// inYear returns a month, or a day in it. If the year is 0, it returns the latest one
// that has begun or, when looking ahead, the next one that has not ended.
func (c calendar) inYear(year int, name time.Month, day int) (training.DayRange, bool) {
	read := func(year int) (training.DayRange, bool) {
		if day == 0 {
			return months(year, int(name), 1)
		}
		return oneDay(year, int(name), day)
	}
	if year > 0 {
		return read(year)
	}
	year = c.today.Time(time.UTC).Year()
	switch r, ok := read(year); {
	case c.ahead && (r.To < c.today || !ok):
		return read(year + 1)
	case !c.ahead && training.NewDay(year, name, max(day, 1)) > c.today:
		return read(year - 1)
	default:
		return r, ok
	}
}

func monthName(w string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		full := strings.ToLower(m.String())
		if w == full || w == full[:3] || w == "sept" && m == time.September {
			return m, true
		}
	}
	return 0, false
}

// weekday parses "Monday" (the latest one or, when looking ahead, the next one; both may
// be today), "last Monday", "next Monday" (which is never today) and "Monday next week".
func (c calendar) weekday(s string) (training.DayRange, bool) {
	words := strings.Fields(s)
	i := slices.IndexFunc(words, func(w string) bool { return weekdayNamed(w) >= 0 })
	if i < 0 {
		return training.DayRange{}, false
	}
	name := weekdayNamed(words[i])
	rest := strings.Join(slices.Delete(words, i, i+1), " ")
	latest := c.today - training.Day((int(c.today.Weekday())-name+7)%7)
	day := latest
	switch rest {
	case "", "this", "on":
		if c.ahead && latest < c.today {
			day += 7
		}
	case "last", "past", "previous":
		if latest == c.today {
			day -= 7
		}
	case "next", "coming", "this coming":
		day += 7
	default:
		week, ok := c.relative(rest)
		if !ok || week.Days() != 7 {
			return training.DayRange{}, false
		}
		day = week.From + training.Day((name-int(week.From.Weekday())+7)%7)
	}
	return training.DayRange{From: day, To: day}, true
}

// weekdayNamed returns the number of a weekday, counted from Sunday, given its
// name or the first three letters. It returns -1 for other words.
func weekdayNamed(w string) int {
	return slices.IndexFunc([]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}, func(d string) bool {
		return w == d || w == d[:3]
	})
}
