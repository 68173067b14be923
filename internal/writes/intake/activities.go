package intake

import (
	"context"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// progress records which activities have been read.
type progress struct {
	Begun bool `json:"begun,omitempty"`
	// All days before Watermark have been read completely.
	Watermark training.Day `json:"watermark"`
	// Back is the newest day that the backfill has not read completely.
	Back training.Day `json:"back"`
	Done bool         `json:"done,omitempty"` // the backfill is done
	// Oldest is the first day with an activity.
	Oldest training.Day `json:"oldest"`
	// Sweep is the newest day of the past stretch that is checked next.
	Sweep training.Day `json:"sweep"`
}

const activityCursor = "activities"

func (s *Syncer) activities(ctx context.Context) error {
	lister, ok := s.o.Source.(source.ActivityLister)
	if !ok {
		return nil
	}
	s.at = progress{}
	if _, err := s.o.State.Cursor(ctx, s.key, activityCursor, &s.at); err != nil {
		return err
	}
	today := s.today()
	if !s.at.Begun {
		s.at = progress{Begun: true, Watermark: today, Back: today + 1, Oldest: today}
		if err := s.keep(ctx); err != nil {
			return err
		}
	} else if err := s.recent(ctx, lister, today); err != nil {
		return err
	}
	if err := s.due(ctx, lister); err != nil {
		return err
	}
	further := s.sweep
	if !s.at.Done {
		further = s.backfill
	}
	if err := further(ctx, lister); err != nil {
		return err
	}
	return s.o.Activities.RatingsRead(ctx)
}

func (s *Syncer) keep(ctx context.Context) error {
	return s.o.State.SetCursor(ctx, s.key, activityCursor, s.at)
}

// recent reads new activities, and reads some earlier days again to find edits.
func (s *Syncer) recent(ctx context.Context, l source.ActivityLister, today training.Day) error {
	from := s.at.Watermark
	if from > today+1 {
		// The clock was wrong, so it is unknown which days were read.
		from, s.at.Sweep = today, today
	}
	if err := s.check(ctx, l, training.DayRange{From: from - training.Day(s.o.Overlap), To: today + 1}); err != nil {
		return err
	}
	s.at.Watermark = today
	return s.keep(ctx)
}

// backfill reads the past, newest first, and stores its position after each page.
func (s *Syncer) backfill(ctx context.Context, l source.ActivityLister) error {
	_, err := s.list(ctx, l, training.DayRange{From: s.o.Earliest, To: s.at.Back}, func(oldest training.Day) error {
		s.at.Back = min(s.at.Back, oldest)
		return s.keep(ctx)
	})
	if err != nil {
		return err
	}
	s.at.Done, s.at.Sweep = true, s.at.Watermark
	return s.keep(ctx)
}

// sweep checks the next stretch of the past. At the end of the past, it starts
// over. A full run checks all of the past, including stretches already checked.
func (s *Syncer) sweep(ctx context.Context, l source.ActivityLister) error {
	if s.o.Full {
		s.at.Sweep = s.at.Watermark
	}
	for {
		if err := s.stretch(ctx, l); err != nil || !s.o.Full || s.at.Sweep == s.at.Watermark {
			return err
		}
	}
}

func (s *Syncer) stretch(ctx context.Context, l source.ActivityLister) error {
	from := max(s.at.Sweep-training.Day(s.o.Sweep), s.o.Earliest)
	if err := s.check(ctx, l, training.DayRange{From: from, To: s.at.Sweep}); err != nil {
		return err
	}
	if s.at.Sweep = from - 1; s.at.Sweep < s.at.Oldest {
		s.at.Sweep = s.at.Watermark
	}
	return s.keep(ctx)
}

// check reads days completely, and then deletes activities that no longer exist.
func (s *Syncer) check(ctx context.Context, l source.ActivityLister, days training.DayRange) error {
	seen, err := s.list(ctx, l, days, func(training.Day) error { return nil })
	if err != nil {
		return err
	}
	return s.missing(ctx, days, seen)
}

const dueAtOnce = 20

// due retries failed activities whose waiting time is over, day by day.
func (s *Syncer) due(ctx context.Context, l source.ActivityLister) error {
	now := s.o.Sink.Now()
	items, err := s.o.State.DueItems(ctx, s.key, now, now.Add(longestRetry), dueAtOnce)
	if err != nil {
		return err
	}
	done := map[training.Day]bool{}
	for _, i := range items {
		if done[i.Day] {
			continue
		}
		done[i.Day] = true
		if err := s.check(ctx, l, training.DayRange{From: i.Day, To: i.Day}); err != nil {
			return err
		}
	}
	return nil
}

// list reads the activities of the given days page by page. After each page, it
// calls page with the oldest day on it.
func (s *Syncer) list(
	ctx context.Context, l source.ActivityLister, days training.DayRange, page func(oldest training.Day) error,
) (seen map[string]bool, err error) {
	seen = map[string]bool{}
	after := ""
	for {
		if err := s.hold(ctx); err != nil {
			return nil, err
		}
		p, err := l.ListActivities(ctx, source.ActivityQuery{Days: days, Limit: s.o.Page, After: after})
		if err != nil {
			return nil, err
		}
		if err := s.page(ctx, p.Activities); err != nil {
			return nil, err
		}
		oldest := days.To
		for _, a := range p.Activities {
			seen[a.ID], oldest = true, min(oldest, a.Day)
		}
		s.o.Sink.Asking()
		if err := s.o.Activities.TakeRatings(ctx, p.Activities); err != nil {
			return nil, err
		}
		if err := s.drawn(ctx, p.Activities); err != nil {
			return nil, err
		}
		if err := s.ownStreams(ctx, p.Activities); err != nil {
			return nil, err
		}
		if err := page(oldest); err != nil {
			return nil, err
		}
		switch p.Next {
		case "":
			return seen, nil
		case after:
			return nil, s.samePage()
		}
		after = p.Next
	}
}

func (s *Syncer) samePage() error {
	f := source.Failure{Fault: source.Changed, Source: s.o.Source.Name(), Title: s.o.Title}
	return source.Fail(f, "%s keeps returning the same page.", s.title())
}

// page imports the activities of a page, in order.
func (s *Syncer) page(ctx context.Context, list []source.Activity) error {
	ahead := map[string]bool{} // the activities that are fetched before their turn
	for _, a := range list {
		if s.o.AtOnce == 1 || a.Withheld != "" {
			continue
		}
		item, known, err := s.o.State.Item(ctx, s.key, a.ID)
		if err != nil {
			return err
		}
		ahead[a.ID] = !known || item.Version != a.Version || !s.settled(item)
	}
	return inOrder(ctx, s.o.AtOnce, list, func(ctx context.Context, a source.Activity) (in Incoming, err error) {
		if ahead[a.ID] {
			return s.fetch(ctx, a)
		}
		return in, nil
	}, func(a source.Activity, get func() (Incoming, error)) error {
		if !ahead[a.ID] {
			get = func() (Incoming, error) { return s.fetch(ctx, a) }
		}
		if err := s.one(ctx, a, get); err != nil {
			return err
		}
		if s.o.Progress != nil {
			s.o.Progress(s.tally, a.Day)
		}
		return nil
	})
}

// one imports an activity, unless it is already stored unchanged.
func (s *Syncer) one(ctx context.Context, a source.Activity, get func() (Incoming, error)) error {
	if err := s.hold(ctx); err != nil {
		return err
	}
	s.at.Oldest = min(s.at.Oldest, a.Day)
	item, known, err := s.o.State.Item(ctx, s.key, a.ID)
	if err != nil {
		return err
	}
	if known && item.Version == a.Version && s.settled(item) {
		if item.Day == a.Day {
			return nil
		}
		item.Day = a.Day
		return s.o.State.PutItem(ctx, s.key, item)
	}
	now := ledger.ConnectionItem{ID: a.ID, Day: a.Day, Version: a.Version, State: ledger.Stored}
	if a.Withheld != "" {
		s.tally.Withheld++
		now.State, now.Reason = ledger.Withheld, a.Withheld
		return s.o.State.PutItem(ctx, s.key, now)
	}
	if err := s.bring(ctx, get); err != nil {
		if s.ends(ctx, err) {
			return err
		}
		s.tally.Failed++
		now.State, now.Reason = ledger.ConnectionFailed, string(reason(err))
		if known && item.State == ledger.ConnectionFailed && item.Version == a.Version {
			now.Tries = item.Tries
		}
		now.Tries++
		now.Due = s.retry(now.Tries)
		s.o.Log.WarnContext(ctx, "an activity was not stored", "source", s.key.Source, "id", a.ID, "error", err)
		return s.o.State.PutItem(ctx, s.key, now)
	}
	s.tally.Stored++
	return s.o.State.PutItem(ctx, s.key, now)
}

// settled reports whether an item with an unchanged version needs no work at the moment.
func (s *Syncer) settled(i ledger.ConnectionItem) bool {
	switch i.State {
	case ledger.Stored, ledger.Withheld:
		return true
	case ledger.ConnectionFailed:
		now := s.o.Sink.Now()
		return i.Due.IsZero() || now.Before(i.Due) && !i.Due.After(now.Add(longestRetry))
	default:
		return false
	}
}

const shownReasons = 5

// ReportOf reports the state of a connection at the time now. title is the service's display name.
func ReportOf(
	ctx context.Context, b SyncState, k ledger.ConnectionKey, application, title string, now time.Time) (connection.Report, error,
) {
	r := connection.Report{Source: k.Source, Activities: map[string]int{}}
	var runs Runs
	var at progress
	if _, err := b.Cursor(ctx, k, runsCursor, &runs); err != nil {
		return r, err
	}
	if _, err := b.Cursor(ctx, k, activityCursor, &at); err != nil {
		return r, err
	}
	tallies, err := b.Tallies(ctx, k)
	if err != nil {
		return r, err
	}
	quotas, err := b.Quotas(ctx, k, application)
	if err != nil {
		return r, err
	}
	clock := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(now.Location()).Format(time.RFC3339)
	}
	r.LastSuccess, r.LastTry, r.NextTry, r.Error = clock(runs.LastSuccess), clock(runs.LastTry),
		clock(runs.due(now)), i18n.Sentence(runs.Error)
	for _, w := range runs.Words {
		r.Words = append(r.Words, i18n.Sentence(w))
	}
	r.State = state(runs, at)
	if at.Begun && !at.Done {
		r.HistoryBackTo = &at.Back
	}
	for _, t := range tallies {
		r.Activities[string(t.State)] += t.Items
		if t.Reason != "" && len(r.Reasons) < shownReasons {
			r.Reasons = append(r.Reasons, connection.Reason{Reason: i18n.Sentence(t.Reason), Activities: t.Items})
		}
	}
	for _, q := range quotas {
		if q.Window == 0 && q.Name == source.LockedOut.String() && now.Before(q.Ends) {
			locked := source.Fail(source.Failure{Fault: source.LockedOut, Source: source.Name(k.Source), Title: title, RetryAt: q.Ends}, "")
			r.State, r.Error, r.NextTry = connection.Failing, i18n.OfError(locked), clock(q.Ends)
		}
		if q.Window == 0 || q.Allowed == 0 || !now.Before(q.Ends) {
			continue // it has no window, or the window has ended
		}
		r.Quota = append(r.Quota, connection.QuotaView{
			Bucket: q.Name, WindowS: int(q.Window.Seconds()), Allowed: q.Allowed, Left: max(0, q.Allowed-q.Used), Ends: clock(q.Ends),
		})
	}
	return r, nil
}

func state(runs Runs, at progress) string {
	switch {
	case runs.LastTry.IsZero():
		return "new"
	case runs.Failures > 0:
		return connection.Failing
	case runs.Error != "":
		return "waiting"
	case at.Begun && !at.Done:
		return "reading_history"
	default:
		return "up_to_date"
	}
}
