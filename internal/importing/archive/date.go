package archive

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// readDates parses the dates in a table, which are in UTC in every language. Rows that
// can be read in only one way determine whether 3/1/2024 is the third of January.
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

// date is a date that has been parsed as far as possible on its own.
type date struct {
	ok               bool
	year, month, day int
	ambiguous        bool // first and second are day and month, in unknown order
	first, second    int
	half             bool // 12-hour clock
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
	// Danish and Finnish times have dots, and come after the date.
	pointClock = textclean.LazyRegexp(`\d.* (\d{1,2})\.(\d{2})(?:\.(\d{2}))?$`)
)

func parseDate(s string) (d date) {
	s = strings.ToLower(s)
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) { // including the narrow space that some languages put before PM
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
	default: // in dates with dots or dashes, the month is never first
		d.day, d.month, d.year = numbers[0], numbers[1], numbers[2]
	}
	switch {
	case d.year < 100:
		d.year += 2000
	case d.year > buddhist+1970: // a year in the Thai calendar
		d.year -= buddhist
	}
	d.ok = true
	return d
}

// buddhist is the number of years by which the Thai calendar is ahead.
const buddhist = 543

// readClock reads the time from the match m, including AM or PM.
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

// monthWords lists the beginnings of month names in languages that write them
// out. Of two with the same beginning, the longer comes first.
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

// thaiMonths have dots between their letters.
var thaiMonths = strings.Fields("ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.")

// monthOf returns the month whose name is among the words of a date, or 0 if there is none.
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

// menstrual is a part of the file name of the table of cycles. The full name is
// not known for certain.
const menstrual = "menstrual"

// cycleRow is one cycle, or a list of cycles. Its fields are those in Garmin's
// own programs; it is not certain which of them are in archives.
type cycleRow struct {
	Start        garminDay `json:"startDate"`
	PeriodStart  garminDay `json:"periodStartDate"`
	PeriodDays   int       `json:"periodLength"`
	Days         int       `json:"cycleLength"`
	FertileFrom  int       `json:"fertileWindowStart"` // first fertile day of the cycle
	FertileDays  int       `json:"lengthOfFertileWindow"`
	Predicted    bool      `json:"predictedCycle"`
	IsPredicted  bool      `json:"isPredictedCycle"`
	CurrentPhase string    `json:"currentPhaseType"`
	// Calendar lists the cycles if the row contains several.
	Calendar []cycleRow `json:"cycleSummaries"`
}

// These are the maximum lengths of a period and of a cycle. Longer ones are ignored.
const mostPeriodDays, mostCycleDays = 15, 60

// cycle stores the known part of a cycle, not the predicted part. Days after the
// period get a phase only if the length of the cycle and its fertile days are known.
func (d *garminDiary) cycle(r *cycleRow) {
	for i := range r.Calendar {
		d.cycle(&r.Calendar[i])
	}
	start := r.Start
	if !start.ok {
		start = r.PeriodStart
	}
	pregnant := strings.HasSuffix(r.CurrentPhase, "TRIMESTER")
	if !start.ok || r.Predicted || r.IsPredicted || pregnant || r.PeriodDays < 1 || r.PeriodDays > mostPeriodDays {
		return
	}
	known := r.PeriodDays
	if r.Days > r.PeriodDays && r.Days <= mostCycleDays && r.FertileFrom > 0 && r.FertileDays > 0 {
		known = r.Days
	}
	for i := range known {
		phase := "luteal"
		switch at := i + 1; {
		case at <= r.PeriodDays:
			phase = "period"
		case at < r.FertileFrom:
			phase = "follicular"
		case at < r.FertileFrom+r.FertileDays:
			phase = "ovulating"
		}
		d.day(start.Day+training.Day(i)).Set(training.WellnessMenstrualPhase, phase, GarminSource)
	}
}

// garminDiary collects values from the tables by day.
type garminDiary struct {
	days map[training.Day]*training.WellnessDay
	// at is the time of each stored value, which a later value replaces. asleep
	// is the duration of the stored night.
	at     map[slot]string
	asleep map[training.Day]float64
	zone   func(time.Time) (*time.Location, bool)
}

func newDiary(zone func(time.Time) (*time.Location, bool)) *garminDiary {
	return &garminDiary{days: map[training.Day]*training.WellnessDay{}, at: map[slot]string{}, asleep: map[training.Day]float64{}, zone: zone}
}

type slot struct {
	day   training.Day
	field training.WellnessField
}

// tables lists the kinds of tables. kind is the beginning or end of the file name.
var tables = []struct {
	kind string
	read func(*archived, *listing.Entry, *garminDiary) error
}{
	{"udsfile_", readInto((*garminDiary).daily)},
	{"_sleepdata", readInto((*garminDiary).sleep)},
	{"_healthstatusdata", readInto((*garminDiary).health)},
	{"_userbiometrics", readInto((*garminDiary).body)},
	{"metricsmaxmetdata_", readInto((*garminDiary).oxygen)},
	{"trainingreadinessdto_", readInto((*garminDiary).readiness)},
	{menstrual, readInto((*garminDiary).cycle)},
}

func wellnessTables() (kinds []string) {
	for _, t := range tables {
		kinds = append(kinds, t.kind)
	}
	return kinds
}

func readInto[T any](take func(*garminDiary, *T)) func(*archived, *listing.Entry, *garminDiary) error {
	return func(a *archived, e *listing.Entry, d *garminDiary) error {
		return read(a, e, "", func(row T) { take(d, &row) })
	}
}

// days yields the days, newest first and grouped by year, and each unreadable
// table with the reason.
func (a *archived) days() bool {
	d := newDiary(a.summaries.index().offsetAt)
	for i := range a.wellness {
		e := &a.wellness[i]
		if !e.Readable() {
			if !a.Yield(a.item(e)) {
				return false
			}
			continue
		}
		for _, t := range tables {
			if !isTable(strings.ToLower(e.Rel), t.kind) {
				continue
			}
			if err := t.read(a, e, d); err != nil {
				it := a.item(e)
				if it.Err = err; !a.Yield(it) {
					return false
				}
			}
		}
	}
	return a.years(d)
}

func (a *archived) years(d *garminDiary) bool {
	all := make([]training.WellnessDay, 0, len(d.days))
	for _, w := range d.days {
		if all = append(all, *w); !w.Empty() {
			a.as(w.Day.Time(time.UTC))
		}
	}
	return a.Days(GarminSource, a.asOf, all)
}

func (d *garminDiary) day(of training.Day) *training.WellnessDay {
	w := d.days[of]
	if w == nil {
		w = &training.WellnessDay{Day: of}
		d.days[of] = w
	}
	return w
}

// put stores a plausible value. Zero means that nothing was measured.
func (d *garminDiary) put(of training.Day, f training.WellnessField, v float64) {
	if low, high, ok := f.Range(); v > 0 && ok && v >= low && v <= high {
		d.day(of).Put(f, v, GarminSource)
	}
}

// later reports whether a value is newer than the existing one and replaces it. at is a
// string that sorts by time.
func (d *garminDiary) later(of training.Day, f training.WellnessField, at string) bool {
	s := slot{of, f}
	if former, ok := d.at[s]; ok && at < former {
		return false
	}
	d.at[s] = at
	return true
}
