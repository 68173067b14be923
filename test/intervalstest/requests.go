package intervalstest

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Request is one line of the log.
type Request struct {
	Operation string // the document's operationId; "" if it has none for this
	Method    string
	Path      string // without /api/v1
	Query     url.Values
	Auth      string // the scheme: Basic, Bearer or ""; never the secret
	UserAgent string
	Body      string
	Status    int // 0: no answer yet, or the connection was cut
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

// Forget empties the log.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = nil
}

// record begins a line of the log and is the line.
func (s *Server) record(r *http.Request, op string, body []byte) *Request {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	line := &Request{
		Operation: op, Method: r.Method, Path: strings.TrimPrefix(r.URL.Path, "/api/v1"), Query: r.URL.Query(),
		Auth: scheme, UserAgent: r.UserAgent(), Body: string(body), At: s.options.Now(),
	}
	s.log = append(s.log, line)
	return line
}

func (s *Server) finish(line *Request, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line.Status = status
}

// tooFast tells whether the newest request is one too many within its second.
func (s *Server) tooFast() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.options.PerSecond <= 0 || len(s.log) == 0 {
		return false
	}
	n, second := 0, s.log[len(s.log)-1].At.Unix()
	for i := len(s.log) - 1; i >= 0 && s.log[i].At.Unix() == second; i-- {
		n++
	}
	return n > s.options.PerSecond
}
