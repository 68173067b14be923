package intake

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Runs describes the results of the last runs.
type Runs struct {
	LastTry     time.Time `json:"last_try,omitzero"`
	LastSuccess time.Time `json:"last_success,omitzero"`
	// Next is the start time of the next run in the background.
	Next     time.Time `json:"next,omitzero"`
	Failures int       `json:"failures,omitempty"` // number in a row
	Error    string    `json:"error,omitempty"`    // reason why the last run ended early
	Words    []string  `json:"words,omitempty"`
}

const (
	runsCursor = "runs"

	firstPause  = time.Minute
	longPause   = time.Hour
	noKeyPause  = 6 * time.Hour
	blindPause  = 15 * time.Minute // after a limit whose end is unknown
	maxPauses   = 6
	fewDown     = 3
	maxTries    = 6
	firstRetry  = time.Hour
	longestText = 200

	// longestPause is longer than any wait between runs. longestRetry is the
	// wait before the last retry of an activity.
	longestPause = 24 * time.Hour
	longestRetry = firstRetry << (2 * (maxTries - 2))
)

// due returns when the next run begins. If the last try is in the future or the
// wait is impossibly long, a clock was wrong, and the next run begins now.
func (r Runs) due(now time.Time) time.Time {
	if r.LastTry.After(now) || r.Next.After(now.Add(longestPause)) {
		return now
	}
	return r.Next
}

// Due returns when the next run of a connection begins in the background.
func Due(ctx context.Context, b SyncState, k ledger.ConnectionKey, now time.Time) (time.Time, error) {
	var r Runs
	_, err := b.Cursor(ctx, k, runsCursor, &r)
	return r.due(now), err
}

func (s *Syncer) after(last Runs, err error) Runs {
	now := s.o.Sink.Now()
	r := Runs{LastTry: now, LastSuccess: last.LastSuccess}
	for _, w := range s.tally.Words {
		r.Words = append(r.Words, string(w))
	}
	if err == nil {
		r.LastSuccess, r.Next = now, now.Add(s.o.Every)
		return r
	}
	f, failed := source.FailureOf(err)
	switch {
	case training.KindOf(err) == training.KindCanceled:
		r.Next, r.Failures, r.Error = last.due(now), last.Failures, last.Error
		return r
	case failed && f.Fault.Waits():
		// Using up the budget is not a failure.
		if r.Next = soonest(f.RetryAt, now.Add(longestPause)); !r.Next.After(now) {
			r.Next = now.Add(blindPause)
		}
		r.Error = string(reason(err))
		return r
	case failed && f.Fault.Total():
		r.Next = now.Add(noKeyPause)
	default:
		r.Next = now.Add(min(longPause, firstPause<<min(last.Failures, maxPauses)))
	}
	if failed && f.RetryAt.After(r.Next) {
		r.Next = soonest(f.RetryAt, now.Add(longestPause))
	}
	r.Failures, r.Error = last.Failures+1, string(reason(err))
	return r
}

func soonest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// ends reports whether a failure to import one activity ends the run: the caller cancelled,
// another process has the lease, the key was rejected, the budget is used up, the local disk
// failed, or the service is down. A single missing response does not end the run, because
// the cause may be that activity.
func (s *Syncer) ends(ctx context.Context, err error) bool {
	f, failed := source.FailureOf(err)
	switch {
	case ctx.Err() != nil || s.lost:
		return true
	case failed && f.Fault == source.Unavailable:
		s.down++
		return s.down >= fewDown
	case failed:
		return f.Fault.Total()
	}
	k := training.KindOf(err)
	return k == training.KindUnavailable || k == training.KindCanceled || k == training.KindUnknown
}

// retry returns the time of the next try after the given number of failures, or zero if the
// activity is not tried again until it changes.
func (s *Syncer) retry(tries int) time.Time {
	if tries >= maxTries {
		return time.Time{}
	}
	return s.o.Sink.Now().Add(firstRetry << (2 * (tries - 1)))
}

// reason returns the part of an error's text that may be shown. The text of an
// internal error only goes to the log.
func reason(err error) i18n.Sentence {
	if training.KindOf(err) == training.KindInternal {
		return "Lapkeep could not process it."
	}
	if text := textclean.Line(err.Error(), longestText); text != err.Error() {
		return i18n.Sentence(text)
	}
	return i18n.OfError(err)
}

// Freshness describes when each service of an athlete was last read. It returns
// "" if none is connected. It never fails, because its callers answer other
// questions: an unreadable time is reported as unknown.
func Freshness(ctx context.Context, b SyncState, a training.AthleteID, now time.Time) i18n.Sentence {
	all, err := b.Cursors(ctx, a, runsCursor)
	if err != nil {
		return unknownReading
	}
	var words []i18n.Sentence
	for _, k := range all {
		var runs Runs
		if err := json.Unmarshal(k.Body, &runs); err != nil {
			words = append(words, i18n.Sentencef("%s read at an unknown time (its record is damaged)", k.Source))
			continue
		}
		words = append(words, i18n.Sentencef("%s %s", k.Source, ago(now, runs.LastSuccess)))
	}
	return i18n.Joined("%s, %s", words...)
}

// unknownReading is the text if the record of the last sync is damaged.
const unknownReading = "read at an unknown time (its record is damaged)"

// ago describes how long ago a service was last read completely.
func ago(now, at time.Time) i18n.Sentence {
	const day = 24 * time.Hour
	d := now.Sub(at)
	switch {
	case at.IsZero():
		return "not yet read"
	case d < time.Minute:
		return "read just now"
	case d < time.Hour:
		return i18n.Sentencef("read %s ago", i18n.Numbered(int(d/time.Minute), "minute", "minutes"))
	case d < 2*day:
		return i18n.Sentencef("read %s ago", i18n.Numbered(int(d/time.Hour), "hour", "hours"))
	}
	return i18n.Sentencef("read %s ago", i18n.Numbered(int(d/day), "day", "days"))
}

const (
	// suspicious is the number of missing activities that count as deleted even if they are more
	// than half of all. If more disappear at once, the service has probably made a mistake.
	suspicious = 10
	// askAtOnce is the maximum number of ids in one request.
	askAtOnce = 50
)

// missing handles activities that were listed on these days before but no
// longer are: they were moved to another day, or deleted.
func (s *Syncer) missing(ctx context.Context, days training.DayRange, seen map[string]bool) error {
	items, err := s.o.State.Items(ctx, s.key, days)
	if err != nil {
		return err
	}
	var lost []ledger.ConnectionItem
	here := 0
	for _, i := range items {
		if i.State == ledger.Gone {
			continue
		}
		here++
		if !seen[i.ID] {
			lost = append(lost, i)
		}
	}
	if lost, err = s.moved(ctx, lost); err != nil {
		return err
	}
	if len(lost) > suspicious && 2*len(lost) > here {
		s.tally.Words = append(s.tally.Words, i18n.Sentencef(
			"%s no longer lists %d of %d activities from %s; they stay here until you delete them here.", s.key.Source, len(lost), here, days))
		return nil
	}
	for _, i := range lost {
		if err := s.gone(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// moved requests the activities by id, if the service supports that, and
// returns those that the service no longer has.
func (s *Syncer) moved(ctx context.Context, lost []ledger.ConnectionItem) ([]ledger.ConnectionItem, error) {
	reader, ok := s.o.Source.(source.ActivityReader)
	if !ok {
		return lost, nil
	}
	var gone []ledger.ConnectionItem
	for len(lost) > 0 {
		some := lost[:min(len(lost), askAtOnce)]
		lost = lost[len(some):]
		ids := make([]string, len(some))
		for n, i := range some {
			ids[n] = i.ID
		}
		found, err := reader.Activities(ctx, ids...)
		if err != nil && !none(err) {
			return nil, err
		}
		if err := s.page(ctx, found); err != nil {
			return nil, err
		}
		there := map[string]bool{}
		for _, a := range found {
			there[a.ID] = true
		}
		for _, i := range some {
			if !there[i.ID] {
				gone = append(gone, i)
			}
		}
	}
	return gone, nil
}

func (s *Syncer) gone(ctx context.Context, i ledger.ConnectionItem) error {
	if err := s.hold(ctx); err != nil {
		return err
	}
	if i.State == ledger.Stored {
		if err := s.o.Activities.Gone(ctx, s.o.Source.Name().Ref(i.ID)); err != nil && !none(err) {
			return err
		}
		s.tally.Gone++
	}
	if err := s.o.Activities.DropRating(ctx, s.o.Source.Name().Ref(i.ID)); err != nil {
		return err
	}
	return s.o.State.PutItem(ctx, s.key, ledger.ConnectionItem{ID: i.ID, Day: i.Day, Version: i.Version, State: ledger.Gone})
}

// ownStreams reads the streams that the athlete defined, with one request per
// activity that has any. The service does not show when their values change, so
// every run reads the last days again, and a full run reads everything.
func (s *Syncer) ownStreams(ctx context.Context, list []source.Activity) error {
	from, ok := s.o.Source.(source.OwnStreamKeeper)
	if !ok || len(list) == 0 {
		return nil
	}
	kept, err := s.o.Sink.versions(ctx, document.OwnStreams, list)
	if err != nil {
		return err
	}
	version := func(a source.Activity) string { return a.OwnStreams }
	fresh := slices.DeleteFunc(slices.Clone(list), func(a source.Activity) bool { return !s.anew(a, a.OwnStreams, kept[a.ID]) })
	return hung(ctx, s, fresh, version, from.OwnStreams, s.o.Sink.TakeOwnStreams)
}

// answered is a response, with the time of its request.
type answered[T any] struct {
	all   T
	asked time.Time
}

// hung reads and stores additional data of activities that has its own version. If the
// version is empty, it deletes the stored data. It skips data to which the key has no access.
func hung[T any](
	ctx context.Context, s *Syncer, list []source.Activity, version func(source.Activity) string,
	read func(context.Context, string) (T, error), take func(context.Context, source.Activity, T) error,
) error {
	return inOrder(ctx, s.o.AtOnce, list, func(ctx context.Context, a source.Activity) (out answered[T], err error) {
		if out.asked = s.o.Sink.Now(); version(a) != "" {
			out.all, err = read(ctx, a.ID)
		}
		return out, err
	}, func(a source.Activity, get func() (answered[T], error)) error {
		if err := s.hold(ctx); err != nil {
			return err
		}
		got, err := get()
		if err != nil && !none(err) {
			return s.without(err)
		}
		s.o.Sink.asked = got.asked
		return take(ctx, a, got.all)
	})
}

// anew reports whether additional data of an activity must be read: its version
// differs from the stored one, or it may have changed without a new version.
func (s *Syncer) anew(a source.Activity, version, kept string) bool {
	return version != kept || version != "" && (s.o.Full || s.ofLastDays(a))
}

// ofLastDays reports whether an activity is recent enough to be read again in every run.
func (s *Syncer) ofLastDays(a source.Activity) bool {
	return a.Day >= s.today()-training.Day(s.o.Overlap)
}

// routes reads the list of routes, and requests each track only once. If a run
// ends between two requests, no track is lost.
func (s *Syncer) routes(ctx context.Context) error {
	from, ok := s.o.Source.(source.RouteReader)
	if !ok {
		return nil
	}
	all, err := from.Routes(ctx)
	if err != nil {
		return s.without(err)
	}
	fresh, err := s.o.Sink.TakeRoutes(ctx, all)
	if err != nil {
		return err
	}
	for _, r := range fresh {
		if err := s.hold(ctx); err != nil {
			return err
		}
		whole, err := from.Route(ctx, r.ID)
		if err == nil {
			r.Path = whole.Path
			err = s.o.Sink.TakeRoute(ctx, r)
		}
		if err := s.without(err); err != nil {
			return err
		}
	}
	return nil
}
