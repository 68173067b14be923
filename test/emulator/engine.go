// Package emulator is the common part of the emulated services: a server on
// loopback with one or more hosts, a clock that is fixed or moves, injected
// faults, a journal of requests, and violations, which fail the client's test.
// A service adds its operations, data and words to an Engine.
//
//	s.Inject(emulator.Fault{Operation: "listActivities", Status: 429, RetryAfter: "2"})
//	s.Advance(15 * time.Minute)
//	s.Requests() // host, operation, path, query, status …
//
// By hand: go run ./test/emulator/cmd strava, intervals, igpsport, hevy or polar, with -help for their flags.
//
// It imports nothing of Lapkeep.
package emulator

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// Engine runs a service. Its methods are safe for concurrent use, whether or
// not the service holds a lock of its own.
type Engine struct {
	Refusal   func(status int, says string) Response // the service's error; says is "", or a fault's Says
	PerSecond int                                    // more requests than this in one second of the clock get 429; 0 is no limit

	servers []*http.Server
	running sync.WaitGroup

	mu         sync.Mutex // guards all fields below
	clock      func() time.Time
	ahead      time.Duration
	log        []*Request
	faults     []*fault
	violations []string
	observe    func(r Request, p Response, faulted bool)
}

// Clock returns a service's clock: now, or the machine's, or a fixed moment.
func Clock(now func() time.Time, live bool, still time.Time) func() time.Time {
	switch {
	case live:
		return time.Now
	case now != nil:
		return now
	}
	return func() time.Time { return still }
}

// SetClock changes the clock.
func (e *Engine) SetClock(now func() time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.clock = now
}

// Advance moves the clock.
func (e *Engine) Advance(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ahead += d
}

// Now returns the service's time, in UTC.
func (e *Engine) Now() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now()
}

func (e *Engine) now() time.Time { return e.clock().Add(e.ahead).UTC() }

// Listen serves a host at an address, HOST:PORT, where "" is any free port on
// loopback, and returns its URL. A name replaces the number in the URL, so that
// HTTP clients see another host.
func (e *Engine) Listen(address, name string, h http.Handler) (string, error) {
	listener, err := net.Listen("tcp", cmp.Or(address, "127.0.0.1:0"))
	if err != nil {
		return "", fmt.Errorf("the emulator has no port: %w", err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 30 * time.Second}
	e.servers = append(e.servers, server)
	e.running.Go(func() { _ = server.Serve(listener) }) // ends with Close
	host, port, err := net.SplitHostPort(listener.Addr().String())
	return "http://" + net.JoinHostPort(cmp.Or(name, host), port), err
}

// Close ends all hosts and every connection to them.
func (e *Engine) Close() {
	for _, server := range e.servers {
		_ = server.Close() // clients that are still waiting need no answer
	}
	e.running.Wait()
}

// EndWith closes the engine at the end of a test, which fails if there were
// violations.
func (e *Engine) EndWith(t testing.TB, lenient bool) {
	t.Cleanup(func() {
		e.Close()
		if lenient {
			return
		}
		for _, v := range e.Violations() {
			t.Errorf("against the service: %s", v)
		}
	})
}

// Violated records that a client did something that the service is not known to
// accept.
func (e *Engine) Violated(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.violations = append(e.violations, fmt.Sprintf(format, args...))
}

// Violations returns all violations so far.
func (e *Engine) Violations() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string(nil), e.violations...)
}

// Observe sets a function that gets each exchange before its answer is sent;
// nil removes it.
func (e *Engine) Observe(f func(r Request, p Response, faulted bool)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.observe = f
}

// Request is one line of the journal. No line contains a token or a secret.
type Request struct {
	Host      string // the service's name for it
	Operation string // as named by the service's documentation; "" if it is not there
	Method    string
	Path      string // without the API's base
	Query     url.Values
	Form      url.Values // the fields of a body, if the service reads forms
	Headers   http.Header
	Kind      string // Content-Type, without its parameters
	Body      string
	Auth      string // the scheme: Basic, Bearer or ""
	Bucket    string // of the rate limits, if the service has several
	App       int64  // 0 is unknown or none
	Athlete   int64  // 0 is unknown or none
	Status    int    // 0: no answer yet, or the connection was cut
	At        time.Time

	// Aside is set by services for requests outside their API: only faults for
	// their operation apply to them, and no limit counts them.
	Aside bool
}

func newRequest(host string, r *http.Request, body []byte) *Request {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	headers := r.Header.Clone()
	headers.Del("Authorization")
	return &Request{
		Host: host, Method: r.Method, Path: r.URL.EscapedPath(), Query: WithoutSecrets(r.URL.Query()), Headers: headers, Kind: kind,
		Body: string(body), Auth: scheme,
	}
}

// WithoutSecrets returns the fields of a query or form with tokens and secrets
// blanked out.
func WithoutSecrets(v url.Values) url.Values {
	out := url.Values{}
	for name, values := range v {
		switch name {
		case "client_secret", "access_token", "refresh_token", "token", "code":
			out[name] = []string{"…"}
		default:
			out[name] = values
		}
	}
	return out
}

// Requests returns all requests so far, in order.
func (e *Engine) Requests() []Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := make([]Request, len(e.log))
	for i, r := range e.log {
		all[i] = *r
	}
	return all
}

// Forget empties the journal.
func (e *Engine) Forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.log = nil
}

// record adds a line to the journal. It returns the fault for the request, if
// any, and whether the request is one too many within its second.
func (e *Engine) record(r *Request) (f *fault, tooMany bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	r.At = e.now()
	e.log = append(e.log, r)
	n := 0
	for i := len(e.log) - 1; i >= 0 && e.log[i].At.Unix() == r.At.Unix(); i-- {
		if !e.log[i].Aside {
			n++
		}
	}
	return e.nextFault(r), e.PerSecond > 0 && n > e.PerSecond && !r.Aside
}

// finish records how a request was answered.
func (e *Engine) finish(r *Request, p Response, faulted bool) {
	e.mu.Lock()
	r.Status = p.Status
	observe, line := e.observe, *r
	e.mu.Unlock()
	if observe != nil {
		observe(line, p, faulted)
	}
}

// MaxBody is the maximum size of a request body.
const MaxBody = 64 << 20

// Exchange is one request as a service handles it.
type Exchange struct {
	Request *http.Request
	Body    []byte
	Entry   *Request
	Limits  map[string]string // headers about rate limits, sent with faults too
}

// Handler answers for one of a service's hosts. take identifies the request in
// x.Entry and returns the function that answers it, unless a fault applies.
func (e *Engine) Handler(host string, take func(x *Exchange) func() Response) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
		if err != nil {
			return // the client went away, or sent too much
		}
		x := &Exchange{Request: r, Body: body, Entry: newRequest(host, r, body)}
		reply := take(x)
		f, tooMany := e.record(x.Entry)
		if tooMany {
			reply = func() Response { return e.Refusal(http.StatusTooManyRequests, "") }
		}
		if !f.hold(r.Context()) {
			return
		}
		for name, value := range x.Limits {
			w.Header().Set(name, value)
		}
		p := f.meet(w, e.Refusal, func() Response { return e.safely(x.Entry, reply) })
		e.finish(x.Entry, p, f != nil)
		p.write(w)
	})
}

// safely turns a panic of the emulator into a violation; otherwise the
// connection would break.
func (e *Engine) safely(r *Request, reply func() Response) (p Response) {
	defer func() {
		if v := recover(); v != nil {
			e.Violated("the emulator failed at %s %s: %v", r.Method, r.Path, v)
			p = e.Refusal(http.StatusInternalServerError, "")
		}
	}()
	return reply()
}
