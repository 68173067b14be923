package intervalsicu

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/transport"
	"lapkeep/internal/training"
)

// DefaultBaseURL is where the service is.
const DefaultBaseURL = "https://intervals.icu"

const apiPath = "/api/v1"

// Options say for whom a client asks, and how.
type Options struct {
	// BaseURL is the service's address, with or without /api/v1; empty is
	// DefaultBaseURL.
	BaseURL string
	// Athlete is whose data it is: "i12345", the bare number of an old account,
	// or "0" or nothing for the owner of the credential.
	Athlete string

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

// Client is Intervals.icu for one athlete. It is safe for concurrent use.
type Client struct {
	http    *transport.Client
	tokens  source.Tokens
	base    string // with the API's path, without a slash behind
	athlete string // as paths have it
	now     func() time.Time

	mu sync.Mutex
	me *owner // once asked
	// roster is whom the service named last, where the credential is their coach's own.
	roster *[]source.Other
	mine   map[string]bool // activities that were seen to be the athlete's
}

// The pace that the service's author asks for is ten requests a second of one
// address, with short bursts; half of it leaves room for other programs.
const (
	perSecond = 5
	burst     = 10
	maxBytes  = 64 << 20
)

// New makes a client; nothing is asked yet.
func New(o Options) (*Client, error) {
	base, err := baseURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	athlete, err := AthleteID(o.Athlete)
	if err != nil {
		return nil, err
	}
	return &Client{
		mine: map[string]bool{}, tokens: o.Tokens, base: base.String(), athlete: athlete, now: o.Clock.Now,
		http: transport.New(transport.Options{
			Source: wire.Name, Hosts: []string{base.Host}, UserAgent: o.UserAgent, Tokens: o.Tokens, BasicUser: "API_KEY", Budget: o.Budget,
			PerSecond: perSecond, Burst: burst, Retry: o.Retry, MaxBytes: maxBytes, Clock: o.Clock, Log: o.Log, Base: o.Base,
		}),
	}, nil
}

func baseURL(s string) (*url.URL, error) {
	if s == "" {
		s = DefaultBaseURL
	}
	u, err := url.Parse(strings.TrimSuffix(strings.TrimSuffix(s, "/"), apiPath))
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" {
		return nil, training.Errorf(training.KindInvalid, "The base address of Intervals.icu is none.").
			WithFix("Write it as %s, or leave it away.", DefaultBaseURL)
	}
	return u.JoinPath(apiPath), nil
}

// Address is the form in which a base address is compared with another; empty
// is the service's own.
func Address(base string) (string, error) {
	u, err := baseURL(base)
	if err != nil {
		return "", err
	}
	u.Host = strings.ToLower(u.Host)
	if text := u.String(); text != DefaultBaseURL+apiPath {
		return text, nil
	}
	return "", nil
}

// AthleteID reads the id of an athlete in the forms in which people have it.
// Nothing and "0" are the owner of the credential. No letter is put before a
// bare number: accounts of the first years have no other id.
func AthleteID(s string) (string, error) {
	id := strings.ToLower(strings.TrimSpace(s))
	id = strings.TrimPrefix(id, string(wire.Name)+":")
	if id == "" {
		return self, nil
	}
	if digits := strings.TrimPrefix(id, "i"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", training.Errorf(training.KindInvalid, "%q is no athlete of Intervals.icu.", s).
			WithFix("Write the id as i12345 or 12345, as it stands under Settings, Developer; leave it away for yourself.")
	}
	return id, nil
}

// self is how paths name the owner of the credential.
const self = "0"

// Name is the service's name.
func (c *Client) Name() source.Name { return wire.Name }

// Policy is what the service's terms allow: an athlete's own data is the
// athlete's to keep and to use.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://intervals.icu/api-docs.html", AsOf: "2026-09-24",
	}
}
