package fitness

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the kinds of period.
const (
	PeriodWeek  = "week"
	PeriodMonth = "month"
	PeriodYear  = "year"
	PeriodAll   = "all"
	PeriodRange = "range"
)

// PeriodAround returns the week, month or year that contains a day.
func PeriodAround(kind string, day training.Day, f answers.Frame) training.DayRange {
	switch kind {
	case PeriodWeek:
		from := day.WeekStart(f.Week)
		return training.DayRange{From: from, To: from + 6}
	case PeriodMonth:
		from := day.MonthStart()
		return training.DayRange{From: from, To: (from + 31).MonthStart() - 1}
	}
	from := day.YearStart()
	return training.DayRange{From: from, To: (from + 366).YearStart() - 1}
}

// quarterOf returns the quarter that contains a day.
func quarterOf(day training.Day) training.DayRange {
	t := day.Time(time.UTC)
	first := t.Month() - (t.Month()-1)%3
	return training.DayRange{From: training.NewDay(t.Year(), first, 1), To: training.NewDay(t.Year(), first+3, 1) - 1}
}

// before returns the period before a complete one: the preceding week, month, quarter or
// year. A range of any other length is preceded by as many days.
func before(kind string, whole training.DayRange, f answers.Frame) training.DayRange {
	if kind != PeriodRange {
		return PeriodAround(kind, whole.From-1, f)
	}
	for _, kind := range []string{PeriodMonth, PeriodYear} {
		if PeriodAround(kind, whole.From, f) == whole {
			return PeriodAround(kind, whole.From-1, f)
		}
	}
	if quarterOf(whole.From) == whole {
		return quarterOf(whole.From - 1)
	}
	return training.DayRange{From: whole.From - training.Day(whole.Days()), To: whole.From - 1}
}

// unevenDays is the maximum difference in length between months, or years.
const unevenDays = 3

// periodOf returns the period of a question, those of its days that have begun, and the
// period before. If the period is partial, the one before is cut to as many days; so is a
// range to compare with if it has the same length.
func periodOf(q SummaryQuery, f answers.Frame, span training.DayRange) (p Period, done training.DayRange, prev *Previous) {
	whole := q.Days
	switch q.Kind {
	case PeriodAll:
		whole = training.DayRange{From: span.From, To: max(span.To, f.Today)}
	case PeriodWeek, PeriodMonth, PeriodYear:
		whole = PeriodAround(q.Kind, q.Days.From, f)
	}
	done = training.DayRange{From: whole.From, To: min(whole.To, f.Today)}
	p = Period{Kind: q.Kind, Span: answers.SpanOf(done)}
	if whole.To > f.Today && q.Kind != PeriodAll {
		p.Partial, p.FullEnd = true, &whole.To
	}
	var earlier training.DayRange
	switch {
	case q.Compare != nil:
		earlier = training.DayRange{From: q.Compare.From, To: max(q.Compare.From, min(q.Compare.To, f.Today))}
	case q.Kind == PeriodAll:
		return p, done, nil
	default:
		earlier = before(q.Kind, whole, f)
	}
	prev = &Previous{Span: answers.SpanOf(earlier)}
	alike := q.Compare == nil || max(earlier.Days()-whole.Days(), whole.Days()-earlier.Days()) <= unevenDays
	if p.Partial && alike && done.Days() < earlier.Days() {
		earlier.To = earlier.From + training.Day(done.Days()) - 1
		prev = &Previous{Span: answers.SpanOf(earlier), Cut: true}
	}
	return p, done, prev
}

// fewMeasured is the maximum difference between the shares of activities with a sensor
// for two ranges of days to be comparable. It is large, so that an occasionally forgotten
// chest strap does not matter.
const fewMeasured = 0.5

// Measured counts, by sport, the activities with each sensor.
type Measured map[training.Sport]*Sensors

// Sensors counts the activities of one sport, and how many of them have power and heart rate.
type Sensors struct{ n, power, hr int }

// Add counts an activity.
func (m Measured) Add(in *store.LoadInput) { m.of(in.Sport).Add(in) }

// of returns the counts of a sport.
func (m Measured) of(sport training.Sport) *Sensors {
	c := m[sport]
	if c == nil {
		c = &Sensors{}
		m[sport] = c
	}
	return c
}

// Add counts an activity.
func (c *Sensors) Add(in *store.LoadInput) {
	c.n++
	if in.NP > 0 {
		c.power++
	}
	if in.AvgHR > 0 {
		c.hr++
	}
}

// Join adds the counts of o.
func (c *Sensors) Join(o Sensors) {
	c.n, c.power, c.hr = c.n+o.n, c.power+o.power, c.hr+o.hr
}

// Against returns notes on sensors that were common in only one of two ranges
// of days. Values that depend on such a sensor, including load, are not comparable.
func (m Measured) Against(then Measured) (notes []i18n.Sentence) {
	for _, sport := range slices.Sorted(maps.Keys(m)) {
		if b := then[sport]; b != nil {
			notes = append(notes, m[sport].Against(b, sport)...)
		}
	}
	return notes
}

// Against returns the same notes for one sport.
func (c *Sensors) Against(then *Sensors, sport training.Sport) (notes []i18n.Sentence) {
	if c.n == 0 || then.n == 0 {
		return nil
	}
	for _, k := range []struct {
		name i18n.Word
		a, b int
	}{{"power", c.power, then.power}, {"heart rate", c.hr, then.hr}} {
		if math.Abs(float64(k.a)/float64(c.n)-float64(k.b)/float64(then.n)) <= fewMeasured {
			continue
		}
		notes = append(notes, i18n.Sentencef(
			"The sensors changed: for %s, %s is in %d of %d activities in this period and in %d of %d in the compared one, so values based on it "+
				"(including load) are not comparable.",
			i18n.Word(sport), k.name, k.a, c.n, k.b, then.n))
	}
	return notes
}

// MeasuredIn counts the sensors on the given days in the given sports; no
// sports means all.
func MeasuredIn(
	ctx context.Context, r store.Reader, s training.Scope, days training.DayRange, sports []training.Discipline,
) (Measured, error) {
	inputs, err := r.LoadInputs(ctx, s, days)
	m := Measured{}
	for _, in := range ofSports(inputs, sports) {
		m.Add(&in)
	}
	return m, err
}

// PowerMetersAgainst returns a note if most cycling power comes from a
// different meter than on the days to compare with, and otherwise "". Serial numbers
// distinguish meters, since even two of one product differ by some percent.
func PowerMetersAgainst(ctx context.Context, r store.Reader, s training.Scope, days, then training.DayRange) (i18n.Sentence, error) {
	now, n, err := mostUsedMeter(ctx, r, s, days)
	if err != nil || n == 0 {
		return "", err
	}
	before, m, err := mostUsedMeter(ctx, r, s, then)
	if err != nil || m == 0 || before == now {
		return "", err
	}
	return i18n.Sentencef("The power meter changed: cycling power comes from %s in %d activities in this period and from %s in %d of the "+
		"compared ones, and two meters may differ by a few percent.", now, n, before, m), nil
}

// mostUsedMeter returns the meter with the most activities on the given days, and the
// number of these activities.
func mostUsedMeter(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) (meter string, n int, err error) {
	counts := map[string]int{}
	for p, err := range r.Primitives(ctx, s, derive.PowerMeter, days) {
		if err != nil {
			return "", 0, err
		}
		// A name that cannot be decoded is skipped: it will be derived again.
		if name, err := derive.DecodeSource(p.Data); err == nil {
			counts[textclean.Line(name, textclean.NameRunes)]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if counts[name] > n {
			meter, n = name, counts[name]
		}
	}
	return meter, n, nil
}
