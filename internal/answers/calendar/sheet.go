package calendar

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// Sheet is what was planned and done over whole weeks, all of it: for what is
// printed, and not for an answer.
type Sheet struct {
	answers.Frame
	Days      training.DayRange
	Events    []EventRow
	Unplanned []Unplanned
	Weeks     []Week
}

// SheetOf reads the weeks that some days touch, at most [MaxDays] days.
func SheetOf(ctx context.Context, r Reader, s training.Scope, f answers.Frame, days training.DayRange) (*Sheet, error) {
	if err := check(days, Query{}, f); err != nil {
		return nil, err
	}
	days = training.DayRange{From: days.From.WeekStart(f.Week), To: days.To.WeekStart(f.Week) + weekDays - 1}
	b, err := open(ctx, r, s, f, days)
	if err != nil {
		return nil, err
	}
	out := &Sheet{Frame: f, Days: days, Unplanned: b.Unplanned(days, "")}
	for i := range b.events {
		if e := &b.events[i]; e.Days.To >= days.From && e.Days.From <= days.To && !e.HideFromAthlete {
			out.Events = append(out.Events, b.Row(e))
		}
	}
	for start := days.From; start <= days.To; start += weekDays {
		out.Weeks = append(out.Weeks, b.week(training.DayRange{From: start, To: start + weekDays - 1}, ""))
	}
	return out, ctx.Err()
}

// Day is one day of a sheet.
type Day struct {
	Day       training.Day
	Events    []*EventRow
	Unplanned []*Unplanned
}

// On is what there is on one day; events of several days are on each of them.
func (s *Sheet) On(d training.Day) Day {
	out := Day{Day: d}
	for i := range s.Events {
		e := &s.Events[i]
		if e.Day == d || e.To != nil && e.Day <= d && d <= *e.To {
			out.Events = append(out.Events, e)
		}
	}
	for i := range s.Unplanned {
		if s.Unplanned[i].Day == d {
			out.Unplanned = append(out.Unplanned, &s.Unplanned[i])
		}
	}
	return out
}
