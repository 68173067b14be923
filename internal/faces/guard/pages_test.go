package guard_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
)

// paged is a wall before a handler that says what reached it.
type paged struct {
	*httptest.Server
	sessions *guard.Sessions
	now      atomic.Int64 // seconds since 1970
	home     string       // the folder that lists the sessions
	root     string       // that begins the paths of the session which was entered last
}

const (
	inside = "INSIDE "
	atDoor = "DOOR"
)

func newPaged(t *testing.T) *paged { return newPagedAt(t, guard.PagesOptions{}) }

func newPagedAt(t *testing.T, o guard.PagesOptions) *paged {
	t.Helper()
	p := &paged{home: filepath.Join(t.TempDir(), "sessions")}
	p.now.Store(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).Unix())
	p.sessions = guard.NewSessions(p.home, func() time.Time { return time.Unix(p.now.Load(), 0).UTC() })
	in := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/stream" {
			w.Header().Set("Content-Type", "text/event-stream")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
			return
		}
		_, _ = io.WriteString(w, inside+guard.Token(r.Context()))
	})
	door := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, atDoor)
	})
	p.Server = httptest.NewServer(guard.NewPages(p.sessions, o).Wrap(in, http.NotFoundHandler(), door))
	t.Cleanup(p.Close)
	return p
}

// ask sends a request with headers, given in pairs; one of Host is its Host.
func (p *paged) ask(t *testing.T, method, path, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	if path != guard.SessionPath && !strings.HasPrefix(path, guard.AssetRoot) {
		path = p.root + path
	}
	r, err := http.NewRequestWithContext(t.Context(), method, p.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Add(headers[i], headers[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

// enter redeems a ticket, and is the cookie and the token of the session.
func (p *paged) enter(t *testing.T) (cookie, token string) {
	t.Helper()
	b, _ := json.Marshal(map[string]string{"ticket": p.sessions.Ticket()})
	res, said := p.ask(t, http.MethodPost, guard.SessionPath, string(b), "Origin", p.URL, "Sec-Fetch-Site", "same-origin")
	c := p.entered(t, res, said)
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || len(c.Path) < 20 || c.Path != p.root+"/" {
		t.Errorf("the cookie is %v, of %s", c, p.root)
	}
	cookie = c.Name + "=" + c.Value
	_, body := p.ask(t, http.MethodGet, "/", "", "Cookie", cookie)
	return cookie, strings.TrimPrefix(body, inside)
}

// entered returns the cookie of a session that began, whose root is that of
// later paths.
func (p *paged) entered(t *testing.T, res *http.Response, said string) *http.Cookie {
	t.Helper()
	var in struct{ Root string }
	if err := json.Unmarshal([]byte(said), &in); res.StatusCode != http.StatusOK || err != nil || in.Root == "" {
		t.Fatalf("no session began: %d %s", res.StatusCode, said)
	}
	p.root = in.Root
	return res.Cookies()[0]
}

// TestNobodyReachesThePagesFromElsewhere: other origins, other ports of this
// machine, names that were pointed at it, frames, and who has no session.
func TestNobodyReachesThePagesFromElsewhere(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, token := p.enter(t)
	other := newPaged(t)
	foreign, _ := other.enter(t)
	attacks := map[string][]string{
		"another origin":        {"Origin", "https://evil.example", "Cookie", cookie, guard.TokenHeader, token},
		"another port":          {"Origin", "http://127.0.0.1:1", "Cookie", cookie, guard.TokenHeader, token},
		"no origin":             {"Origin", "null", "Cookie", cookie, guard.TokenHeader, token},
		"two origins":           {"Origin", p.URL, "Origin", "https://evil.example", "Cookie", cookie, guard.TokenHeader, token},
		"cross-site":            {"Sec-Fetch-Site", "cross-site", "Cookie", cookie, guard.TokenHeader, token},
		"same-site, other port": {"Sec-Fetch-Site", "same-site", "Cookie", cookie, guard.TokenHeader, token},
		"a frame":               {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe", "Cookie", cookie},
		"a script tag":          {"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script", "Cookie", cookie},
		"a step from elsewhere": {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document", "Cookie", cookie},
		"a rebinding name":      {"Host", "evil.example", "Cookie", cookie, guard.TokenHeader, token},
		"a name like ours":      {"Host", "localhost.evil.example", "Cookie", cookie, guard.TokenHeader, token},
		"no session":            nil,
		"a made-up cookie":      {"Cookie", cookie[:strings.Index(cookie, "=")+1] + strings.Repeat("A", 75)},
		"an altered cookie":     {"Cookie", cookie[:len(cookie)-2] + "AA"},
		"a cookie's name alone": {"Cookie", cookie[:strings.Index(cookie, "=")+1]},
	}
	for name, headers := range attacks {
		for _, path := range []string{"/", "/activities/1", "/events", "/columns/1", "/api/get_status", "/upload", "/journal/1/undo"} {
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
				res, body := p.ask(t, method, path, "{}", headers...)
				if strings.HasPrefix(body, inside) || res.StatusCode < 400 {
					t.Errorf("%s: %s %s gave %d %s", name, method, path, res.StatusCode, body)
				}
				if res.Header.Get("Access-Control-Allow-Origin") != "" {
					t.Errorf("%s: %s %s lets other origins read", name, method, path)
				}
			}
		}
	}
	if res, _ := p.ask(t, http.MethodGet, "/", "", "Cookie", foreign); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("the cookie of another start: %d", res.StatusCode)
	}
}

func TestWhatChangesSomethingNeedsTheToken(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, token := p.enter(t)
	res, body := p.ask(t, http.MethodPost, "/api/undo", "{}", "Cookie", cookie, guard.TokenHeader, token, "Origin", p.URL)
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(body, inside) {
		t.Errorf("with the token: %d %s", res.StatusCode, body)
	}
	const form = "application/x-www-form-urlencoded"
	for fields, want := range map[string]int{
		"date=2026-05-02&token=" + token: http.StatusOK, "token=": http.StatusForbidden, "token=" + token[:8]: http.StatusForbidden,
		"date=" + strings.Repeat("x", 300<<10) + "&token=" + token: http.StatusForbidden,
	} {
		res, body := p.ask(t, http.MethodPost, "/calendar/1", fields, "Cookie", cookie, "Content-Type", form, "Origin", p.URL)
		if res.StatusCode != want {
			t.Errorf("a form of %.40s: %d %s", fields, res.StatusCode, body)
		}
		res, _ = p.ask(t, http.MethodPost, "/calendar/1?"+fields[:min(len(fields), 200)], "",
			"Cookie", cookie, "Content-Type", form, "Origin", p.URL)
		if res.StatusCode != http.StatusForbidden { // an address is no place for a token
			t.Errorf("an address with %.40s: %d", fields, res.StatusCode)
		}
		for _, origin := range []string{"null", "https://evil.example"} {
			res, body := p.ask(t, http.MethodPost, "/calendar/1", fields, "Cookie", cookie, "Content-Type", form, "Origin", origin)
			if res.StatusCode != http.StatusForbidden || strings.HasPrefix(body, inside) {
				t.Errorf("a form of %s: %d %s", origin, res.StatusCode, body)
			}
		}
	}
	_, stale := newPaged(t).enter(t)
	for name, token := range map[string]string{"none": "", "a stale one": stale, "a shorter one": token[:8]} {
		res, body := p.ask(t, http.MethodPost, "/api/undo", "{}", "Cookie", cookie, guard.TokenHeader, token, "Origin", p.URL)
		if res.StatusCode != http.StatusForbidden || !strings.Contains(body, "Reload the page") {
			t.Errorf("%s: %d %s", name, res.StatusCode, body)
		}
	}
}

func TestATicketIsGoodOnceAndForAWhile(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	redeem := func(ticket string, headers ...string) int {
		b, _ := json.Marshal(map[string]string{"ticket": ticket})
		res, _ := p.ask(t, http.MethodPost, guard.SessionPath, string(b), headers...)
		return res.StatusCode
	}
	once, late := p.sessions.Ticket(), p.sessions.Ticket()
	if got := redeem(once, "Origin", "https://evil.example"); got != http.StatusForbidden {
		t.Errorf("from elsewhere: %d", got)
	}
	if got := redeem(once); got != http.StatusOK {
		t.Errorf("the first time: %d", got)
	}
	if got := redeem(once); got != http.StatusUnauthorized {
		t.Errorf("the second time: %d", got)
	}
	if got := redeem(""); got != http.StatusUnauthorized {
		t.Errorf("without one: %d", got)
	}
	p.now.Add(int64((guard.TicketLife + time.Second) / time.Second))
	if got := redeem(late); got != http.StatusUnauthorized {
		t.Errorf("too late: %d", got)
	}
	if res, _ := p.ask(t, http.MethodGet, guard.SessionPath, ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET: %d", res.StatusCode)
	}
	for range 20 {
		once = p.sessions.Ticket()
	}
	if got := redeem(once); got != http.StatusOK {
		t.Errorf("the latest of many: %d", got)
	}
}

func TestACookieEnds(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, _ := p.enter(t)
	p.now.Add(60 * 24 * 3600)
	if res, body := p.ask(t, http.MethodGet, "/", "", "Cookie", cookie); res.StatusCode != http.StatusUnauthorized || body != atDoor {
		t.Errorf("after two months: %d %s", res.StatusCode, body)
	}
}

// TestPagesLoadNothingFromElsewhere: the headers that say so stand on each answer.
func TestPagesLoadNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	p := newPaged(t)
	cookie, _ := p.enter(t)
	for _, path := range []string{"/", "/assets/none.js", guard.SessionPath, "/events"} {
		res, _ := p.ask(t, http.MethodGet, path, "", "Cookie", cookie)
		policy := res.Header.Get("Content-Security-Policy")
		for _, part := range []string{
			"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "require-trusted-types-for 'script'",
			"script-src 'self'", "connect-src 'self'",
		} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy %q lacks %s", path, policy, part)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") || strings.Contains(policy, "*") {
			t.Errorf("%s: the policy is loose: %s", path, policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
	}
}

const lanKey = "a-key-that-nobody-guesses-in-a-lifetime"

// behindProxy returns a wall that is reached at https://lapkeep.example by a
// proxy.
func behindProxy(t *testing.T) *paged {
	t.Helper()
	public, err := guard.ParsePublicURL("https://lapkeep.example")
	if err != nil {
		t.Fatal(err)
	}
	proxies, err := guard.ParseProxies([]string{"10.0.0.7"})
	if err != nil {
		t.Fatal(err)
	}
	return newPagedAt(t, guard.PagesOptions{Key: func() string { return lanKey }, Public: []*url.URL{public}, Proxies: proxies})
}

func (p *paged) give(t *testing.T, text string, headers ...string) (*http.Response, string) {
	t.Helper()
	b, _ := json.Marshal(map[string]string{"ticket": text})
	return p.ask(t, http.MethodPost, guard.SessionPath, string(b), headers...)
}

// TestOtherMachinesEnterWithTheKey: as often as it is given, by the names that
// the listener has, with a cookie that never travels in the open.
func TestOtherMachinesEnterWithTheKey(t *testing.T) {
	t.Parallel()
	p := behindProxy(t)
	at := []string{"Host", "lapkeep.example", "Origin", "https://lapkeep.example", "Sec-Fetch-Site", "same-origin"}
	for range 2 {
		res, said := p.give(t, lanKey, at...)
		c := p.entered(t, res, said)
		if !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Errorf("the cookie is %v", c)
		}
		got, body := p.ask(t, http.MethodGet, "/", "", append(at, "Cookie", c.Name+"="+c.Value)...)
		if got.StatusCode != http.StatusOK || !strings.HasPrefix(body, inside) {
			t.Errorf("with the cookie: %d %s", got.StatusCode, body)
		}
	}
	for name, key := range map[string]string{"none": "", "a part": lanKey[:8], "a longer one": lanKey + "x"} {
		if res, said := p.give(t, key, at...); res.StatusCode != http.StatusUnauthorized || !strings.Contains(said, "lapkeep key show") {
			t.Errorf("%s: %d %s", name, res.StatusCode, said)
		}
	}
	res, _ := p.give(t, p.sessions.Ticket())
	if res.StatusCode != http.StatusOK || res.Cookies()[0].Secure {
		t.Errorf("a ticket on this machine: %d %v", res.StatusCode, res.Cookies())
	}
	if res, _ := newPaged(t).give(t, lanKey); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a dashboard of this machine takes a key: %d", res.StatusCode)
	}
}

// TestAnotherNameOrOriginGetsNothing: where others than this machine come, the
// same names and origins are asked for, whoever holds a cookie or the key.
func TestAnotherNameOrOriginGetsNothing(t *testing.T) {
	t.Parallel()
	p := behindProxy(t)
	res, said := p.give(t, lanKey, "Host", "lapkeep.example", "Origin", "https://lapkeep.example")
	c := p.entered(t, res, said)
	for name, headers := range map[string][]string{
		"a rebinding name":         {"Host", "evil.example"},
		"a longer name":            {"Host", "lapkeep.example.evil.example"},
		"another machine's number": {"Host", "192.0.2.9"},
		"another origin":           {"Host", "lapkeep.example", "Origin", "https://evil.example"},
		"the name in the open":     {"Host", "lapkeep.example", "Origin", "http://lapkeep.example"},
		"another port of the name": {"Host", "lapkeep.example", "Origin", "https://lapkeep.example:8443"},
		"a page of another site":   {"Host", "lapkeep.example", "Sec-Fetch-Site", "cross-site"},
		"a page of a sister":       {"Host", "lapkeep.example", "Sec-Fetch-Site", "same-site"},
	} {
		for _, path := range []string{"/", "/events", "/columns/1", "/api/get_status", "/upload"} {
			res, body := p.ask(t, http.MethodPost, path, "{}", append(headers, "Cookie", c.Name+"="+c.Value)...)
			if res.StatusCode < 400 || strings.HasPrefix(body, inside) {
				t.Errorf("%s: %s gave %d %s", name, path, res.StatusCode, body)
			}
		}
		if res, _ := p.give(t, lanKey, headers...); res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: the key gave %d", name, res.StatusCode)
		}
	}
}

// TestOnlyTheNamedProxyConnects in the open, and this machine.
func TestOnlyTheNamedProxyConnects(t *testing.T) {
	t.Parallel()
	proxies, _ := guard.ParseProxies([]string{"10.0.0.7"})
	s := guard.NewSessions("", time.Now)
	in := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, inside) })
	wall := guard.NewPages(s, guard.PagesOptions{Key: func() string { return lanKey }, Proxies: proxies}).Wrap(in, in, in)
	for peer, want := range map[string]int{
		"10.0.0.7:4000": http.StatusOK, "127.0.0.1:4000": http.StatusOK, "10.0.0.8:4000": http.StatusForbidden, "nonsense": http.StatusForbidden,
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/assets/app.js", nil)
		r.Host, r.RemoteAddr = "localhost", peer
		if wall.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%s: %d, want %d", peer, w.Code, want)
		}
	}
}
