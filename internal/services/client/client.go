// Package client talks to services whose HTTP APIs return JSON: it makes requests, reads
// responses, explains failures, fetches files and reads lists page by page. A service's
// operations, and the meaning of its responses, are defined in the service's own package.
//
// It contains no service's name: each service is a value of [API].
//
// # Lenient
//
// The lenient types parse values that services write in several forms of JSON.
//
// # Transport
//
// Every request passes through a chain of round-trippers, each with one task. Only [New]
// composes the chain. From the outside in:
//
//	guard    only configured hosts, only TLS beyond this machine
//	retry    temporary failures, if they may be sent twice
//	budget   the service's own count, before anything is sent
//	pace     requests per second
//	auth     the credential, only to the hosts that it belongs to
//	whole    the response is read to its end, up to a limit
//	log      one line per request, without anything secret in it
//
// The clock, randomness and credentials are passed in as values.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// API describes a service to its client.
type API struct {
	Name  source.Name
	Title string // the service's display name
	// URL is the service's address. Path, such as "/api/v1", precedes every
	// operation's path.
	URL, Path string
	// Regions maps the regions of accounts to addresses of the service; URL is then
	// used for accounts without a region.
	Regions map[string]string
	// Others lists other addresses of the same service.
	Others []string
	// Enveloped is set if responses are {code, message, data}, where a code other
	// than 0 is a failure whatever the status.
	Enveloped bool
	// Header is sent with every request.
	Header http.Header
	// Sign, if not nil, adds a signature to each try, which proves that the request
	// was not changed. The request already has its final form.
	Sign func(r *http.Request) error
	// FileHosts lists other hosts that store the service's files:
	// "*.example.com".
	FileHosts []string
	// MaxFile is the maximum size in bytes of a file from such a host.
	MaxFile int64
	// BasicUser is the user name for [source.Basic].
	BasicUser string
	// KeyHeader is the header with a key that is no [source.Basic] password; if it is empty,
	// the key is a bearer token.
	KeyHeader string
	// PerSecond and Burst limit the pace of requests; 0 means no limit.
	PerSecond float64
	Burst     int
	// Buckets returns the buckets of the budget in which an operation counts, in
	// addition to the unnamed one. If it is nil, reads count in [source.Reads].
	Buckets func(Operation) []string
	// Quotas reads the service's own counts from a response; it may be nil.
	Quotas func(http.Header) []source.Quota
	// Explain returns the error for a failure with the service's message; if the
	// function or its result is nil, the status decides.
	Explain func(f source.Failure, said Message) error
	// Ended reports, from the message of a 401, whether the credential has
	// ended; nil means that it always has.
	Ended func(said Message) bool
}

// Message is a service's message about a failure. All fields may be empty.
type Message struct {
	Code    int // the service's own code, not the HTTP status
	Reason  string
	Details []Detail
}

// Options describes for whom a client sends requests, and how.
type Options struct {
	// BaseURL is the service's address, with or without the API's path; empty means the
	// default address.
	BaseURL string
	// Athlete is the service's id of the athlete whose data is requested; empty
	// means the owner of the credential.
	Athlete string
	// Region is the region of the account; empty if the service has no regions.
	Region string
	// SignInURL is the address for authorising an app; empty means the service's own.
	SignInURL string

	Tokens source.Tokens
	Budget source.Budget // nil counts nothing
	// UserAgent is the name and version of the program.
	UserAgent string
	Retry     Retry
	Clock     Clock // its Now must be set
	Log       *slog.Logger
	// Base sends the requests; nil means a new transport.
	Base http.RoundTripper
	// SigningKeyFile is the file with the athlete's key for signing requests to a
	// service that requires signatures; if it is empty, requests are not signed.
	// Random provides the nonces.
	SigningKeyFile string
	Random         io.Reader
}

// Client sends requests to a service. It is safe for concurrent use.
type Client struct {
	api  API
	o    Options
	http *HTTPClient
	base *url.URL // with the API's path, without a trailing slash

	mu    sync.Mutex
	files map[string]*HTTPClient // by method and host
}

// New returns a client. It sends no request.
func New(a API, o Options) (*Client, error) {
	base, err := a.base(o.BaseURL, o.Region)
	if err != nil {
		return nil, err
	}
	if o.Base == nil {
		o.Base = NewBase()
	}
	c := &Client{api: a, o: o, base: base, files: map[string]*HTTPClient{}}
	t := c.transport()
	t.Hosts, t.Tokens, t.BasicUser, t.Budget, t.MaxBytes = []string{base.Host}, o.Tokens, a.BasicUser, o.Budget, maxBytes
	t.KeyHeader = a.KeyHeader
	t.Quotas = a.Quotas
	if a.Ended != nil {
		t.Ended = func(answer []byte) bool { return a.Ended(MessageIn(answer)) }
	}
	if a.Sign != nil {
		t.Base = signing{o.Base, a.Sign}
	}
	c.http = NewTransport(t)
	return c, nil
}

// transport returns the transport options for all hosts of the service.
func (c *Client) transport() TransportOptions {
	return TransportOptions{
		Source: c.api.Name, Title: c.api.Title, UserAgent: c.o.UserAgent, PerSecond: c.api.PerSecond, Burst: c.api.Burst,
		Retry: c.o.Retry, Clock: c.o.Clock, Log: c.o.Log, Base: c.o.Base,
	}
}

// signing is a round-tripper that signs each try separately.
type signing struct {
	next http.RoundTripper
	sign func(*http.Request) error
}

func (s signing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if err := s.sign(r); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // round-trippers must close the body
		}
		return nil, err
	}
	return s.next.RoundTrip(r)
}

func (a API) base(s, region string) (*url.URL, error) {
	if s == "" {
		s = cmp.Or(a.Regions[region], a.URL)
	}
	u, err := url.Parse(strings.TrimSuffix(strings.TrimSuffix(s, "/"), a.Path))
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" {
		return nil, training.Errorf(training.KindInvalid, "The base address of %s is not a web address.", a.Title).
			WithFix("Write it as %s, or leave it out.", a.URL)
	}
	return u.JoinPath(a.Path), nil
}

// Address returns a base address in a form that can be compared: with a lower-case
// host, or empty for the service's own address in any region.
func (a API) Address(base string) (string, error) {
	u, err := a.base(base, "")
	if err != nil {
		return "", err
	}
	u.Host = strings.ToLower(u.Host)
	text := u.String()
	if text == a.URL+a.Path || slices.Contains(a.Others, text) {
		return "", nil
	}
	for _, own := range a.Regions {
		if text == own+a.Path {
			return "", nil
		}
	}
	return text, nil
}

// HTTPClient sends requests through the chain. It is safe for concurrent use.
type HTTPClient struct {
	name   source.Name
	title  string
	now    func() time.Time
	http   *http.Client
	budget source.Budget // nil counts nothing
	quotas func(http.Header) []source.Quota
}

// Answer is a service's complete response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request. For a status of 400 or more it returns both an error made by
// [source.Fail] and the response, so that the caller can read the service's
// message. If there is no response (no connection, a used-up budget, a forbidden
// host), it returns a nil Answer.
func (c *HTTPClient) Do(r *http.Request) (*Answer, error) {
	resp, err := c.http.Do(r) // #nosec G704 -- the chain lets requests go to the hosts of one service alone
	if err != nil {
		return nil, c.noAnswer(r, err)
	}
	defer resp.Body.Close()
	a := &Answer{resp.StatusCode, resp.Header, textOf(resp)}
	fault, failed := source.FaultOfStatus(a.Status)
	if !failed {
		return a, nil
	}
	f := source.Failure{Fault: fault, Source: c.name, Title: c.title, Status: a.Status}
	if fault.Temporary() {
		now := c.now()
		if f.RetryAt, failed = RetryAfter(a.Header, now); !failed && fault == source.LockedOut {
			f.RetryAt = now.Add(lockTime)
		}
		if fault == source.RateLimited && !failed {
			if q, until, ok := usedUp(c.quotas, a.Header, now); ok {
				f.RetryAt = until
				return a, source.Exhausted(f, q)
			}
		}
	}
	return a, source.Fail(f, "")
}

// noAnswer returns the error for a request without a response. Our own errors and the
// caller's cancellation are returned unchanged; all others are attributed to the service.
func (c *HTTPClient) noAnswer(r *http.Request, err error) error {
	if ours, ok := errors.AsType[*training.Error](err); ok {
		return ours
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	if why, ok := unreached(c.name, r, err); ok {
		return why
	}
	return source.Fail(source.Failure{Fault: source.Unavailable, Source: c.name, Title: c.title, Err: cause(err)}, "")
}

// Heed blocks further requests until the end of a limit or lock that the service reported in
// its message. A lock without an end is assumed to last an hour.
func (c *HTTPClient) Heed(ctx context.Context, err error) error {
	f, ok := source.FailureOf(err)
	if !ok || !f.Fault.Waits() {
		return err
	}
	if f.RetryAt.IsZero() {
		f.RetryAt = c.now().Add(pauseOf(f.Fault))
		err = source.Until(err, f.RetryAt)
	}
	if c.budget != nil {
		if kept := c.budget.Block(ctx, f.RetryAt, f.Fault); kept != nil {
			return kept
		}
	}
	return err
}

// HTTP returns the chain as a plain client for libraries that need one.
func (c *HTTPClient) HTTP() *http.Client { return c.http }

// envelope is the JSON in which services report failures. Some services wrap every
// response in it.
type envelope struct {
	Code    code            `json:"code"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	Errors  details         `json:"errors"`
}

// Detail is one problem that a service reports, in its own words.
type Detail struct {
	Resource string `json:"resource"`
	Field    string `json:"field"`
	Code     string `json:"code"`
}

// details is a list of details. Any other JSON value counts as an empty list.
type details []Detail

func (d *details) UnmarshalJSON(b []byte) error {
	var list []Detail
	if json.Unmarshal(b, &list) == nil {
		*d = list
	}
	return nil
}

// code is a number, or text that contains one. Other text is ignored.
type code struct {
	number int
	known  bool
}

func (c *code) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(string(bytes.Trim(b, `"`)))
	*c = code{n, err == nil}
	return nil
}

func (e *envelope) message() Message {
	return Message{e.Code.number, textclean.Line(cmp.Or(e.Error, e.Message), maxReason), e.Errors}
}

// MessageIn returns the message in a response; it is empty if the response is, for
// example, an HTML page.
func MessageIn(answer []byte) Message {
	var e envelope
	_ = json.Unmarshal(answer, &e) // if the form differs, the fields that could be read are used
	return e.message()
}

var errNoEnvelope = errors.New("no envelope")

// unwrap removes the envelope of a response, whose code may report a failure.
func (c *Client) unwrap(ctx context.Context, op Operation, a *Answer) (*Answer, error) {
	var e envelope
	if err := c.Decode(op, a, &e); err != nil {
		return nil, err
	}
	switch {
	case !e.Code.known:
		return nil, c.NotAsDescribed(op, errNoEnvelope)
	case e.Code.number == 0:
		return &Answer{Status: a.Status, Header: a.Header, Body: e.Data}, nil
	}
	f := source.Failure{
		Fault: faultOfCode(e.Code.number), Source: c.api.Name, Title: c.api.Title, Status: a.Status,
		Err: errors.New(op.ID + " answered a code"),
	}
	err := source.Fail(f, "%s rejected the request with code %d.", c.api.Title, e.Code.number)
	return nil, c.http.Heed(ctx, c.explain(ctx, a, err))
}

// faultOfCode maps a code that services take from HTTP to a fault. Services have no
// common codes for other failures, so their fault is Refused.
func faultOfCode(code int) source.Fault {
	switch code {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
		f, _ := source.FaultOfStatus(code)
		return f
	}
	return source.Refused
}
