package stravatest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestEndsOfConsent(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	web := website(t, s)
	revoke := func(token, secret string) answer {
		r, err := http.NewRequest("POST", s.WebURL+"/oauth/revoke", strings.NewReader(url.Values{"token": {token}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth(fmt.Sprint(DefaultClientID), secret)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return web.send(r)
	}
	dead := func(token Token) {
		t.Helper()
		caller{t, s.APIURL(), token.Access}.get("/athlete").wants(t, 401, "Athlete/access_token/invalid")
		web.form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 400, "RefreshToken/refresh_token/invalid")
	}
	token := s.Grant()
	revoke(token.Refresh, "wrong").wants(t, 401, "Application/client_secret/invalid")
	if got := revoke(token.Refresh, DefaultClientSecret); got.status != 200 || got.text != "" {
		t.Errorf("revoke answers %d %q", got.status, got.text)
	}
	dead(token)
	revoke("unknown", DefaultClientSecret).wants(t, 200, "")
	token = s.Grant()
	revoke(token.Access, DefaultClientSecret).wants(t, 200, "")
	dead(token)
	token = s.Grant()
	old := web.form("POST", "/oauth/deauthorize", url.Values{"access_token": {token.Access}})
	if old.status != 200 || old.doc(t)["access_token"] != token.Access {
		t.Errorf("deauthorize answers %d %s", old.status, old.text)
	}
	dead(token)
	web.form("POST", "/oauth/deauthorize", url.Values{"access_token": {token.Access}}).wants(t, 401, "Athlete/access_token/invalid")
	token = s.Grant()
	s.RevokeByAthlete(DefaultAthleteID)
	dead(token)
	s.Configure(func(o *Options) { o.Now = func() time.Time { return time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC) } })
	web.form("POST", "/oauth/deauthorize", url.Values{"access_token": {s.Grant().Access}}).wants(t, 404, "resource/path/invalid")
}

func TestAthleteLimit(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	s.Grant()
	to, err := s.Decide(s.page(func(v url.Values) { v.Set("approval_prompt", "force") }), Decision{Athlete: SecondAthleteID})
	website(t, s).form("POST", "/oauth/token", codeGrant(back(t, to, err))).wants(t, 403, "Application/Limit of connected athletes/exceeded")
	s.Configure(func(o *Options) { o.LimitAtCalls = true })
	to, err = s.Decide(s.page(func(v url.Values) { v.Set("approval_prompt", "force") }), Decision{Athlete: SecondAthleteID})
	d := website(t, s).form("POST", "/oauth/token", codeGrant(back(t, to, err))).doc(t)
	second := caller{t, s.APIURL(), d["access_token"].(string)}
	second.get("/athlete").wants(t, 403, "Application/Limit of connected athletes/exceeded")
	calls(t, s).get("/athlete").wants(t, 200, "")
	s.Configure(func(o *Options) { o.Tier = SelfServe })
	second.get("/athlete").wants(t, 200, "")
	s.Configure(func(o *Options) { o.AthleteLimit = 1 })
	second.get("/athlete").wants(t, 403, "")
}

func TestSecretsAreNotInTheJournal(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	token := s.Grant()
	website(t, s).form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 200, "")
	text := fmt.Sprintf("%+v", s.Requests())
	for _, secret := range []string{token.Refresh, DefaultClientSecret, token.Access} {
		if strings.Contains(text, secret) {
			t.Errorf("the journal has a secret: %s", text)
		}
	}
}
