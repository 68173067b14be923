package stravatest

import (
	"context"
	"net/http"
	"strings"
)

// HTML is a page as a gateway answers in the place of JSON.
const HTML = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"

// Fault is something that goes wrong with requests. Which ones it meets is
// said by the first fields, what happens by the others.
type Fault struct {
	Operation string // "" is every call that an application is known to make
	After     int    // this many matching requests pass first
	Every     int    // then each n-th is met; 0 is each
	Times     int    // and no more than so many; 0 is no end

	Status     int    // answered instead, with an error body
	Resource   string // of that body's error, with the two others; all "" is a body without errors
	Field      string
	Code       string
	RetryAfter string // the header's text, which the service is not known to send; "" leaves it out
	Body       string // answered instead, with Status or 200: HTML, say
	Empty      bool   // answered instead, with Status or 200: nothing
	Location   string // answered instead: a redirect to there, with Status or 302
	Cut        bool   // the connection breaks before the answer or, with Body, within it
	Truncate   bool   // the true answer ends in its middle, and says that it is whole
	NoLimits   bool   // the answer has no headers of rate limits

	// Edit changes the true answer, numbers of which are json.Number: fields
	// that are missing, null, huge or of another type.
	Edit func(v any) any

	Gate <-chan struct{} // the request waits until it is closed or the client goes away
	Held func()          // is called when a request comes to the gate

	// Late lets the operation take effect before the fault, so that the client
	// cannot know whether it did.
	Late bool
}

type fault struct {
	Fault
	seen, met int
}

// Inject makes requests meet f from now on; of several faults the first that
// matches counts. The function ends it.
func (s *Server) Inject(f Fault) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := &fault{Fault: f}
	s.faults = append(s.faults, in)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i, g := range s.faults {
			if g == in {
				s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
				return
			}
		}
	}
}

// nextFault counts a request and is what it meets; the caller holds the lock.
func (s *Server) nextFault(r *Request) *fault {
	for _, f := range s.faults {
		if f.Operation != "" && f.Operation != r.Operation || f.Operation == "" && r.App == 0 {
			continue
		}
		f.seen++
		n := f.seen - f.After
		if n <= 0 || n%max(f.Every, 1) != 0 || f.Times > 0 && f.met >= f.Times {
			continue
		}
		f.met++
		return f
	}
	return nil
}

// through answers a request that may meet a fault.
func (s *Server) through(w http.ResponseWriter, f *fault, c *call, reply func() response) {
	if f != nil && !f.hold(c.request.Context()) {
		return
	}
	if f == nil || !f.NoLimits {
		for name, value := range c.limits {
			w.Header().Set(name, value)
		}
	}
	var p response
	switch {
	case f != nil && f.breaks() && !f.Late:
		p = f.answer(w)
	default:
		p = reply()
		if f != nil {
			p = f.spoil(w, p)
		}
	}
	if c.op != nil && c.op.web {
		w.Header().Set("Cache-Control", "no-store")
	}
	if observe := s.finish(c.entry, p.status); observe != nil {
		observe(exchange{c.entry, f != nil, p.kind, p.body})
	}
	p.write(w)
}

// hold waits; false is a client that went away.
func (f *fault) hold(ctx context.Context) bool {
	if f.Held != nil {
		f.Held()
	}
	if f.Gate != nil {
		select {
		case <-f.Gate:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// breaks tells whether the answer is another one than the operation's.
func (f *fault) breaks() bool {
	return f.Status != 0 || f.Body != "" || f.Cut || f.Empty || f.Location != ""
}

// spoil is what becomes of a true answer.
func (f *fault) spoil(w http.ResponseWriter, p response) response {
	if f.breaks() { // the effect is there, the answer is lost
		return f.answer(w)
	}
	if f.Edit != nil && p.kind == jsonKind {
		p = jsonResponse(p.status, f.Edit(plain(p.body)))
	}
	if f.Truncate {
		p.body = p.body[:len(p.body)/2]
	}
	return p
}

// answer is what the fault answers.
func (f *fault) answer(w http.ResponseWriter) response {
	if f.Cut {
		f.cut(w)
	}
	p := response{status: f.Status, location: f.Location, kind: jsonKind, body: []byte(f.Body)}
	switch {
	case f.Location != "" && p.status == 0:
		p.status = http.StatusFound
	case p.status == 0:
		p.status = http.StatusOK
	}
	switch {
	case strings.HasPrefix(f.Body, "<"):
		p.kind = "text/html; charset=utf-8"
	case f.Body == "" && f.Location == "" && !f.Empty:
		p = refuseResponse(p.status)
		if f.Resource != "" || f.Field != "" || f.Code != "" {
			p = jsonResponse(p.status, Doc{
				"message": http.StatusText(p.status), "errors": []Doc{{"resource": f.Resource, "field": f.Field, "code": f.Code}},
			})
		}
	}
	if f.RetryAfter != "" {
		p.headers = map[string]string{"Retry-After": f.RetryAfter}
	}
	return p
}

func refuseResponse(status int) response {
	return jsonResponse(status, Doc{"message": http.StatusText(status), "errors": []Doc{}})
}

// cut sends the body, if there is one, with the promise of more, and breaks.
func (f *fault) cut(w http.ResponseWriter) {
	if f.Body != "" {
		w.Header().Set("Content-Type", jsonKind)
		_, _ = w.Write([]byte(f.Body)) // it is broken off anyway
		_ = http.NewResponseController(w).Flush()
	}
	panic(http.ErrAbortHandler)
}
