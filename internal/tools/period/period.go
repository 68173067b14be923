// Package period parses spans of days in the words that people and models use. It needs
// the athlete's current day and the first day of their week, and depends on no tool.
package period

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// beginning returns the start of a range that has no start. It is before all recordings.
func beginning() training.Day { return training.NewDay(1900, time.January, 1) }

// calendar holds the day to which words like "last week" refer.
type calendar struct {
	today training.Day
	week  time.Weekday // first day of the week
	ahead bool         // words mean days in the future
}

// Parse parses a span of days in the forms that people and models use: a date
// (2026-05-01), month (2026-05, May 2026), quarter (2026-Q2), ISO week (2026-W18) or
// year; words (today, last week, this month, year to date, last 30 days, 12 weeks,
// since May, all); or two of these (2026-05-01..2026-05-31, March to May). "last week"
// is the previous calendar week, and "last 4 weeks" ends today. A month without a year,
// or a weekday, is the latest one that has begun. week is the first day of the week.
func Parse(text string, today training.Day, week time.Weekday) (training.DayRange, error) {
	return calendar{today: today, week: week}.parse(text)
}

// Ahead parses the same texts as [Parse], but for the future: a month without a year, or
// a weekday, is the next one, which may include today, and a current period begins today.
// Words for past days ("last Monday", or a date with a year) still mean the past.
func Ahead(text string, today training.Day, week time.Weekday) (training.DayRange, error) {
	return calendar{today: today, week: week, ahead: true}.parse(text)
}

func (c calendar) parse(text string) (training.DayRange, error) {
	words := normalise(text)
	r, ok := c.english(words)
	if !ok {
		var err error
		if r, ok, err = c.translated(words); err != nil {
			return r, err
		}
	}
	if m := slashPattern().FindStringSubmatch(words); !ok && m != nil && max(atoi(m[1]), atoi(m[2])) <= 12 {
		return r, twoDays(text, atoi(m[1]), atoi(m[2]))
	}
	if !ok {
		return r, training.Errorf(training.KindInvalid, "%q is not a date or a range of dates.", i18n.Clip(text, i18n.MostQuoted)).
			WithFix("Write 2026-05-01, 2026-05, 2026-05-01..2026-05-31, or words such as last week, this month, last 30 days.")
	}
	if r.From > r.To {
		return r, training.Errorf(training.KindInvalid, "The range %q ends before it begins.", i18n.Clip(text, i18n.MostQuoted)).
			WithFix("Give the earlier date first.")
	}
	return r, nil
}

// twoDays returns the error for a date with slashes that can be read with
// either the day or the month first.
func twoDays(text string, a, b int) error {
	day := func(month, day int) string { return fmt.Sprint(day, " ", time.Month(max(month, 1))) }
	return training.Errorf(training.KindInvalid, "%q can mean different days.", i18n.Clip(text, i18n.MostQuoted)).
		WithFix("Write one of these, in English: %s.", day(a, b)+", or "+day(b, a))
}

// english parses a span, or two spans joined by words.
func (c calendar) english(words string) (training.DayRange, bool) {
	if r, ok := c.span(words); ok {
		return r, true
	}
	return c.between(words)
}

// Begins reports whether a range from [Parse] has a start.
func Begins(r training.DayRange) bool { return r.From > beginning() }

// OpenEnded reports whether text gives only the beginning of a span, which then ends today.
func OpenEnded(text string) bool {
	words := normalise(text)
	return slices.ContainsFunc(append(inEnglish(words), words), func(s string) bool { return strings.HasPrefix(s, "since ") })
}

func normalise(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.ContainsAny(s, "_,–—…") {
		s = strings.NewReplacer("_", " ", ",", " ", "–", "-", "—", "-", "…", "..").Replace(s)
	}
	words := strings.Fields(s)
	for i, w := range words {
		if n := slices.Index(smallNumbers, w); n >= 0 {
			words[i] = strconv.Itoa(n + 2)
		}
	}
	return strings.Join(words, " ")
}

// smallNumbers are the words for numbers, starting with two.
var smallNumbers = []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// first returns the start of a span that has no start. If it looks ahead, that is today.
func (c calendar) first() training.Day {
	if c.ahead {
		return c.today
	}
	return beginning()
}

// between parses two spans joined by words. A missing end is today, and a
// missing start is the beginning.
func (c calendar) between(s string) (training.DayRange, bool) {
	if rest, ok := strings.CutPrefix(s, "since "); ok {
		from, ok := c.span(rest)
		return training.DayRange{From: from.From, To: max(c.today, from.From)}, ok
	}
	for _, p := range []string{"until ", "up to ", "before "} {
		if rest, ok := strings.CutPrefix(s, p); ok {
			to, ok := c.span(rest)
			if p == "before " {
				to.To = to.From - 1
			}
			return training.DayRange{From: c.first(), To: to.To}, ok
		}
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "from "), "between ")
	for _, sep := range []string{"...", "..", " to ", " until ", " through ", " and ", " - ", "/"} {
		a, b, found := strings.Cut(s, sep)
		if !found {
			continue
		}
		if r, ok := c.join(strings.TrimSpace(a), strings.TrimSpace(b)); ok {
			return r, true
		}
	}
	return training.DayRange{}, false
}

func (c calendar) join(a, b string) (training.DayRange, bool) {
	if a == "" && b == "" {
		return training.DayRange{}, false
	}
	r := training.DayRange{From: c.first(), To: c.today}
	if a != "" {
		from, ok := c.span(a)
		if !ok {
			return r, false
		}
		r.From = from.From
	}
	if b != "" {
		to, ok := c.span(b)
		if !ok {
			return r, false
		}
		r.To = to.To
	}
	return r, true
}

// span parses one date, period or phrase.
func (c calendar) span(s string) (training.DayRange, bool) {
	s = strings.TrimPrefix(s, "on ")
	if r, ok := c.written(s); ok {
		return r, true
	}
	for _, read := range []func(string) (training.DayRange, bool){
		c.named, c.rolling, c.relative, c.half, c.season, c.weekOfYear, c.fromNow, c.ago, c.month, c.weekday,
	} {
		if r, ok := read(s); ok {
			if c.ahead && r.To >= c.today {
				r.From = max(r.From, c.today)
			}
			return r, true
		}
	}
	return training.DayRange{}, false
}

func (c calendar) named(s string) (training.DayRange, bool) {
	t := c.today
	switch s {
	case "today", "now", "this morning", "this afternoon", "this evening", "tonight":
		return training.DayRange{From: t, To: t}, true
	case "yesterday":
		return training.DayRange{From: t - 1, To: t - 1}, true
	case "last night": // sleep has the date of the morning, but a workout has the date of the evening
		return training.DayRange{From: t - 1, To: t}, true
	case "tomorrow":
		return training.DayRange{From: t + 1, To: t + 1}, true
	case "day after tomorrow", "the day after tomorrow":
		return training.DayRange{From: t + 2, To: t + 2}, true
	case "day before yesterday", "the day before yesterday":
		return training.DayRange{From: t - 2, To: t - 2}, true
	case "all", "all time", "ever", "everything":
		return training.DayRange{From: beginning(), To: t}, true
	case "ytd", "year to date":
		return training.DayRange{From: t.YearStart(), To: t}, true
	case "mtd", "month to date":
		return training.DayRange{From: t.MonthStart(), To: t}, true
	case "wtd", "week to date":
		return training.DayRange{From: t.WeekStart(c.week), To: t}, true
	}
	return training.DayRange{}, false
}

// pattern returns a function that compiles a pattern on first use. Compiling all
// patterns would take a noticeable part of a server's start-up time.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

var (
	dayPattern     = pattern(`^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[t ]\d{2}:\d{2}.*)?$`)
	dottedPattern  = pattern(`^(\d{1,2})\.(\d{1,2})\.(\d{4})$`)
	monthPattern   = pattern(`^(\d{4})[-/](\d{1,2})$`)
	yearPattern    = pattern(`^(?:in )?((?:19|20)\d{2})$`)
	slashPattern   = pattern(`^(?:on )?(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?$`)
	weekPattern    = pattern(`^(\d{4})-?w(\d{1,2})$`)
	quarterPattern = pattern(`^(?:(\d{4})[- ]?)?q([1-4])$|^q([1-4]) (\d{4})$`)
)

// written parses a date, month, quarter, week or year in digits.
func (c calendar) written(s string) (training.DayRange, bool) {
	if m := dayPattern().FindStringSubmatch(s); m != nil {
		return oneDay(atoi(m[1]), atoi(m[2]), atoi(m[3]))
	}
	if m := dottedPattern().FindStringSubmatch(s); m != nil {
		return oneDay(atoi(m[3]), atoi(m[2]), atoi(m[1]))
	}
	if m := monthPattern().FindStringSubmatch(s); m != nil {
		return months(atoi(m[1]), atoi(m[2]), 1)
	}
	if m := yearPattern().FindStringSubmatch(s); m != nil {
		return months(atoi(m[1]), 1, 12)
	}
	if m := weekPattern().FindStringSubmatch(s); m != nil {
		return isoWeek(atoi(m[1]), atoi(m[2]))
	}
	if m := quarterPattern().FindStringSubmatch(s); m != nil {
		return c.partOf(atoi(m[1]+m[4]), atoi(m[2]+m[3]), 3)
	}
	if m := slashPattern().FindStringSubmatch(s); m != nil {
		return c.slashed(atoi(m[1]), atoi(m[2]), m[3])
	}
	return training.DayRange{}, false
}

// partOf returns the nth part of a year that is divided into parts of length
// months. If year is 0, it uses the year in which that part is closest to today.
func (c calendar) partOf(year, n, length int) (training.DayRange, bool) {
	of := func(year int) (training.DayRange, bool) { return months(year, length*(n-1)+1, length) }
	if year > 0 {
		return of(year)
	}
	return c.nearest("", c.today.Time(time.UTC).Year(), of)
}

// slashed parses a date in which only one number can be the month.
func (c calendar) slashed(month, day int, year string) (training.DayRange, bool) {
	if month > 12 {
		month, day = day, month
	}
	if month < 1 || month > 12 || day <= 12 {
		return training.DayRange{}, false
	}
	y := atoi(year)
	if len(year) == 2 {
		y += 2000
	}
	return c.inYear(y, time.Month(month), day)
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // the patterns allow only digits
	return n
}

func oneDay(y, m, d int) (training.DayRange, bool) {
	day := training.NewDay(y, time.Month(m), d)
	t := day.Time(time.UTC)
	if t.Year() != y || int(t.Month()) != m || t.Day() != d {
		return training.DayRange{}, false // there is no such day, as in 30 February
	}
	return training.DayRange{From: day, To: day}, true
}

// months returns n months, beginning with month m of year y.
func months(y, m, n int) (training.DayRange, bool) {
	if m < 1 || m > 12 {
		return training.DayRange{}, false
	}
	return training.DayRange{
		From: training.NewDay(y, time.Month(m), 1), To: training.NewDay(y, time.Month(m+n), 1) - 1,
	}, true
}

// isoWeek returns week w of year y according to ISO 8601: weeks begin on
// Monday, and week 1 contains 4 January.
func isoWeek(y, w int) (training.DayRange, bool) {
	from := training.NewDay(y, time.January, 4).WeekStart(time.Monday) + training.Day(7*(w-1))
	if gy, gw := from.Time(time.UTC).ISOWeek(); gy != y || gw != w {
		return training.DayRange{}, false
	}
	return training.DayRange{From: from, To: from + 6}, true
}
