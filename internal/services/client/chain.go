package client

import (
	"context"
	"flag"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// TransportOptions holds the hosts that a client may use, and its limits.
type TransportOptions struct {
	Source source.Name
	Title  string // the service's display name; empty means Source
	// Requests to Hosts carry the credential; requests to OpenHosts (file stores
	// behind signed links) do not. Both are written as "host" or "host:port". All
	// other hosts are refused.
	Hosts, OpenHosts []string
	UserAgent        string

	Tokens source.Tokens // nil sends no credential
	// BasicUser is the user name for [source.Basic].
	BasicUser string
	// KeyHeader is the header with the key of other schemes; empty means a bearer token.
	KeyHeader string
	// Ended reports, from the 401 response, whether the credential has ended, so sending a
	// different one may help; nil means that it always has.
	Ended func(answer []byte) bool

	Budget source.Budget // nil counts nothing
	// Quotas reads the service's own counts from a response; it may be nil.
	Quotas func(http.Header) []source.Quota
	// PerSecond and Burst limit the pace of requests; 0 means no limit.
	PerSecond float64
	Burst     int

	Retry Retry
	// MaxBytes is the maximum size of a response; 0 means 64 MiB.
	MaxBytes int64
	// TryTimeout is the maximum duration of one try; 0 means 30 s.
	TryTimeout time.Duration

	// If NoRedirects is set, a redirect is returned as the response. It is for
	// requests whose body would not arrive at the new address.
	NoRedirects bool

	Clock Clock
	Log   *slog.Logger
	// Base sends the requests; nil means a new transport.
	Base http.RoundTripper
}

// Clock provides the time and a way to wait.
type Clock struct {
	Now func() time.Time
	// Sleep returns after d, or with ctx's error once ctx ends; nil uses a timer.
	Sleep func(ctx context.Context, d time.Duration) error
}

const (
	defaultMaxBytes   = 64 << 20
	defaultTryTimeout = 30 * time.Second
	maxRedirects      = 5
)

// NewTransport returns a client that sends requests through the chain of round-trippers.
func NewTransport(o TransportOptions) *HTTPClient {
	o = o.withDefaults()
	var next http.RoundTripper = &logging{o.Base, o.Source, o.Clock.Now, o.Log}
	next = &whole{next, o.MaxBytes, o.TryTimeout}
	next = &auth{next, o.Source, o.Tokens, o.BasicUser, o.KeyHeader, o.UserAgent, newHosts(o.Hosts), o.Ended}
	if o.PerSecond > 0 {
		next = &pace{next, rate.NewLimiter(rate.Limit(o.PerSecond), max(1, o.Burst)), o.Clock}
	}
	if o.Budget != nil {
		next = &budget{next, o.Budget, o.Quotas, o.Clock.Now}
	}
	next = &retry{next, o.Retry, o.Clock}
	next = &guard{next, o.Source, newHosts(append(o.Hosts, o.OpenHosts...)), underTest()}
	redirects := fewRedirects
	if o.NoRedirects {
		redirects = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &HTTPClient{o.Source, o.Title, o.Clock.Now, &http.Client{Transport: next, CheckRedirect: redirects}, o.Budget, o.Quotas}
}

// NewBase returns a transport that sends requests, with its own connections.
func NewBase() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 4
	return t
}

func (o TransportOptions) withDefaults() TransportOptions {
	if o.Base == nil {
		o.Base = NewBase()
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = defaultMaxBytes
	}
	if o.TryTimeout == 0 {
		o.TryTimeout = defaultTryTimeout
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Retry = o.Retry.withDefaults()
	return o
}

// Pause waits for d.
func (c Clock) Pause(ctx context.Context, d time.Duration) error {
	if c.Sleep != nil {
		return c.Sleep(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func fewRedirects(_ *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}

// guard refuses every host that is not configured, even in redirects, and plain
// HTTP to all hosts except this machine.
type guard struct {
	next     http.RoundTripper
	name     source.Name
	hosts    hosts
	loopback bool // refuse all hosts except loopback, even configured ones
}

func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	local := IsLoopback(r.URL.Hostname())
	switch {
	case g.loopback && !local:
		return nil, g.refuse(r, "tests connect to this machine only")
	case !g.hosts.has(r.URL.Host):
		return nil, g.refuse(r, "it is not one of the configured hosts")
	case r.URL.Scheme != "https" && !local:
		return nil, g.refuse(r, "it would go out unencrypted")
	}
	return g.next.RoundTrip(r)
}

func (g *guard) refuse(r *http.Request, why string) error {
	closeBody(r)
	return training.Errorf(training.KindForbidden, "No request was sent to %s for %s: %s.", r.URL.Hostname(), g.name, why).
		WithFix("If the address is right, set it as the service's base address.")
}

// hosts is a set of host names as written in URLs.
type hosts map[string]bool

func newHosts(names []string) hosts {
	set := hosts{}
	for _, n := range names {
		set[strings.ToLower(n)] = true
	}
	return set
}

func (h hosts) has(host string) bool { return h[strings.ToLower(host)] }

// IsLoopback reports whether a host is this machine.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// underTest reports whether this is a test binary. It does not import the testing
// package, which would then become part of the product.
func underTest() bool { return flag.Lookup("test.v") != nil }

// pace limits the number of requests per second.
type pace struct {
	next  http.RoundTripper
	limit *rate.Limiter
	clock Clock
}

func (p *pace) RoundTrip(r *http.Request) (*http.Response, error) {
	now := p.clock.Now()
	place := p.limit.ReserveN(now, 1)
	if d := place.DelayFrom(now); d > 0 {
		if err := p.clock.Pause(r.Context(), d); err != nil {
			place.CancelAt(p.clock.Now())
			closeBody(r)
			return nil, err
		}
	}
	return p.next.RoundTrip(r)
}
