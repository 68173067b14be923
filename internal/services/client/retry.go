package client

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Retry determines how often to try again, and how long to wait.
type Retry struct {
	// Tries is the maximum number of times a request is sent; 0 means 4.
	Tries int
	// First is the maximum delay before the second try; it doubles for each further try. 0
	// means 500 ms. The actual delay is random, from zero to the maximum (full jitter), so
	// that many clients do not retry at the same time.
	First time.Duration
	// Longest is the maximum time that a background request waits if the service
	// asks for it; 0 means 20 s. Interactive requests never wait for that.
	Longest time.Duration
	// Jitter returns a random number in [0, 1); nil always waits for the full delay.
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

// IdempotencyKey is the header by which services recognise a repeated request. A
// request with this header is retried, whatever its method.
const IdempotencyKey = "Idempotency-Key"

type repeatableKey struct{}

// Repeatable returns a context whose requests are safe to send twice, for services
// that do not support [IdempotencyKey].
func Repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatableKey{}, true)
}

// retry resends requests that failed temporarily and may be sent twice.
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
		wait, asked := askedToWait(resp, err, t.clock.Now())
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

// mayWait reports whether a request may wait: not beyond its context's deadline
// and, for a service's limit, no longer than a person would.
func (t *retry) mayWait(ctx context.Context, wait time.Duration, asked bool) bool {
	if asked && (source.UrgencyOf(ctx) == source.Interactive || wait > t.how.Longest) {
		return false
	}
	end, ok := ctx.Deadline()
	return !ok || t.clock.Now().Add(wait).Before(end)
}

// mayRepeat reports whether a request may be repeated: reads change nothing; any
// other request must be declared repeatable and have a body that can be sent again.
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

// worthAgain reports whether the cause of a failure may go away by itself. Requests
// that we refuse ourselves are not retried, unless there will be room for them at a
// known time, as after a limit that the response to another request reported. A
// locked account is not retried either, because each try may prolong the lock.
func worthAgain(ctx context.Context, resp *http.Response, err error) bool {
	if err != nil {
		_, ours := errors.AsType[*training.Error](err)
		_, room := roomAt(err)
		return ctx.Err() == nil && (!ours || room)
	}
	fault, failed := source.FaultOfStatus(resp.StatusCode)
	return failed && fault.Temporary() && fault != source.LockedOut && resp.StatusCode != http.StatusNotImplemented
}

// roomAt returns when the budget has room again for a request that it refused.
func roomAt(err error) (time.Time, bool) {
	f, failed := source.FailureOf(err)
	return f.RetryAt, failed && f.Fault == source.RateLimited && !f.RetryAt.IsZero()
}

// askedToWait reads Retry-After, in seconds or as a date. For a 429 without that
// header, it returns a default pause. For a request that the budget refused, it
// returns the time until there is room.
func askedToWait(resp *http.Response, err error, now time.Time) (time.Duration, bool) {
	if resp == nil {
		at, ok := roomAt(err)
		return max(0, at.Sub(now)), ok
	}
	if at, ok := RetryAfter(resp.Header, now); ok {
		return max(0, at.Sub(now)), true
	}
	return pauseAfter429, resp.StatusCode == http.StatusTooManyRequests
}

// longestAsked bounds the wait that a service may ask for, so that a mistake,
// or a date from a wrong clock, does not stop requests for a year.
const longestAsked = 24 * time.Hour

// RetryAfter parses the header of that name.
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

// budget counts each request before it is sent, and adopts the service's own counts from its
// responses.
type budget struct {
	next   http.RoundTripper
	budget source.Budget
	quotas func(http.Header) []source.Quota
	now    func() time.Time
}

const (
	// pauseAfter429 is the pause after a 429 that does not say how long to wait.
	pauseAfter429 = 5 * time.Second
	// lockTime is how long an account is assumed to be locked if no end is
	// given.
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

// usedUp returns the window that a response reports as used up, and its end; if
// there are several, it returns the one that ends last.
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

// buckets returns the buckets named in the request's context, or [source.Reads]
// for a request that only reads.
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

// closeBody closes the body of a request that a round-tripper does not send, as
// its contract requires.
func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}

// auth sends the credential to the hosts to which it belongs, and retries once with
// a different one if the service refuses it.
type auth struct {
	next      http.RoundTripper
	name      source.Name
	tokens    source.Tokens
	basicUser string
	keyHeader string
	agent     string
	hosts     hosts
	// ended reports, from the 401 response, whether the credential has ended; nil
	// means that it always has.
	ended func(answer []byte) bool
}

func (a *auth) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.tokens == nil || !a.hosts.has(r.URL.Host) {
		return a.next.RoundTrip(a.with(r, source.Token{}))
	}
	token, err := a.tokens.Token(r.Context())
	if err != nil {
		closeBody(r)
		return nil, err
	}
	resp, err := a.next.RoundTrip(a.with(r, token))
	a.conceal(resp, token)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || r.Body != nil && r.GetBody == nil {
		return resp, err
	}
	if a.ended != nil && !a.ended(textOf(resp)) {
		return resp, nil
	}
	renewed, err := a.tokens.Renew(r.Context(), token)
	if f, ours := source.FailureOf(err); ours && f.Fault != source.Unauthorised {
		return nil, err
	}
	if err != nil {
		return resp, nil //nolint:nilerr // the service's own refusal says more than that there is no other token
	}
	if r, err = again(r, 2); err != nil {
		return nil, err
	}
	resp, err = a.next.RoundTrip(a.with(r, renewed))
	a.conceal(resp, renewed)
	return resp, err
}

// conceal removes the credential from an error response, whose text is passed on,
// because some services and proxies quote what they received.
func (a *auth) conceal(resp *http.Response, t source.Token) {
	if resp == nil || resp.StatusCode < http.StatusBadRequest || t.Access.Empty() {
		return
	}
	body, secret := textOf(resp), t.Access.Reveal()
	pair := []byte(a.basicUser + ":" + secret)
	for _, s := range []string{
		base64.StdEncoding.EncodeToString(pair), base64.RawStdEncoding.EncodeToString(pair),
		base64.URLEncoding.EncodeToString(pair), base64.RawURLEncoding.EncodeToString(pair),
		url.QueryEscape(secret), secret,
	} {
		body = bytes.ReplaceAll(body, []byte(s), []byte(concealed))
	}
	keep(resp, body)
}

// concealed is the text that replaces a credential.
const concealed = "(the key)"

func (a *auth) with(r *http.Request, t source.Token) *http.Request {
	r = r.Clone(r.Context())
	if a.agent != "" {
		r.Header.Set("User-Agent", a.agent)
	}
	switch {
	case t.Access.Empty():
	case t.Scheme == source.Basic:
		r.SetBasicAuth(a.basicUser, t.Access.Reveal())
	case a.keyHeader != "":
		r.Header.Set(a.keyHeader, t.Access.Reveal())
	default:
		r.Header.Set("Authorization", "Bearer "+t.Access.Reveal())
	}
	return r
}

// whole reads a response completely, so that one that was cut off is detected while
// the request can still be repeated. It rejects responses that are too long.
type whole struct {
	next    http.RoundTripper
	most    int64
	timeout time.Duration
}

var errSlow = errors.New("no answer within the time limit")

func (w *whole) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(r.Context(), w.timeout, errSlow)
	defer cancel()
	resp, err := w.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return nil, w.blame(ctx, r, err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, w.most+1))
	_ = resp.Body.Close() // it was read completely
	switch {
	case err != nil:
		return nil, w.blame(ctx, r, err)
	case int64(len(body)) > w.most:
		return nil, training.Errorf(training.KindTooLarge, "%s sent more than %d MiB.", r.URL.Hostname(), w.most>>20)
	}
	keep(resp, body)
	return resp, nil
}

// kept is a complete body in memory. Libraries can read it like any other body; the
// chain uses its text, so that it is not read twice.
type kept struct {
	io.Reader
	text []byte
}

func (kept) Close() error { return nil }

func keep(r *http.Response, text []byte) {
	r.Body, r.ContentLength = kept{bytes.NewReader(text), text}, int64(len(text))
}

// textOf returns the response's body as the round-tripper whole has read it.
func textOf(r *http.Response) []byte {
	k, _ := r.Body.(kept)
	return k.text
}

// blame returns errSlow if the service was too slow, and err unchanged if the
// caller cancelled.
func (w *whole) blame(ctx context.Context, r *http.Request, err error) error {
	if r.Context().Err() == nil && errors.Is(context.Cause(ctx), errSlow) {
		return errSlow
	}
	return err
}
