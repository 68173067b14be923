package intervalstest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"lapkeep/test/emulator"
)

// The types of the engine that every service uses.
type (
	// Fault is something that goes wrong with requests.
	Fault = emulator.Fault
	// Request is one line of the journal.
	Request = emulator.Request
)

// Server is a running emulator. It is safe for concurrent use.
type Server struct {
	*emulator.Engine

	// URL is the address without a path; BaseURL is the address of the
	// operations.
	URL, BaseURL string

	options  Options
	routes   *http.ServeMux
	handlers map[string]Handler

	mu    sync.Mutex // guards all fields below
	world *World
}

// New returns a server that ends with the test. The test fails if a request or
// an answer does not follow the service's document.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o, "")
	if err != nil {
		t.Fatal(err)
	}
	s.EndWith(t, o.Lenient)
	return s
}

// Start returns a server on loopback until Close, for use by hand.
func Start(o Options, address string) (*Server, error) {
	s, err := build(o)
	if err != nil {
		return nil, err
	}
	if s.URL, err = s.Listen(address, "", s.handler()); err != nil {
		return nil, err
	}
	s.BaseURL = s.URL + basePath
	return s, nil
}

// basePath is the prefix of every operation's path.
const basePath = "/api/v1"

// build returns a server that is not listening yet.
func build(o Options) (*Server, error) {
	o = o.filled()
	s := &Server{
		Engine: &emulator.Engine{Refusal: spoiled, PerSecond: o.PerSecond}, options: o, handlers: map[string]Handler{},
	}
	s.SetClock(o.Now)
	s.world = &World{Contract: newContract(), Clock: s.Now}
	for _, part := range []map[string]Handler{
		activityHandlers(), streamHandlers(), intervalHandlers(), eventHandlers(), libraryHandlers(),
		athleteHandlers(), wellnessHandlers(), gearHandlers(), settingsHandlers(), itemHandlers(), chatHandlers(), placeHandlers(),
	} {
		maps.Copy(s.handlers, part)
	}
	s.makeRoutes()
	for i, id := range append([]string{o.AthleteID}, o.Coached...) {
		if err := s.addAthlete(id, i == 0); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Do runs f on the server's data, for changes that no client can make: an
// athlete on the service's own pages, another device.
func (s *Server) Do(f func(w *World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.world)
}

// found is the operation of a request, or a status.
type found struct {
	op     *Operation // nil if it is not in the document
	status int
}

func (*found) Header() http.Header         { return http.Header{} }
func (*found) Write(b []byte) (int, error) { return len(b), nil }
func (f *found) WriteHeader(status int)    { f.status = status }

// find matches the routes, which store the path's parts in the request.
func (s *Server) find(r *http.Request) *found {
	f := &found{}
	if s.routes.ServeHTTP(f, r); f.status < http.StatusBadRequest { // otherwise it would be redirected
		f.status = http.StatusNotFound
	}
	return f
}

// endings lists endings of paths. At the service a path may end in anything;
// these are the ones that clients were seen to request, and one of an unknown format.
func endings() []string {
	return []string{"", ".csv", ".json", ".zwo", ".mrc", ".erg", ".fit", "-ext", ".doc"}
}

func (s *Server) makeRoutes() {
	s.routes = http.NewServeMux()
	for _, op := range s.world.Contract.Operations {
		for _, ext := range endings() {
			path := strings.NewReplacer("{ext}", ext, "{format}", ext).Replace(op.Path)
			if ext != "" && path == op.Path {
				continue
			}
			s.routes.HandleFunc(op.Method+" "+basePath+path, func(w http.ResponseWriter, r *http.Request) {
				r.SetPathValue("ext", ext)
				w.(*found).op = op
			})
		}
	}
}

// handler returns the handler of all requests: each is authorised, checked
// against the contract, and answered.
func (s *Server) handler() http.Handler {
	return s.Handler("", func(x *emulator.Exchange) func() response {
		to := s.find(x.Request)
		x.Entry.Path = strings.TrimPrefix(x.Request.URL.Path, basePath)
		if to.op != nil {
			x.Entry.Operation = to.op.ID
		}
		return func() response {
			if to.op == nil {
				return refused(x.Request, to.status, "")
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.serve(to.op, x.Request, x.Body)
		}
	})
}

func (s *Server) serve(op *Operation, r *http.Request, body []byte) response {
	who, refusal := s.authorise(op, r)
	if refusal != nil {
		return *refusal
	}
	c := &Call{World: s.world, Op: op, Request: r, Query: r.URL.Query(), Raw: body, Bearer: who == "bearer"}
	pending := s.world.Later
	s.world.Later = nil
	v, err := s.handle(c)
	for _, f := range pending { // promised before this call, which does not see it yet
		f()
	}
	if len(pending) > 0 {
		s.settle()
	}
	var no *RefusalError
	switch {
	case err == nil:
		return s.answered(c, v)
	case errors.As(err, &no):
		return refused(r, no.Status, no.Message)
	}
	return refused(r, http.StatusInternalServerError, err.Error())
}

// handle checks a request, finds its athlete, and runs the operation.
func (s *Server) handle(c *Call) (any, error) {
	unknown, wrong := s.world.Contract.CheckQuery(c.Op, c.Query)
	if err := c.ReadBody(); err != nil {
		return nil, err
	}
	if c.Op.Body != "" && c.Op.Body != "file" && c.JSON != nil {
		u, w := s.world.Contract.Check(c.Op.Body, string(c.Op.Body), c.JSON)
		unknown, wrong = append(unknown, u...), append(wrong, w...)
	}
	for _, v := range append(unknown, wrong...) {
		s.Violated("request %s: %s", c.Op.ID, v)
	}
	if len(wrong) > 0 {
		return nil, Invalid("%s", wrong[0])
	}
	if err := c.ChooseAthlete(); err != nil {
		return nil, err
	}
	return s.run(c)
}

// run answers a call, then updates the data that depends on a change.
func (s *Server) run(c *Call) (any, error) {
	h, ok := s.handlers[c.Op.ID]
	if !ok {
		s.Violated("the emulator does not serve %s: write its handler", c.Op.ID)
		return nil, Refuse(http.StatusNotImplemented, "The emulator does not serve "+c.Op.ID)
	}
	v, err := h(c)
	if c.Op.Method != http.MethodGet {
		s.settle()
	}
	return v, err
}

// answered turns a handler's value into a checked response.
func (s *Server) answered(c *Call, v any) response {
	switch v := v.(type) {
	case nil:
		if c.Op.Method == http.MethodDelete {
			return response{Status: http.StatusNoContent}
		}
		return response{Status: http.StatusOK}
	case File:
		p := response{Status: http.StatusOK, Kind: v.Kind, Body: v.Data}
		if v.Name != "" {
			p.Headers = map[string]string{"Content-Disposition": fmt.Sprintf("attachment; filename=%q", v.Name)}
		}
		return p
	}
	status := http.StatusOK
	if made, ok := v.(WithStatus); ok {
		status, v = made.Status, made.Value
	}
	p := emulator.JSON(status, v)
	want := c.Op.Answer
	if c.Op.ID == "getActivity" { // the document leaves it open
		want = "ActivityWithIntervals"
	}
	var plain any
	if err := json.Unmarshal(p.Body, &plain); err == nil {
		unknown, wrong := s.world.Contract.Check(want, string(want), plain)
		for _, v := range append(unknown, wrong...) {
			s.Violated("answer of %s: %s", c.Op.ID, v)
		}
	}
	p.Kind = "application/json"
	return p
}

type response = emulator.Response

// spoiled returns the error of an injected fault.
func spoiled(status int, says string) response {
	return emulator.JSON(status, Doc{"status": status, "error": cmp.Or(says, http.StatusText(status))})
}

// refused returns an error in the service's words: its own two fields, or the
// framework's text if the request never reached the service.
func refused(r *http.Request, status int, message string) response {
	var body any
	switch {
	case message != "":
		body = map[string]any{"status": status, "error": message}
	case status == http.StatusUnprocessableEntity: // some come without a body
		return response{Status: status}
	default:
		body = map[string]any{
			"timestamp": "2026-09-20T22:30:00.000+00:00", "status": status,
			"error": http.StatusText(status), "path": r.URL.Path,
		}
	}
	p := emulator.JSON(status, body)
	if status == http.StatusUnauthorized {
		p.Headers = map[string]string{"WWW-Authenticate": `Basic realm="Realm"`}
	}
	return p
}
