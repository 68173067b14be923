package igpsporttest

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
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

// Request is one line of the journal.
type Request struct {
	Host      string // cn, intl, files or elsewhere
	Operation string // "" if the service has none for this
	Method    string
	Path      string
	Query     url.Values
	Auth      string // the scheme; never the token
	Signed    bool   // it had x-signature
	Nonce     string
	Headers   http.Header // without Authorization and the signature
	Body      string      // "" of a login, which holds a password
	Status    int         // 0: no answer yet, or the connection was cut
	At        time.Time
}

// Requests are all so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Request, len(s.log))
	for i, r := range s.log {
		all[i] = *r
	}
	return all
}

// Forget empties the journal.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = nil
}

// record begins a line of the journal and is the line; the caller holds the lock.
func (s *Server) record(host, operation string, r *http.Request, body []byte) *Request {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	headers := r.Header.Clone()
	headers.Del("Authorization")
	headers.Del("X-Signature")
	line := &Request{
		Host: host, Operation: operation, Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.Query(), Auth: scheme,
		Signed: r.Header.Get("X-Signature") != "", Nonce: r.Header.Get("X-Nonce"), Headers: headers, At: s.now(),
	}
	if operation != "login" && operation != "token" && host != "files" {
		line.Body = string(body)
	}
	s.log = append(s.log, line)
	return line
}

func (s *Server) finish(line *Request, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line.Status = status
}

// tooFast tells whether the newest call is one too many within its second.
func (s *Server) tooFast() bool {
	if s.options.PerSecond <= 0 || len(s.log) == 0 {
		return false
	}
	n, second := 0, s.log[len(s.log)-1].At.Unix()
	for i := len(s.log) - 1; i >= 0 && s.log[i].At.Unix() == second; i-- {
		if s.log[i].Host == string(CN) || s.log[i].Host == string(INTL) {
			n++
		}
	}
	return n > s.options.PerSecond
}
