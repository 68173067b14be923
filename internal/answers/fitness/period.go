package fitness

import (
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// The kinds of period.
const (
	PeriodWeek  = "week"
	PeriodMonth = "month"
	PeriodYear  = "year"
	PeriodAll   = "all"
	PeriodRange = "range"
)

// PeriodAround is the week, month or year of a day.
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

// quarterOf is the quarter of a day.
func quarterOf(day training.Day) training.DayRange {
	t := day.Time(time.UTC)
	first := t.Month() - (t.Month()-1)%3
	return training.DayRange{From: training.NewDay(t.Year(), first, 1), To: training.NewDay(t.Year(), first+3, 1) - 1}
}

// before is the period in front of a whole one: the calendar's, also where a
// range is just a month, quarter or year, else as many days.
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

// periodOf turns a question into the period that it is about, the days of it
// that have begun, and those of the one before. Of a partial period, the one
// before is cut to as many days.
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
	if q.Kind == PeriodAll {
		return p, done, nil
	}
	earlier := before(q.Kind, whole, f)
	prev = &Previous{Span: answers.SpanOf(earlier)}
	if p.Partial && done.Days() < earlier.Days() {
		earlier.To = earlier.From + training.Day(done.Days()) - 1
		prev = &Previous{Span: answers.SpanOf(earlier), Cut: true}
	}
	return p, done, prev
}
