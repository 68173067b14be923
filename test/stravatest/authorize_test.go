package stravatest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

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
	} {
		s := server(t, k.o)
		web, first := website(t, s), s.Grant()
		if k.late {
			s.Advance(7 * time.Hour)
		}
		d := web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).doc(t)
		if (d["refresh_token"] != first.Refresh) != k.other {
			t.Errorf("%+v: %v", k.o, d)
		}
		web.form("POST", "/oauth/token", refreshGrant(first.Refresh)).wants(t, k.oldStatus, "")
	}
}
