package guard_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
)

const lanKey = "a-key-that-nobody-guesses-in-a-lifetime"

// behindProxy is a wall that is reached at https://lapkeep.example by a proxy.
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
