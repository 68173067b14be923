package stravatest

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The hosts of the journal.
const (
	hostWeb       = "web"
	hostAPI       = "api" // the base URL of 2027
	hostElsewhere = "elsewhere"
)

// Buckets of the rate limits that a call counts in.
const (
	BucketNone    = ""        // it is not counted: what connects an athlete
	BucketOverall = "overall" // in the overall one alone
	BucketRead    = "read"    // in both
)

// Request is one line of the journal.
type Request struct {
	Host      string // web, api or elsewhere
	Operation string // as the service's document names it; "" if there is none
	Method    string
	Path      string // without the API's base
	Query     url.Values
	Form      url.Values // the fields of a body, without tokens and secrets
	Kind      string     // Content-Type, without its parameters
	Body      string     // of JSON
	Bucket    string
	App       int64  // 0 is unknown
	Athlete   int64  // 0 is unknown
	Auth      string // the scheme; never the token
	Status    int    // 0: no answer yet, or the connection was cut
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

// Count tells how many requests an operation had; "" is every one that is
// counted in a bucket.
func (s *Server) Count(operation string) int {
	n := 0
	for _, r := range s.Requests() {
		if r.Operation == operation || operation == "" && r.Bucket != BucketNone {
			n++
		}
	}
	return n
}

// Forget empties the journal.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = nil
}

// record begins a line of the journal and is the line; the caller holds the lock.
func (s *Server) record(host string, c *call, r *http.Request, body []byte) *Request {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	line := &Request{
		Host: host, Method: r.Method, Path: r.URL.EscapedPath(), Query: withoutSecrets(r.URL.Query()), Kind: kind, Auth: scheme, At: s.now(),
	}
	if c != nil {
		line.Path, line.Form = c.path, withoutSecrets(c.form)
		if c.op != nil {
			line.Operation = c.op.name
		}
	}
	if kind == "application/json" {
		line.Body = string(body)
	}
	s.log = append(s.log, line)
	return line
}

func withoutSecrets(v url.Values) url.Values {
	out := url.Values{}
	for name, values := range v {
		switch name {
		case "client_secret", "access_token", "refresh_token", "token", "code":
			out[name] = []string{"…"}
		default:
			out[name] = values
		}
	}
	return out
}

// finish ends a line, and is who wants to see the exchange.
func (s *Server) finish(line *Request, status int) (observe func(exchange)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line.Status = status
	return s.observe
}
