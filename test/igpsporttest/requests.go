package igpsporttest

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

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
