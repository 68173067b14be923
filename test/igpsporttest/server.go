package igpsporttest

import (
	"cmp"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"lapkeep/test/emulator"
)

// The types of the engine that every service uses.
type (
	// Fault is something that goes wrong with requests. The operations of the
	// file host are "file" and "putFile".
	Fault = emulator.Fault
	// Request is one line of the journal.
	Request = emulator.Request
	// Doc is a JSON object.
	Doc = emulator.Doc
)

// HTML is a page that a gateway returns instead of JSON.
const HTML = emulator.HTML

// Addresses are the addresses of a server, HOST:PORT; "" is any free port.
type Addresses struct{ CN, INTL, Files, Elsewhere string }

// Server is a running emulator. It is safe for concurrent use.
type Server struct {
	*emulator.Engine

	// FilesURL is the file host of both regions. Its name differs from theirs,
	// so that HTTP clients treat it as another host.
	FilesURL string
	// ElsewhereURL is a host outside the service, to which redirects lead.
	ElsewhereURL string

	options        Options
	urlCN, urlINTL string

	mu         sync.Mutex // guards all fields below
	worlds     map[Region]*world
	sessions   map[string]*session // by access token
	nonces     map[string]bool
	handshakes int
	key        *rsa.PrivateKey
	uploads    map[string]*upload
	nextID     int
}

// world holds the data of one region.
type world struct {
	members map[string]*Member // by id
	logins  map[string]*account
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
	o = o.filled()
	s := &Server{
		Engine: &emulator.Engine{Refusal: refusal, PerSecond: o.PerSecond}, options: o, worlds: map[Region]*world{},
		sessions: map[string]*session{}, nonces: map[string]bool{}, uploads: map[string]*upload{}, nextID: 700100,
	}
	s.SetClock(o.Now)
	for _, region := range []Region{CN, INTL} {
		s.addWorld(region)
	}
	var err error
	for _, l := range []struct {
		address string
		handler http.Handler
		name    string // "" is the number of the address
		url     *string
	}{
		{a.CN, s.region(CN), "", &s.urlCN},
		{a.INTL, s.region(INTL), "", &s.urlINTL},
		{a.Files, s.Handler("files", s.files), "localhost", &s.FilesURL},
		{a.Elsewhere, s.Handler("elsewhere", s.elsewhere), "localhost", &s.ElsewhereURL},
	} {
		if *l.url, err = s.Listen(l.address, l.name, l.handler); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// URL returns a region's address without a path.
func (s *Server) URL(region Region) string {
	if region == CN {
		return s.urlCN
	}
	return s.urlINTL
}

// Do runs f on a region's athlete, for changes that no client can make: the app
// on a phone, another device.
func (s *Server) Do(region Region, f func(m *Member)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.worlds[region].logins[username(region)].member)
}

// region answers for one region.
func (s *Server) region(region Region) http.Handler {
	return s.Handler(string(region), func(x *emulator.Exchange) func() response {
		c := &call{server: s, region: region, request: x.Request, query: x.Request.URL.Query(), raw: x.Body}
		status := c.find()
		if c.op != nil {
			x.Entry.Operation = c.op.name
		}
		if x.Entry.Operation == "login" {
			x.Entry.Body = ""
		}
		return func() response { return c.reply(status) }
	})
}

// reply returns the answer to a call, or to an unknown request.
func (c *call) reply(status int) response {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if status != http.StatusOK {
		s.Violated("%s %s %s: the service has no such call", c.region, c.request.Method, c.request.URL.Path)
		return failed(status, status, http.StatusText(status))
	}
	v, err := c.handle()
	var no *refusalError
	switch {
	case errors.As(err, &no):
		if no.plain != nil {
			return emulator.JSON(no.status, no.plain)
		}
		return failed(no.status, no.code, no.message)
	case err != nil:
		panic(err)
	case c.op.plain:
		return emulator.JSON(http.StatusOK, v)
	}
	if s.options.NumbersText && c.op.numbers {
		v = textual(v)
	}
	return emulator.JSON(http.StatusOK, Doc{"code": 0, "message": "success", "data": v})
}

type response = emulator.Response

// refusal returns an error whose code is its status.
func refusal(status int, says string) response {
	return failed(status, status, cmp.Or(says, http.StatusText(status)))
}

// failed returns an error in the service's envelope.
func failed(status, code int, message string) response {
	return emulator.JSON(status, Doc{"code": code, "message": message, "data": nil})
}

// refusalError is a refusal of a request.
type refusalError struct {
	status, code int
	message      string
	plain        Doc // the whole body instead of the envelope
}

func (e *refusalError) Error() string { return e.message }

// refuse returns an error with its own HTTP status.
func refuse(status, code int, message string) error {
	return &refusalError{status: status, code: code, message: message}
}

// refuseCode returns a business error, which has HTTP status 200.
func refuseCode(code int, message string) error {
	return refuse(http.StatusOK, code, message)
}

// textual replaces numbers with strings.
func textual(v any) any {
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
	return walk(emulator.Plain(emulator.JSON(0, v).Body))
}

// Member is one athlete of a region.
type Member struct {
	ID       int64
	Name     string
	Zone     *time.Location
	Interval Doc // the answer of UserIntervalInfo
	Info     Doc // the answer of UserInfo
	Rides    []*Ride
	Workouts []*Workout
	Segments []Doc // made by the athlete
}

// Workout is a workout of the library, in the service's form.
type Workout struct {
	ID  int
	Doc Doc
}

// The athletes' ids. In each region, the other athlete's id belongs to a
// stranger.
const (
	idCN   = 1730042
	idINTL = 908817
)

// addWorld fills a region with the athlete, and with a stranger who has the id
// of the other region's athlete, so that a token from there opens the wrong
// data.
func (s *Server) addWorld(region Region) {
	w := &world{members: map[string]*Member{}, logins: map[string]*account{}}
	s.worlds[region] = w
	zone, mine, strange, name := time.FixedZone("Asia/Shanghai", 8*3600), int64(idCN), int64(idINTL), "骑行者"
	if region == INTL {
		zone, mine, strange, name = time.FixedZone("Europe/Berlin", 2*3600), idINTL, idCN, "Rider"
	}
	athlete := s.member(region, mine, name, zone)
	w.logins[username(region)] = &account{member: athlete}
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
	m.setParameters(region, s.options.NoThresholds, username(region))
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
