package syncer

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Book keeps how far readings came; [ledger.ConnectionBook] is one.
type Book interface {
	Hold(ctx context.Context, l ledger.Lease, now, until time.Time) (ok bool, others time.Time, err error)
	Release(ctx context.Context, l ledger.Lease) error
	Cursor(ctx context.Context, k ledger.ConnectionKey, name string, v any) (bool, error)
	SetCursor(ctx context.Context, k ledger.ConnectionKey, name string, v any) error
	Item(ctx context.Context, k ledger.ConnectionKey, id string) (ledger.ConnectionItem, bool, error)
	Items(ctx context.Context, k ledger.ConnectionKey, days training.DayRange) ([]ledger.ConnectionItem, error)
	DueItems(ctx context.Context, k ledger.ConnectionKey, now, latest time.Time, limit int) ([]ledger.ConnectionItem, error)
	PutItem(ctx context.Context, k ledger.ConnectionKey, i ledger.ConnectionItem) error
}

// Incoming is one activity with what there is of its recording: a file, or
// samples, or neither.
type Incoming struct {
	Activity  source.Activity
	File      *source.File
	Recording *training.Recording
	Fetched   time.Time
}

// Sink stores what was read. Both methods end in the same state however often
// they are called with the same thing.
type Sink interface {
	Take(ctx context.Context, a training.AthleteID, in Incoming) error
	// Gone is told that the service no longer has what stands under the
	// reference ("intervals:i55").
	Gone(ctx context.Context, a training.AthleteID, ref string) error
}

// RatingSink keeps what a service computes of activities, and that it
// withholds some. A sink that implements it gets what a source says.
type RatingSink interface {
	TakeRatings(ctx context.Context, a training.AthleteID, list []source.Activity) error
	// DropRating is told that the service no longer has what stands under the
	// reference.
	DropRating(ctx context.Context, a training.AthleteID, ref string) error
	// RatingsRead is told that those of a run are read.
	RatingsRead(ctx context.Context, a training.AthleteID) error
}

// Options say what is read and how.
type Options struct {
	Athlete training.AthleteID
	// Location is the athlete's, by which today is told.
	Location *time.Location
	Source   source.Service
	Book     Book
	Sink     Sink
	// Limited keeps the rows of a service whose terms let them stay for some days
	// only: its sink gets nothing.
	Limited *limited.DB
	// Title is the service's proper name; empty is that of Source.
	Title string
	// NewID names each run as the holder of the lease.
	NewID func() string
	Now   func() time.Time
	Log   *slog.Logger
	// Acknowledged says that the athlete agreed to what the policy asks for.
	Acknowledged bool

	Earliest training.Day  // of the past that is read; 0 is 1990
	Overlap  int           // days read again for edits; 0 is 14
	Sweep    int           // days of the past checked again in a run; 0 is 120
	Page     int           // activities listed at once; 0 leaves it to the service
	Every    time.Duration // between runs that went well; 0 is 15 minutes
	// Full checks the whole past in one run.
	Full bool
	// Progress, if not nil, is told what the run did so far and the day that
	// it has come to, after each activity.
	Progress func(Result, training.Day)
	// Wait, if not nil, returns when it is time to look again whether another
	// process has finished reading: a run that is asked for now waits for it.
	Wait func(ctx context.Context) error
}

// Syncer reads one connection. It is not safe for concurrent use; the lease
// makes several of them safe.
type Syncer struct {
	o     Options
	key   ledger.ConnectionKey
	lease ledger.Lease
	held  time.Time // until when
	at    progress
	tally Result
	// lost says that another process has the lease, lapsed that another might
	// have had it since the last write.
	lost, lapsed bool
	// down counts fetches in a row that the service did not answer.
	down int
}

// Result counts what one run did.
type Result struct {
	Skipped  bool `json:"skipped,omitempty"` // it was not time yet
	Waiting  bool `json:"-"`                 // another process reads, and this run waits for it
	Stored   int  `json:"stored"`
	Gone     int  `json:"gone"`
	Withheld int  `json:"withheld"`
	Failed   int  `json:"failed"`
	// Changes lists the things that changed, by kind.
	Changes []Change `json:"changes,omitempty"`
	// Words are sentences on it for people.
	Words []i18n.Sentence `json:"words,omitempty"`
}

// Progress says what a run does that has come to a day.
func (r Result) Progress(at training.Day) i18n.Sentence {
	if r.Waiting {
		return "activities; another process reads this service, and this waits for it"
	}
	return i18n.Sentencef("activities, back to %s", at)
}

// New prepares the reading of a connection.
func New(o Options) *Syncer {
	if o.Earliest == 0 {
		o.Earliest = training.NewDay(1990, 1, 1)
	}
	if o.Overlap == 0 {
		o.Overlap = 14
	}
	if o.Sweep == 0 {
		o.Sweep = 120
	}
	if o.Every == 0 {
		o.Every = 15 * time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Syncer{o: o, key: Key(o.Athlete, o.Source.Name())}
}

// Key is under which a connection stands in the book.
func Key(a training.AthleteID, n source.Name) ledger.ConnectionKey {
	return ledger.ConnectionKey{Athlete: a, Source: string(n)}
}

// title is what people call the service.
func (s *Syncer) title() string { return cmp.Or(s.o.Title, s.key.Source) }

// Run reads until everything is here, the budget is used up, or the service
// fails; what was read until then stays. A run before its time does nothing
// unless it is asked for now. An error says why it ended early.
func (s *Syncer) Run(ctx context.Context, now bool) (Result, error) {
	s.tally, s.down, s.lost, s.lapsed = Result{}, 0, false, false
	p := s.o.Source.Policy()
	read := s.read
	switch p.Place() {
	case source.Nowhere:
		return s.tally, p.MayStay(s.o.Source.Name())
	case source.Limited:
		read = func(ctx context.Context) error { return source.Unsaid(s.limited(ctx)) }
	case source.Kept:
	}
	if p.Acknowledge != "" && !s.o.Acknowledged {
		return s.tally, training.Errorf(training.KindForbidden, "Nothing is read from %s before you agreed to its terms.", s.title()).
			WithFix("Run `lapkeep connect %s`.", s.key.Source)
	}
	var last Runs
	if _, err := s.o.Book.Cursor(ctx, s.key, runsCursor, &last); err != nil {
		return s.tally, err
	}
	if at := s.o.Now(); !now && at.Before(last.due(at)) {
		s.tally.Skipped = true
		return s.tally, nil
	}
	s.lease = ledger.Lease{Athlete: s.o.Athlete, Name: "sync:" + s.key.Source, Holder: s.o.NewID()}
	s.held = time.Time{}
	if err := s.start(ctx, now); err != nil {
		return s.tally, err
	}
	err := read(source.WithUrgency(ctx, source.Background))
	if from, ok := s.o.Sink.(ChangesSink); ok {
		s.tally.Changes = from.Changes()
	}
	end := context.WithoutCancel(ctx)
	if noted := s.o.Book.SetCursor(end, s.key, runsCursor, s.after(last, err)); err == nil {
		err = noted
	}
	if released := s.o.Book.Release(end, s.lease); err == nil {
		err = released
	}
	return s.tally, err
}

// leaseTime is longer than the slowest request with all its tries.
const leaseTime = 5 * time.Minute

// start takes the lease. A run that is asked for now waits for the one that
// has it.
func (s *Syncer) start(ctx context.Context, now bool) error {
	for {
		err := s.hold(ctx)
		if err == nil || !s.lost || !now || s.o.Wait == nil {
			return err
		}
		s.lost = false
		if s.o.Progress != nil {
			s.o.Progress(Result{Waiting: true}, s.today())
		}
		if err := s.o.Wait(ctx); err != nil {
			return err
		}
	}
}

// hold takes the lease, or keeps it well before it ends.
func (s *Syncer) hold(ctx context.Context) error {
	now := s.o.Now()
	if left := s.held.Sub(now); left > leaseTime/2 && left <= leaseTime { // more is of a clock that was ahead
		return nil
	}
	ok, others, err := s.o.Book.Hold(ctx, s.lease, now, now.Add(leaseTime))
	if err != nil {
		return err
	}
	if s.lost = !ok; s.lost {
		return training.Errorf(training.KindConflict, "Another process is reading %s already.", s.title()).
			WithFix("Wait for it; should it have been ended, try again after %s.", others.UTC().Format(time.RFC3339))
	}
	s.lapsed = s.lapsed || !s.held.IsZero() && !now.Before(s.held)
	s.held = now.Add(leaseTime)
	return nil
}

// today is the athlete's.
func (s *Syncer) today() training.Day { return training.DayOf(s.o.Now().In(s.o.Location)) }

// read is one run. What is small and current comes first, so that a long
// history does not hold it up.
func (s *Syncer) read(ctx context.Context) error {
	for _, part := range []func(context.Context) error{s.wholes, s.current, s.activities, s.past, s.routes} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}
