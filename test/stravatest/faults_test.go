package stravatest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
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

func (s *Server) page(change func(url.Values)) string {
	v := url.Values{
		"client_id": {fmt.Sprint(DefaultClientID)}, "redirect_uri": {"http://127.0.0.1:9/back?x=1"}, "response_type": {"code"},
		"scope": {"read,activity:read_all,profile:read_all"}, "state": {"s+&=1"},
	}
	if change != nil {
		change(v)
	}
	return s.WebURL + "/oauth/authorize?" + v.Encode()
}

func back(t *testing.T, address string, err error) url.Values {
	t.Helper()
	u, parseErr := url.Parse(address)
	if err != nil || parseErr != nil || u.Host != "127.0.0.1:9" || u.Path != "/back" || u.Query().Get("x") != "1" {
		t.Fatalf("the browser is sent to %q: %v", address, err)
	}
	return u.Query()
}

func credentials(more url.Values) url.Values {
	v := url.Values{"client_id": {fmt.Sprint(DefaultClientID)}, "client_secret": {DefaultClientSecret}}
	for name := range more {
		v.Set(name, more.Get(name))
	}
	return v
}

func website(t *testing.T, s *Server) caller { return caller{t: t, base: s.WebURL} }

func codeGrant(q url.Values) url.Values {
	return credentials(url.Values{"grant_type": {"authorization_code"}, "code": {q.Get("code")}})
}

func refreshGrant(token any) url.Values {
	return credentials(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {fmt.Sprint(token)}})
}

func TestAuthorizeGivesACodeOnce(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	web := website(t, s)
	to, err := s.Decide(s.page(nil), Decision{Scopes: []string{"read", "activity:read_all"}})
	q := back(t, to, err)
	if q.Get("state") != "s+&=1" || q.Get("scope") != "read,activity:read_all" || q.Get("code") == "" {
		t.Fatalf("the redirect has %v", q)
	}
	got := web.form("POST", "/oauth/token", codeGrant(q))
	d := got.doc(t)
	if got.status != 200 || d["token_type"] != "Bearer" || d["expires_in"] != json.Number("21600") || d["scope"] != "read activity:read_all" {
		t.Fatalf("the token is %d %v", got.status, d)
	}
	if want := fmt.Sprint(s.Now().Add(6 * time.Hour).Unix()); fmt.Sprint(d["expires_at"]) != want {
		t.Errorf("it ends at %v, not %s", d["expires_at"], want)
	}
	if m := d["athlete"].(Doc); fmt.Sprint(m["id"]) != fmt.Sprint(DefaultAthleteID) || m["resource_state"] != json.Number("2") {
		t.Errorf("the athlete is %v", m)
	}
	web.form("POST", "/oauth/token", codeGrant(q)).wants(t, 400, "AuthorizationCode//invalid")
	api := caller{t, s.APIURL(), d["access_token"].(string)}
	if m := api.get("/athlete").doc(t); m["ftp"] != nil || m["resource_state"] != json.Number("2") {
		t.Errorf("without profile:read_all the athlete is %v", m)
	}
	api.get("/athlete/zones").wants(t, 401, "AccessToken/profile:read_all_permission/missing")
}

func TestAuthorizeRefusals(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	web := caller{t: t}
	for field, words := range map[string]string{
		"client_id": "Application/client_id/invalid", "redirect_uri": "Application/redirect_uri/invalid",
		"response_type": "Authorize/response_type/invalid", "scope": "Authorize/scope/invalid",
		"approval_prompt": "Authorize/approval_prompt/invalid",
	} {
		web.get(s.page(func(v url.Values) { v.Set(field, "https://evil.example/back") })).wants(t, 400, words)
	}
	to, err := s.Decide(s.page(nil), Decision{Refuse: true})
	if q := back(t, to, err); q.Get("error") != "access_denied" || q.Get("state") != "s+&=1" || q.Has("code") {
		t.Errorf("a refusal has %v", q)
	}
	mobile := strings.Replace(s.page(nil), "/oauth/", "/oauth/mobile/", 1)
	if page := web.get(mobile); page.status != 200 || !strings.Contains(page.text, "activity:read_all") {
		t.Errorf("the page is %d %s", page.status, page.text)
	}
	s.Configure(func(o *Options) { o.Consent = ConsentRefused })
	to, err = s.Decide(s.page(nil), Decision{})
	if q := back(t, to, err); q.Get("error") != "access_denied" {
		t.Errorf("a refusal has %v", q)
	}
}

func TestConsentByOptions(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Consent: ConsentGiven, Granted: []string{"read"}})
	to, err := s.Decide(s.page(nil), Decision{})
	q := back(t, to, err)
	if q.Get("scope") != "read" {
		t.Fatalf("granted is %q", q.Get("scope"))
	}
	d := website(t, s).form("POST", "/oauth/token", codeGrant(q)).doc(t)
	caller{t, s.APIURL(), d["access_token"].(string)}.get("/athlete/activities").wants(t, 401, "AccessToken/activity:read_permission/missing")
}

func TestApprovalPromptAuto(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	s.Grant("read", "activity:read_all", "profile:read_all")
	web := caller{t: t}
	if got := web.get(s.page(nil)); got.status != http.StatusFound {
		t.Errorf("what was granted is asked again: %d", got.status)
	}
	if got := web.get(s.page(func(v url.Values) { v.Set("approval_prompt", "force") })); got.status != 200 {
		t.Errorf("force does not ask: %d", got.status)
	}
	if got := web.get(s.page(func(v url.Values) { v.Set("scope", "activity:write") })); got.status != 200 {
		t.Errorf("another scope is not asked for: %d", got.status)
	}
}

func TestCodesExpire(t *testing.T) {
	t.Parallel()
	s := server(t, Options{CodeLife: time.Minute})
	to, err := s.Decide(s.page(nil), Decision{})
	q := back(t, to, err)
	s.Advance(time.Minute)
	website(t, s).form("POST", "/oauth/token", codeGrant(q)).wants(t, 400, "AuthorizationCode//expired")
}

func TestWrongClients(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	web := website(t, s)
	v := refreshGrant(s.Grant().Refresh)
	v.Set("client_secret", "wrong")
	web.form("POST", "/oauth/token", v).wants(t, 401, "Application/client_secret/invalid")
	v.Set("client_id", "1")
	web.form("POST", "/oauth/token", v).wants(t, 400, "Application/client_id/invalid")
	web.form("POST", "/oauth/token", credentials(url.Values{"grant_type": {"password"}})).wants(t, 400, "Application/grant_type/invalid")
	web.form("POST", "/oauth/token", refreshGrant("nonsense")).wants(t, 400, "RefreshToken/refresh_token/invalid")
	s.AddApplication(5, "other")
	other := refreshGrant(s.Grant().Refresh)
	other.Set("client_id", "5")
	other.Set("client_secret", "other")
	web.form("POST", "/oauth/token", other).wants(t, 400, "RefreshToken/refresh_token/invalid")
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	web := caller{t: t, base: s.APIURL()} // its alias
	first := s.Grant("read")
	d := web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).doc(t)
	if d["access_token"] != first.Access || d["refresh_token"] != first.Refresh || d["athlete"] != nil {
		t.Fatalf("with over an hour left there is another token: %v", d)
	}
	s.Advance(5*time.Hour + time.Second) // less than an hour is left
	d = web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).doc(t)
	if d["access_token"] == first.Access || d["refresh_token"] == first.Refresh {
		t.Fatalf("with less than an hour left the token stays: %v", d)
	}
	web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).wants(t, 400, "RefreshToken/refresh_token/invalid")
	api := caller{t, s.APIURL(), first.Access}
	api.get("/athlete").wants(t, 200, "") // it lives until its end
	s.Advance(time.Hour)
	api.get("/athlete").wants(t, 401, "Athlete/access_token/invalid")
	caller{t, s.APIURL(), d["access_token"].(string)}.get("/athlete").wants(t, 200, "")
}

func TestRotations(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		o         Options
		late      bool
		other     bool
		oldStatus int
	}{
		{Options{Rotation: RotateNever}, true, false, 200},
		{Options{Rotation: RotateAlways}, false, true, 400},
		{Options{Rotation: RotateAlways, RefreshGrace: time.Minute, NoScopeInToken: true}, true, true, 200},
	} {
		s := server(t, k.o)
		web, first := website(t, s), s.Grant()
		if k.late {
			s.Advance(7 * time.Hour)
		}
		d := web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).doc(t)
		if (d["refresh_token"] != first.Refresh) != k.other || (d["scope"] == nil) != k.o.NoScopeInToken {
			t.Errorf("%+v: %v", k.o, d)
		}
		web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).wants(t, k.oldStatus, "")
	}
}
