package transport

import (
	"net/http"
	"time"

	"lapkeep/internal/source"
)

// budget counts each request before it is sent and takes over the service's
// own count from its answers.
type budget struct {
	next   http.RoundTripper
	budget source.Budget
	quotas func(http.Header) []source.Quota
	now    func() time.Time
}

// pauseAfter429 is how long nothing is sent after a 429 that does not say.
const pauseAfter429 = 5 * time.Second

func (b *budget) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if err := b.budget.Take(ctx, source.UrgencyOf(ctx)); err != nil {
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
	if resp.StatusCode == http.StatusTooManyRequests && err == nil {
		now := b.now()
		until, ok := RetryAfter(resp.Header, now)
		if !ok {
			until = now.Add(pauseAfter429)
		}
		err = b.budget.Block(ctx, until)
	}
	return resp, err
}

// closeBody closes the body of a request that a round-tripper does not send, as its contract asks.
func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}
