package guard_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

const key = "correct-horse"

func request(change func(*http.Request)) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8642/mcp", strings.NewReader("{}"))
	r.Header.Set("Authorization", "Bearer "+key)
	if change != nil {
		change(r)
	}
	return r
}

// knock is one request that is not quite as it should be.
type knock struct {
	name   string
	change func(*http.Request)
	want   int
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func host(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }

// at knocks at a guard with a key and a public address.
func at(t *testing.T, knocks []knock) {
	t.Helper()
	t.Parallel()
	for _, k := range knocks {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			g := guard.New(guard.Options{Key: key, Public: []*url.URL{{Scheme: "https", Host: "ride.example"}}})
			w := httptest.NewRecorder()
			passed := false
			g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true })).ServeHTTP(w, request(k.change))
			if w.Code != k.want || passed != (k.want == 200) {
				t.Errorf("status %d, passed %v; want %d", w.Code, passed, k.want)
			}
			if w.Code == 401 && w.Header().Get("WWW-Authenticate") == "" {
				t.Error("a refusal that does not say which key it wants")
			}
			if w.Header().Get("X-Content-Type-Options") != "nosniff" || strings.Contains(w.Body.String(), key) {
				t.Errorf("headers %v, body %s", w.Header(), w.Body)
			}
			for name := range w.Header() {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("pages of others are told %s", name)
				}
			}
		})
	}
}

func TestCheck02_ForeignHosts(t *testing.T) {
	at(t, []knock{
		{"as it is", nil, 200},
		{"by name", host("localhost:8642"), 200},
		{"by IPv6", host("[::1]:8642"), 200},
		{"without a port", host("[::1]"), 200},
		{"by its public name", host("Ride.Example:443"), 200},
		{"by a foreign name", host("evil.example:8642"), 403},
		{"by a name under localhost", host("evil.localhost"), 403},
		{"by a loopback name in disguise", host("127.0.0.1.evil.example"), 403},
		{"by another machine's address", host("192.168.1.5:8642"), 403},
		{"without a host", host(""), 403},
		{"by a forwarded name alone", func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("X-Forwarded-Host", "localhost") }, 403},
		{"with any method", func(r *http.Request) { r.Method = http.MethodOptions; r.Host = "evil" }, 403},
	})
}

func TestCheck03_ForeignOrigins(t *testing.T) {
	at(t, []knock{
		{"from its own page", header("Origin", "http://127.0.0.1:8642"), 200},
		{"from its public page", header("Origin", "https://ride.example"), 200},
		{"from its public name in the open", header("Origin", "http://ride.example"), 403},
		{"from its public name in the open, by that name", func(r *http.Request) {
			r.Host = "ride.example"
			r.Header.Set("Origin", "http://ride.example")
		}, 403},
		{"from its public page, by that name", func(r *http.Request) {
			r.Host = "ride.example"
			r.Header.Set("Origin", "https://ride.example")
		}, 200},
		{"in the open where it is sealed itself", func(r *http.Request) {
			r.TLS = &tls.ConnectionState{}
			r.Header.Set("Origin", "http://127.0.0.1:8642")
		}, 403},
		{"from another port's page", header("Origin", "http://127.0.0.1:3000"), 403},
		{"from a foreign page", header("Origin", "https://evil.example"), 403},
		{"from a sandboxed page", header("Origin", "null"), 403},
		{"from a file", header("Origin", "file://127.0.0.1:8642"), 403},
		{"from two origins", func(r *http.Request) {
			r.Header["Origin"] = []string{"http://127.0.0.1:8642", "https://evil.example"}
		}, 403},
		{"across sites", header("Sec-Fetch-Site", "cross-site"), 403},
		{"across ports", header("Sec-Fetch-Site", "same-site"), 403},
		{"from the same site", header("Sec-Fetch-Site", "same-origin"), 200},
	})
}

func TestCheck04_PreflightsGetNoCORS(t *testing.T) {
	preflight := func(origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Method = http.MethodOptions
			r.Header.Del("Authorization") // browsers send none
			r.Header.Set("Origin", origin)
			r.Header.Set("Access-Control-Request-Method", "POST")
			r.Header.Set("Access-Control-Request-Headers", "authorization")
		}
	}
	at(t, []knock{
		{"of a foreign page", preflight("https://evil.example"), 403},
		{"of a local page", preflight("http://localhost:3000"), 403},
		{"of its own page", preflight("http://127.0.0.1:8642"), 401},
	})
}

func TestCheck05_TheKeyIsAskedForEverywhere(t *testing.T) {
	at(t, []knock{
		{"with the key", nil, 200},
		{"without a key", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"with a wrong key", header("Authorization", "Bearer wrong"), 401},
		{"with a longer key", header("Authorization", "Bearer "+key+"x"), 401},
		{"with a shorter key", header("Authorization", "Bearer "+key[:len(key)-1]), 401},
		{"with another scheme", header("Authorization", "Basic "+key), 401},
		{"with a bare key", header("Authorization", key), 401},
		{"in other letters", header("Authorization", "bearer "+key), 200},
		{"with the key in the address", func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "key=" + key }, 401},
		{"with a cookie", func(r *http.Request) {
			r.Header.Del("Authorization")
			r.AddCookie(&http.Cookie{Name: "key", Value: key})
		}, 401},
		{"at another path", func(r *http.Request) {
			r.Header.Del("Authorization")
			r.URL.Path = "/.well-known/oauth-protected-resource"
		}, 401},
		{"reading", func(r *http.Request) { r.Header.Del("Authorization"); r.Method = http.MethodGet }, 401},
	})
}

func TestCheck06_LargeBodies(t *testing.T) {
	at(t, []knock{
		{"of a length that it says", func(r *http.Request) { r.ContentLength = 5 << 20 }, 413},
		{"of a length that it hides", func(r *http.Request) {
			r.ContentLength = -1
			r.Body = io.NopCloser(io.LimitReader(zeros{}, 5<<20))
		}, 413},
		{"of the most", func(r *http.Request) {
			r.ContentLength = -1
			r.Body = io.NopCloser(io.LimitReader(zeros{}, 4<<20))
		}, 200},
		{"that breaks off", func(r *http.Request) { r.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), broken{})) }, 400},
	})
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestNobodyEntersWithoutAKeyUnlessSaid(t *testing.T) {
	t.Parallel()
	for want, o := range map[int]guard.Options{401: {}, 200: {NoKey: true}} {
		w := httptest.NewRecorder()
		guard.New(o).Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).
			ServeHTTP(w, request(func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") }))
		if w.Code != want {
			t.Errorf("%+v: %d, want %d", o, w.Code, want)
		}
	}
}

func TestBodiesEndAtTheLimit(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{"1234567890": 200, "12345678901": 413} {
		g := guard.New(guard.Options{NoKey: true, Limits: guard.Limits{MaxBody: 10}})
		got := ""
		h := g.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			got = string(b)
		}))
		w := httptest.NewRecorder() // of a length that nobody knows before
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost/", io.MultiReader(strings.NewReader(body))))
		if w.Code != want || (got == body) != (want == 200) {
			t.Errorf("%d bytes: %d, read %q", len(body), w.Code, got)
		}
	}
}

func TestListenTakesTheNextFreePortIfItMay(t *testing.T) {
	t.Parallel()
	first, err := guard.Listen(t.Context(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	port := first.Addr().(*net.TCPAddr).Port
	addr := "127.0.0.1:" + strconv.Itoa(port)
	second, err := guard.Listen(t.Context(), addr, true)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if got := second.Addr().(*net.TCPAddr).Port; got <= port || got > port+20 {
		t.Errorf("port %d after %d", got, port)
	}
	if third, err := guard.Listen(t.Context(), addr, false); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("%v, %v: a client's configuration names the port", third, err)
	}
}

func TestListenRefuses(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"127.0.0.1", "127.0.0.1:http", "127.0.0.1:99999"} {
		if l, err := guard.Listen(t.Context(), addr, true); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v, %v", addr, l, err)
		}
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	l, err := guard.Listen(t.Context(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- guard.Serve(ctx, l,
			http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "yes") }), slog.New(slog.DiscardHandler))
	}()
	res, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	cancel()
	if err := <-done; err != nil {
		t.Errorf("a clean end gave %v", err)
	}
}

// TestServeEndsWhatDoesNot: a request that goes on is cut off after a while.
func TestServeEndsWhatDoesNot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := pipes{make(chan net.Conn), make(chan struct{})}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		endless := func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			io.Copy(io.Discard, r.Body)
		}
		go func() { done <- guard.Serve(ctx, l, http.HandlerFunc(endless), slog.New(slog.DiscardHandler)) }()
		here, there := net.Pipe()
		l.dialled <- there
		began := time.Now()
		io.WriteString(here, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
		_, err := io.ReadAll(here) // it ends with the connection
		if err != nil || <-done != nil || time.Since(began) != 3*time.Second {
			t.Errorf("%v, after %s", err, time.Since(began))
		}
	})
}

// pipes is a listener whose connections are in memory.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialled:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.closed); return nil }

func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

func TestServeTellsWhyItCannot(t *testing.T) {
	t.Parallel()
	l, err := guard.Listen(t.Context(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := guard.Serve(t.Context(), l, http.NotFoundHandler(), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("serving on a closed listener gave no error")
	}
}

func TestNewKey(t *testing.T) {
	t.Parallel()
	k, err := guard.NewKey(bytes.NewReader(bytes.Repeat([]byte{7}, 32)))
	if err != nil || len(k) != 43 {
		t.Errorf("key %q, %v", k, err)
	}
	if _, err := guard.NewKey(bytes.NewReader(nil)); err == nil {
		t.Error("a key without randomness")
	}
}

// TestAFeedIsReadWithoutTheKey at its own path alone, by reading alone, as long
// as it is there.
func TestAFeedIsReadWithoutTheKey(t *testing.T) {
	t.Parallel()
	there := true
	g := guard.New(guard.Options{Key: key, IsFeed: func(token string) bool { return there && token == "token" }})
	ask := func(method, path string) (status int, isFeed bool) {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, "http://127.0.0.1:8642"+path, nil)
		g.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { isFeed = guard.IsFeed(r) })).ServeHTTP(w, r)
		return w.Code, isFeed
	}
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/calendar/token.ics", 200},
		{"HEAD", "/calendar/token.ics", 200},
		{"POST", "/calendar/token.ics", 401},
		{"DELETE", "/calendar/token.ics", 401},
		{"GET", "/calendar/other.ics", 401},
		{"GET", "/calendar/.ics", 401},
		{"GET", "/calendar/token", 401},
		{"GET", "/calendar/token.ics/../../mcp", 401},
		{"GET", "/s/token/mcp", 401},
		{"GET", "/mcp", 401},
	} {
		if status, isFeed := ask(c.method, c.path); status != c.want || isFeed != (c.want == 200) {
			t.Errorf("%s %s: %d, as a feed %v", c.method, c.path, status, isFeed)
		}
	}
	there = false
	if status, _ := ask("GET", "/calendar/token.ics"); status != 401 {
		t.Errorf("taken back, it answers %d", status)
	}
}

// TestAServiceCallsWithoutTheKey at its own path alone, whatever its Origin is,
// as long as it is there.
func TestAServiceCallsWithoutTheKey(t *testing.T) {
	t.Parallel()
	there := true
	g := guard.New(guard.Options{
		Key: key, Now: func() time.Time { return time.Unix(1e9, 0) }, IsHook: func(token string) bool { return there && token == "token" },
	})
	ask := func(method, path, host, origin string) (status int, isHook bool) {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, "http://"+host+path, nil)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		g.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { isHook = guard.IsHook(r) })).ServeHTTP(w, r)
		return w.Code, isHook
	}
	const here, page = "127.0.0.1:8642", "https://page.example"
	for _, c := range []struct {
		method, path, host, origin string
		want                       int
	}{
		{"GET", "/hook/token", here, "", 200},
		{"POST", "/hook/token", here, "", 200},
		{"POST", "/hook/token", here, page, 200},
		{"POST", "/hook/token", "rebound.example", "", 403},
		{"DELETE", "/hook/token", here, "", 401},
		{"POST", "/hook/other", here, "", 401},
		{"POST", "/hook/other", here, page, 403},
		{"POST", "/hook/", here, "", 401},
		{"POST", "/hook/token/", here, "", 401},
		{"POST", "/hook/token/../mcp", here, "", 401},
		{"POST", "/mcp", here, "", 401},
		{"POST", "/mcp", here, page, 403},
	} {
		if status, isHook := ask(c.method, c.path, c.host, c.origin); status != c.want || isHook != (c.want == 200) {
			t.Errorf("%s %s at %s of %q: %d, as a hook %v", c.method, c.path, c.host, c.origin, status, isHook)
		}
	}
	there = false
	if status, _ := ask("POST", "/hook/token", here, ""); status != 401 {
		t.Errorf("taken back, it answers %d", status)
	}
}
