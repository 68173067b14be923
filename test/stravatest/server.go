package stravatest

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/test/emulator"
)

// The types of the engine that every service uses.
type (
	// Fault is something that goes wrong with requests.
	Fault = emulator.Fault
	// Request is one line of the journal.
	Request = emulator.Request
	// Doc is a JSON object.
	Doc = emulator.Doc
)

// HTML is a page that a gateway returns instead of JSON.
const HTML = emulator.HTML

// Addresses are the addresses of a server, HOST:PORT; "" is any free port.
type Addresses struct{ Web, API, Elsewhere string }

// Server is a running emulator. It is safe for concurrent use.
type Server struct {
	*emulator.Engine

	// WebURL is the website: its /oauth connects an athlete, its /api/v3 is the
	// API's base up to 2027.
	WebURL string
	// NewAPIURL is the API's base from 2027 on, on a separate host.
	NewAPIURL string
	// ElsewhereURL is a host outside the service, to which redirects lead.
	ElsewhereURL string

	mu        sync.Mutex // guards all fields below
	options   Options
	apps      map[int64]*app
	athletes  map[int64]*Athlete
	segments  []*segment
	codes     map[string]*code
	access    map[string]*accessToken
	refresh   map[string]*grant
	uploads   map[int64]*upload
	pending   []Event
	nextID    int64
	serials   int // of activities
	nextToken int
}

// New returns a server that ends with the test. The test fails after a request
// that the service does not accept.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o, Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	s.EndWith(t, o.Lenient)
	return s
}

// Start returns a server on loopback until Close, for use by hand.
func Start(o Options, a Addresses) (*Server, error) {
	s := &Server{
		Engine: &emulator.Engine{Refusal: refusal}, options: o.filled(), apps: map[int64]*app{}, athletes: map[int64]*Athlete{},
		codes: map[string]*code{}, access: map[string]*accessToken{}, refresh: map[string]*grant{}, uploads: map[int64]*upload{},
	}
	s.SetClock(s.options.Now)
	s.seed()
	var err error
	for _, l := range []struct {
		address string
		handler http.Handler
		name    string // "" is the number of the address
		url     *string
	}{
		{a.Web, s.host(hostWeb), "", &s.WebURL},
		{a.API, s.host(hostAPI), "localhost", &s.NewAPIURL},
		{a.Elsewhere, s.Handler(hostElsewhere, s.elsewhere), "localhost", &s.ElsewhereURL},
	} {
		if *l.url, err = s.Listen(l.address, l.name, l.handler); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// APIURL returns the API's base up to 2027, in reality
// https://www.strava.com/api/v3.
func (s *Server) APIURL() string { return s.WebURL + basePath }

// since reports whether a day, YYYY-MM-DD, has begun.
func (s *Server) since(day string) bool { return s.Now().Format(time.DateOnly) >= day }

// Configure changes options of the running server. Sample data stays the same.
func (s *Server) Configure(f func(*Options)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.options)
	s.options = s.options.filled()
	s.SetClock(s.options.Now)
}

// next returns an unused id; the caller holds the lock.
func (s *Server) next() int64 {
	s.nextID++
	return s.nextID
}

// elsewhere answers for a foreign host: a token sent here is leaked.
func (s *Server) elsewhere(x *emulator.Exchange) func() response {
	x.Entry.Aside = true
	if x.Entry.Auth != "" || x.Entry.Query.Has("access_token") {
		s.Violated("a token was sent to another host")
	}
	return func() response { return emulator.JSON(http.StatusOK, []any{}) }
}

// The hosts of the journal.
const (
	hostWeb       = "web"
	hostAPI       = "api" // the base URL of 2027
	hostElsewhere = "elsewhere"
)

// The buckets of the rate limits.
const (
	BucketNone    = ""        // not counted: calls for connecting an athlete
	BucketOverall = "overall" // only in the overall one
	BucketRead    = "read"    // in both
)

// Count returns the number of requests of an operation; "" means all that are
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

// revoke ends both tokens of a grant, and accepts unknown tokens.
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
	} else {
		g = s.refresh[value]
	}
	if g != nil && g.app == a {
		s.disconnect(g)
	}
	return response{Status: http.StatusOK}, nil
}

// deauthorize handles the endpoint that revoke replaces.
func deauthorize(c *call) (any, error) {
	s := c.server
	if s.since(headersOnly) {
		return nil, refuse(http.StatusNotFound, "Record Not Found", "resource", "path", "invalid")
	}
	_, value, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	t := s.access[cmp.Or(c.both().Get("access_token"), value)]
	if t == nil || !s.Now().Before(t.expires) {
		return nil, unauthorized("Athlete", "access_token", "invalid")
	}
	s.disconnect(t.grant)
	return Doc{"access_token": t.value}, nil
}

// disconnect ends a grant and notifies the application's webhook.
func (s *Server) disconnect(g *grant) {
	delete(g.app.grants, g.athlete)
	for value, t := range s.access {
		if t.grant == g {
			delete(s.access, value)
		}
	}
	delete(s.refresh, g.refresh)
	s.tell(g.app, g.athlete, Event{ObjectType: "athlete", ObjectID: g.athlete, AspectType: "update", Updates: Doc{"authorized": "false"}})
}

// RevokeByAthlete revokes the consent as the athlete on the website.
func (s *Server) RevokeByAthlete(athlete int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.apps {
		if g := a.grants[athlete]; g != nil {
			s.disconnect(g)
		}
	}
}
