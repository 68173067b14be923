package emulator

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// HTML is a page that a gateway returns instead of JSON.
const HTML = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"

// Fault is something that goes wrong with requests. The first fields select the
// requests, the others say what happens.
type Fault struct {
	Operation string // "" is every call of the service
	Method    string // "" is every method
	After     int    // this many matching requests pass first
	Every     int    // then it applies to each n-th request; 0 is each
	Times     int    // at most this often; 0 is no limit

	Status     int    // answered instead, with the service's error body
	Says       string // the text of that body, in the service's words
	RetryAfter string // the header's text; "" leaves the header out
	Body       string // answered instead, with Status or 200: HTML or invalid JSON, say
	Empty      bool   // answered instead, with Status or 200: nothing
	Location   string // answered instead: a redirect to there, with Status or 302
	Size       int    // answered instead: this many bytes, which begin like a FIT file
	Unsized    bool   // these are sent without a Content-Length
	Cut        bool   // the connection breaks before the answer or, with Body, within it
	Truncate   bool   // the true answer is cut in half, but claims to be complete

	// Edit changes the true answer, in which numbers are json.Number: to fields
	// that are missing, null, huge or of another type.
	Edit func(v any) any

	Delay time.Duration   // the request waits this long first, for manual tests
	Gate  <-chan struct{} // the request waits until it is closed or the client goes away
	Held  func()          // called when a request reaches the gate

	// Late lets the operation take effect before the fault, so that the client
	// cannot know whether it did.
	Late bool
}

type fault struct {
	Fault
	seen, met int
}

// Inject applies f to requests from now on. Of several faults the first that
// matches applies. The returned function removes f.
func (e *Engine) Inject(f Fault) (remove func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	in := &fault{Fault: f}
	e.faults = append(e.faults, in)
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		for i, g := range e.faults {
			if g == in {
				e.faults = append(e.faults[:i:i], e.faults[i+1:]...)
				return
			}
		}
	}
}

// nextFault counts a request and returns the fault for it. The caller holds the
// lock.
func (e *Engine) nextFault(r *Request) *fault {
	for _, f := range e.faults {
		if f.Operation != "" && f.Operation != r.Operation || f.Operation == "" && r.Aside || f.Method != "" && f.Method != r.Method {
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

// hold waits at the gate and returns false if the client went away.
func (f *fault) hold(ctx context.Context) bool {
	if f == nil {
		return true
	}
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
	if f.Delay > 0 {
		select {
		case <-time.After(f.Delay):
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// meet answers a request that may have a fault.
func (f *fault) meet(w http.ResponseWriter, refusal func(int, string) Response, reply func() Response) Response {
	if f == nil {
		return reply()
	}
	if f.Status == 0 && f.Body == "" && !f.Cut && !f.Empty && f.Location == "" && f.Size == 0 { // the operation's answer, spoiled
		p := reply()
		if f.Edit != nil && strings.HasPrefix(p.Kind, "application/json") {
			p = JSON(p.Status, f.Edit(Plain(p.Body)))
		}
		if f.Truncate {
			p.Body = p.Body[:len(p.Body)/2]
		}
		return p
	}
	if f.Late {
		reply() // it takes effect, but the answer is lost
	}
	if f.Cut {
		f.cut(w)
	}
	return f.instead(refusal)
}

// instead returns a fault's answer.
func (f *fault) instead(refusal func(int, string) Response) Response {
	p := Response{Status: cmp.Or(f.Status, http.StatusOK), Kind: jsonKind, Body: []byte(f.Body)}
	switch {
	case f.Location != "":
		p.Status, p.Location = cmp.Or(f.Status, http.StatusFound), f.Location
	case strings.HasPrefix(f.Body, "<"):
		p.Kind = "text/html; charset=utf-8"
	case f.Size > 0:
		p.Kind, p.unsized, p.Body = "application/octet-stream", f.Unsized, make([]byte, f.Size)
		copy(p.Body, []byte{14, 0x20, 0x54, 0x08, byte(f.Size), byte(f.Size >> 8), byte(f.Size >> 16), byte(f.Size >> 24), '.', 'F', 'I', 'T'})
	case f.Body == "" && !f.Empty:
		p = refusal(p.Status, f.Says)
	}
	if f.RetryAfter != "" {
		p.Headers = map[string]string{"Retry-After": f.RetryAfter}
	}
	return p
}

// cut sends the body, if there is one, claims that more follows, and breaks the
// connection.
func (f *fault) cut(w http.ResponseWriter) {
	if f.Body != "" {
		w.Header().Set("Content-Type", jsonKind)
		w.Header().Set("Content-Length", strconv.Itoa(2*len(f.Body)))
		_, _ = w.Write([]byte(f.Body)) // the connection is broken anyway
		_ = http.NewResponseController(w).Flush()
	}
	panic(http.ErrAbortHandler)
}
