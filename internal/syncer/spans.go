package syncer

import (
	"context"

	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// The sinks of what is read by days. A sink that implements one of them gets
// what a source that can give it has. Covered days are whole: what is not
// among them is not there.
type (
	// WellnessSink keeps days of wellness.
	WellnessSink interface {
		TakeWellness(ctx context.Context, a training.AthleteID, covered training.DayRange, days []training.WellnessDay) error
	}
	// EventSink keeps the calendar.
	EventSink interface {
		TakeEvents(ctx context.Context, a training.AthleteID, covered training.DayRange, events []training.CalendarEvent) error
	}
)

// AskingSink is told before something is asked for that it will be given, so
// that it knows what is newer than the answer.
type AskingSink interface{ Asking() }

func (s *Syncer) asking() {
	if to, ok := s.o.Sink.(AskingSink); ok {
		to.Asking()
	}
}

// span is something that is read by days.
type span struct {
	name  string
	again int // days before today that are read in each run
	ahead int // days after today
	read  func(ctx context.Context, days training.DayRange) error
}

// spanProgress says that days from Back to Upto were read.
type spanProgress struct {
	Begun bool         `json:"begun,omitempty"`
	Upto  training.Day `json:"upto"`
	Back  training.Day `json:"back"`
}

const (
	// stretch is how many days of the past are read at once.
	stretch       = 180
	wellnessAgain = 14
	eventsAgain   = 28
	eventsAhead   = 400
)

// current reads, of what is read by days, what is new and some days before it.
func (s *Syncer) current(ctx context.Context) error {
	for _, p := range s.byDays() {
		var at spanProgress
		if _, err := s.o.Book.Cursor(ctx, s.key, p.name, &at); err != nil {
			return err
		}
		today := s.today()
		from := today - training.Day(p.again)
		switch {
		case at.Begun && at.Upto > today+1:
			// The clock was ahead: since when nothing was read is not known.
			from = today - stretch
		case at.Begun:
			from = min(from, at.Upto)
		default:
			at = spanProgress{Begun: true, Back: from}
		}
		at.Upto = today
		if err := s.without(s.span(ctx, p, training.DayRange{From: from, To: today + training.Day(p.ahead)}, at)); err != nil {
			return err
		}
	}
	return nil
}

// past reads of it what lies before, stretch by stretch, as far back as there
// are activities.
func (s *Syncer) past(ctx context.Context) error {
	oldest := max(s.at.Oldest, s.o.Earliest)
	for _, p := range s.byDays() {
		var at spanProgress
		if _, err := s.o.Book.Cursor(ctx, s.key, p.name, &at); err != nil {
			return err
		}
		for at.Begun && at.Back > oldest {
			days := training.DayRange{From: max(at.Back-stretch, oldest), To: at.Back - 1}
			at.Back = days.From
			if err := s.span(ctx, p, days, at); err != nil {
				if err = s.without(err); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// span reads days and keeps its place.
func (s *Syncer) span(ctx context.Context, p span, days training.DayRange, at spanProgress) error {
	if err := s.hold(ctx); err != nil {
		return err
	}
	if err := p.read(ctx, days); err != nil {
		return err
	}
	return s.o.Book.SetCursor(ctx, s.key, p.name, at)
}

func (s *Syncer) byDays() (all []span) {
	if from, ok := s.o.Source.(source.WellnessReader); ok {
		if to, ok := s.o.Sink.(WellnessSink); ok {
			all = append(all, span{"wellness", wellnessAgain, 0, func(ctx context.Context, days training.DayRange) error {
				s.asking()
				got, err := from.Wellness(ctx, days)
				if err != nil {
					return err
				}
				return to.TakeWellness(ctx, s.o.Athlete, days, got)
			}})
		}
	}
	if from, ok := s.o.Source.(source.EventReader); ok {
		if to, ok := s.o.Sink.(EventSink); ok {
			all = append(all, span{"events", eventsAgain, eventsAhead, func(ctx context.Context, days training.DayRange) error {
				s.asking()
				got, err := from.Events(ctx, days)
				if err != nil {
					return err
				}
				return to.TakeEvents(ctx, s.o.Athlete, days, got)
			}})
		}
	}
	return all
}
