package intervalstest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/calendartest"
	"lapkeep/test/intervalstest/contracttest"
	"lapkeep/test/intervalstest/profiletest"
	"lapkeep/test/intervalstest/recordedtest"
)

// Server is a running emulator. Its methods may be called at any time.
type Server struct {
	// URL is the address without a path; BaseURL is where the operations are.
	URL, BaseURL string

	options  Options
	routes   *http.ServeMux
	handlers map[string]apitest.Handler
	http     *http.Server
	done     chan struct{}

	mu         sync.Mutex // of all below
	world      *apitest.World
	log        []*Request
	faults     []*fault
	violations []string
}

// New is a server that ends with the test, which fails if a request or an
// answer was not as the service's document has it.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(o, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if o.Lenient {
			return
		}
		for _, v := range s.Violations() {
			t.Errorf("against the document: %s", v)
		}
	})
	return s
}

// Start is a server on a loopback address until Close, for trying out by hand.
func Start(o Options, address string) (*Server, error) {
	s, err := build(o)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the emulator has no port: %w", err)
	}
	s.URL = "http://" + listener.Addr().String()
	s.BaseURL = s.URL + "/api/v1"
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 30 * time.Second}
	go func() {
		defer close(s.done)
		_ = s.http.Serve(listener) // ends with Close
	}()
	return s, nil
}

// build is a server that does not listen yet.
func build(o Options) (*Server, error) {
	o = o.filled()
	s := &Server{
		options: o, world: &apitest.World{Contract: contracttest.New(), Clock: o.Now},
		handlers: map[string]apitest.Handler{}, done: make(chan struct{}),
	}
	for _, part := range []map[string]apitest.Handler{recordedtest.Handlers(), calendartest.Handlers(), profiletest.Handlers()} {
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

// Close ends the server and every connection to it.
func (s *Server) Close() {
	_ = s.http.Close() // nothing is owed to clients that are still waiting
	<-s.done
}

// Do runs f on what the server holds, for what no client can do: an athlete
// at the service's own pages, another device.
func (s *Server) Do(f func(w *apitest.World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.world)
}

// Violations are the requests and answers so far that the document does not
// allow.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.violations...)
}

// found is the route of a request: how it is answered, or a status.
type found struct {
	op     *contracttest.Operation // nil is none of the document's
	answer func(r *http.Request, body []byte) response
	status int
}

func (*found) Header() http.Header         { return http.Header{} }
func (*found) Write(b []byte) (int, error) { return len(b), nil }
func (f *found) WriteHeader(status int)    { f.status = status }

// find asks the routes, which put the path's places into the request.
func (s *Server) find(r *http.Request) *found {
	f := &found{}
	if s.routes.ServeHTTP(f, r); f.status < http.StatusBadRequest { // else it would be redirected
		f.status = http.StatusNotFound
	}
	return f
}

// endings lists endings of paths. At the service a path may end in anything; these
// are those that clients were seen to ask for, and one that no format has.
func endings() []string {
	return []string{"", ".csv", ".json", ".zwo", ".mrc", ".erg", ".fit", "-ext", ".doc"}
}

func (s *Server) makeRoutes() {
	s.routes = http.NewServeMux()
	route := func(pattern string, to found, ext string) {
		s.routes.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			r.SetPathValue("ext", ext)
			*w.(*found) = to
		})
	}
	route("GET /oauth/authorize", found{answer: grant}, "")
	route("POST /api/oauth/token", found{answer: s.exchange}, "")
	for _, op := range s.world.Contract.Operations {
		to := found{op: op, answer: func(r *http.Request, body []byte) response { return s.serve(op, r, body) }}
		for _, ext := range endings() {
			path := strings.NewReplacer("{ext}", ext, "{format}", ext).Replace(op.Path)
			if ext == "" || path != op.Path {
				route(op.Method+" /api/v1"+path, to, ext)
			}
		}
	}
}

// ServeHTTP answers one request: it is logged, may meet a fault, is
// authorised, checked against the contract, and handled.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, apitest.MaxBody))
	if err != nil {
		return // the client went away, or sent too much
	}
	to, id := s.find(r), ""
	if to.op != nil {
		id = to.op.ID
	}
	s.mu.Lock()
	entry := s.record(r, id, body)
	f := s.nextFault(id)
	s.mu.Unlock()

	if f != nil && !f.hold(r.Context()) {
		return
	}
	if f != nil && !f.Late && f.breaks() {
		s.finish(entry, f.answer(w))
		return
	}
	var reply response
	switch {
	case s.tooFast():
		reply = refused(r, http.StatusTooManyRequests, "Too many requests")
	case to.answer == nil:
		reply = refused(r, to.status, "")
	default:
		reply = to.answer(r, body)
	}
	if f != nil && f.breaks() { // the effect is there, the answer is lost
		s.finish(entry, f.answer(w))
		return
	}
	s.finish(entry, reply.status)
	reply.write(w, r)
}

func (s *Server) serve(op *contracttest.Operation, r *http.Request, body []byte) (reply response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { // a fault of the emulator is told, and is no broken connection
		if v := recover(); v != nil {
			s.violations = append(s.violations, fmt.Sprintf("the emulator failed at %s: %v", op.ID, v))
			reply = refused(r, http.StatusInternalServerError, "Internal error")
		}
	}()
	who, refusal := s.authorise(op, r)
	if refusal != nil {
		return *refusal
	}
	c := &apitest.Call{World: s.world, Op: op, Request: r, Query: r.URL.Query(), Raw: body, Bearer: who == "bearer"}
	pending := s.world.Later
	s.world.Later = nil
	v, err := s.handle(c)
	for _, f := range pending { // promised before this call, and not yet seen by it
		f()
	}
	if len(pending) > 0 {
		s.settle()
	}
	var no *apitest.RefusalError
	switch {
	case err == nil:
		return s.answered(c, v)
	case errors.As(err, &no):
		return refused(r, no.Status, no.Message)
	}
	return refused(r, http.StatusInternalServerError, err.Error())
}

// handle checks a request, names its athlete, and runs the operation.
func (s *Server) handle(c *apitest.Call) (any, error) {
	unknown, wrong := s.world.Contract.CheckQuery(c.Op, c.Query)
	if err := c.ReadBody(); err != nil {
		return nil, err
	}
	if c.Op.Body != "" && c.Op.Body != "file" && c.JSON != nil {
		u, w := s.world.Contract.Check(c.Op.Body, string(c.Op.Body), c.JSON)
		unknown, wrong = append(unknown, u...), append(wrong, w...)
	}
	for _, v := range append(unknown, wrong...) {
		s.violations = append(s.violations, fmt.Sprintf("request %s: %s", c.Op.ID, v))
	}
	if len(wrong) > 0 {
		return nil, apitest.Invalid("%s", wrong[0])
	}
	if err := c.ChooseAthlete(); err != nil {
		return nil, err
	}
	return s.run(c)
}

// run answers a call, then works out what a change has changed elsewhere.
func (s *Server) run(c *apitest.Call) (any, error) {
	h, ok := s.handlers[c.Op.ID]
	if !ok {
		return nil, apitest.Refuse(http.StatusNotImplemented, "The emulator does not serve "+c.Op.ID)
	}
	v, err := h(c)
	if c.Op.Method != http.MethodGet {
		s.settle()
	}
	return v, err
}

// answered turns a handler's value into what goes out, checked.
func (s *Server) answered(c *apitest.Call, v any) response {
	switch v := v.(type) {
	case nil:
		if c.Op.Method == http.MethodDelete {
			return response{status: http.StatusNoContent}
		}
		return response{status: http.StatusOK}
	case apitest.File:
		return response{status: http.StatusOK, kind: v.Kind, name: v.Name, body: v.Data}
	}
	status := http.StatusOK
	if made, ok := v.(apitest.WithStatus); ok {
		status, v = made.Status, made.Value
	}
	text, err := json.Marshal(v)
	if err != nil {
		return refused(c.Request, http.StatusInternalServerError, err.Error())
	}
	want := c.Op.Answer
	if c.Op.ID == "getActivity" { // the document leaves it open
		want = "ActivityWithIntervals"
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err == nil {
		unknown, wrong := s.world.Contract.Check(want, string(want), plain)
		for _, p := range append(unknown, wrong...) {
			s.violations = append(s.violations, fmt.Sprintf("answer of %s: %s", c.Op.ID, p))
		}
	}
	kind := "application/json"
	if s.options.PlainText {
		kind = "text/plain;charset=UTF-8"
	}
	return response{status: status, kind: kind, body: text}
}

type response struct {
	status     int
	kind, name string
	body       []byte
	location   string // where a redirect leads
}

// refused is an error as the service words it: its own two fields, or what its
// framework says where the request never reached it.
func refused(r *http.Request, status int, message string) response {
	var body any
	switch {
	case message != "":
		body = map[string]any{"status": status, "error": message}
	case status == http.StatusUnprocessableEntity: // some come without a body
		return response{status: status}
	default:
		body = map[string]any{
			"timestamp": "2026-09-20T22:30:00.000+00:00", "status": status,
			"error": http.StatusText(status), "path": r.URL.Path,
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return response{status: status, kind: "application/json", body: text}
}

func (p response) write(w http.ResponseWriter, r *http.Request) {
	if p.kind != "" {
		w.Header().Set("Content-Type", p.kind)
	}
	if p.location != "" {
		w.Header().Set("Location", p.location)
	}
	if p.name != "" {
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", p.name))
	}
	if p.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="Realm"`)
	}
	if p.status != http.StatusNoContent {
		w.Header().Set("Content-Length", strconv.Itoa(len(p.body)))
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead && p.status != http.StatusNoContent {
		_, _ = w.Write(p.body) // a client that went away is no concern here
	}
}
