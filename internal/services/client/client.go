package client

import (
	"cmp"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// API describes a service to its client.
type API struct {
	Name  source.Name
	Title string // its proper name
	// URL is where it is, Path is before every operation's path: "/api/v1".
	URL, Path string
	// Regions are the addresses of a service by the region of an account; URL is
	// then the one of those that name none.
	Regions map[string]string
	// Others are more addresses of the service's own, at which it is the same.
	Others []string
	// Enveloped says that its answers are {code, message, data}, where another
	// code than 0 is a failure whatever the status.
	Enveloped bool
	// Header goes with every request to it.
	Header http.Header
	// Sign, if not nil, adds to each try what shows that nobody changed it on
	// the way. The request has its final form.
	Sign func(r *http.Request) error
	// FileHosts are others' hosts at which its files lie: "*.example.com".
	FileHosts []string
	// MaxFile is the longest file of such a host, in bytes.
	MaxFile int64
	// BasicUser is the user of [source.Basic].
	BasicUser string
	// PerSecond and Burst are the pace; 0 sets none.
	PerSecond float64
	Burst     int
	// Buckets are those of its budget that an operation counts in, besides the
	// one without a name; nil is [source.Reads] for what reads.
	Buckets func(Operation) []string
	// Quotas reads what an answer says of the service's own count; may be nil.
	Quotas func(http.Header) []source.Quota
	// Explain tells what the service means by a failure of which it said this;
	// nil leaves it to the status.
	Explain func(f source.Failure, said Said) error
	// Ended tells whether a 401 says that the credential has ended; nil is that
	// each does.
	Ended func(said Said) bool
}

// Said is what a service says of a failure. All of it may be empty.
type Said struct {
	Code    int // the service's own, which is not that of HTTP
	Reason  string
	Details []Detail
}

// Options say for whom a client asks, and how.
type Options struct {
	// BaseURL is the service's address, with or without the API's path; empty
	// is its own.
	BaseURL string
	// Athlete is whose data it is, by the service's id; empty is the owner of
	// the credential.
	Athlete string
	// Region is where accounts of the service are apart; empty where they are not.
	Region string
	// SignInURL is where an app is authorised, where that is another address;
	// empty is the service's own.
	SignInURL string

	Tokens source.Tokens
	Budget source.Budget // nil counts nothing
	// UserAgent names the program and its version.
	UserAgent string
	Retry     Retry
	Clock     Clock // its Now must be set
	Log       *slog.Logger
	// Base sends the requests; nil is a transport of its own.
	Base http.RoundTripper
	// SigningKeyFile holds a key of the athlete's that signs requests to a service
	// that asks for it; empty signs none. Random gives the words of which each
	// request has its own.
	SigningKeyFile string
	Random         io.Reader
}

// Client asks a service. It is safe for concurrent use.
type Client struct {
	api  API
	o    Options
	http *HTTPClient
	base *url.URL // with the API's path, without a slash behind

	mu    sync.Mutex
	files map[string]*HTTPClient // by method and host
}

// New makes a client; nothing is asked yet.
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
	t.Quotas = a.Quotas
	if a.Ended != nil {
		t.Ended = func(answer []byte) bool { return a.Ended(SaidIn(answer)) }
	}
	if a.Sign != nil {
		t.Base = signing{o.Base, a.Sign}
	}
	c.http = NewTransport(t)
	return c, nil
}

// transport is what the requests to all hosts share.
func (c *Client) transport() TransportOptions {
	return TransportOptions{
		Source: c.api.Name, Title: c.api.Title, UserAgent: c.o.UserAgent, PerSecond: c.api.PerSecond, Burst: c.api.Burst,
		Retry: c.o.Retry, Clock: c.o.Clock, Log: c.o.Log, Base: c.o.Base,
	}
}

// signing signs each try by itself.
type signing struct {
	next http.RoundTripper
	sign func(*http.Request) error
}

func (s signing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if err := s.sign(r); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // a contract of round-trippers
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

// Address is the form in which a base address is compared with another; empty
// is the service's own, of whichever region.
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
