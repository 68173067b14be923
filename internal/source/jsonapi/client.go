package jsonapi

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"lapkeep/internal/source"
	"lapkeep/internal/source/transport"
	"lapkeep/internal/training"
)

// API describes a service to its client.
type API struct {
	Name  source.Name
	Title string // its proper name
	// URL is where it is, Path is before every operation's path: "/api/v1".
	URL, Path string
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
	// Explain tells what the service means by a failure with this reason, which
	// may be empty; nil leaves it to the status.
	Explain func(f source.Failure, reason string) error
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

	Tokens source.Tokens
	Budget source.Budget // nil counts nothing
	// UserAgent names the program and its version.
	UserAgent string
	Retry     transport.Retry
	Clock     transport.Clock // its Now must be set
	Log       *slog.Logger
	// Base sends the requests; nil is a transport of its own.
	Base http.RoundTripper
}

// Client asks a service. It is safe for concurrent use.
type Client struct {
	api  API
	http *transport.Client
	base string // with the API's path, without a slash behind
}

// New makes a client; nothing is asked yet.
func New(a API, o Options) (*Client, error) {
	base, err := a.base(o.BaseURL)
	if err != nil {
		return nil, err
	}
	return &Client{a, transport.New(transport.Options{
		Source: a.Name, Hosts: []string{base.Host}, UserAgent: o.UserAgent, Tokens: o.Tokens, BasicUser: a.BasicUser, Budget: o.Budget,
		Quotas: a.Quotas, PerSecond: a.PerSecond, Burst: a.Burst, Retry: o.Retry, MaxBytes: maxBytes, Clock: o.Clock, Log: o.Log, Base: o.Base,
	}), base.String()}, nil
}

func (a API) base(s string) (*url.URL, error) {
	if s == "" {
		s = a.URL
	}
	u, err := url.Parse(strings.TrimSuffix(strings.TrimSuffix(s, "/"), a.Path))
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" {
		return nil, training.Errorf(training.KindInvalid, "The base address of %s is not a web address.", a.Title).
			WithFix("Write it as %s, or leave it out.", a.URL)
	}
	return u.JoinPath(a.Path), nil
}

// Address is the form in which a base address is compared with another; empty
// is the service's own.
func (a API) Address(base string) (string, error) {
	u, err := a.base(base)
	if err != nil {
		return "", err
	}
	u.Host = strings.ToLower(u.Host)
	if text := u.String(); text != a.URL+a.Path {
		return text, nil
	}
	return "", nil
}
