package fitness

import (
	"lapkeep/internal/analysis"
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

// wholeOf is the week, month or year of a day.
func wholeOf(kind string, day training.Day, f analysis.Frame) training.DayRange {
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

// before is the period in front of a whole one: the calendar's, or as many
// days for a range.
func before(kind string, whole training.DayRange, f analysis.Frame) training.DayRange {
	if kind == PeriodRange {
		return training.DayRange{From: whole.From - training.Day(whole.Days()), To: whole.From - 1}
	}
	return wholeOf(kind, whole.From-1, f)
}

// periodOf turns a question into the period that it is about, the days of it
// that have begun, and those of the one before. Of a partial period, the one
// before is cut to as many days.
func periodOf(q SummaryQuery, f analysis.Frame, span training.DayRange) (p Period, done training.DayRange, prev *Previous) {
	whole := q.Days
	switch q.Kind {
	case PeriodAll:
		whole = training.DayRange{From: span.From, To: max(span.To, f.Today)}
	case PeriodWeek, PeriodMonth, PeriodYear:
		whole = wholeOf(q.Kind, q.Days.From, f)
	}
	done = training.DayRange{From: whole.From, To: min(whole.To, f.Today)}
	p = Period{Kind: q.Kind, Span: analysis.SpanOf(done)}
	if whole.To > f.Today && q.Kind != PeriodAll {
		p.Partial, p.FullEnd = true, &whole.To
	}
	if q.Kind == PeriodAll {
		return p, done, nil
	}
	earlier := before(q.Kind, whole, f)
	prev = &Previous{Span: analysis.SpanOf(earlier)}
	if p.Partial && done.Days() < earlier.Days() {
		earlier.To = earlier.From + training.Day(done.Days()) - 1
		prev = &Previous{Span: analysis.SpanOf(earlier), Cut: true}
	}
	return p, done, prev
}
