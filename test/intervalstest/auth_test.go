package intervalstest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
)

func TestAuthorisation(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true, Scopes: "ACTIVITY:READ,WELLNESS:WRITE", Coached: []string{"67890"}})
	basic := func(user, key string) func(*http.Request) {
		return func(r *http.Request) { r.SetBasicAuth(user, key) }
	}
	bearer := func(token string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	}
	for name, tc := range map[string]struct {
		auth   func(*http.Request)
		method string
		path   string
		want   int
	}{
		"key":                      {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/0", 200},
		"none":                     {func(*http.Request) {}, "GET", "/athlete/0", 401},
		"wrong key":                {basic("API_KEY", "x"), "GET", "/athlete/0", 401},
		"wrong user":               {basic("i12345", intervalstest.DefaultKey), "GET", "/athlete/0", 401},
		"key as a token":           {bearer(intervalstest.DefaultKey), "GET", "/athlete/0", 403},
		"token":                    {bearer(intervalstest.DefaultToken), "GET", "/athlete/0", 200},
		"wrong token":              {bearer("x"), "GET", "/athlete/0", 401},
		"token within its scope":   {bearer(intervalstest.DefaultToken), "GET", "/athlete/0/activities?oldest=2026-01-01", 200},
		"writing implies reading":  {bearer(intervalstest.DefaultToken), "GET", "/athlete/0/wellness", 200},
		"reading is not writing":   {bearer(intervalstest.DefaultToken), "DELETE", "/activity/i1", 403},
		"token outside its scope":  {bearer(intervalstest.DefaultToken), "GET", "/athlete/0/events", 403},
		"roster by key":            {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athletes", 200},
		"roster by token":          {bearer(intervalstest.DefaultToken), "GET", "/athletes", 403},
		"leaving needs a token":    {basic("API_KEY", intervalstest.DefaultKey), "DELETE", "/disconnect-app", 401},
		"by name":                  {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/i12345", 200},
		"old account, bare digits": {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/67890", 200},
		"with an i it is another":  {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/i67890", 403},
		"somebody else":            {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/i99999", 403},
		"zero is refused here": {
			basic("API_KEY", intervalstest.DefaultKey), "GET",
			"/athlete/0/activity-pace-curves?oldest=2026-01-01&newest=2026-02-01", 403,
		},
		"no such path":            {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/0/event/1", 404},
		"other verb":              {basic("API_KEY", intervalstest.DefaultKey), "DELETE", "/athlete/0/wellness/2026-09-20", 405},
		"reading what is written": {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/0/folders/1/workouts", 405},
	} {
		r, err := http.NewRequestWithContext(t.Context(), tc.method, c.s.BaseURL+tc.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		tc.auth(r)
		if got, text := c.do(r); got != tc.want {
			t.Errorf("%s: %d %s, want %d", name, got, text, tc.want)
		}
	}
	for _, r := range c.s.Requests() {
		if strings.Contains(r.Auth, "canary") {
			t.Errorf("the log has a secret: %q", r.Auth)
		}
	}
}

func TestTokenIsExchangedForTheCode(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	ask := func(code string) (int, []byte) {
		form := url.Values{"client_id": {"7"}, "client_secret": {"s"}, "code": {code}}
		r, err := http.NewRequestWithContext(t.Context(), "POST", c.s.URL+"/api/oauth/token", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return c.do(r)
	}
	if status, text := ask("code"); status != 200 || !strings.Contains(string(text), intervalstest.DefaultToken) ||
		strings.Contains(string(text), "refresh") {
		t.Errorf("%d %s", status, text)
	}
	if status, _ := ask("old"); status != 400 {
		t.Errorf("an old code gives %d", status)
	}
}

func TestAuthorisationRedirects(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(query string) *http.Response {
		answer, err := client.Get(c.s.URL + "/oauth/authorize?" + query)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer
	}
	answer := ask("client_id=7&scope=ACTIVITY:READ&state=s1&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fback%3Fa%3Db")
	if got := answer.Header.Get("Location"); answer.StatusCode != http.StatusFound || got != "http://127.0.0.1:9/back?a=b&code=code&state=s1" {
		t.Errorf("%d to %s", answer.StatusCode, got)
	}
	if answer := ask("client_id=7&scope=ACTIVITY:READ"); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("without a way back: %d", answer.StatusCode)
	}
}
