package syncer

import (
	"context"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Runs is how the last runs went.
type Runs struct {
	LastTry     time.Time `json:"last_try,omitzero"`
	LastSuccess time.Time `json:"last_success,omitzero"`
	// Next is when the next run in the background begins.
	Next     time.Time `json:"next,omitzero"`
	Failures int       `json:"failures,omitempty"` // in a row
	Error    string    `json:"error,omitempty"`    // why the last one ended early
	Words    []string  `json:"words,omitempty"`
}

const (
	runsCursor = "runs"

	firstPause  = time.Minute
	longPause   = time.Hour
	noKeyPause  = 6 * time.Hour
	blindPause  = 15 * time.Minute // after a limit that does not say its end
	maxPauses   = 6
	fewDown     = 3
	maxTries    = 6
	firstRetry  = time.Hour
	longestText = 200

	// longestPause is more than any wait between runs, longestRetry that of the
	// last try of an activity.
	longestPause = 24 * time.Hour
	longestRetry = firstRetry << (2 * (maxTries - 2))
)

// due is when the next run begins. A try that is still to come, or a wait
// longer than any, is of a clock that was ahead: then it is time.
func (r Runs) due(now time.Time) time.Time {
	if r.LastTry.After(now) || r.Next.After(now.Add(longestPause)) {
		return now
	}
	return r.Next
}

// after is how it stands after a run that ended with err.
func (s *Syncer) after(last Runs, err error) Runs {
	now := s.o.Now()
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
		// The budget did what it is for.
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

// ends reports whether a failure to bring one activity in ends the run: the
// caller gave up, another process reads, the key or the budget is at its end,
// our own disk fails, or the service is down. One answer that does not come
// may be that one activity's.
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
	return k == training.KindUnavailable || k == training.KindCanceled
}

// retry is when something that failed so often is tried again; zero is not
// before it changes.
func (s *Syncer) retry(tries int) time.Time {
	if tries >= maxTries {
		return time.Time{}
	}
	return s.o.Now().Add(firstRetry << (2 * (tries - 1)))
}

// reason is the sentence of an error that may be shown. The text of a defect
// of ours stays in the log.
func reason(err error) i18n.Sentence {
	if training.KindOf(err) == training.KindInternal {
		return "Lapkeep could not process it."
	}
	if text := textclean.Line(err.Error(), longestText); text != err.Error() {
		return i18n.Sentence(text)
	}
	return i18n.OfError(err)
}
