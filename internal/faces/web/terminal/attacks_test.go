package terminal_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestNobodyElseOpensTheTerminal: a web page, another port of this machine, a name
// that leads here, a program with the cookie, and who comes through a proxy.
func TestNobodyElseOpensTheTerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := p.browser(t)
	port := p.URL[strings.LastIndex(p.URL, ":"):]
	for name, change := range map[string]func(h http.Header){
		"another origin":      func(h http.Header) { h.Set("Origin", "https://evil.example") },
		"another port":        func(h http.Header) { h.Set("Origin", "http://127.0.0.1:1") },
		"another port's name": func(h http.Header) { h.Set("Origin", "http://localhost"+port) },
		"another scheme":      func(h http.Header) { h.Set("Origin", "https"+strings.TrimPrefix(p.URL, "http")) },
		"null":                func(h http.Header) { h.Set("Origin", "null") },
		"no origin":           func(h http.Header) { h.Del("Origin") },
		"two origins":         func(h http.Header) { h.Add("Origin", "http://evil.example") },
		"same site":           func(h http.Header) { h.Set("Sec-Fetch-Site", "same-site") },
		"cross site":          func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") },
		"typed":               func(h http.Header) { h.Set("Sec-Fetch-Site", "none") },
		"a fetch":             func(h http.Header) { h.Set("Sec-Fetch-Mode", "cors") },
		"rebound":             func(h http.Header) { h.Set("Host", "evil.example"+port); h.Set("Origin", "http://evil.example"+port) },
		"rebound, own origin": func(h http.Header) { h.Set("Host", "evil.example"+port) },
		"a proxy":             func(h http.Header) { h.Set("X-Forwarded-For", "192.0.2.7") },
		"no cookie":           func(h http.Header) { h.Del("Cookie") },
		"another cookie":      func(h http.Header) { h.Set("Cookie", strings.Split(b.cookie, "=")[0]+"=abc") },
	} {
		if _, status, err := p.dial(t, b, change); err == nil || status != http.StatusForbidden && status != http.StatusUnauthorized {
			t.Errorf("%s: %d %v", name, status, err)
		}
	}
	without := b
	without.token = "" // a page of another port can post, and read no token
	for _, path := range []string{"/coach/ticket", "/coach/stop"} {
		if status, _ := p.ask(t, without, http.MethodPost, path); status != http.StatusForbidden {
			t.Errorf("%s without the token: %d", path, status)
		}
	}
	if status, _ := p.ask(t, b, http.MethodGet, "/coach/terminal"); status != http.StatusForbidden {
		t.Errorf("a plain request: %d", status)
	}
	if p.started() != 0 {
		t.Error("something was started")
	}
}

// TestATicketOpensOnce, soon, and for its own session.
func TestATicketOpensOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b, other := p.browser(t), p.browser(t)
	used := p.ticket(t, b)
	first := map[string]any{"ticket": used, "cols": 80, "rows": 24}
	c, _, err := p.dial(t, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	say(t, c, first)
	(&page{T: t, c: c}).state("idle")
	old := p.ticket(t, b)
	for name, in := range map[string]struct {
		as browser
		m  map[string]any
	}{
		"used":          {b, first},
		"another's":     {b, map[string]any{"ticket": p.ticket(t, other), "cols": 80, "rows": 24, "start": true}},
		"none":          {b, map[string]any{"cols": 80, "rows": 24, "start": true}},
		"its own token": {b, map[string]any{"ticket": b.token, "cols": 80, "rows": 24, "start": true}},
		"no window":     {b, map[string]any{"ticket": p.ticket(t, b), "start": true}},
		"a huge window": {b, map[string]any{"ticket": p.ticket(t, b), "cols": 70000, "rows": 24, "start": true}},
		"a long one":    {b, map[string]any{"ticket": strings.Repeat("x", 2000), "cols": 80, "rows": 24, "start": true}},
	} {
		c, _, err := p.dial(t, in.as, nil)
		if err != nil {
			t.Fatal(err)
		}
		say(t, c, in.m)
		if code := (&page{T: t, c: c}).closed(); code != websocket.StatusPolicyViolation && code != websocket.StatusMessageTooBig {
			t.Errorf("%s: %v", name, code)
		}
	}
	p.wait(21 * time.Second)
	c, _, err = p.dial(t, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	say(t, c, map[string]any{"ticket": old, "cols": 80, "rows": 24, "start": true})
	if code := (&page{T: t, c: c}).closed(); code != websocket.StatusPolicyViolation {
		t.Errorf("an old one: %v", code)
	}
	if p.started() != 0 {
		t.Error("something was started")
	}
}

// TestWhatIsTooMuchEndsTheConnection and not the program.
func TestWhatIsTooMuchEndsTheConnection(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := p.browser(t)
	for name, send := range map[string]func(c *websocket.Conn) error{
		"a large message": func(c *websocket.Conn) error {
			return c.Write(t.Context(), websocket.MessageBinary, make([]byte, 40<<10))
		},
		"no window": func(c *websocket.Conn) error {
			return c.Write(t.Context(), websocket.MessageText, []byte(`{"cols":0,"rows":-1}`))
		},
		"no JSON": func(c *websocket.Conn) error { return c.Write(t.Context(), websocket.MessageText, []byte("stop")) },
	} {
		one := p.open(t, b, true)
		one.state("running")
		_ = send(one.c)
		if code := one.closed(); code != websocket.StatusPolicyViolation && code != websocket.StatusMessageTooBig {
			t.Errorf("%s: %v", name, code)
		}
	}
	one := p.open(t, b, false)
	one.state("running")
	one.types("still there")
	one.until("heard still there")
	if p.started() != 1 {
		t.Errorf("%d programs were started", p.started())
	}
}
