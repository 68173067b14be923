package polartest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/test/polartest"
)

// ask returns an answer of the API.
func ask(t *testing.T, s *polartest.Server, token, path string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.DataURL+"/v4/data"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	return do(t, r)
}

func do(t *testing.T, r *http.Request) (*http.Response, string) {
	t.Helper()
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

// TestSpansAndFeatures: what is refused, and what comes without features.
func TestSpansAndFeatures(t *testing.T) {
	t.Parallel()
	s := polartest.New(t, polartest.Options{Seconds: 20})
	token, _ := s.Grant()
	const list, features = "/training-sessions/list?from=", "&features="
	for path, want := range map[string]int{
		list + "2026-07-01T00:00:00&to=2026-09-21T00:00:00":                                              200,
		list + "2026-07-01&to=2026-09-21":                                                                400,
		list + "2026-06-01T00:00:00&to=2026-09-21T00:00:00":                                              400,
		list + "2026-09-19T00:00:00&to=2026-09-21T00:00:00" + features + "samples":                       400,
		list + "2026-09-20T00:00:00&to=2026-09-21T00:00:00" + features + "samples" + features + "routes": 200,
		list + "2026-09-20T00:00:00&to=2026-09-21T00:00:00" + features + "samples,routes":                400,
		"/sleeps?from=2026-09-01&to=2026-10-01":                                                          200,
		"/sleeps?from=2026-09-01&to=2026-10-02":                                                          400,
		"/sleeps?from=x&to=2026-10-02":                                                                   400,
		"/sleeps?from=2026-09-02&to=2026-09-01":                                                          400,
		"/nightly-recharge-results?from=2026-09-01&to=2026-09-30":                                        400,
	} {
		if resp, body := ask(t, s, token, path); resp.StatusCode != want {
			t.Errorf("%s: %d %s, want %d", path, resp.StatusCode, body, want)
		}
	}
	_, head := ask(t, s, token, "/training-sessions/list?from=2026-07-01T00:00:00&to=2026-09-21T00:00:00")
	_, same := ask(t, s, token, "/sleeps?from=2026-09-20&to=2026-09-20")
	_, night := ask(t, s, token, "/sleeps?from=2026-09-20&to=2026-09-21")
	_, whole := ask(t, s, token, "/sleeps?from=2026-09-20&to=2026-09-21&features=sleep-evaluation")
	if strings.Contains(head, "samples") || !strings.Contains(head, "durationMillis") || same != `{"nightSleeps":[]}` ||
		night != `{"nightSleeps":[{"sleepDate":"2026-09-20"}]}` || !strings.Contains(whole, `"asleepDuration":"26999.999999999s"`) {
		t.Errorf("%s\n%s\n%s\n%s", head, same, night, whole)
	}
	resp, _ := ask(t, s, "other", "/sleeps?from=2026-09-20&to=2026-09-21")
	if resp.StatusCode != 401 || resp.Header.Get("RateLimit-Usage") != "16, 16" || resp.Header.Get("RateLimit-Limit") != "3000, 100000" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
	less, _ := s.Grant("sleep:read")
	if resp, _ := ask(t, s, less, "/nightly-recharge-results?from=2026-09-20&to=2026-09-21"); resp.StatusCode != 403 {
		t.Errorf("without the right: %d", resp.StatusCode)
	}
}

// TestTokens: Basic and the address again, a code once, a refresh token once.
func TestTokens(t *testing.T) {
	t.Parallel()
	const callback = "http://localhost:5000/callback"
	s := polartest.New(t, polartest.Options{Empty: true, Lenient: true})
	exchange := func(basic bool, form url.Values) (int, map[string]any) {
		t.Helper()
		r, err := http.NewRequest(http.MethodPost, s.AuthURL+"/oauth/token", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if basic {
			r.SetBasicAuth(polartest.DefaultClientID, polartest.DefaultClientSecret)
		}
		resp, body := do(t, r)
		var doc map[string]any
		if err := json.Unmarshal([]byte(body), &doc); err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, doc
	}
	page := s.AuthURL + "/oauth/authorize?" + url.Values{
		"client_id": {polartest.DefaultClientID}, "response_type": {"code"}, "scope": {"sleep:read training_sessions:read"}, "state": {"x"},
	}.Encode()
	if _, err := s.Decide(page+"&redirect_uri="+url.QueryEscape("http://127.0.0.1:5000/callback"), polartest.Decision{}); err == nil {
		t.Error("another address is accepted")
	}
	back, err := s.Decide(page+"&redirect_uri="+url.QueryEscape(callback), polartest.Decision{Scopes: []string{"sleep:read"}})
	u, bad := url.Parse(back)
	if err != nil || bad != nil || u.Query().Get("state") != "x" || !strings.HasPrefix(back, callback) {
		t.Fatalf("%s %v", back, err)
	}
	form := url.Values{"grant_type": {"authorization_code"}, "code": {u.Query().Get("code")}}
	if status, doc := exchange(true, form); status != 400 || doc["error"] != "invalid_request" {
		t.Errorf("without the address: %d %v", status, doc)
	}
	form.Set("redirect_uri", callback)
	if status, doc := exchange(false, form); status != 401 || doc["error"] != "invalid_client" {
		t.Errorf("without Basic: %d %v", status, doc)
	}
	_, first := exchange(true, form)
	if first["scope"] != "sleep:read" || first["expires_in"] != 43199.0 || first["x_user_id"] != float64(polartest.DefaultAthlete) {
		t.Fatalf("%v", first)
	}
	again := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {first["refresh_token"].(string)}}
	_, second := exchange(true, again)
	status, doc := exchange(true, again)
	if status != 400 || doc["error"] != "invalid_grant" || second["refresh_token"] == first["refresh_token"] {
		t.Errorf("an old refresh token: %d %v", status, doc)
	}
	if status, _ := exchange(true, form); status != 400 {
		t.Errorf("a code twice: %d", status)
	}
	if resp, _ := ask(t, s, second["access_token"].(string), "/sleeps?from=2026-09-20&to=2026-09-21"); resp.StatusCode != 401 {
		t.Errorf("after a code came twice, a token opens: %d", resp.StatusCode)
	}
}
