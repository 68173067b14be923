package client

import (
	"context"
	"errors"
	"net/http"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// HTTPClient sends requests through the chain. It is safe for concurrent use.
type HTTPClient struct {
	name   source.Name
	title  string
	now    func() time.Time
	http   *http.Client
	budget source.Budget // nil counts nothing
	quotas func(http.Header) []source.Quota
}

// Answer is a service's answer, read to its end.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request. A status of 400 or more is an error made by
// [source.Fail]; then the answer is given too, so that a service's own words
// on what it refused can be read from it. What did not come from the service
// (no answer, a budget that is used up, a host that is not allowed) has no
// answer.
func (c *HTTPClient) Do(r *http.Request) (*Answer, error) {
	resp, err := c.http.Do(r) // #nosec G704 -- the chain lets requests go to the hosts of one service alone
	if err != nil {
		return nil, c.noAnswer(r, err)
	}
	defer resp.Body.Close()
	a := &Answer{resp.StatusCode, resp.Header, textOf(resp)}
	fault, failed := source.FaultOfStatus(a.Status)
	if !failed {
		return a, nil
	}
	f := source.Failure{Fault: fault, Source: c.name, Title: c.title, Status: a.Status}
	if fault.Temporary() {
		now := c.now()
		if f.RetryAt, failed = RetryAfter(a.Header, now); !failed && fault == source.LockedOut {
			f.RetryAt = now.Add(lockTime)
		}
		if fault == source.RateLimited && !failed {
			if q, until, ok := usedUp(c.quotas, a.Header, now); ok {
				f.RetryAt = until
				return a, source.Exhausted(f, q)
			}
		}
	}
	return a, source.Fail(f, "")
}

// noAnswer keeps our own errors and the caller's giving up as they are; any
// other is the service's.
func (c *HTTPClient) noAnswer(r *http.Request, err error) error {
	if ours, ok := errors.AsType[*training.Error](err); ok {
		return ours
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	if why, ok := unreached(c.name, r, err); ok {
		return why
	}
	return source.Fail(source.Failure{Fault: source.Unavailable, Source: c.name, Title: c.title, Err: cause(err)}, "")
}

// Heed has nothing sent while a failure lasts that the service told in words of
// its own: a limit, or a lock, which lasts an hour if nobody says.
func (c *HTTPClient) Heed(ctx context.Context, err error) error {
	f, ok := source.FailureOf(err)
	if !ok || !f.Fault.Waits() {
		return err
	}
	if f.RetryAt.IsZero() {
		f.RetryAt = c.now().Add(pauseOf(f.Fault))
		err = source.Until(err, f.RetryAt)
	}
	if c.budget != nil {
		if kept := c.budget.Block(ctx, f.RetryAt, f.Fault); kept != nil {
			return kept
		}
	}
	return err
}

// HTTP is the chain as a plain client, for libraries that want one.
func (c *HTTPClient) HTTP() *http.Client { return c.http }
