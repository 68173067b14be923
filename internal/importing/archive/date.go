package archive

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/platform/textclean"
)

// readDates reads the dates of a table, which are UTC whatever the language.
// Whether 3/1/2024 is the third of January is decided by the whole table: by
// a row that can be read in one way only.
func readDates(l layout, rows [][]string) []time.Time {
	var monthFirst, dayFirst, twelve int
	for _, r := range rows {
		d := parseDate(l.show(r, colDate))
		if d.half {
			twelve++
		}
		switch {
		case !d.ambiguous:
		case d.first > 12:
			dayFirst++
		case d.second > 12:
			monthFirst++
		}
	}
	american := monthFirst > dayFirst || monthFirst == dayFirst && twelve > 0
	out := make([]time.Time, len(rows))
	for i, r := range rows {
		out[i] = parseDate(l.show(r, colDate)).at(american)
	}
	return out
}

// date is a date as far as it can be read by itself.
type date struct {
	ok               bool
	year, month, day int
	ambiguous        bool // first and second are day and month, or the reverse
	first, second    int
	half             bool // the clock has twelve hours
	clock            time.Duration
}

func (d date) at(american bool) time.Time {
	if !d.ok {
		return time.Time{}
	}
	if d.ambiguous {
		d.day, d.month = d.first, d.second
		if american || d.second > 12 {
			d.day, d.month = d.second, d.first
		}
		if d.month > 12 {
			d.day, d.month = d.month, d.day
		}
	}
	t := time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC)
	if t.Day() != d.day || int(t.Month()) != d.month || d.year < 1970 || d.year > 2200 {
		return time.Time{}
	}
	return t.Add(d.clock)
}

var (
	clockText = textclean.LazyRegexp(`(\d{1,2}):(\d{2})(?::(\d{2}))?`)
	// Danish and Finnish have points in the clock; it comes after the date.
	pointClock = textclean.LazyRegexp(`\d.* (\d{1,2})\.(\d{2})(?:\.(\d{2}))?$`)
)

func parseDate(s string) (d date) {
	s = strings.ToLower(s)
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) { // also the narrow ones that some languages put before PM
			return ' '
		}
		return r
	}, s)
	m := clockText.Get().FindStringSubmatchIndex(s)
	if m == nil {
		m = pointClock.Get().FindStringSubmatchIndex(s)
	}
	if m != nil {
		if !d.readClock(s, m) {
			return d
		}
		s = s[:m[2]] + " " + s[m[1]:]
	}
	var numbers, sizes []int
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return d
		}
		numbers, sizes = append(numbers, n), append(sizes, len(f))
	}
	month := monthOf(s)
	switch {
	case month > 0 && len(numbers) == 2 && sizes[0] == 4:
		d.year, d.month, d.day = numbers[0], month, numbers[1]
	case month > 0 && len(numbers) == 2:
		d.day, d.month, d.year = numbers[0], month, numbers[1]
	case len(numbers) != 3:
		return d
	case sizes[0] == 4:
		d.year, d.month, d.day = numbers[0], numbers[1], numbers[2]
	case strings.Contains(s, "/"):
		d.first, d.second, d.year, d.ambiguous = numbers[0], numbers[1], numbers[2], true
	default: // points and dashes are not written with the month first
		d.day, d.month, d.year = numbers[0], numbers[1], numbers[2]
	}
	switch {
	case d.year < 100:
		d.year += 2000
	case d.year > buddhist+1970: // of the Thai calendar
		d.year -= buddhist
	}
	d.ok = true
	return d
}

// buddhist is by how many years the Thai calendar is ahead.
const buddhist = 543

// readClock reads the clock at m, with the half of the day if it is named.
func (d *date) readClock(s string, m []int) bool {
	part := func(i int) int {
		if m[2*i] < 0 {
			return 0
		}
		n, _ := strconv.Atoi(s[m[2*i]:m[2*i+1]]) // two digits
		return n
	}
	hour, minute, second := part(1), part(2), part(3)
	rest := s[:m[2]] + " " + s[m[1]:]
	for word, add := range map[string]int{
		"am": 0, "a.m": 0, "a. m": 0, "午前": 0, "上午": 0, "오전": 0, "pm": 12, "p.m": 12,
		"p. m": 12, "π.μ": 0, "μ.μ": 12, "午後": 12, "下午": 12, "오후": 12,
	} {
		i := strings.Index(rest, word)
		if i < 0 || i > 0 && unicode.IsLetter(rune(rest[i-1])) && word[0] < 128 {
			continue
		}
		if hour < 1 || hour > 12 {
			return false
		}
		hour, d.half = hour%12+add, true
		break
	}
	if hour > 23 || minute > 59 || second > 60 {
		return false
	}
	d.clock = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	return true
}

// monthWords are the beginnings of the months' names, in the languages in
// which they are written out, longer ones before those that begin alike.
var monthWords = []struct {
	month  int
	starts string
}{
	{6, "juin čvn červn haz"},
	{7, "juil čvc červe tem"},
	{1, "jan janv ene gen sty led ian янв січ ιαν oca tammi"},
	{2, "feb fév fev lut úno фев лют φεβ şub helmi"},
	{3, "mar mär már mrt mrz maa bře мар бер μαρ μάρ"},
	{4, "apr avr abr ápr kwi dub апр кві απρ nis huhti"},
	{5, "may mai mei mag maj máj kvě мая май тра μαϊ μαΐ μάι touko"},
	{6, "jun jún iun giu cze июн чер ιουν kesä"},
	{7, "jul júl iul lug lip июл лип ιουλ heinä"},
	{8, "aug aoû aou ago agu sie srp авг сер αυγ αύγ ağu elo"},
	{9, "sep sze set wrz zář сен вер σεπ eyl syys"},
	{10, "oct okt out ott paź říj окт жов οκτ eki loka"},
	{11, "nov noi lis ноя лис νοε νοέ kas marras"},
	{12, "dec dez déc des dic gru pro дек гру δεκ ara joulu"},
}

// thaiMonths are written with points between their letters.
var thaiMonths = strings.Fields("ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.")

// monthOf finds a month's name among the words of a date, 0 if there is none.
func monthOf(s string) int {
	for i, name := range thaiMonths {
		if strings.Contains(s, name) {
			return i + 1
		}
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if strings.HasPrefix(w, "marras") {
			return 11
		}
		for _, m := range monthWords {
			for _, start := range strings.Fields(m.starts) {
				if strings.HasPrefix(w, start) {
					return m.month
				}
			}
		}
	}
	return 0
}
