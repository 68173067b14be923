package client

import (
	"net/http"
	"time"

	"lapkeep/internal/services/source"
)

// budget counts each request before it is sent and takes over the service's
// own count from its answers.
type budget struct {
	next   http.RoundTripper
	budget source.Budget
	quotas func(http.Header) []source.Quota
	now    func() time.Time
}

const (
	// pauseAfter429 is how long nothing is sent after a 429 that does not say.
	pauseAfter429 = 5 * time.Second
	// lockTime is how long an account is taken to be locked if nobody says.
	lockTime = time.Hour
)

func (b *budget) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if err := b.budget.Take(ctx, source.UrgencyOf(ctx), buckets(r)...); err != nil {
		closeBody(r)
		return nil, err
	}
	resp, err := b.next.RoundTrip(r)
	if err != nil {
		return resp, err
	}
	if b.quotas != nil {
		if q := b.quotas(resp.Header); len(q) > 0 {
			err = b.budget.Learn(ctx, q...)
		}
	}
	if fault, _ := source.FaultOfStatus(resp.StatusCode); fault.Waits() && err == nil {
		now := b.now()
		until, ok := RetryAfter(resp.Header, now)
		if !ok && fault == source.RateLimited {
			_, until, ok = usedUp(b.quotas, resp.Header, now)
		}
		if !ok {
			until = now.Add(pauseOf(fault))
		}
		err = b.budget.Block(ctx, until, fault)
	}
	return resp, err
}

// usedUp is the window of which an answer says that nothing is left, with its
// end; of several the one that ends last.
func usedUp(quotas func(http.Header) []source.Quota, h http.Header, now time.Time) (q source.Quota, until time.Time, ok bool) {
	if quotas == nil {
		return q, until, false
	}
	for _, w := range quotas(h) {
		end := w.Reset
		if end.IsZero() && w.Aligned && w.Window > 0 {
			end = now.Truncate(w.Window).Add(w.Window)
		}
		if w.Limit > 0 && w.Used >= w.Limit && end.After(until) {
			q, until, ok = w, end, true
		}
	}
	return q, until, ok
}

// buckets are what the context says, or else what the method does.
func buckets(r *http.Request) []string {
	names, said := source.BucketsOf(r.Context())
	if !said && reads(r) {
		return []string{source.Reads}
	}
	return names
}

func pauseOf(f source.Fault) time.Duration {
	if f == source.LockedOut {
		return lockTime
	}
	return pauseAfter429
}

// closeBody closes the body of a request that a round-tripper does not send, as its contract asks.
func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}
