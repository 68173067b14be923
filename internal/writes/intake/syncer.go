package intake

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// SyncState stores the progress of syncs. [ledger.Connections] implements it.
type SyncState interface {
	Hold(ctx context.Context, l ledger.Lease, now, until time.Time) (ok bool, others time.Time, err error)
	Release(ctx context.Context, l ledger.Lease) error
	Cursor(ctx context.Context, k ledger.ConnectionKey, name string, v any) (bool, error)
	SetCursor(ctx context.Context, k ledger.ConnectionKey, name string, v any) error
	Item(ctx context.Context, k ledger.ConnectionKey, id string) (ledger.ConnectionItem, bool, error)
	Items(ctx context.Context, k ledger.ConnectionKey, days training.DayRange) ([]ledger.ConnectionItem, error)
	DueItems(ctx context.Context, k ledger.ConnectionKey, now, latest time.Time, limit int) ([]ledger.ConnectionItem, error)
	PutItem(ctx context.Context, k ledger.ConnectionKey, i ledger.ConnectionItem) error
	Cursors(ctx context.Context, a training.AthleteID, name string) ([]ledger.Kept, error)
	Tallies(ctx context.Context, k ledger.ConnectionKey) ([]ledger.Tally, error)
	Quotas(ctx context.Context, k ledger.ConnectionKey, application string) ([]ledger.Quota, error)
}

// Incoming is an activity with its file, its samples, or neither.
type Incoming struct {
	Activity  source.Activity
	File      *source.File
	Recording *training.Recording
	Fetched   time.Time
}

// Activities accepts the data of activities. [Sink] implements it; tests of the reading
// order use an implementation that imports nothing. All methods are idempotent.
type Activities interface {
	Take(ctx context.Context, in Incoming) error
	// Gone deletes the activity with the given reference ("intervals:i55"), which
	// the service no longer has. DropRating deletes the data attached to it.
	Gone(ctx context.Context, ref string) error
	DropRating(ctx context.Context, ref string) error
	// TakeRatings stores the values that the service computes for activities, and the list of
	// activities that it withholds. RatingsRead is called once all ratings of a run have been read.
	TakeRatings(ctx context.Context, list []source.Activity) error
	RatingsRead(ctx context.Context) error
}

// Options determines what a syncer reads and how.
type Options struct {
	// Location is the athlete's time zone, which determines the current day.
	Location *time.Location
	Source   source.Service
	State    SyncState
	Sink     *Sink
	// Activities receives activities instead of Sink. nil means Sink.
	Activities Activities
	// Limited keeps the rows of a service whose terms allow storing them only
	// for some days. If it is set, nothing goes to Sink.
	Limited *limited.DB
	// Title is the service's display name; empty means the name from Source.
	Title string
	// NewID returns an id that identifies a run as the holder of the lease.
	NewID func() string
	Log   *slog.Logger
	// Acknowledged means that the athlete has agreed to the policy's texts.
	Acknowledged bool

	Earliest training.Day  // first past day to read; 0 means 1990
	Overlap  int           // days to read again for edits; 0 means 14
	Sweep    int           // past days to check in a run; 0 means 120
	Page     int           // activities listed per request; 0 means the service's default
	Every    time.Duration // time between successful runs; 0 means 15 minutes
	// Full means that one run checks the whole past.
	Full bool
	// AtOnce is the number of recordings that are fetched at the same time; 0 means 1.
	// They are stored one after the other, in the order in which they are listed. If it is
	// more than 1, Source and the sink's clock must be safe for concurrent use.
	AtOnce int
	// Progress, if not nil, is called after each activity with the results so
	// far and the day that the run has reached.
	Progress func(connection.Result, training.Day)
	// Sleep, if not nil, returns after d. Runs requested by a person use it to wait for
	// another process, and for the end of a limit.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Syncer syncs one connection. It is not safe for concurrent use, but several
// syncers may run at the same time, because they share a lease.
type Syncer struct {
	o     Options
	key   ledger.ConnectionKey
	lease ledger.Lease
	held  time.Time // time at which the lease ends
	at    progress
	tally connection.Result
	// lost means that another process has the lease, lapsed that another
	// process may have had it since the last write.
	lost, lapsed bool
	// down is the number of consecutive requests that the service did not answer.
	down int
}

// New returns a syncer for a connection.
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
	o.AtOnce = max(1, o.AtOnce)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Activities == nil {
		o.Activities = o.Sink
	}
	return &Syncer{o: o, key: connection.Key(o.Sink.Athlete, o.Source.Name())}
}

// title returns the display name of the service.
func (s *Syncer) title() string { return cmp.Or(s.o.Title, s.key.Source) }

// Run reads until everything is read, the budget is used up, or the service fails. Data read
// so far is kept. If the run is not due, it does nothing unless now is set. If now is set and
// the run stored something before a limit was reached, it waits for the end of the limit, at
// most an hour, and continues. The error explains why the run ended early.
func (s *Syncer) Run(ctx context.Context, now bool) (connection.Result, error) {
	s.tally = connection.Result{}
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
		return s.tally, training.Errorf(training.KindForbidden, "Nothing is read from %s until you agree to its terms.", s.title()).
			WithFix("Run `lapkeep connect %s`.", s.key.Source)
	}
	for stored := 0; ; stored = s.tally.Stored {
		err := s.once(ctx, now, read)
		if !now || s.tally.Stored == stored || !s.waitForRoom(ctx, err) {
			return s.tally, err
		}
	}
}

// once reads once under the lease, and stores the result.
func (s *Syncer) once(ctx context.Context, now bool, read func(context.Context) error) error {
	s.down, s.lost, s.lapsed, s.held = 0, false, false, time.Time{}
	var last Runs
	if _, err := s.o.State.Cursor(ctx, s.key, runsCursor, &last); err != nil {
		return err
	}
	if at := s.o.Sink.Now(); !now && at.Before(last.due(at)) {
		s.tally.Skipped = true
		return nil
	}
	s.lease = ledger.Lease{Athlete: s.o.Sink.Athlete, Name: "sync:" + s.key.Source, Holder: s.o.NewID()}
	if err := s.start(ctx, now); err != nil {
		return err
	}
	err := read(source.WithUrgency(ctx, source.Background))
	s.tally.Changes = s.o.Sink.Changes()
	end := context.WithoutCancel(ctx)
	if noted := s.o.State.SetCursor(end, s.key, runsCursor, s.after(last, err)); err == nil {
		err = noted
	}
	if released := s.o.State.Release(end, s.lease); err == nil {
		err = released
	}
	return err
}

// longestWait is the maximum time for which a run waits for the end of a limit.
const longestWait = time.Hour

// waitForRoom waits until a run that a limit ended can continue. It returns false if the run
// ended for another reason, has no time to wait, or was cancelled meanwhile.
func (s *Syncer) waitForRoom(ctx context.Context, err error) bool {
	f, failed := source.FailureOf(err)
	why, says := errors.AsType[*training.Error](err)
	now := s.o.Sink.Now()
	end, ends := ctx.Deadline()
	if !failed || !says || f.Fault != source.RateLimited || s.o.Sleep == nil ||
		!f.RetryAt.After(now) || f.RetryAt.After(now.Add(longestWait)) || ends && !f.RetryAt.Before(end) {
		return false
	}
	what, _ := i18n.Told(why)
	s.waits(i18n.Sentencef("activities; %s The sync continues at %s.", what, f.RetryAt.In(s.o.Location).Format("15:04")))
	return s.o.Sleep(ctx, f.RetryAt.Sub(now)) == nil
}

// waits reports what the run is waiting for.
func (s *Syncer) waits(what i18n.Sentence) {
	if s.o.Progress != nil {
		r := s.tally
		r.Waiting = what
		s.o.Progress(r, s.today())
	}
}

const (
	// leaseTime is longer than the slowest request takes, with all retries.
	leaseTime = 5 * time.Minute
	// waitStep is the interval at which a run checks whether another process has ended its own.
	waitStep = 200 * time.Millisecond
)

// start acquires the lease. If now is set, it waits for the current holder.
func (s *Syncer) start(ctx context.Context, now bool) error {
	for {
		err := s.hold(ctx)
		if err == nil || !s.lost || !now || s.o.Sleep == nil {
			return err
		}
		s.lost = false
		s.waits("activities; another process is reading this service, waiting for it")
		if err := s.o.Sleep(ctx, waitStep); err != nil {
			return err
		}
	}
}

// hold acquires the lease, or renews it well before its end.
func (s *Syncer) hold(ctx context.Context) error {
	now := s.o.Sink.Now()
	if left := s.held.Sub(now); left > leaseTime/2 && left <= leaseTime { // a longer time means that the clock was wrong
		return nil
	}
	ok, others, err := s.o.State.Hold(ctx, s.lease, now, now.Add(leaseTime))
	if err != nil {
		return err
	}
	if s.lost = !ok; s.lost {
		return training.Errorf(training.KindConflict, "Another process is reading %s already.", s.title()).
			WithFix("Wait for it; if it was stopped, try again after %s.", others.UTC().Format(time.RFC3339))
	}
	s.lapsed = s.lapsed || !s.held.IsZero() && !now.Before(s.held)
	s.held = now.Add(leaseTime)
	return nil
}

// today returns the current day in the athlete's time zone.
func (s *Syncer) today() training.Day { return training.DayOf(s.o.Sink.Now().In(s.o.Location)) }

// read performs one run. Small and current data comes first, so that it does
// not have to wait for a long history.
func (s *Syncer) read(ctx context.Context) error {
	for _, part := range []func(context.Context) error{s.wholes, s.current, s.activities, s.past, s.routes, s.weather} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// fetch fetches the best available recording of an activity: the original file, or the
// samples if there is no file. It is called from several goroutines.
func (s *Syncer) fetch(ctx context.Context, a source.Activity) (Incoming, error) {
	in := Incoming{Activity: a, Fetched: s.o.Sink.Now()}
	if f, ok := s.o.Source.(source.RecordingFetcher); ok && a.HasFile {
		file, err := f.FetchRecording(ctx, a.ID)
		switch {
		case err == nil:
			in.File = &file
			return in, nil
		case !none(err):
			return in, err
		}
	}
	return s.samples(ctx, in)
}

// samples fetches the samples of an activity, if the service has any.
func (s *Syncer) samples(ctx context.Context, in Incoming) (Incoming, error) {
	in.File = nil
	f, ok := s.o.Source.(source.StreamFetcher)
	if !ok || !in.Activity.HasStreams {
		return in, nil
	}
	rec, err := f.FetchStreams(ctx, in.Activity.ID)
	switch {
	case err == nil:
		in.Recording = &rec
	case !none(err):
		return in, err
	}
	return in, nil
}

// bring passes an activity with its recording to the sink. If the file is not readable, it
// uses the samples, or only the texts.
func (s *Syncer) bring(ctx context.Context, get func() (Incoming, error)) error {
	in, err := get()
	if err != nil {
		return err
	}
	if err = s.take(ctx, in); err == nil || in.File == nil || !unreadable(err) || !in.Activity.HasStreams {
		return err
	}
	if in, err = s.samples(ctx, in); err != nil {
		return err
	}
	return s.take(ctx, in)
}

// inOrder calls take for each element of a list, in order, with a function that returns what
// read returned for it. Up to atOnce elements are read at the same time, ahead of take, which
// has as many more in store, so that reading goes on while take is slow. If atOnce is 1, an
// element is read when take asks for it.
func inOrder[A, T any](
	ctx context.Context, atOnce int, list []A, read func(context.Context, A) (T, error), take func(A, func() (T, error)) error,
) error {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	begun := make([]func() (T, error), len(list))
	next, ahead := 0, 1
	if atOnce > 1 {
		ahead = 2 * atOnce
	}
	slots := make(chan struct{}, atOnce)
	for i, a := range list {
		for ; next < min(i+ahead, len(list)); next++ {
			of := list[next]
			begun[next] = func() (T, error) { return read(ctx, of) }
			if atOnce > 1 {
				begun[next] = begin(&running, slots, begun[next])
			}
		}
		if err := take(a, begun[i]); err != nil {
			return err
		}
		begun[i] = nil // a file may be large
	}
	return nil
}

// begin calls read in a goroutine, once there is a slot for it, and returns a function that
// waits for its result. If read panics, that function does too, in the caller's goroutine,
// where it is handled.
func begin[T any](running *sync.WaitGroup, slots chan struct{}, read func() (T, error)) func() (T, error) {
	var got T
	var err error
	var defect any
	done := make(chan struct{})
	running.Go(func() {
		defer close(done)
		defer func() { defect = recover() }()
		slots <- struct{}{}
		defer func() { <-slots }()
		got, err = read()
	})
	return func() (T, error) {
		if <-done; defect != nil {
			panic(defect)
		}
		return got, err
	}
}

// take checks that this syncer still has the lease before it writes. If the
// process was suspended for too long, another process may have taken over.
func (s *Syncer) take(ctx context.Context, in Incoming) error {
	s.down = 0
	if err := s.hold(ctx); err != nil {
		return err
	}
	if s.lapsed {
		s.lapsed = false
		item, known, err := s.o.State.Item(ctx, s.key, in.Activity.ID)
		if err != nil || known && item.State == ledger.Stored && item.Version == in.Activity.Version {
			return err
		}
	}
	return s.o.Activities.Take(ctx, in)
}

// none reports whether the error means that there is no recording, which is not a failure.
func none(err error) bool { return training.KindOf(err) == training.KindNotFound }

func unreadable(err error) bool {
	k := training.KindOf(err)
	return k == training.KindCorrupt || k == training.KindUnsupported || k == training.KindInvalid
}

// drawn reads the intervals of activities, with one request per activity: those drawn by hand and,
// for the last days, those found by the service. The service does not reliably show when intervals
// were edited, so every run reads those of the last days again, and a full run reads all.
func (s *Syncer) drawn(ctx context.Context, list []source.Activity) error {
	from, ok := s.o.Source.(source.IntervalReader)
	if !ok || len(list) == 0 {
		return nil
	}
	kept, err := s.o.Sink.versions(ctx, document.Drawn, list)
	if err != nil {
		return err
	}
	var fresh []source.Activity
	found := func(a source.Activity) bool { return a.Drawn != "" && a.Drawn == a.Found }
	for _, a := range list {
		if a.Drawn == "" && (s.ofLastDays(a) || kept[a.ID] != "") {
			a.Drawn = a.Found
		}
		if (!found(a) || a.Drawn != kept[a.ID]) && s.anew(a, a.Drawn, kept[a.ID]) {
			fresh = append(fresh, a)
		}
	}
	version := func(a source.Activity) string { return a.Drawn }
	return hung(ctx, s, fresh, version, from.Intervals, func(ctx context.Context, a source.Activity, all training.Drawn) error {
		all.Found = found(a)
		return s.o.Sink.TakeDrawn(ctx, a, all)
	})
}
