package authserver_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// TestAPersonLetsAProgramIn: the whole way, and exactly what was agreed to.
func TestAPersonLetsAProgramIn(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	got := x.granted(t, x.owner, "read write", "ann")
	if got.Scope != "read write" || got.Life != 3600 {
		t.Errorf("the tokens are %+v", got)
	}
	a, ok := x.access(t, got.Access)
	if !ok || a.Person != x.owner.ID || a.Role != training.RoleOwner || a.Machine ||
		!slices.Equal(a.Permissions, []training.Permission{"read", "write"}) || !slices.Equal(a.Athletes, []training.AthleteID{"ann"}) {
		t.Errorf("the access is %+v", a)
	}
	x.clock.Add(3601)
	if _, ok := x.access(t, got.Access); ok {
		t.Error("a token is valid after an hour")
	}
	next := x.token(t, refresh(got.Refresh))
	if _, ok := x.access(t, next.Access); !ok {
		t.Error("a new token is not valid")
	}
	x.clock.Add(31 * 24 * 3600)
	if got := x.token(t, refresh(next.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("a grant outlives its time: %+v", got)
	}
}

// TestTheKeyStillOpens: beside people, the key of the server has no limits.
func TestTheKeyStillOpens(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	if a, ok := x.access(t, "a-key-of-the-server-itself"); !ok || !a.Machine {
		t.Errorf("the key gets %+v", a)
	}
}

// TestCheck11_ATokenHasOneAudience: a token that was made for another server of the same home
// opens nothing here.
func TestCheck11_ATokenHasOneAudience(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	g := people.Grant{
		Client: program, Resource: "https://other.example/mcp", Permissions: training.Permissions(), Athletes: []training.AthleteID{"ann"},
		Expires: x.now().Add(time.Hour),
	}
	code, err := x.book.Authorize(t.Context(), x.owner, g, callback, challenge())
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.book.Exchange(t.Context(), code, program, callback, verifier, g.Resource)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := x.access(t, got.Access); ok {
		t.Error("a token for another server opens")
	}
	if got := x.token(t, refresh(got.Refresh)); got.Error != "invalid_target" {
		t.Errorf("a token for another server is exchanged: %+v", got)
	}
}

// TestCheck10_Descriptions: the resource names its authorization server, and that names what it can do.
func TestCheck10_Descriptions(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		res, text := x.send(t, http.MethodGet, path, nil)
		if res.StatusCode != http.StatusOK || !strings.Contains(text, `"resource":"`+resource+`"`) || !strings.Contains(text,
			`"authorization_servers":["`+base+`"]`) {
			t.Errorf("%s: %d %s", path, res.StatusCode, text)
		}
	}
	_, text := x.send(t, http.MethodGet, "/.well-known/oauth-authorization-server", nil)
	var d map[string]any
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"issuer": base, "code_challenge_methods_supported": "[S256]", "token_endpoint_auth_methods_supported": "[none]",
		"authorization_response_iss_parameter_supported": "true", "client_id_metadata_document_supported": "true",
		"scopes_supported": "[read write send admin]", "token_endpoint": base + "/login/token",
	} {
		if got := fmt.Sprint(d[name]); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
	if d["registration_endpoint"] != nil {
		t.Error("anybody may register a program")
	}
}

// TestCheck13_AttackStolenCode: whoever catches a code has no verifier, or is another program, and the
// grant ends as soon as they try.
func TestCheck13_AttackStolenCode(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.signIn(t, x.owner)
	for name, change := range map[string][]string{
		"wrong verifier":  {"code_verifier", strings.Repeat("x", 43)},
		"no verifier":     {"code_verifier", ""},
		"the challenge":   {"code_verifier", challenge()},
		"other program":   {"client_id", "https://evil.example/client.json"},
		"other redirect":  {"redirect_uri", "https://chat.example/other"},
		"other audience":  {"resource", "https://other.example/mcp"},
		"no such code":    {"code", "guess"},
		"a refresh token": {"grant_type", "refresh_token"},
	} {
		code := x.code(t, request(), "read", "ann")
		if got := x.token(t, exchange(code, change...)); got.Error == "" {
			t.Errorf("%s: tokens", name)
		}
		if name == "no such code" || name == "a refresh token" {
			continue
		}
		if got := x.token(t, exchange(code)); got.Error != "invalid_grant" {
			t.Errorf("%s: the code still works: %+v", name, got)
		}
	}
	code := x.code(t, request(), "read", "ann")
	x.clock.Add(61)
	if got := x.token(t, exchange(code)); got.Error != "invalid_grant" {
		t.Errorf("a code works after a minute: %+v", got)
	}
}

// TestCheck13_AttackReplayedCode: the second use of a code takes the first one's tokens too.
func TestCheck13_AttackReplayedCode(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.signIn(t, x.owner)
	code := x.code(t, request(), "read", "ann")
	first := x.token(t, exchange(code))
	if got := x.token(t, exchange(code)); got.Error != "invalid_grant" {
		t.Errorf("a code works twice: %+v", got)
	}
	if _, ok := x.access(t, first.Access); ok {
		t.Error("the tokens of a replayed code are valid")
	}
	if got := x.token(t, refresh(first.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("the refresh token of a replayed code is valid: %+v", got)
	}
}

// TestCheck13_AttackReplayedRefresh: a refresh token works once; a second use ends the family.
func TestCheck13_AttackReplayedRefresh(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	first := x.granted(t, x.owner, "read", "ann")
	second := x.token(t, refresh(first.Refresh))
	other := refresh(second.Refresh)
	other.Set("client_id", "https://evil.example/client.json")
	if got := x.token(t, other); got.Error != "invalid_grant" {
		t.Errorf("another program refreshes: %+v", got)
	}
	if _, ok := x.access(t, second.Access); !ok {
		t.Error("the program's own token ended")
	}
	if got := x.token(t, refresh(first.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("a refresh token works twice: %+v", got)
	}
	if _, ok := x.access(t, second.Access); ok {
		t.Error("an access token of the family is valid")
	}
	if got := x.token(t, refresh(second.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("the family goes on: %+v", got)
	}
}

// TestCheck13_AttackPlainPKCE: without S256 there is no code. A program that was registered here is
// told. Anybody can describe a program that is answered anywhere, so that a link to a trusted
// server would lead there: such an answer waits for the person.
func TestCheck13_AttackPlainPKCE(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.signIn(t, x.owner)
	own, err := x.book.AddClient(t.Context(), "Own", []string{"https://own.example/back", "http://127.0.0.1:7000/back"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change []string
		want   string
	}{
		"plain":          {[]string{"code_challenge_method", "plain"}, "invalid_request"},
		"no method":      {[]string{"code_challenge_method", ""}, "invalid_request"},
		"no challenge":   {[]string{"code_challenge", ""}, "invalid_request"},
		"short":          {[]string{"code_challenge", "abc"}, "invalid_request"},
		"implicit":       {[]string{"response_type", "token"}, "unsupported_response_type"},
		"other audience": {[]string{"resource", "https://other.example/mcp"}, "invalid_target"},
		"request object": {[]string{"request", "ey.ey.x"}, "request_not_supported"},
	} {
		for _, who := range []struct {
			client, redirect string
			sent             bool
		}{
			{own.ID, "https://own.example/back", true},
			{own.ID, "http://127.0.0.1:7000/back", true},
			{own.ID, "http://127.0.0.1:7001/back", false},
			{program, callback, false},
		} {
			q := request(append(c.change, "client_id", who.client, "redirect_uri", who.redirect)...)
			res, page := x.send(t, http.MethodGet, "/login/authorize?"+q.Encode(), nil)
			at, err := res.Location()
			if who.sent != (err == nil) || !who.sent && res.StatusCode != http.StatusBadRequest {
				t.Errorf("%s to %s: %d %v", name, who.redirect, res.StatusCode, at)
				continue
			}
			if !who.sent {
				if at, err = url.Parse(html.UnescapeString(link.FindStringSubmatch(page)[1])); err != nil || strings.Contains(page, "<form") {
					t.Fatal(err, page)
				}
			}
			if q := at.Query(); q.Get("error") != c.want || q.Get("iss") != base || q.Get("code") != "" || !strings.HasPrefix(at.String(),
				who.redirect+"?") {
				t.Errorf("%s: the answer is %s", name, at)
			}
		}
	}
}

// link finds the address of a page's link.
var link = regexp.MustCompile(`(?:href=")(http[^"]*)`)

// TestCheck13_AttackOpenRedirect: nothing is sent to an address that the program did not list.
func TestCheck13_AttackOpenRedirect(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.signIn(t, x.owner)
	for _, to := range []string{
		"https://evil.example/callback", callback + "/more", callback + "?x=1", "http://chat.example/callback",
		"https://chat.example.evil.example/callback",
		"https://chat.example@evil.example/callback", "javascript:alert(1)", "//evil.example", callback + "#x", "",
		"https://CHAT.example/callback",
	} {
		for _, q := range []url.Values{request("redirect_uri", to), request("redirect_uri", to, "response_type", "token")} {
			res, text := x.send(t, http.MethodGet, "/login/authorize?"+q.Encode(), nil)
			if res.StatusCode != http.StatusBadRequest || res.Header.Get("Location") != "" || strings.Contains(text, "<form") {
				t.Errorf("%s: %d to %q", to, res.StatusCode, res.Header.Get("Location"))
			}
		}
	}
	q := request()
	q.Add("redirect_uri", "https://evil.example/")
	if res, _ := x.send(t, http.MethodGet, "/login/authorize?"+q.Encode(), nil); res.StatusCode != http.StatusBadRequest {
		t.Errorf("two addresses: %d", res.StatusCode)
	}
	x.cookie = ""
	code, err := x.book.SignInCode(t.Context(), x.owner)
	if err != nil {
		t.Fatal(err)
	}
	res, _ := x.send(t, http.MethodPost, "/login/code", url.Values{"code": {code}, "query": {"//evil.example/\r\nX: y"}})
	if to := res.Header.Get("Location"); !strings.HasPrefix(to, "/login") || res.Header.Get("X") != "" {
		t.Errorf("signing in leads to %q", to)
	}
}

// TestAttackLocalhostImpersonation: a program on the person's device may use any port there, but
// only of its own path, and the page warns.
func TestAttackLocalhostImpersonation(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.document = `{"client_id":"` + program + `","client_name":"Code","redirect_uris":["http://127.0.0.1/callback","http://localhost:1/callback"]}`
	x.signIn(t, x.owner)
	for to, want := range map[string]int{
		"http://127.0.0.1:5000/callback": http.StatusOK, "http://localhost:7/callback": http.StatusOK,
		"http://127.0.0.1:5000/other": http.StatusBadRequest, "http://10.0.0.1:5000/callback": http.StatusBadRequest,
		"http://127.0.0.1.evil.example/callback": http.StatusBadRequest, "https://127.0.0.1:5000/callback": http.StatusBadRequest,
	} {
		res, text := x.send(t, http.MethodGet, "/login/authorize?"+request("redirect_uri", to).Encode(), nil)
		if res.StatusCode != want || want == http.StatusOK && !strings.Contains(text, "Go on only if you have just started it yourself.") {
			t.Errorf("%s: %d", to, res.StatusCode)
		}
	}
}

// TestCheck23_AttackDescriptions: an id that is no plain https address, or whose description does not
// fit, gets no page; and a stranger makes this server call nobody.
func TestCheck23_AttackDescriptions(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	if res, _ := x.send(t, http.MethodGet, "/login/authorize?"+request().Encode(), nil); res.StatusCode != http.StatusOK ||
		x.fetched.Load() != 0 {
		t.Errorf("a stranger makes the server fetch: %d", x.fetched.Load())
	}
	x.signIn(t, x.owner)
	for _, id := range []string{
		"http://chat.example/c", "https://chat.example", "https://chat.example/", "https://u:p@chat.example/c", "https://chat.example/c?x",
		"https://chat.example/c#x",
		"https://chat.example:8443/c", "https://chat.example/../c", "file:///etc/passwd", "chat", "", "https:///c",
	} {
		if res, _ := x.send(t, http.MethodGet, "/login/authorize?"+request("client_id", id).Encode(),
			nil); res.StatusCode != http.StatusBadRequest || x.fetched.Load() != 0 {
			t.Errorf("%s: %d, %d fetches", id, res.StatusCode, x.fetched.Load())
		}
	}
	for _, document := range []string{
		`{"client_id":"https://evil.example/c","redirect_uris":["` + callback + `"]}`, `{"redirect_uris":["` + callback + `"]}`,
		`{"client_id":"` + program + `"}`,
		`{"client_id":"` + program + `","redirect_uris":["` + callback + `"],"client_secret":"x"}`, `[]`, ``, `<html>`,
		`{"client_id":"` + program + `","redirect_uris":["` + callback + `"],"token_endpoint_auth_method":"client_secret_basic"}`,
		// Whoever holds no key of such a program would pass for it.
		`{"client_id":"` + program + `","redirect_uris":["` + callback + `"],"token_endpoint_auth_method":"private_key_jwt"}`,
	} {
		x.document = document
		if res, _ := x.send(t, http.MethodGet, "/login/authorize?"+request().Encode(), nil); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", document, res.StatusCode)
		}
	}
}

// TestAttackHostileNames: what a program calls itself is text.
func TestAttackHostileNames(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.document = `{"client_id":"` + program + `","client_name":"<script>x</script>\u202e\u0000","redirect_uris":["` + callback + `"]}`
	x.signIn(t, x.owner)
	res, text := x.send(t, http.MethodGet, "/login/authorize?"+request().Encode(), nil)
	if res.StatusCode != http.StatusOK || strings.Contains(text, "<script") || strings.ContainsRune(text, '\u202e') ||
		!strings.Contains(text, "chat.example") {
		t.Errorf("%d %s", res.StatusCode, text)
	}
	if csp := res.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp,
		"frame-ancestors 'none'") ||
		res.Header.Get("X-Frame-Options") != "DENY" {
		t.Errorf("the page may be framed or run scripts: %s", csp)
	}
}

// TestAttackLookalikeHosts: a host is shown as it is sent, so letters of another script do not
// pass for a known name.
func TestAttackLookalikeHosts(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"https://claude.ai/back": true, "https://xn--laude-5of.ai/back": true, "http://127.0.0.1:8000/back": true, "http://[::1]:8000/back": true,
		"https://%D1%81laude.ai/back": false, "https://\u0441laude.ai/back": false, "https://a;sandbox/back": false,
		"https://claude.ai%E2%80%AE/back": false, "https://claude.ai:/back": false, "https://Claude.ai/back": false,
	} {
		if err := authserver.CheckRedirect(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}
