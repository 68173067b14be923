package client_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const canary = "canary-77aa"

// clock passes by sleeping only.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.slept = c.now.Add(d), append(c.slept, d)
	return ctx.Err()
}

func (c *clock) total() (d time.Duration) {
	for _, s := range c.slept {
		d += s
	}
	return d
}

// newClock stands later than the machine's, so that no deadline of it has passed.
func newClock() *clock { return &clock{now: time.Date(2126, 5, 1, 12, 0, 0, 0, time.UTC)} }

// service answers one request after the other by a script; the last answer
// stands for all after it.
type service struct {
	*httptest.Server
	mu     sync.Mutex
	script []http.HandlerFunc
	seen   []*http.Request
}

func serve(t *testing.T, script ...http.HandlerFunc) *service {
	t.Helper()
	s := &service{script: script}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r)
		h := s.script[0]
		if len(s.script) > 1 {
			s.script = s.script[1:]
		}
		s.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) host() string { return strings.TrimPrefix(s.URL, "http://") }

func (s *service) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen)
}

func transportStatus(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte("said"))
	}
}

// cut promises more than it sends.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = w.Write([]byte("half"))
}

func (s *service) client(c *clock, change ...func(*client.TransportOptions)) *client.HTTPClient {
	o := client.TransportOptions{Source: "tri", Hosts: []string{s.host()}, Clock: client.Clock{Now: c.Now, Sleep: c.Sleep}}
	for _, f := range change {
		f(&o)
	}
	return client.NewTransport(o)
}

func request(ctx context.Context, t *testing.T, method, address, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func get(t *testing.T, s *service) *http.Request {
	return request(t.Context(), t, http.MethodGet, s.URL+"/a", "")
}

func fault(err error) source.Fault {
	f, ok := source.FailureOf(err)
	if !ok {
		return 255
	}
	return f.Fault
}

func TestAnAnswerComesBackWhole(t *testing.T) {
	t.Parallel()
	s := serve(t, transportStatus(200, "X-Test", "1"))
	a, err := s.client(newClock()).Do(get(t, s))
	if err != nil || string(a.Body) != "said" || a.Status != 200 || a.Header.Get("X-Test") != "1" {
		t.Errorf("%+v %v", a, err)
	}
}

func TestRefusalsComeWithTheAnswer(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]source.Fault{
		422: source.Refused, 404: source.NotFound, 403: source.Forbidden,
		405: source.Changed, 401: source.Unauthorised,
	} {
		s := serve(t, transportStatus(code))
		a, err := s.client(newClock()).Do(get(t, s))
		if fault(err) != want || a == nil || string(a.Body) != "said" || s.count() != 1 || strings.Contains(err.Error(), "said") {
			t.Errorf("%d: %+v %v, %d requests", code, a, err, s.count())
		}
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	s := serve(t, transportStatus(200))
	other := serve(t, transportStatus(200))
	away := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/b", http.StatusFound) })
	circle := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) })
	outside := func(o *client.TransportOptions) { o.Hosts = append(o.Hosts, "example.org") }
	for name, tt := range map[string]struct {
		client *client.HTTPClient
		url    string
	}{
		"not configured":      {s.client(newClock()), other.URL},
		"redirected away":     {away.client(newClock()), away.URL},
		"in tests, the world": {s.client(newClock(), outside), "https://example.org/"},
		"unencrypted":         {s.client(newClock(), outside), "http://example.org/"},
	} {
		_, err := tt.client.Do(request(t.Context(), t, http.MethodPost, tt.url, "body"))
		if err == nil || training.KindOf(err) != training.KindForbidden {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s.count()+other.count() != 0 {
		t.Error("a request came through")
	}
	if _, err := circle.client(newClock()).Do(get(t, circle)); err != nil || circle.count() > 6 {
		t.Errorf("a circle is left: %d requests, %v", circle.count(), err)
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 3<<20)) })
	_, err := s.client(newClock(), func(o *client.TransportOptions) { o.MaxBytes = 2 << 20 }).Do(get(t, s))
	if err == nil || training.KindOf(err) != training.KindTooLarge || s.count() != 1 {
		t.Errorf("%v, %d requests", err, s.count())
	}
}

func TestASlowServiceIsItsOwnFault(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	s := serve(t, func(http.ResponseWriter, *http.Request) { <-gate }, transportStatus(200))
	t.Cleanup(func() { close(gate) })
	c := s.client(newClock(), func(o *client.TransportOptions) { o.TryTimeout = 500 * time.Millisecond })
	if _, err := c.Do(get(t, s)); err != nil || s.count() != 2 {
		t.Errorf("%v, %d requests", err, s.count())
	}
}

func TestGivingUpIsNotTheServicesFault(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, func(http.ResponseWriter, *http.Request) { cancel() })
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	s.script = []http.HandlerFunc{func(http.ResponseWriter, *http.Request) { cancel(); <-hang }}
	_, err := s.client(newClock()).Do(request(ctx, t, http.MethodGet, s.URL, ""))
	if training.KindOf(err) != training.KindCanceled || s.count() != 1 {
		t.Errorf("%v, %d requests", err, s.count())
	}
}

func TestNothingSecretIsLogged(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := func(o *client.TransportOptions) {
		o.Log = slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
		o.Tokens = &keys{token: source.Token{Scheme: source.Bearer, Access: source.NewSecret(canary)}}
	}
	s := serve(t, transportStatus(200), cut, cut, cut, cut)
	c := s.client(newClock(), log)
	address := s.URL + "/athlete?" + url.Values{"token": {canary}, "oldest": {"2026-01-01"}}.Encode()
	_, err := c.Do(request(t.Context(), t, http.MethodGet, address, canary))
	if err != nil {
		t.Fatal(err)
	}
	_, cutErr := c.Do(request(t.Context(), t, http.MethodGet, address, canary))
	s.Close()
	_, downErr := c.Do(request(t.Context(), t, http.MethodGet, address, canary))
	if fault(cutErr) != source.Unavailable || fault(downErr) != source.Unavailable {
		t.Errorf("%v, %v", cutErr, downErr)
	}
	for _, e := range []error{cutErr, downErr} {
		f, _ := source.FailureOf(e)
		out.WriteString(e.Error() + f.Error())
	}
	if text := out.String(); strings.Contains(text, canary) {
		t.Errorf("it is in:\n%s", text)
	} else if !strings.Contains(text, "query=oldest,token") || !strings.Contains(text, "path=/athlete") ||
		!strings.Contains(text, "status=200") {
		t.Errorf("a line does not say enough:\n%s", text)
	}
}

// TestARefusalDoesNotSayTheKey: some services say what they were sent.
func TestARefusalDoesNotSayTheKey(t *testing.T) {
	t.Parallel()
	const key = "canary/4711+key" // its forms all differ
	pair := []byte("API_KEY:" + key)
	forms := []string{
		key, url.QueryEscape(key), base64.StdEncoding.EncodeToString(pair), base64.RawStdEncoding.EncodeToString(pair),
		base64.URLEncoding.EncodeToString(pair), base64.RawURLEncoding.EncodeToString(pair),
	}
	for _, scheme := range []source.Scheme{source.Basic, source.Bearer} {
		for _, code := range []int{400, 401, 422, 500} {
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(code)
				_, _ = w.Write([]byte("refused: " + strings.Join(forms, ", ") + "!"))
			})
			c := s.client(newClock(), func(o *client.TransportOptions) {
				o.BasicUser, o.Tokens, o.Retry.Tries = "API_KEY", &keys{token: source.Token{Scheme: scheme, Access: source.NewSecret(key)}}, 1
			})
			a, err := c.Do(get(t, s))
			if err == nil || a == nil || !strings.HasPrefix(string(a.Body), "refused: ") || !strings.HasSuffix(string(a.Body), "!") {
				t.Fatalf("%d: %+v %v", code, a, err)
			}
			for _, f := range forms {
				if strings.Contains(string(a.Body), f) {
					t.Errorf("%d: it says %s in %s", code, f, a.Body)
				}
			}
		}
	}
}
