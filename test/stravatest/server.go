package stravatest

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// Addresses are where a server listens, HOST:PORT; "" is any free port.
type Addresses struct{ Web, API, Elsewhere string }

// Server is a running emulator. Its methods may be called at any time.
type Server struct {
	// WebURL is the website: its /oauth is what connects an athlete, its /api/v3
	// the API's base up to 2027.
	WebURL string
	// NewAPIURL is the API's base from 2027 on, a host of its own.
	NewAPIURL string
	// ElsewhereURL is a host that is no part of the service: where redirects lead.
	ElsewhereURL string

	servers []*http.Server
	running sync.WaitGroup
	done    chan struct{}

	mu         sync.Mutex // of all below
	options    Options
	ahead      time.Duration
	apps       map[int64]*app
	athletes   map[int64]*Athlete
	segments   []*segment
	codes      map[string]*code
	access     map[string]*accessToken
	refresh    map[string]*refreshToken
	uploads    map[int64]*upload
	pending    []Event
	nextID     int64
	serials    int // of activities
	nextToken  int
	log        []*Request
	faults     []*fault
	violations []string
	observe    func(exchange) // of this package's tests
}

// exchange is a call of the API and its answer, as they were on the wire.
type exchange struct {
	request *Request
	faulted bool // the answer is a fault's
	kind    string
	body    []byte
}

// New is a server that ends with the test, which fails if a request was none
// that the service takes.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o, Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if o.Lenient {
			return
		}
		for _, v := range s.Violations() {
			t.Errorf("against the service: %s", v)
		}
	})
	return s
}

// Start is a server on loopback until Close, for trying out by hand.
func Start(o Options, a Addresses) (*Server, error) {
	s := &Server{
		options: o.filled(), done: make(chan struct{}), apps: map[int64]*app{}, athletes: map[int64]*Athlete{}, codes: map[string]*code{},
		access: map[string]*accessToken{}, refresh: map[string]*refreshToken{}, uploads: map[int64]*upload{},
	}
	s.seed()
	for _, l := range []struct {
		address string
		handler http.Handler
		name    string // "" is the number of the address
		url     *string
	}{
		{a.Web, s.host(hostWeb), "", &s.WebURL},
		{a.API, s.host(hostAPI), "localhost", &s.NewAPIURL}, // another name, so that HTTP clients see another host
		{a.Elsewhere, http.HandlerFunc(s.serveElsewhere), "localhost", &s.ElsewhereURL},
	} {
		var err error
		if *l.url, err = s.listen(l.address, l.handler, l.name); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

func (s *Server) listen(address string, h http.Handler, name string) (string, error) {
	listener, err := net.Listen("tcp", orElse(address, "127.0.0.1:0"))
	if err != nil {
		return "", fmt.Errorf("the emulator has no port: %w", err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 30 * time.Second}
	s.servers = append(s.servers, server)
	s.running.Go(func() { _ = server.Serve(listener) }) // ends with Close
	host, port, err := net.SplitHostPort(listener.Addr().String())
	return "http://" + net.JoinHostPort(orElse(name, host), port), err
}

// APIURL is the API's base up to 2027: https://www.strava.com/api/v3 in life.
func (s *Server) APIURL() string { return s.WebURL + basePath }

// Close ends the server and every connection to it.
func (s *Server) Close() {
	close(s.done)
	for _, server := range s.servers {
		_ = server.Close() // nothing is owed to clients that are still waiting
	}
	s.running.Wait()
}

// Advance moves the server's clock.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
}

// Now is the server's time.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

// now is the server's time; the caller holds the lock.
func (s *Server) now() time.Time { return s.options.Now().Add(s.ahead).UTC() }

// since tells whether a day, YYYY-MM-DD, has begun; the caller holds the lock.
func (s *Server) since(day string) bool { return s.now().Format(time.DateOnly) >= day }

// Configure changes options of the running server. Sample data stays as it is.
func (s *Server) Configure(f func(*Options)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.options)
	s.options = s.options.filled()
}

// Violations are what clients did so far that the service is not known to take.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.violations...)
}

// violated notes a violation; the caller holds the lock.
func (s *Server) violated(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// next is an id that nothing else has; the caller holds the lock.
func (s *Server) next() int64 {
	s.nextID++
	return s.nextID
}

// serveElsewhere is the host of strangers: a token that comes here is lost.
func (s *Server) serveElsewhere(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	entry := s.record(hostElsewhere, nil, r, nil)
	if r.Header.Get("Authorization") != "" || r.URL.Query().Has("access_token") {
		s.violated("a token was sent to another host")
	}
	entry.Status = http.StatusOK
	s.mu.Unlock()
	jsonResponse(http.StatusOK, []any{}).write(w)
}

// The hosts of the journal.
const (
	hostWeb       = "web"
	hostAPI       = "api" // the base URL of 2027
	hostElsewhere = "elsewhere"
)

// Buckets of the rate limits that a call counts in.
const (
	BucketNone    = ""        // it is not counted: what connects an athlete
	BucketOverall = "overall" // in the overall one alone
	BucketRead    = "read"    // in both
)

// Request is one line of the journal.
type Request struct {
	Host      string // web, api or elsewhere
	Operation string // as the service's document names it; "" if there is none
	Method    string
	Path      string // without the API's base
	Query     url.Values
	Form      url.Values // the fields of a body, without tokens and secrets
	Kind      string     // Content-Type, without its parameters
	Body      string     // of JSON
	Bucket    string
	App       int64  // 0 is unknown
	Athlete   int64  // 0 is unknown
	Auth      string // the scheme; never the token
	Status    int    // 0: no answer yet, or the connection was cut
	At        time.Time
}

// Requests are all so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Request, len(s.log))
	for i, r := range s.log {
		all[i] = *r
	}
	return all
}

// Count tells how many requests an operation had; "" is every one that is
// counted in a bucket.
func (s *Server) Count(operation string) int {
	n := 0
	for _, r := range s.Requests() {
		if r.Operation == operation || operation == "" && r.Bucket != BucketNone {
			n++
		}
	}
	return n
}

// Forget empties the journal.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = nil
}

// record begins a line of the journal and is the line; the caller holds the lock.
func (s *Server) record(host string, c *call, r *http.Request, body []byte) *Request {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	line := &Request{
		Host: host, Method: r.Method, Path: r.URL.EscapedPath(), Query: withoutSecrets(r.URL.Query()), Kind: kind, Auth: scheme, At: s.now(),
	}
	if c != nil {
		line.Path, line.Form = c.path, withoutSecrets(c.form)
		if c.op != nil {
			line.Operation = c.op.name
		}
	}
	if kind == "application/json" {
		line.Body = string(body)
	}
	s.log = append(s.log, line)
	return line
}

func withoutSecrets(v url.Values) url.Values {
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

// finish ends a line, and is who wants to see the exchange.
func (s *Server) finish(line *Request, status int) (observe func(exchange)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line.Status = status
	return s.observe
}

// revoke ends both tokens of a grant, and is content with tokens that it does
// not know.
func revoke(c *call) (any, error) {
	s := c.server
	id, secret, ok := c.request.BasicAuth()
	var a *app
	for _, known := range s.apps {
		if ok && fmt.Sprint(known.id) == id && known.secret == secret {
			a = known
		}
	}
	if a == nil {
		return nil, unauthorized("Application", "client_secret", "invalid")
	}
	value := c.form.Get("token")
	if value == "" {
		return nil, bad("Application", "token", "missing")
	}
	var g *grant
	if t := s.access[value]; t != nil {
		g = t.grant
	} else if r := s.refresh[value]; r != nil {
		g = r.grant
	}
	if g != nil && g.app == a {
		s.disconnect(g)
	}
	return response{status: http.StatusOK}, nil
}

// deauthorize is the endpoint that revoke replaces.
func deauthorize(c *call) (any, error) {
	s := c.server
	if s.since(headersOnly) {
		return nil, refuse(http.StatusNotFound, "Record Not Found", "resource", "path", "invalid")
	}
	_, value, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	t := s.access[orElse(c.both().Get("access_token"), value)]
	if t == nil || !s.now().Before(t.expires) {
		return nil, unauthorized("Athlete", "access_token", "invalid")
	}
	s.disconnect(t.grant)
	return Doc{"access_token": t.value}, nil
}

// disconnect ends a grant and tells the application's webhook.
func (s *Server) disconnect(g *grant) {
	delete(g.app.grants, g.athlete)
	for value, t := range s.access {
		if t.grant == g {
			delete(s.access, value)
		}
	}
	for value, r := range s.refresh {
		if r.grant == g {
			delete(s.refresh, value)
		}
	}
	s.tell(g.app, g.athlete, Event{ObjectType: "athlete", ObjectID: g.athlete, AspectType: "update", Updates: Doc{"authorized": "false"}})
}

// RevokeByAthlete is the athlete who takes the consent back on the website.
func (s *Server) RevokeByAthlete(athlete int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.apps {
		if g := a.grants[athlete]; g != nil {
			s.disconnect(g)
		}
	}
}
