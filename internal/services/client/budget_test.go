package client_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	transport "lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// purse is a budget of so many requests.
type purse struct {
	left    int
	taken   []source.Urgency
	buckets [][]string
	learned []source.Quota
	blocked time.Time
	why     source.Fault
}

func (p *purse) Take(_ context.Context, u source.Urgency, buckets ...string) error {
	if p.left == 0 {
		return source.Fail(source.Failure{Fault: source.RateLimited, Source: "tri"}, "No more.")
	}
	p.left--
	p.taken, p.buckets = append(p.taken, u), append(p.buckets, buckets)
	return nil
}

func (p *purse) Learn(_ context.Context, q ...source.Quota) error {
	p.learned = append(p.learned, q...)
	return nil
}

func (p *purse) Block(_ context.Context, until time.Time, why source.Fault) error {
	p.blocked, p.why = until, why
	return nil
}

func TestBudget(t *testing.T) {
	t.Parallel()
	quotas := func(h http.Header) []source.Quota {
		used, err := strconv.Atoi(h.Get("X-Used"))
		if err != nil {
			return nil
		}
		return []source.Quota{{Window: time.Minute, Limit: 100, Used: used}}
	}
	p, c := &purse{left: 3}, newClock()
	s := serve(t, transportStatus(503), transportStatus(200, "X-Used", "42"), transportStatus(429, "Retry-After", "30"))
	client := s.client(c, func(o *transport.TransportOptions) { o.Budget, o.Quotas = p, quotas })
	if _, err := client.Do(get(t, s)); err != nil || p.left != 1 {
		t.Errorf("each try counts: %v, %d left", err, p.left)
	}
	if len(p.learned) != 1 || p.learned[0].Used != 42 {
		t.Errorf("learned %+v", p.learned)
	}
	ctx := source.WithUrgency(t.Context(), source.Background)
	if _, err := client.Do(request(ctx, t, http.MethodGet, s.URL, "")); fault(err) != source.RateLimited ||
		!p.blocked.Equal(c.now.Add(0)) && len(c.slept) == 0 {
		t.Errorf("%v", err)
	}
	if p.taken[2] != source.Background || p.taken[0] != source.Interactive {
		t.Errorf("taken for %v", p.taken)
	}
	before := s.count()
	if _, err := client.Do(get(t, s)); fault(err) != source.RateLimited || s.count() != before {
		t.Errorf("nothing is sent without a budget: %v", err)
	}
}

// shut is a budget without room until a time.
type shut struct {
	purse

	now   func() time.Time
	until time.Time
}

func (s *shut) Take(ctx context.Context, u source.Urgency, buckets ...string) error {
	if s.now().Before(s.until) {
		return source.Fail(source.Failure{Fault: source.RateLimited, Source: "tri", RetryAt: s.until}, "No more.")
	}
	return s.purse.Take(ctx, u, buckets...)
}

// TestRoomThatComesSoonIsWaitedFor in the background, as after a limit that the response
// to another request reported; who waits in front of a screen is told at once.
func TestRoomThatComesSoonIsWaitedFor(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		urgency source.Urgency
		until   time.Duration
		waits   bool
	}{
		"soon":             {source.Background, 5 * time.Second, true},
		"later":            {source.Background, time.Minute, false},
		"in front of them": {source.Interactive, 5 * time.Second, false},
	} {
		s, c := serve(t, transportStatus(200)), newClock()
		p := &shut{purse{left: 1}, c.Now, c.now.Add(tt.until)}
		_, err := s.client(c, func(o *transport.TransportOptions) { o.Budget = p }).
			Do(request(source.WithUrgency(t.Context(), tt.urgency), t, http.MethodGet, s.URL, ""))
		if (err == nil) != tt.waits || s.count() != len(p.taken) || tt.waits != (c.total() == tt.until) {
			t.Errorf("%s: %v after %s and %d requests", name, err, c.total(), s.count())
		}
	}
}

func TestA429Blocks(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]time.Duration{"30": 30 * time.Second, "": 5 * time.Second} {
		p, c := &purse{left: 9}, newClock()
		s := serve(t, transportStatus(429, "Retry-After", after))
		_, err := s.client(c, func(o *transport.TransportOptions) { o.Budget = p }).Do(get(t, s))
		if fault(err) != source.RateLimited || !p.blocked.Equal(c.now.Add(want)) {
			t.Errorf("%q: blocked until %s, %v", after, p.blocked, err)
		}
	}
}

// TestALockIsKept: it is not tried again, however soon it is to end, and lasts
// an hour where nobody says.
func TestALockIsKept(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]time.Duration{"3": 3 * time.Second, "": time.Hour} {
		p, c := &purse{left: 9}, newClock()
		s := serve(t, transportStatus(423, "Retry-After", after), transportStatus(200))
		ctx := source.WithUrgency(t.Context(), source.Background)
		_, err := s.client(c, func(o *transport.TransportOptions) { o.Budget = p }).Do(request(ctx, t, http.MethodGet, s.URL, ""))
		f, _ := source.FailureOf(err)
		if until := c.now.Add(want); f.Fault != source.LockedOut || !f.RetryAt.Equal(until) || !p.blocked.Equal(until) ||
			p.why != source.LockedOut || s.count() != 1 {
			t.Errorf("%q: blocked until %s, %v after %d requests", after, p.blocked, err, s.count())
		}
	}
}

// TestWhatAServiceSaysInItsOwnWordsIsHeeded as its status would be.
func TestWhatAServiceSaysInItsOwnWordsIsHeeded(t *testing.T) {
	t.Parallel()
	c := newClock()
	s, later := serve(t, transportStatus(200)), c.now.Add(time.Minute)
	for _, x := range []struct {
		said source.Failure
		want time.Duration // 0 if nothing is blocked
	}{
		{source.Failure{Fault: source.LockedOut}, time.Hour},
		{source.Failure{Fault: source.LockedOut, RetryAt: later}, time.Minute},
		{source.Failure{Fault: source.RateLimited}, 5 * time.Second},
		{source.Failure{Fault: source.Inactive}, 0},
	} {
		p := &purse{}
		err := s.client(c, func(o *transport.TransportOptions) { o.Budget = p }).Heed(t.Context(), source.Fail(x.said, "So it is."))
		f, _ := source.FailureOf(err)
		if x.want == 0 {
			if !p.blocked.IsZero() || f != x.said {
				t.Errorf("%+v blocks until %s", x.said, p.blocked)
			}
			continue
		}
		if until := c.now.Add(x.want); !p.blocked.Equal(until) || p.why != x.said.Fault || !f.RetryAt.Equal(until) ||
			!strings.HasPrefix(err.Error(), "So it is. ") || !strings.Contains(err.Error(), until.Format(time.RFC3339)) {
			t.Errorf("%+v: until %s, %v", x.said, p.blocked, err)
		}
		if err := s.client(c).Heed(t.Context(), source.Fail(x.said, "")); err == nil {
			t.Error("without a budget it is no failure")
		}
	}
}

func TestBucketsFollowFromTheMethodUnlessTheServiceSays(t *testing.T) {
	t.Parallel()
	p := &purse{left: 9}
	s := serve(t, transportStatus(200))
	client := s.client(newClock(), func(o *transport.TransportOptions) { o.Budget = p })
	said := source.WithBuckets(t.Context(), "upload", "day")
	none := source.WithBuckets(t.Context())
	for _, r := range []*http.Request{
		get(t, s), request(t.Context(), t, http.MethodPost, s.URL, ""), request(said, t, http.MethodGet, s.URL, ""),
		request(none, t, http.MethodGet, s.URL, ""),
	} {
		if _, err := client.Do(r); err != nil {
			t.Fatal(err)
		}
	}
	if want := [][]string{{source.Reads}, nil, {"upload", "day"}, nil}; !slices.EqualFunc(p.buckets, want, slices.Equal) {
		t.Errorf("%q, want %q", p.buckets, want)
	}
}

func TestPace(t *testing.T) {
	t.Parallel()
	s, c := serve(t, transportStatus(200)), newClock()
	client := s.client(c, func(o *transport.TransportOptions) { o.PerSecond, o.Burst = 4, 2 })
	for range 6 {
		if _, err := client.Do(get(t, s)); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.total(); got != time.Second {
		t.Errorf("6 requests, 2 at once and then 4 a second, took %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Do(request(ctx, t, http.MethodGet, s.URL, "")); training.KindOf(err) != training.KindCanceled {
		t.Error(err)
	}
}

// keys gives a token, and other ones when it is refused.
type keys struct {
	token source.Token
	next  []source.Token
	err   error
}

func (k *keys) Token(context.Context) (source.Token, error) { return k.token, k.err }

func (k *keys) Renew(context.Context, source.Token) (source.Token, error) {
	if len(k.next) == 0 {
		return source.Token{}, errors.New("no other")
	}
	k.token, k.next = k.next[0], k.next[1:]
	return k.token, nil
}

func bearer(s string) source.Token {
	return source.Token{Scheme: source.Bearer, Access: source.NewSecret(s)}
}

func TestAuth(t *testing.T) {
	t.Parallel()
	// asks takes "good" only.
	asks := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer good" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}
	for name, tt := range map[string]struct {
		keys     *keys
		requests int
		fault    source.Fault
	}{
		"good":       {&keys{token: bearer("good")}, 1, 255},
		"renewed":    {&keys{token: bearer("old"), next: []source.Token{bearer("good")}}, 2, 255},
		"no other":   {&keys{token: bearer("old")}, 1, source.Unauthorised},
		"none works": {&keys{token: bearer("old"), next: []source.Token{bearer("x"), bearer("good")}}, 2, source.Unauthorised},
		"no token":   {&keys{err: source.Fail(source.Failure{Fault: source.Unauthorised}, "None.")}, 0, source.Unauthorised},
	} {
		s := serve(t, asks)
		c := s.client(newClock(), func(o *transport.TransportOptions) { o.Tokens = tt.keys })
		_, err := c.Do(request(t.Context(), t, http.MethodPost, s.URL, "body"))
		if fault(err) != tt.fault || s.count() != tt.requests {
			t.Errorf("%s: %v after %d requests", name, err, s.count())
		}
	}
}

func TestTheKeyGoesWhereItBelongs(t *testing.T) {
	t.Parallel()
	store := serve(t, transportStatus(200))
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, store.URL+"/file", http.StatusFound) })
	c := s.client(newClock(), func(o *transport.TransportOptions) {
		o.OpenHosts, o.UserAgent, o.BasicUser = []string{store.host()}, "Lapkeep/1", "API_KEY"
		o.Tokens = &keys{token: source.Token{Scheme: source.Basic, Access: source.NewSecret("key")}}
	})
	if _, err := c.Do(get(t, s)); err != nil {
		t.Fatal(err)
	}
	user, pass, _ := s.seen[0].BasicAuth()
	if user != "API_KEY" || pass != "key" || s.seen[0].UserAgent() != "Lapkeep/1" {
		t.Errorf("sent %q %q as %s", user, pass, s.seen[0].UserAgent())
	}
	if h := store.seen[0].Header.Get("Authorization"); h != "" || store.seen[0].UserAgent() != "Lapkeep/1" {
		t.Errorf("the file store got %q", h)
	}
}

// TestWhatLiesBetween: what is wrong between here and the service is told as
// that, and may be tried again.
func TestWhatLiesBetween(t *testing.T) {
	t.Parallel()
	own := httptest.NewTLSServer(http.NotFoundHandler()) // of which no system knows the authority
	defer own.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	unknown := asked(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "tri.example", IsNotFound: true}}
	})
	for name, c := range map[string]struct {
		address string
		base    http.RoundTripper
		what    string
		fix     string
	}{
		"an authority that is not known": {own.URL, nil, "its certificate cannot be checked", "ca-certificates"},
		"no TLS at all": {
			strings.Replace(plain.URL, "http", "https", 1), nil,
			"its certificate cannot be checked", "ca-certificates",
		},
		"nobody listens":           {closed.URL, nil, "No connection to 127.0.0.1 can be made", "online"},
		"a name that is not known": {closed.URL, unknown, "cannot be resolved", "DNS"},
	} {
		clock := newClock()
		r := request(t.Context(), t, http.MethodGet, c.address, "")
		client := transport.NewTransport(transport.TransportOptions{
			Source: "tri", Hosts: []string{r.URL.Host}, Base: c.base, Clock: transport.Clock{Now: clock.Now, Sleep: clock.Sleep},
		})
		_, err := client.Do(r)
		if fault(err) != source.Unavailable || !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), c.fix) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// asked is a way to the service.
type asked func(*http.Request) (*http.Response, error)

func (f asked) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
