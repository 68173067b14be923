package wellness

import (
	"slices"
	"strconv"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// scanner reads a day's JSON in the form in which it is written, a few times as
// fast as a general decoder. Anything else, such as an escape, makes it give
// up: then the general decoder reads the day.
type scanner struct {
	b   []byte
	bad bool
}

// parts is where what a scanner reads goes.
type parts interface {
	number(field []byte, value float64, source []byte)
	word(field, text, source []byte)
	lock(locked bool)
}

// scan reads a day; false is that it gave up half-way.
func scan(b []byte, to parts) bool {
	s := &scanner{b: b}
	s.object(func(name []byte) {
		switch string(name) {
		case "local_date":
			s.date()
		case "numbers":
			s.object(func(field []byte) {
				value, source := s.number()
				if !s.bad {
					to.number(field, value, source)
				}
			})
		case "words":
			s.object(func(field []byte) {
				text, source := s.word()
				if !s.bad {
					to.word(field, text, source)
				}
			})
		case "locked":
			to.lock(s.boolean())
		default:
			s.bad = true
		}
	})
	return !s.bad && len(s.b) == 0
}

// number reads a value and its source.
func (s *scanner) number() (value float64, source []byte) {
	s.object(func(name []byte) {
		switch string(name) {
		case "value":
			value = s.float()
		case "source":
			source = s.text()
		default:
			s.bad = true
		}
	})
	return value, source
}

// word reads a text and its source.
func (s *scanner) word() (text, source []byte) {
	s.object(func(name []byte) {
		switch string(name) {
		case "text":
			text = s.text()
		case "source":
			source = s.text()
		default:
			s.bad = true
		}
	})
	return text, source
}

// object reads members; member reads the value of each.
func (s *scanner) object(member func(name []byte)) {
	s.expect('{')
	if s.next('}') {
		return
	}
	for !s.bad {
		name := s.text()
		s.expect(':')
		if s.bad {
			return
		}
		member(name)
		if s.next('}') {
			return
		}
		s.expect(',')
	}
}

// next reads c if it is the next byte, and reports whether it is.
func (s *scanner) next(c byte) bool {
	if s.bad || len(s.b) == 0 || s.b[0] != c {
		return false
	}
	s.b = s.b[1:]
	return true
}

func (s *scanner) expect(c byte) {
	if !s.next(c) {
		s.bad = true
	}
}

// text reads a string of plain ASCII.
func (s *scanner) text() []byte {
	s.expect('"')
	if s.bad {
		return nil
	}
	const del = 0x7f
	for i, c := range s.b {
		switch {
		case c == '"':
			text := s.b[:i]
			s.b = s.b[i+1:]
			return text
		case c == '\\' || c < ' ' || c >= del:
			s.bad = true
			return nil
		}
	}
	s.bad = true
	return nil
}

func (s *scanner) date() {
	if _, err := training.ParseDay(string(s.text())); err != nil {
		s.bad = true
	}
}

func (s *scanner) boolean() bool {
	for _, word := range []string{"true", "false"} {
		if len(s.b) >= len(word) && string(s.b[:len(word)]) == word {
			s.b = s.b[len(word):]
			return word == "true"
		}
	}
	s.bad = true
	return false
}

// float reads a number of JSON, which ParseFloat alone takes too much for.
func (s *scanner) float() float64 {
	n := 0
	digits := func() bool {
		from := n
		for n < len(s.b) && s.b[n] >= '0' && s.b[n] <= '9' {
			n++
		}
		return n > from
	}
	take := func(any string) bool {
		for i := range len(any) {
			if n < len(s.b) && s.b[n] == any[i] {
				n++
				return true
			}
		}
		return false
	}
	take("-")
	ok := take("0") || digits()
	if ok && take(".") {
		ok = digits()
	}
	if ok && take("eE") {
		take("+-")
		ok = digits()
	}
	if !ok {
		s.bad = true
		return 0
	}
	x, err := strconv.ParseFloat(string(s.b[:n]), 64)
	s.b, s.bad = s.b[n:], err != nil
	return x
}

// maxCells is how many values the columns of one answer hold.
const maxCells = 3000

// The resolutions of columns.
const (
	ByDay   = "day"
	ByWeek  = "week"
	ByMonth = "month"
)

// begin returns the first day of d's bucket.
func (q Query) begin(d training.Day, resolution string) training.Day {
	switch resolution {
	case ByWeek:
		return d.WeekStart(q.week)
	case ByMonth:
		return d.MonthStart()
	}
	return d
}

// columns fills in the values of the range.
func (v *View) columns(t *table, q Query) {
	fields := slices.DeleteFunc(t.fields(q.Days.From), func(f training.WellnessField) bool { return !q.wants(f) })
	if len(fields) == 0 {
		v.Missing = v.Missing.Add("days", "none of the fields has a value on these days")
		return
	}
	resolution := q.Resolution
	if resolution == "" {
		resolution = q.finest(len(fields))
	}
	dates := q.index(resolution)
	if most := maxCells / len(fields); len(dates) > most {
		dates = dates[len(dates)-most:]
		v.cut("Only the latest are shown; ask for fewer days, fewer fields or a coarser resolution.")
	}
	c := &Columns{Resolution: resolution, Dates: dates, Values: map[string][]*float64{}, Sources: map[string][]string{}}
	for _, d := range []training.Day{dates[0], dates[len(dates)-1]} {
		whole := training.DayRange{From: d, To: q.after(d, resolution) - 1}
		if n := len(c.Parts); n == 0 || c.Parts[n-1].Date != d {
			c.Parts = answers.PartsOf(c.Parts, whole, training.DayRange{From: max(d, q.Days.From), To: min(whole.To, q.Days.To)})
		}
	}
	for _, f := range fields {
		c.column(f, t, max(q.Days.From, dates[0]))
	}
	c.oneSource()
	v.Days = c
	if resolution != ByDay {
		v.Notes = append(v.Notes, i18n.Sentencef("Each value is the mean of the days of its %s that have one.", i18n.Word(resolution)))
	}
}

// oneSource names a source once that all values have.
func (c *Columns) oneSource() {
	var all []string
	for _, names := range c.Sources {
		all = append(all, names...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 1 {
		c.Source, c.Sources = all[0], nil
	}
}

// column averages one field over each bucket, for the days from one on.
func (c *Columns) column(f training.WellnessField, t *table, from training.Day) {
	sums, counts := make([]float64, len(c.Dates)), make([]int, len(c.Dates))
	bucket := 0
	var sources sourceSet
	t.each(f, from, func(d training.Day, value float64, source uint8) {
		for bucket+1 < len(c.Dates) && c.Dates[bucket+1] <= d {
			bucket++
		}
		sums[bucket] += value
		counts[bucket]++
		sources.add(source)
	})
	if len(sources.names) > 0 {
		c.Sources[string(f)] = sources.names
	}
	out, means := make([]*float64, len(c.Dates)), make([]float64, len(c.Dates))
	for i, n := range counts {
		if n > 0 {
			means[i] = answers.Round(sums[i]/float64(n), decimals(f))
			out[i] = &means[i]
		}
	}
	c.Values[string(f)] = out
}

// sourceSet collects the names of sources in the order in which they come.
type sourceSet struct {
	seen  uint64 // places in [names]
	names []string
}

func (s *sourceSet) add(place uint8) {
	if s.seen>>place&1 == 0 {
		s.seen |= 1 << place
		s.names = append(s.names, names[place])
	}
}

// The most days and weeks that are shown unless a resolution is asked for.
const (
	mostDays  = 92
	mostWeeks = 160
)

// finest returns the finest resolution whose columns fit.
func (q Query) finest(fields int) string {
	fits := func(resolution string, most int) bool {
		n := len(q.index(resolution))
		return n <= most && n*fields <= maxCells
	}
	switch {
	case fits(ByDay, mostDays):
		return ByDay
	case fits(ByWeek, mostWeeks):
		return ByWeek
	}
	return ByMonth
}

// index returns the first day of every bucket that touches the range.
func (q Query) index(resolution string) []training.Day {
	var out []training.Day
	for d := q.begin(q.Days.From, resolution); d <= q.Days.To; d = q.after(d, resolution) {
		out = append(out, d)
	}
	return out
}

// after returns the first day of the bucket after the one that begins on d.
func (q Query) after(d training.Day, resolution string) training.Day {
	switch resolution {
	case ByWeek:
		return d + 7
	case ByMonth:
		const longest = 31
		return (d + longest).MonthStart()
	}
	return d + 1
}

// decimals returns with how many decimals a field is shown.
func decimals(f training.WellnessField) int {
	switch f {
	case training.WellnessSleepS, training.WellnessSleepDeepS, training.WellnessSleepLightS, training.WellnessSleepRemS,
		training.WellnessSleepAwakeS, training.WellnessSleepInBedS, training.WellnessSteps:
		return 0
	case training.WellnessWeightKg, training.WellnessLactateMmolL, training.WellnessGlucoseMmolL, training.WellnessDrunkL:
		return 2
	}
	return 1
}
