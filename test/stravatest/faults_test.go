package stravatest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Activities: 3})
	c := calls(t, s)
	once := func(f Fault) answer {
		t.Helper()
		defer s.Inject(f)()
		return c.get("/athlete")
	}
	for status, words := range map[int]string{
		400: "Activity/name/missing", 401: "AccessToken/activity:read_permission/missing", 402: "x/y/z", 403: "Application/Status/Inactive",
		404: "Activity/id/invalid", 429: "Application/rate limit/exceeded", 500: "a/b/c", 503: "a/b/c",
	} {
		part := strings.Split(words, "/")
		got := once(Fault{Status: status, Resource: part[0], Field: part[1], Code: part[2], RetryAfter: "7"})
		got.wants(t, status, words)
		if got.header.Get("Retry-After") != "7" || got.header.Get("X-RateLimit-Usage") == "" {
			t.Errorf("the headers are %v", got.header)
		}
	}
	if got := once(Fault{Status: 502, Body: HTML, NoLimits: true}); got.status != 502 || !strings.HasPrefix(got.text, "<!DOCTYPE") ||
		!strings.HasPrefix(got.header.Get("Content-Type"), "text/html") || got.header.Get("X-RateLimit-Limit") != "" {
		t.Errorf("a gateway's page is %d %v %s", got.status, got.header, got.text)
	}
	if got := once(Fault{Body: HTML}); got.status != 200 || got.v != nil {
		t.Errorf("HTML with 200 is %d %s", got.status, got.text)
	}
	if got := once(Fault{Empty: true}); got.status != 200 || got.text != "" {
		t.Errorf("nothing is %q", got.text)
	}
	if got := once(Fault{Truncate: true}); got.status != 200 || json.Valid([]byte(got.text)) || len(got.text) < 50 {
		t.Errorf("a truncated answer is %q", got.text)
	}
	if got := once(Fault{Location: s.ElsewhereURL}); got.status != 302 || got.header.Get("Location") != s.ElsewhereURL {
		t.Errorf("a redirect is %d %v", got.status, got.header)
	}
	const huge = "9223372036854775807"
	edited := Fault{Edit: func(v any) any { v.(Doc)["id"] = json.Number(huge); return v }}
	if got := once(edited); !strings.Contains(got.text, huge) {
		t.Errorf("edited is %s", got.text)
	}
	c.get("/athlete").wants(t, 200, "")
}

func TestCutConnections(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Activities: 3})
	token := s.Grant().Access
	for _, body := range []string{"", `{"id": 1, "na`} {
		remove := s.Inject(Fault{Operation: "getLoggedInAthlete", Cut: true, Body: body})
		r, _ := http.NewRequest("GET", s.APIURL()+"/athlete", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		got, err := http.DefaultClient.Do(r)
		if err == nil {
			_, err = io.ReadAll(got.Body)
			got.Body.Close()
		}
		if err == nil {
			t.Errorf("with %q nothing broke", body)
		}
		remove()
	}
}

func TestWhichRequestsAreMet(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Activities: 3})
	c := calls(t, s)
	s.Inject(Fault{Operation: "getLoggedInAthlete", After: 1, Every: 2, Times: 2, Status: 503})
	want := []int{200, 200, 503, 200, 503, 200, 200}
	for i, status := range want {
		if got := c.get("/athlete"); got.status != status {
			t.Errorf("call %d is %d, not %d", i, got.status, status)
		}
	}
	c.get("/athlete/zones").wants(t, 200, "")
}

func TestLateFaultsTakeEffect(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	c := calls(t, s)
	defer s.Inject(Fault{Operation: "createActivity", Late: true, Status: 504})()
	c.form("POST", "/activities", typed(1)).wants(t, 504, "")
	if n := len(c.all("")); n != 1 {
		t.Errorf("there are %d", n)
	}
	web, token := website(t, s), s.Grant()
	s.Advance(7 * time.Hour)
	defer s.Inject(Fault{Operation: "token", Late: true, Status: 502, Body: HTML, Times: 1})()
	web.form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 502, "") // it was rotated all the same
	web.form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 400, "RefreshToken/refresh_token/invalid")
}

func TestGates(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Activities: 3})
	c := calls(t, s)
	gate, held := make(chan struct{}), make(chan struct{})
	s.Inject(Fault{Operation: "getLoggedInAthlete", Gate: gate, Held: func() { close(held) }, Times: 1})
	done := make(chan answer)
	go func() { done <- c.get("/athlete") }()
	<-held
	c.get("/athlete/zones").wants(t, 200, "") // others go on
	close(gate)
	(<-done).wants(t, 200, "")
}
