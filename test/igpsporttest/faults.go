package igpsporttest

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// HTML is a page as a gateway answers in the place of JSON.
const HTML = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"

// Fault is something that goes wrong with requests. Which ones it meets is
// said by the first fields, what happens by the others.
type Fault struct {
	Operation string // "" is every call of the two regions; "file" and "putFile" are the file host's
	Region    Region // "" is both
	After     int    // this many matching requests pass first
	Every     int    // then each n-th is met; 0 is each
	Times     int    // and no more than so many; 0 is no end

	Status     int    // answered instead, with the service's error body
	Code       int    // of that body; 0 is the status
	RetryAfter string // the header's text; "" leaves the header out
	Body       string // answered instead, with Status or 200: HTML, say
	Empty      bool   // answered instead, with Status or 200: nothing
	Location   string // answered instead: a redirect to there, with Status or 302
	Size       int    // answered instead: so many bytes that begin as a FIT file does
	Unsized    bool   // those come without a Content-Length
	Cut        bool   // the connection breaks before the answer or, with Body, within it
	Truncate   bool   // the true answer ends in its middle, and says that it is whole

	Delay time.Duration   // the request waits so long first, for trying out by hand
	Gate  <-chan struct{} // the request waits until it is closed or the client goes away
	Held  func()          // is called when a request comes to the gate

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
	ofRegion := r.Host == string(CN) || r.Host == string(INTL)
	for _, f := range s.faults {
		if f.Operation == "" && !ofRegion || f.Operation != "" && f.Operation != r.Operation ||
			f.Region != "" && ofRegion && string(f.Region) != r.Host {
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
	if f.Delay > 0 {
		select {
		case <-time.After(f.Delay):
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// breaks tells whether the answer is another one than the operation's.
func (f *fault) breaks() bool {
	return f.Status != 0 || f.Body != "" || f.Cut || f.Empty || f.Location != "" || f.Size != 0
}

// answer sends what the fault sends and is the status, 0 for a broken
// connection.
func (f *fault) answer(w http.ResponseWriter) int {
	if f.Cut {
		f.cut(w)
	}
	p := response{status: f.Status, location: f.Location, kind: "application/json; charset=utf-8", body: []byte(f.Body)}
	switch {
	case f.Location != "" && p.status == 0:
		p.status = http.StatusFound
	case p.status == 0:
		p.status = http.StatusOK
	}
	switch {
	case strings.HasPrefix(f.Body, "<"):
		p.kind = "text/html; charset=utf-8"
	case f.Size > 0:
		f.send(w, p.status)
		return p.status
	case f.Body == "" && f.Location == "" && !f.Empty:
		code := f.Code
		if code == 0 {
			code = p.status
		}
		p.body = failed(p.status, code, http.StatusText(p.status)).body
	}
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	p.write(w)
	return p.status
}

// send is a file of the fault's size: a header that promises the rest, and zeros.
func (f *fault) send(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/octet-stream")
	if !f.Unsized {
		w.Header().Set("Content-Length", strconv.Itoa(f.Size))
	}
	w.WriteHeader(status)
	head := []byte{14, 0x20, 0x54, 0x08, byte(f.Size), byte(f.Size >> 8), byte(f.Size >> 16), byte(f.Size >> 24), '.', 'F', 'I', 'T'}
	block := make([]byte, 1<<16)
	copy(block, head)
	for left := f.Size; left > 0; left -= len(block) {
		if left < len(block) {
			block = block[:left]
		}
		if _, err := w.Write(block); err != nil {
			return // the client has had enough
		}
		if bytes.HasPrefix(block, head) {
			clear(block[:len(head)])
		}
	}
}

// cut sends the body, if there is one, with the promise of more, and breaks.
func (f *fault) cut(w http.ResponseWriter) {
	if f.Body != "" {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(2*len(f.Body)))
		_, _ = w.Write([]byte(f.Body)) // it is broken off anyway
		_ = http.NewResponseController(w).Flush()
	}
	panic(http.ErrAbortHandler)
}
