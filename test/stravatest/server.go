package stravatest

import (
	"fmt"
	"net"
	"net/http"
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
