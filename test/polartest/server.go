package polartest

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
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

// HTML is the page that comes instead of JSON during maintenance.
const HTML = emulator.HTML

// The default application and athlete.
const (
	DefaultClientID     = "ca9a4b1e-0042-4c1e-8a5c-0ca9a4e15e1f"
	DefaultClientSecret = "canary-polar-canary"
	DefaultAthlete      = 48212001
)

// Options configure a server. The zero value is an athlete with seven sessions
// and 40 nights.
type Options struct {
	Now  func() time.Time
	Live bool // use the machine's clock

	// Callback is the address that the athlete registered for the application, to which
	// alone the browser is redirected; "" is http://localhost:5000/callback.
	Callback string

	Empty    bool
	Sessions int // files of sessions; 0 is six and one with two exercises
	Seconds  int // of a typical session; 0 is 300
	Nights   int // 0 is 40

	NoRotate bool // a renewal keeps the refresh token
	Quarter  int  // requests in 15 minutes; 0 is 3,000
	Day      int  // requests in 24 hours; 0 is 100,000
	Lenient  bool // violations do not fail the test
}

// Server is a running emulator. It is safe for concurrent use.
type Server struct {
	*emulator.Engine
	AuthURL string // in reality https://auth.polar.com
	DataURL string // in reality https://www.polaraccesslink.com

	options Options

	mu      sync.Mutex // guards all fields below
	athlete *Athlete
	codes   map[string]*code
	access  map[string]*token
	refresh map[string]*token
	serial  int
	used    []time.Time // requests
}

// New returns a server that ends with the test. The test fails after a request
// that the service does not accept.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o, "", "")
	if err != nil {
		t.Fatal(err)
	}
	s.EndWith(t, o.Lenient)
	return s
}

// Start returns a server on two addresses, HOST:PORT, until Close.
func Start(o Options, auth, data string) (*Server, error) {
	o.Now = emulator.Clock(o.Now, o.Live, time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC))
	o.Callback = cmp.Or(o.Callback, "http://localhost:5000/callback")
	o.Quarter, o.Day = cmp.Or(o.Quarter, 3000), cmp.Or(o.Day, 100_000)
	s := &Server{
		Engine: &emulator.Engine{Refusal: refusal}, options: o,
		codes: map[string]*code{}, access: map[string]*token{}, refresh: map[string]*token{},
	}
	s.SetClock(o.Now)
	s.athlete = s.seed()
	var err error
	if s.AuthURL, err = s.Listen(auth, "localhost", s.Handler("auth", s.take(false))); err == nil {
		s.DataURL, err = s.Listen(data, "", s.Handler("data", s.take(true)))
	}
	return s, err
}

// Do runs f on the athlete, for changes that no client can make.
func (s *Server) Do(f func(a *Athlete)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.athlete)
}

type response = emulator.Response

// refusal returns an error of the API. Its form is a guess.
func refusal(status int, says string) response {
	return emulator.JSON(status, Doc{"status": status, "message": cmp.Or(says, http.StatusText(status))})
}

// denied returns an error of the token endpoint.
func denied(status int, says string) response {
	return emulator.JSON(status, Doc{"error": says, "error_description": "refused"})
}

type call struct {
	*emulator.Exchange
	server *Server
}

// operation is one call of the service.
type operation struct {
	name, method, path string
	scope              string // "" on the host that connects
	days               int    // the longest span
	times              bool   // from and to are times without a zone
	features           []string
	wrapper            string
	rows               func(a *Athlete, features []string) []row
	answer             func(c *call) response // of the host that connects
}

const base = "/v4/data"

func operations() []operation {
	get := http.MethodGet
	return []operation{
		{name: "authorize", method: get, path: "/oauth/authorize", answer: authorize},
		{name: "accept", method: http.MethodPost, path: "/oauth/accept", answer: accept},
		{name: "token", method: http.MethodPost, path: "/oauth/token", answer: exchange},
		{
			name: "sessions", method: get, path: base + "/training-sessions/list", scope: "training_sessions:read", days: 90, times: true,
			features: []string{
				"samples", "laps", "zones", "routes", "statistics", "hill-splits", "pause-times", "test-results", "training-load-report",
				"strength-training-results", "comments", "physical-info",
			}, wrapper: "trainingSessions", rows: sessionRows,
		},
		{
			name: "sleeps", method: get, path: base + "/sleeps", scope: "sleep:read", days: 30,
			features: []string{"sleep-result", "original-sleep-result", "sleep-evaluation", "sleep-score"}, wrapper: "nightSleeps", rows: sleepRows,
		},
		{
			name: "recharges", method: get, path: base + "/nightly-recharge-results", scope: "nightly_recharge:read", days: 28,
			features: []string{"samples"}, wrapper: "nightlyRechargeResults", rows: rechargeRows,
		},
	}
}

func (s *Server) take(data bool) func(x *emulator.Exchange) func() response {
	return func(x *emulator.Exchange) func() response {
		c := &call{x, s}
		var op *operation
		for _, known := range operations() {
			if known.path == x.Request.URL.Path && (known.scope != "") == data {
				op, x.Entry.Operation = &known, known.name
			}
		}
		if x.Entry.Operation == "token" {
			x.Entry.Body = ""
		}
		over := false
		if data {
			x.Limits, over = s.count()
		}
		return func() response {
			s.mu.Lock()
			defer s.mu.Unlock()
			switch {
			case op == nil || op.method != x.Request.Method:
				s.Violated("%s %s: the service has no such call, or the form of its answer is unknown", x.Request.Method, x.Request.URL.Path)
				return refusal(http.StatusNotFound, "")
			case !data:
				return op.answer(c)
			case over:
				return refusal(http.StatusTooManyRequests, "")
			}
			return c.list(op)
		}
	}
}

// count counts a request and returns the headers.
func (s *Server) count() (headers map[string]string, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	s.used = append(s.used, now)
	quarter, day := now.Truncate(15*time.Minute), now.Truncate(24*time.Hour)
	in := [2]int{}
	for _, at := range s.used {
		for i, from := range []time.Time{quarter, day} {
			if !at.Before(from) {
				in[i]++
			}
		}
	}
	left := func(from time.Time, d time.Duration) int { return int(from.Add(d).Sub(now).Seconds()) }
	return map[string]string{
		"RateLimit-Usage": fmt.Sprintf("%d, %d", in[0], in[1]), "RateLimit-Limit": fmt.Sprintf("%d, %d", s.options.Quarter, s.options.Day),
		"RateLimit-Reset": fmt.Sprintf("%d, %d", left(quarter, 15*time.Minute), left(day, 24*time.Hour)),
	}, in[0] > s.options.Quarter || in[1] > s.options.Day
}

// list answers a call of the API.
func (c *call) list(op *operation) response {
	s := c.server
	value, _ := strings.CutPrefix(c.Request.Header.Get("Authorization"), "Bearer ")
	t := s.access[value]
	switch {
	case t == nil || !s.Now().Before(t.expires):
		return refusal(http.StatusUnauthorized, "invalid_token")
	case !slices.Contains(t.scopes, op.scope):
		return refusal(http.StatusForbidden, "insufficient_scope")
	}
	query := c.Request.URL.Query()
	for name, values := range query {
		if !slices.Contains([]string{"from", "to", "features"}, name) || name != "features" && len(values) > 1 {
			s.Violated("%s: parameter %q is unknown or repeated", op.name, name)
		}
	}
	layout := time.DateOnly
	if op.times {
		layout = wall
	}
	from, bad := time.Parse(layout, query.Get("from"))
	to, worse := time.Parse(layout, query.Get("to"))
	if bad != nil || worse != nil || to.Before(from) {
		return refusal(http.StatusBadRequest, "from or to is invalid")
	}
	features := query["features"]
	for _, f := range features {
		if !slices.Contains(op.features, f) {
			return refusal(http.StatusBadRequest, "unknown feature "+f)
		}
	}
	span, most := to.Sub(from), time.Duration(op.days)*24*time.Hour
	if span > most || len(features) > 0 && span > 24*time.Hour {
		return refusal(http.StatusBadRequest, "the span is too long")
	}
	out := []string{}
	for _, r := range op.rows(s.athlete, features) {
		if !r.at.Before(from) && r.at.Before(to) {
			out = append(out, r.text())
		}
	}
	return response{
		Status: http.StatusOK, Kind: "application/json; charset=utf-8", Body: fmt.Appendf(nil, `{"%s":[%s]}`, op.wrapper, strings.Join(out, ",")),
	}
}

// client returns whether a request has the application's Basic credentials.
func (c *call) client() bool {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(DefaultClientID+":"+DefaultClientSecret))
	return c.Request.Header.Get("Authorization") == want
}
