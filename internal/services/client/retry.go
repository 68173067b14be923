package client

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Retry says how often and how long to try again.
type Retry struct {
	// Tries is how often a request is sent at most; 0 is 4.
	Tries int
	// First is the longest delay before the second try, doubled for each
	// after it; 0 is 500 ms. The delay is drawn from zero to that (full
	// jitter), so that many clients do not come back at once.
	First time.Duration
	// Longest is the longest that a background request waits because the
	// service asks for it; 0 is 20 s. An interactive one never does.
	Longest time.Duration
	// Jitter draws from [0, 1); nil always waits the full delay.
	Jitter func() float64
}

func (r Retry) withDefaults() Retry {
	if r.Tries == 0 {
		r.Tries = 4
	}
	if r.First == 0 {
		r.First = 500 * time.Millisecond
	}
	if r.Longest == 0 {
		r.Longest = 20 * time.Second
	}
	if r.Jitter == nil {
		r.Jitter = func() float64 { return 1 }
	}
	return r
}

// IdempotencyKey is the header by which services recognise a request that
// they get twice. A request that has it is tried again whatever its method.
const IdempotencyKey = "Idempotency-Key"

type repeatableKey struct{}

// Repeatable marks the requests made under ctx as doing no more if they are
// sent twice, for services that know no [IdempotencyKey].
func Repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatableKey{}, true)
}

// retry sends again what failed for a moment and may be sent twice.
type retry struct {
	next  http.RoundTripper
	how   Retry
	clock Clock
}

func (t *retry) RoundTrip(r *http.Request) (*http.Response, error) {
	tries := 1
	if mayRepeat(r) {
		tries = t.how.Tries
	}
	for n := 1; ; n++ {
		try, err := again(r, n)
		if err != nil {
			return nil, err
		}
		resp, err := t.next.RoundTrip(try)
		if n == tries || !worthAgain(r.Context(), resp, err) {
			return resp, err
		}
		wait, asked := askedToWait(resp, t.clock.Now())
		if !asked {
			wait = time.Duration(t.how.Jitter() * float64(t.how.First<<(n-1)))
		}
		if !t.mayWait(r.Context(), wait, asked) {
			return resp, err
		}
		if err := t.clock.Pause(r.Context(), wait); err != nil {
			return nil, err
		}
	}
}

// mayWait never lets a request sleep past its context, nor a person wait for
// a service's limit.
func (t *retry) mayWait(ctx context.Context, wait time.Duration, asked bool) bool {
	if asked && (source.UrgencyOf(ctx) == source.Interactive || wait > t.how.Longest) {
		return false
	}
	end, ok := ctx.Deadline()
	return !ok || t.clock.Now().Add(wait).Before(end)
}

// mayRepeat: reading changes nothing; anything else must say that it does not
// do more if it is done twice, and be able to give its body again.
func mayRepeat(r *http.Request) bool {
	said, _ := r.Context().Value(repeatableKey{}).(bool)
	return (reads(r) || said || r.Header.Get(IdempotencyKey) != "") && (r.Body == nil || r.GetBody != nil)
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func again(r *http.Request, n int) (*http.Request, error) {
	if n == 1 || r.Body == nil {
		return r, nil
	}
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	c := r.Clone(r.Context())
	c.Body = body
	return c, nil
}

// worthAgain: a fault that passes by itself. What we refused ourselves
// (budget, limits) does not, and a lock may last longer for each try.
func worthAgain(ctx context.Context, resp *http.Response, err error) bool {
	if err != nil {
		ours, is := errors.AsType[*training.Error](err)
		return ctx.Err() == nil && (!is || ours == nil)
	}
	fault, failed := source.FaultOfStatus(resp.StatusCode)
	return failed && fault.Temporary() && fault != source.LockedOut && resp.StatusCode != http.StatusNotImplemented
}

// askedToWait reads Retry-After, in seconds or as a date. A 429 without one
// asks for a pause of its own.
func askedToWait(resp *http.Response, now time.Time) (time.Duration, bool) {
	if resp == nil {
		return 0, false
	}
	if at, ok := RetryAfter(resp.Header, now); ok {
		return max(0, at.Sub(now)), true
	}
	return pauseAfter429, resp.StatusCode == http.StatusTooManyRequests
}

// longestAsked bounds what a service may ask for: a mistake there, or a date
// by a wrong clock, stops nothing for a year.
const longestAsked = 24 * time.Hour

// RetryAfter reads the header of that name.
func RetryAfter(h http.Header, now time.Time) (time.Time, bool) {
	v := h.Get("Retry-After")
	var at time.Time
	if s, err := strconv.ParseUint(v, 10, 31); err == nil {
		at = now.Add(time.Duration(s) * time.Second)
	} else if at, err = http.ParseTime(v); err != nil {
		return at, false
	}
	if last := now.Add(longestAsked); at.After(last) {
		at = last
	}
	return at, true
}
