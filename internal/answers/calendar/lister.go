package calendar

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// Store is a reader that says whether it has changed.
type Store interface {
	Reader
	LastChange(ctx context.Context) (int64, error)
}

// Lister lists calendars. It keeps the events of the last days that were asked
// for, with what they take and what was done of them, and the load up to today,
// until anything changes: to find them is most of an answer. It is safe for
// concurrent use.
type Lister struct {
	opened  activityindex.Cache[bookKey, *Book]
	courses activityindex.Cache[coursesKey, *fitness.Courses]
}

type bookKey struct {
	training.Scope
	answers.Frame
	days training.DayRange
}

type coursesKey struct {
	training.Scope
	answers.Frame
	sport training.Sport
}

// mostKept is how many ranges of days are kept, each of a year and more: the
// views without a range of their own have one in common.
const mostKept = 2

// NewLister makes a lister; it reads nothing yet.
func NewLister() *Lister {
	l := &Lister{}
	l.opened.Most, l.courses.Most = mostKept, mostKept
	return l
}

// recentDays is how far back the book of these weeks goes: a month of a calendar
// begins in it, whichever day of the month it is.
const recentDays = 6 * 7

// books are the days of a question and those ahead of today. The weeks around
// today, which nearly every question is about, and all that is ahead are one
// book, and so is what touches it.
func (l *Lister) books(
	ctx context.Context, r Store, s training.Scope, f answers.Frame, days training.DayRange,
) (of, ahead *Book, err error) {
	coming := training.DayRange{From: f.Today.WeekStart(f.Week) - recentDays, To: f.Today + raceDays}
	if days.To >= coming.From && days.From <= coming.To {
		days = training.DayRange{From: min(days.From, coming.From), To: max(days.To, coming.To)}
		of, err = l.open(ctx, r, s, f, days)
		return of, of, err
	}
	if of, err = l.open(ctx, r, s, f, days); err != nil {
		return nil, nil, err
	}
	ahead, err = l.open(ctx, r, s, f, coming)
	return of, ahead, err
}

// open is a book that is kept. Nobody may change it.
func (l *Lister) open(ctx context.Context, r Store, s training.Scope, f answers.Frame, days training.DayRange) (*Book, error) {
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return l.opened.Get(ctx, seq, bookKey{s, f, days}, func() (*Book, error) { return open(ctx, r, s, f, days) })
}

// load is what projections of a sport's load begin with.
func (l *Lister) load(ctx context.Context, r Store, s training.Scope, f answers.Frame, sport training.Sport) (*fitness.Courses, error) {
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return l.courses.Get(ctx, seq, coursesKey{s, f, sport}, func() (*fitness.Courses, error) { return fitness.NewCourses(r, s, f), nil })
}
