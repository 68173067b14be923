package intake

import (
	"context"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
)

// span is a kind of data that is read by ranges of days. Its function read
// returns the number of entries that it has read.
type span struct {
	name  string
	again int // number of days before today that every run reads again
	ahead int // number of days after today to read
	read  func(ctx context.Context, days training.DayRange) (int, error)
}

// spanProgress means that the days from Back to Upto have been read.
type spanProgress struct {
	Begun bool         `json:"begun,omitempty"`
	Upto  training.Day `json:"upto"`
	Back  training.Day `json:"back"`
	// Empty is the number of consecutive stretches without data before the
	// first activity; Done means that the whole past has been read.
	Empty int  `json:"empty,omitempty"`
	Done  bool `json:"done,omitempty"`
	// Sweep is the newest day of the next stretch that is checked for edits.
	Sweep training.Day `json:"sweep,omitempty"`
}

const (
	// stretch is the number of past days that are read at a time.
	stretch       = 180
	wellnessAgain = 14
	eventsAgain   = 28
	eventsAhead   = 400
	fitnessAhead  = 180
	// emptyStretches is the number of consecutive empty stretches after which no earlier
	// data is expected. Two stretches are about a year.
	emptyStretches = 2
)

// current reads the new days of each kind of data that has days, and reads some days before
// them again.
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
			// The clock was wrong, so it is unknown which days were read.
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

// past reads the days before the current ones, stretch by stretch, back to the
// first activity and then until nothing more is found. After that, it checks
// the past for edits, one stretch per run, or all of it in a full run.
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

// before reads the days before the earliest day read so far, stretch by stretch. It
// goes back to the first activity, and then on until enough stretches are empty.
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

// edited reads past days again to find edits, stretch by stretch, and starts
// over at the end of the past. A full run reads all of them.
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

// span reads the given days and stores the progress.
func (s *Syncer) span(ctx context.Context, p span, days training.DayRange, at *spanProgress) (found int, err error) {
	if err := s.hold(ctx); err != nil {
		return 0, err
	}
	if found, err = p.read(ctx, days); err != nil {
		return 0, err
	}
	return found, s.o.State.SetCursor(ctx, s.key, p.name, at)
}

// byDays returns the kinds of data that the service has by day. Each response
// is complete for its days: an entry that is missing does not exist.
func (s *Syncer) byDays() []span {
	to := s.o.Sink
	all := []span{
		{"wellness", wellnessAgain, 0, days(s, source.WellnessReader.Wellness, to.TakeWellness)},
		{"fitness", wellnessAgain, fitnessAhead, days(s, source.FitnessReader.Fitness, to.TakeFitness)},
		{"events", eventsAgain, eventsAhead, days(s, allEvents, to.TakeEvents)},
	}
	return slices.DeleteFunc(all, func(p span) bool { return p.read == nil })
}

//nolint:revive // the receiver of a method expression comes first
func allEvents(from source.EventKeeper, ctx context.Context, of training.DayRange) ([]training.CalendarEvent, error) {
	return from.Events(ctx, of)
}

// days returns a function that reads and stores the data of the given days, if
// the service implements R, and nil otherwise.
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

// wholes reads data that does not have days. Each response is complete: a thing
// that is missing does not exist.
func (s *Syncer) wholes(ctx context.Context) error {
	to := s.o.Sink
	all := []func(context.Context) error{
		whole(s, source.ProfileReader.Profile, to.TakeProfile),
		whole(s, source.GearKeeper.Gear, to.TakeGear),
		whole(s, source.SportSettingsReader.SportSettings, to.TakeSportSettings),
	}
	for _, k := range kinds.Listers(kinds.All(to.Store, nil, to.Now)) {
		if k.Lists(s.o.Source) {
			all = append(all, func(ctx context.Context) error { return to.TakeThings(ctx, k, s.o.Source) })
		}
	}
	for _, read := range slices.DeleteFunc(all, func(read func(context.Context) error) bool { return read == nil }) {
		err := s.hold(ctx)
		if err == nil {
			to.Asking()
			err = read(ctx)
		}
		if err := s.without(err); err != nil {
			return err
		}
	}
	return nil
}

// whole returns a function that reads and stores all data of a kind if the
// service implements R, and nil otherwise.
func whole[R, T any](
	s *Syncer, read func(R, context.Context) (T, error), take func(context.Context, T) error,
) func(context.Context) error {
	from, ok := s.o.Source.(R)
	if !ok {
		return nil
	}
	return func(ctx context.Context) error {
		all, err := read(from, ctx)
		if err != nil {
			return err
		}
		return take(ctx, all)
	}
}

// without records an error and lets the run continue if the error means only that the
// service does not provide one kind of data, at least to this key.
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
