package igpsporttest

import (
	"bytes"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Addresses are where a server listens, HOST:PORT; "" is any free port.
type Addresses struct{ CN, INTL, Files, Elsewhere string }

// Server is a running emulator. Its methods may be called at any time.
type Server struct {
	// FilesURL is the file host of both regions. It has another name than the
	// regions, so that HTTP clients treat it as another host.
	FilesURL string
	// ElsewhereURL is a host that is no part of the service: where redirects lead.
	ElsewhereURL string

	options Options
	urls    map[Region]string
	servers []*http.Server
	running sync.WaitGroup

	mu         sync.Mutex // of all below
	ahead      time.Duration
	worlds     map[Region]*world
	sessions   map[string]*session // by access token
	renewals   map[string]*session // by refresh token
	nonces     map[string]bool
	handshakes int
	key        *rsa.PrivateKey
	uploads    map[string]*upload
	nextID     int
	log        []*Request
	faults     []*fault
	violations []string
}

// world is what one region holds.
type world struct {
	members map[string]*Member // by id
	logins  map[string]*account
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
		options: o.filled(), urls: map[Region]string{}, worlds: map[Region]*world{}, sessions: map[string]*session{},
		renewals: map[string]*session{}, nonces: map[string]bool{}, uploads: map[string]*upload{}, nextID: 700100,
	}
	for _, region := range []Region{CN, INTL} {
		s.addWorld(region)
	}
	for _, l := range []struct {
		address string
		handler http.Handler
		name    string // "" is the number of the address
		url     func(string)
	}{
		{a.CN, s.region(CN), "", func(u string) { s.urls[CN] = u }},
		{a.INTL, s.region(INTL), "", func(u string) { s.urls[INTL] = u }},
		{a.Files, http.HandlerFunc(s.serveFile), "localhost", func(u string) { s.FilesURL = u }},
		{a.Elsewhere, http.HandlerFunc(s.serveElsewhere), "localhost", func(u string) { s.ElsewhereURL = u }},
	} {
		url, err := s.listen(l.address, l.handler, l.name)
		if err != nil {
			s.Close()
			return nil, err
		}
		l.url(url)
	}
	return s, nil
}

func (s *Server) listen(address string, h http.Handler, name string) (string, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", fmt.Errorf("the emulator has no port: %w", err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 30 * time.Second}
	s.servers = append(s.servers, server)
	s.running.Go(func() { _ = server.Serve(listener) }) // ends with Close
	host, port, err := net.SplitHostPort(listener.Addr().String())
	if name != "" {
		host = name
	}
	return "http://" + net.JoinHostPort(host, port), err
}

// URL is a region's address without a path.
func (s *Server) URL(region Region) string { return s.urls[region] }

// Close ends the server and every connection to it.
func (s *Server) Close() {
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

// now is the server's time; the caller holds the lock.
func (s *Server) now() time.Time { return s.options.Now().Add(s.ahead) }

// Do runs f on a region's athlete, for what no client can do: the app on a
// phone, another device.
func (s *Server) Do(region Region, f func(m *Member)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.worlds[region].logins[s.options.username(region)].member)
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

const maxBody = 64 << 20

// region answers for one region: a request is logged, may meet a fault, is
// checked and handled.
func (s *Server) region(region Region) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			return // the client went away, or sent too much
		}
		c := &call{server: s, region: region, request: r, query: r.URL.Query(), raw: body}
		status := c.find()
		s.mu.Lock()
		entry := s.record(string(region), c.name(), r, body)
		f := s.nextFault(entry)
		s.mu.Unlock()
		s.through(w, r, f, entry, func() response { return c.reply(status) })
	})
}

// through answers a request that may meet a fault.
func (s *Server) through(w http.ResponseWriter, r *http.Request, f *fault, entry *Request, reply func() response) {
	if f != nil && !f.hold(r.Context()) {
		return
	}
	if f != nil && f.breaks() && !f.Late {
		s.finish(entry, f.answer(w))
		return
	}
	p := reply()
	if f != nil && f.Truncate {
		p.body = p.body[:len(p.body)/2]
	}
	if f != nil && f.breaks() { // the effect is there, the answer is lost
		s.finish(entry, f.answer(w))
		return
	}
	s.finish(entry, p.status)
	p.write(w)
}

// reply is the answer of a call, or of what is none.
func (c *call) reply(status int) response {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tooFast() {
		return failed(http.StatusTooManyRequests, 429, "Too many requests")
	}
	if status != http.StatusOK {
		s.violated("%s %s %s: the service has no such call", c.region, c.request.Method, c.request.URL.Path)
		return failed(status, status, http.StatusText(status))
	}
	v, err := c.handle()
	var no *refusalError
	switch {
	case errors.As(err, &no):
		if no.plain != nil {
			return jsonResponse(no.status, no.plain)
		}
		return failed(no.status, no.code, no.message)
	case err != nil:
		s.violated("the emulator failed at %s: %v", c.op.name, err)
		return failed(http.StatusInternalServerError, 500, "Internal error")
	case c.op.plain:
		return jsonResponse(http.StatusOK, v)
	}
	if s.options.NumbersText && c.op.numbers {
		v = textual(v)
	}
	return jsonResponse(http.StatusOK, Doc{"code": 0, "message": "success", "data": v})
}

// Doc is a JSON object.
type Doc = map[string]any

type response struct {
	status   int
	kind     string
	location string
	body     []byte
}

func jsonResponse(status int, v any) response {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // all of it came from JSON, or is plain values
	}
	return response{status: status, kind: "application/json; charset=utf-8", body: text}
}

// failed is an error in the service's envelope.
func failed(status, code int, message string) response {
	return jsonResponse(status, Doc{"code": code, "message": message, "data": nil})
}

func (p response) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", p.kind)
	if p.location != "" {
		w.Header().Set("Location", p.location)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(p.body)))
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body) // a client that went away is no concern here
}

// refusalError is a request that the service refuses.
type refusalError struct {
	status, code int
	message      string
	plain        Doc // the whole body instead of the envelope
}

func (e *refusalError) Error() string { return e.message }

// refuse is an error with an HTTP status of its own.
func refuse(status, code int, message string) error {
	return &refusalError{status: status, code: code, message: message}
}

// refuseCode is a business error, which comes as HTTP 200.
func refuseCode(code int, message string) error {
	return refuse(http.StatusOK, code, message)
}

// textual has strings in the place of numbers.
func textual(v any) any {
	var plain any
	d := json.NewDecoder(bytes.NewReader(jsonResponse(0, v).body))
	d.UseNumber() // ids are longer than a float64 holds
	if err := d.Decode(&plain); err != nil {
		panic(err) // it was written in the line above
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case json.Number:
			return v.String()
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case Doc:
			for k := range v {
				v[k] = walk(v[k])
			}
		}
		return v
	}
	return walk(plain)
}

// Member is one athlete of a region.
type Member struct {
	ID       int64
	Name     string
	Zone     *time.Location
	Interval Doc // what UserIntervalInfo answers
	Info     Doc // what UserInfo answers
	Rides    []*Ride
	Workouts []*Workout
	Segments []Doc // those that the athlete made
}

// Workout is one of the library, in the service's form.
type Workout struct {
	ID  int
	Doc Doc
}

// The athletes' numbers. In each region another one's number is a stranger's.
const (
	idCN   = 1730042
	idINTL = 908817
)

// addWorld fills a region: the athlete, and a stranger whose number is that of
// the other region's athlete, so that a token of there opens the wrong data.
func (s *Server) addWorld(region Region) {
	w := &world{members: map[string]*Member{}, logins: map[string]*account{}}
	s.worlds[region] = w
	zone, mine, strange, name := time.FixedZone("Asia/Shanghai", 8*3600), int64(idCN), int64(idINTL), "骑行者"
	if region == INTL {
		zone, mine, strange, name = time.FixedZone("Europe/Berlin", 2*3600), idINTL, idCN, "Rider"
	}
	athlete := s.member(region, mine, name, zone)
	w.logins[s.options.username(region)] = &account{member: athlete}
	other := s.member(region, strange, "Somebody else", zone)
	if s.options.Empty {
		return
	}
	s.fill(region, athlete, s.options.Activities)
	s.fill(region, other, 1)
}

func (s *Server) member(region Region, id int64, name string, zone *time.Location) *Member {
	m := &Member{ID: id, Name: name, Zone: zone}
	s.worlds[region].members[strconv.FormatInt(id, 10)] = m
	m.setParameters(region, s.options.NoThresholds, s.options.username(region))
	return m
}

func (m *Member) ride(id string) *Ride {
	for _, r := range m.Rides {
		if strconv.FormatInt(r.ID, 10) == id {
			return r
		}
	}
	return nil
}

func (m *Member) workout(id string) *Workout {
	for _, w := range m.Workouts {
		if strconv.Itoa(w.ID) == id {
			return w
		}
	}
	return nil
}
