package hevytest

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
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

// DefaultKey is the athlete's key.
const DefaultKey = "0ca9a4e1-5e1f-4c1e-8a5c-ca9a4b1e0042"

// DefaultUser is the athlete's id.
const DefaultUser = "c9a8e1f0-0042-4c1e-8a5c-1a2b3c4d5e6f"

// Options configure a server. The zero value is an athlete with 23 workouts:
// two full pages, and one that is not full.
type Options struct {
	Key      string // "" is the default
	Now      func() time.Time
	Live     bool // use the machine's clock
	Workouts int  // 0 is 23, negative none
	Seed     uint64

	// EmptyMissing answers 404 for the first page of an athlete without
	// workouts. What the service does is unknown.
	EmptyMissing bool
	// NoProfile answers 404 to the question whose key it is.
	NoProfile bool
	// Lenient keeps violations from failing the test.
	Lenient bool
}

// Server is a running emulator. It is safe for concurrent use.
type Server struct {
	*emulator.Engine
	URL string // without the path /v1

	options Options

	mu       sync.Mutex // guards all fields below
	key      string     // "" after Revoke
	workouts []*Workout
	deleted  []deletion
	serial   int
}

type deletion struct {
	id string
	at time.Time
}

// New returns a server that ends with the test. The test fails after a request
// that the service does not accept.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o, "")
	if err != nil {
		t.Fatal(err)
	}
	s.EndWith(t, o.Lenient)
	return s
}

// Start returns a server on an address, HOST:PORT, until Close.
func Start(o Options, address string) (*Server, error) {
	o.Key = cmp.Or(o.Key, DefaultKey)
	o.Now = emulator.Clock(o.Now, o.Live, time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC))
	if o.Workouts = max(cmp.Or(o.Workouts, 23), -1); o.Workouts < 0 {
		o.Workouts = 0
	}
	s := &Server{Engine: &emulator.Engine{Refusal: refusal}, options: o, key: o.Key}
	s.SetClock(o.Now)
	s.seed()
	url, err := s.Listen(address, "", s.Handler("api", s.take))
	s.URL = url
	return s, err
}

// Revoke ends the key, as a click on the website does.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.key = ""
}

// response is an answer.
type response = emulator.Response

// refusal returns an error in the service's form: bare text without an envelope.
func refusal(status int, says string) response {
	kind := "text/plain; charset=utf-8"
	if status == http.StatusUnauthorized {
		kind, says = "text/html; charset=utf-8", "InvalidApiKey"
	}
	return response{Status: status, Kind: kind, Body: []byte(cmp.Or(says, http.StatusText(status)))}
}

// bad returns the other form of an error, which 400 has.
func bad(says string) response { return emulator.JSON(http.StatusBadRequest, Doc{"error": says}) }

type call struct {
	*emulator.Exchange
	server *Server
	id     string
}

// operation is one call of the service.
type operation struct {
	name, path string
	query      []string
	answer     func(c *call) response
}

func operations() []operation {
	pages := []string{"page", "pageSize"}
	return []operation{
		{"user", "/v1/user/info", nil, user},
		{"workouts", "/v1/workouts", pages, workouts},
		{"count", "/v1/workouts/count", nil, count},
		{"events", "/v1/workouts/events", append([]string{"since"}, pages...), events},
		{"workout", "/v1/workouts/{word}", nil, workout},
		{"templates", "/v1/exercise_templates", pages, templates},
		{"template", "/v1/exercise_templates/{word}", nil, template},
	}
}

func (s *Server) take(x *emulator.Exchange) func() response {
	c := &call{Exchange: x, server: s}
	var op *operation
	for _, known := range operations() {
		id, ok := emulator.Match(known.path, x.Request.URL.EscapedPath(), false)
		if ok {
			op, c.id, x.Entry.Operation = &known, id, known.name
			break
		}
	}
	x.Entry.Headers.Del("api-key")
	return func() response {
		s.mu.Lock()
		defer s.mu.Unlock()
		if op == nil || x.Request.Method != http.MethodGet {
			s.Violated("%s %s: it is no call that reads", x.Request.Method, x.Request.URL.Path)
			return refusal(http.StatusNotFound, "")
		}
		if key := x.Request.Header.Get("Api-Key"); key == "" || key != s.key {
			return refusal(http.StatusUnauthorized, "")
		}
		for name := range x.Request.URL.Query() {
			if !slices.Contains(op.query, name) {
				s.Violated("%s: parameter %q is unknown", op.name, name)
			}
		}
		if x.Request.Header.Get("Authorization") != "" || strings.Contains(x.Request.URL.RawQuery, s.key) || len(x.Body) > 0 {
			s.Violated("%s: the key is sent elsewhere than in its header, or there is a body", op.name)
		}
		return op.answer(c)
	}
}

// paged returns a page of rows in an object with their name.
func paged(c *call, name string, rows []Doc, standard, most int) response {
	number, size := c.number("page", 1), c.number("pageSize", standard)
	if number < 1 || size < 1 || size > most {
		return bad("page or pageSize is invalid")
	}
	pages := (len(rows) + size - 1) / size
	if number > pages && (number > 1 || c.server.options.EmptyMissing) {
		return refusal(http.StatusNotFound, "Page not found")
	}
	from := min((number-1)*size, len(rows))
	return emulator.JSON(http.StatusOK, Doc{
		"page": number, "page_count": pages, name: append([]Doc{}, rows[from:min(from+size, len(rows))]...),
	})
}

// number returns a number of the query; -1 is none.
func (c *call) number(name string, standard int) int {
	text := c.Request.URL.Query().Get(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

func workouts(c *call) response {
	rows := []Doc{}
	for _, w := range c.server.sorted() {
		rows = append(rows, w.doc())
	}
	return paged(c, "workouts", rows, 5, 10)
}

// user returns the account. The names of its fields are a guess.
func user(c *call) response {
	if c.server.options.NoProfile {
		return refusal(http.StatusNotFound, "User not found")
	}
	return emulator.JSON(http.StatusOK, Doc{"data": Doc{"id": DefaultUser, "name": "lifter", "url": "https://hevy.com/user/lifter"}})
}

func count(c *call) response {
	return emulator.JSON(http.StatusOK, Doc{"workout_count": len(c.server.workouts)})
}

func workout(c *call) response {
	w := c.server.find(c.id)
	if w == nil {
		return refusal(http.StatusNotFound, "Workout not found")
	}
	return emulator.JSON(http.StatusOK, w.doc())
}

// events returns what changed after a moment, newest first. Whether the moment
// itself counts is unknown: here it does not, a guess.
func events(c *call) response {
	since := time.Time{}
	if text := c.Request.URL.Query().Get("since"); text != "" {
		var err error
		if since, err = time.Parse(time.RFC3339, text); err != nil {
			return bad("since is no date")
		}
	}
	type event struct {
		at  time.Time
		doc Doc
	}
	all := []event{}
	for _, w := range c.server.sorted() {
		all = append(all, event{w.Updated, Doc{"type": "updated", "workout": w.doc()}})
	}
	for _, d := range c.server.deleted {
		all = append(all, event{d.at, Doc{"type": "deleted", "id": d.id, "deleted_at": stamp(d.at)}})
	}
	slices.SortStableFunc(all, func(a, b event) int { return b.at.Compare(a.at) })
	rows := []Doc{}
	for _, e := range all {
		if e.at.After(since) {
			rows = append(rows, e.doc)
		}
	}
	return paged(c, "events", rows, 5, 10)
}

func templates(c *call) response { return paged(c, "exercise_templates", exerciseTemplates(), 5, 100) }

func template(c *call) response {
	for _, t := range exerciseTemplates() {
		if t["id"] == c.id {
			return emulator.JSON(http.StatusOK, t)
		}
	}
	return refusal(http.StatusNotFound, "Exercise template not found")
}

// stamp returns a time in the service's form.
func stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }
