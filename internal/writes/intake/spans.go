package intake

import (
	"context"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// span is a kind of data that is read by days. Its read function returns the
// number of things read.
type span struct {
	name  string
	again int // days before today to read in each run
	ahead int // days after today to read
	read  func(ctx context.Context, days training.DayRange) (int, error)
}

// spanProgress tells that the days from Back to Upto have been read.
type spanProgress struct {
	Begun bool         `json:"begun,omitempty"`
	Upto  training.Day `json:"upto"`
	Back  training.Day `json:"back"`
	// Empty is the number of consecutive stretches without data before the
	// first activity; Done is set when all of the past has been read.
	Empty int  `json:"empty,omitempty"`
	Done  bool `json:"done,omitempty"`
	// Sweep is the newest day of the next stretch to check for edits.
	Sweep training.Day `json:"sweep,omitempty"`
}

const (
	// stretch is the number of past days read at a time.
	stretch       = 180
	wellnessAgain = 14
	eventsAgain   = 28
	eventsAhead   = 400
	fitnessAhead  = 180
	// emptyStretches is the number of empty stretches after which no earlier
	// data is expected; two are about a year.
	emptyStretches = 2
)

// current reads the new days of each kind of data that is read by days, and
// some days before them.
func (s *Syncer) current(ctx context.Context) error {
	for _, p := range s.byDays() {
		var at spanProgress
		if _, err := s.o.State.Cursor(ctx, s.key, p.name, &at); err != nil {
			return err
		}
		today := s.today()
		from := today - training.Day(p.again)
		switch {
		case at.Begun && at.Upto > today+1:
			// The clock was ahead, so it is unknown which days were not read.
			from = today - stretch
		case at.Begun:
			from = min(from, at.Upto)
		default:
			at = spanProgress{Begun: true, Back: from}
		}
		at.Upto = today
		_, err := s.span(ctx, p, training.DayRange{From: from, To: today + training.Day(p.ahead)}, &at)
		if err := s.without(err); err != nil {
			return err
		}
	}
	return nil
}

// past reads the days before the current ones, stretch by stretch: as far back
// as there are activities, and further until nothing more is found. Once all
// are read, it checks them for edits, one stretch per run or all in a full run.
func (s *Syncer) past(ctx context.Context) error {
	for _, p := range s.byDays() {
		var at spanProgress
		if _, err := s.o.State.Cursor(ctx, s.key, p.name, &at); err != nil {
			return err
		}
		if !at.Begun {
			continue
		}
		next := s.before
		if at.Done {
			next = s.edited
		}
		if err := s.without(next(ctx, p, &at)); err != nil {
			return err
		}
	}
	return nil
}

// before reads the days before the earliest one read so far, stretch by
// stretch: back to the first activity, and on until enough stretches are empty.
func (s *Syncer) before(ctx context.Context, p span, at *spanProgress) error {
	oldest := max(s.at.Oldest, s.o.Earliest)
	for !at.Done {
		days := training.DayRange{From: max(at.Back-stretch, s.o.Earliest), To: at.Back - 1}
		if at.Back > oldest {
			days.From = max(days.From, oldest)
		}
		if at.Back <= s.o.Earliest || at.Back <= oldest && at.Empty >= emptyStretches {
			at.Done = true
			return s.o.State.SetCursor(ctx, s.key, p.name, at)
		}
		beyond := at.Back <= oldest
		at.Back = days.From
		found, err := s.span(ctx, p, days, at)
		switch {
		case err != nil:
			return err
		case found > 0:
			at.Empty = 0
		case beyond:
			at.Empty++
		}
	}
	return nil
}

// edited reads days again for edits, stretch by stretch, and restarts when it
// reaches the end. A full run reads all of them.
func (s *Syncer) edited(ctx context.Context, p span, at *spanProgress) error {
	newest := at.Upto - training.Day(p.again) - 1
	if s.o.Full {
		at.Sweep = newest
	}
	for {
		if at.Sweep < at.Back || at.Sweep > newest {
			at.Sweep = newest
		}
		days := training.DayRange{From: max(at.Sweep-stretch+1, at.Back), To: at.Sweep}
		if days.Days() == 0 {
			return nil
		}
		at.Sweep = days.From - 1
		if _, err := s.span(ctx, p, days, at); err != nil || !s.o.Full || at.Sweep < at.Back {
			return err
		}
	}
}

// span reads some days and stores its position.
func (s *Syncer) span(ctx context.Context, p span, days training.DayRange, at *spanProgress) (found int, err error) {
	if err := s.hold(ctx); err != nil {
		return 0, err
	}
	if found, err = p.read(ctx, days); err != nil {
		return 0, err
	}
	return found, s.o.State.SetCursor(ctx, s.key, p.name, at)
}

// byDays returns the kinds of data that the service has by day. Each answer is
// complete for its days: an entry that is missing does not exist.
func (s *Syncer) byDays() []span {
	to := s.o.Sink
	all := []span{
		{"wellness", wellnessAgain, 0, days(s, source.WellnessKeeper.Wellness, to.TakeWellness)},
		{"fitness", wellnessAgain, fitnessAhead, days(s, source.FitnessReader.Fitness, to.TakeFitness)},
		{"events", eventsAgain, eventsAhead, days(s, allEvents, to.TakeEvents)},
	}
	return slices.DeleteFunc(all, func(p span) bool { return p.read == nil })
}

//nolint:revive // the receiver of a method expression comes first
func allEvents(from source.EventKeeper, ctx context.Context, of training.DayRange) ([]training.CalendarEvent, error) {
	return from.Events(ctx, of)
}

// days returns a function that reads the data of some days from a service that
// implements R, and stores it; nil for other services.
func days[R, T any](
	s *Syncer, read func(R, context.Context, training.DayRange) ([]T, error), take func(context.Context, training.DayRange, []T) error,
) func(context.Context, training.DayRange) (int, error) {
	from, ok := s.o.Source.(R)
	if !ok {
		return nil
	}
	return func(ctx context.Context, covered training.DayRange) (int, error) {
		s.o.Sink.Asking()
		got, err := read(from, ctx, covered)
		if err != nil {
			return 0, err
		}
		return len(got), take(ctx, covered, got)
	}
}

// wholes reads data that is not by days. Each answer is complete: a missing
// thing does not exist.
func (s *Syncer) wholes(ctx context.Context) error {
	to := s.o.Sink
	for _, read := range []func(context.Context) error{
		whole(s, source.ProfileReader.Profile, to.TakeProfile),
		whole(s, source.GearKeeper.Gear, to.TakeGear),
		whole(s, source.SportSettingsReader.SportSettings, to.TakeSportSettings),
		whole(s, source.FolderKeeper.Folders, to.TakeFolders),
		whole(s, source.WorkoutReader.Workouts, to.TakeWorkouts),
		whole(s, source.CustomItemKeeper.CustomItems, to.TakeCustomItems),
	} {
		if err := s.without(read(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// whole reads and stores all data of a service that implements R; it does
// nothing for other services.
func whole[R, T any](
	s *Syncer, read func(R, context.Context) (T, error), take func(context.Context, T) error,
) func(context.Context) error {
	return func(ctx context.Context) error {
		from, ok := s.o.Source.(R)
		if !ok {
			return nil
		}
		if err := s.hold(ctx); err != nil {
			return err
		}
		s.o.Sink.Asking()
		all, err := read(from, ctx)
		if err != nil {
			return err
		}
		return take(ctx, all)
	}
}

// without notes an error and lets the run continue, if it concerns only one
// kind of data that the service does not hand out, or not to this key.
func (s *Syncer) without(err error) error {
	f, failed := source.FailureOf(err)
	if !failed || f.Fault.Temporary() || f.Fault.Total() {
		return err
	}
	if r := reason(err); !slices.Contains(s.tally.Words, r) {
		s.tally.Words = append(s.tally.Words, r)
	}
	return nil
}
