package authserver_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// elsewhere is a world whose people sign in at a provider, or whose programs get tokens there.
func elsewhere(t *testing.T, client string, tokens bool) (*world, *emulator) {
	t.Helper()
	e := newEmulator(t, time.Now, base+authserver.ProviderAnswers)
	at := &people.Provider{Issuer: e.URL, Client: client, Tokens: tokens}
	x := newWorldWith(t, func(o *authserver.Options) { o.Provider, o.Secret = at, e.secret })
	e.now = x.now
	if err := x.book.Link(t.Context(), x.owner, e.URL, "sub-1"); err != nil {
		t.Fatal(err)
	}
	return x, e
}

// signsIn goes the whole way through the provider, and returns the last answer.
func (b *window) signsIn(t *testing.T, e *emulator, query string) (*http.Response, string) {
	t.Helper()
	res, text := b.open(t, http.MethodGet, "/login/provider?"+query, nil)
	to, err := res.Location()
	if err != nil {
		return res, text
	}
	return b.open(t, http.MethodGet, e.visit(t, to.String()).RequestURI(), nil)
}

// TestAPersonSignsInAtTheProvider, and in no other way; the program's request comes back.
func TestAPersonSignsInAtTheProvider(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "lapkeep", false)
	b := x.window()
	q := request().Encode()
	_, page := b.open(t, http.MethodGet, "/login/authorize?"+q, nil)
	if !strings.Contains(page, "/login/provider?") || strings.Contains(page, "One-time code") || strings.Contains(page, "passkey") {
		t.Errorf("the page is %s", page)
	}
	res, text := b.signsIn(t, e, q)
	if to := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || to != "/login/authorize?"+q {
		t.Errorf("%d %s %s", res.StatusCode, to, text)
	}
	if _, text := b.open(t, http.MethodGet, "/login", nil); !strings.Contains(text, "You are signed in as Olga") {
		t.Errorf("the page is %s", text)
	}
	code, err := x.book.SignInCode(t.Context(), x.owner)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/login/code", "/login/passkey", "/login/passkey/add"} {
		if res, _ := x.window().open(t, http.MethodPost, path, url.Values{"code": {code}}); res.StatusCode != http.StatusUnauthorized ||
			len(res.Cookies()) != 0 {
			t.Errorf("%s answers %d", path, res.StatusCode)
		}
	}
	if res, _ := b.open(t, http.MethodGet, "/login/provider?"+strings.Repeat("x", 3000), nil); res.StatusCode != http.StatusBadRequest {
		t.Errorf("a request that does not fit gets %d", res.StatusCode)
	}
}

// TestWhoSignsOutIsSignedOutAtTheProviderToo, if the provider says where, over an address that is
// encrypted; whoever signs out somebody else stays.
func TestWhoSignsOutIsSignedOutAtTheProviderToo(t *testing.T) {
	t.Parallel()
	for end, there := range map[string]bool{"": true, "http://evil.example/end": false, "none": false} {
		x, e := elsewhere(t, "lapkeep", false)
		if end != "" {
			e.describe = func(d map[string]any) {
				if d["end_session_endpoint"] = end; end == "none" {
					delete(d, "end_session_endpoint")
				}
			}
		}
		for person, own := range map[string]bool{"": true, string(x.owner.ID): true, string(x.coach.ID): false} {
			b := x.window()
			b.signsIn(t, e, "")
			res, page := b.open(t, http.MethodGet, "/login", nil)
			if csp := res.Header.Get("Content-Security-Policy"); strings.HasSuffix(csp, "form-action 'self' "+e.URL) != there {
				t.Errorf("%q: the policy is %s", end, csp)
			}
			form := url.Values{guard.TokenField: {tokenField.FindStringSubmatch(page)[1]}, "person": {person}}
			res, text := b.open(t, http.MethodPost, "/login/out", form)
			to, err := res.Location()
			if err != nil {
				t.Fatal(res.StatusCode, text)
			}
			want := "/login"
			if there && own {
				want = e.URL + "/end?client_id=lapkeep&post_logout_redirect_uri=" + url.QueryEscape(base+"/login") + "&theme=dark"
			}
			if res.Header.Get("Location") != want {
				t.Errorf("%q, person %q: it leads to %s, want %s", end, person, to, want)
			}
			if _, page := b.open(t, http.MethodGet, "/login", nil); strings.Contains(page, "You are signed in") == own {
				t.Errorf("%q, person %q: %s", end, person, page)
			}
		}
	}
}

// TestTheProviderIsNotBelievedEverything: each lie of a token or an answer opens nothing.
func TestTheProviderIsNotBelievedEverything(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "lapkeep", false)
	set := func(name string, v any) func() {
		return func() { e.claims = func(c map[string]any) { c[name] = v } }
	}
	head := func(name string, v any) func() {
		return func() { e.header = func(h map[string]any) { h[name] = v } }
	}
	now := x.now().Unix()
	for name, lie := range map[string]func(){
		"another audience":           set("aud", "another"),
		"no audience":                set("aud", []string{}),
		"several, nobody's":          set("aud", []string{"lapkeep", "another"}),
		"another party":              set("azp", "another"),
		"another issuer":             set("iss", "https://evil.example"),
		"expired":                    set("exp", now-1),
		"without end":                set("exp", nil),
		"not yet":                    set("nbf", now+3600),
		"another nonce":              set("nonce", "x"),
		"no nonce":                   set("nonce", nil),
		"no subject":                 set("sub", ""),
		"alg none":                   head("alg", "none"),
		"the public key as a secret": head("alg", "HS256"),
		"another key":                head("stranger", true),
		"an unknown key":             head("kid", "unknown"),
		"an unknown condition":       head("crit", []string{"x"}),
		"mixed up":                   func() { e.back = func(q url.Values) { q.Set("iss", "https://other.example") } },
		"no issuer in the answer":    func() { e.back = func(q url.Values) { q.Del("iss") } },
		"two issuers":                func() { e.back = func(q url.Values) { q.Add("iss", "https://other.example") } },
		"another state":              func() { e.back = func(q url.Values) { q.Set("state", "x") } },
		"no state":                   func() { e.back = func(q url.Values) { q.Del("state") } },
		"another code":               func() { e.back = func(q url.Values) { q.Set("code", "x") } },
		"no code":                    func() { e.back = func(q url.Values) { q.Del("code") } },
		"an error":                   func() { e.back = func(q url.Values) { q.Set("error", "access_denied") } },
		"another secret of ours":     func() { e.secret = "changed" },
		"somebody unknown":           func() { e.subject = "olga@example.org" },
	} {
		secret, subject := e.secret, e.subject
		lie()
		b := x.window()
		if res, text := b.signsIn(t, e, ""); res.StatusCode != http.StatusUnauthorized || b.cookies[sessionCookie] != "" {
			t.Errorf("%s: %d %s", name, res.StatusCode, text)
		} else if name == "somebody unknown" && !strings.Contains(text, "lapkeep login link NAME olga@example.org") {
			t.Errorf("it is not said how to let somebody in: %s", text)
		}
		e.claims, e.header, e.back, e.secret, e.subject = nil, nil, nil, secret, subject
	}
	if res, text := x.window().signsIn(t, e, ""); res.StatusCode != http.StatusSeeOther {
		t.Errorf("the truth: %d %s", res.StatusCode, text)
	}
}

// TestAnAnswerOfTheProviderIsOfOneBrowserOnce, so that nobody is signed in as somebody else.
func TestAnAnswerOfTheProviderIsOfOneBrowserOnce(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "lapkeep", false)
	b := x.window()
	res, _ := b.open(t, http.MethodGet, "/login/provider", nil)
	back := e.visit(t, res.Header.Get("Location")).RequestURI()
	other := x.window()
	other.open(t, http.MethodGet, "/login/provider", nil)
	kept := b.cookies[tryCookie]
	for name, who := range map[string]*window{"another browser": other, "a browser without a page": x.window()} {
		if res, _ := who.open(t, http.MethodGet, back, nil); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s gets %d", name, res.StatusCode)
		}
	}
	if res, text := b.open(t, http.MethodGet, back, nil); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d %s", res.StatusCode, text)
	}
	again := &window{x, map[string]string{tryCookie: kept}}
	if res, _ := again.open(t, http.MethodGet, back, nil); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a replay gets %d", res.StatusCode)
	}
	late := x.window()
	res, _ = late.open(t, http.MethodGet, "/login/provider", nil)
	back = e.visit(t, res.Header.Get("Location")).RequestURI()
	x.clock.Add(601)
	if res, _ := late.open(t, http.MethodGet, back, nil); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a late answer gets %d", res.StatusCode)
	}
}

// TestTheProvidersKeysChange: a new key is fetched, an old one ends, and strangers with unknown
// keys do not make us ask again and again.
func TestTheProvidersKeysChange(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "", true)
	old := e.access(resource, "read", func(c map[string]any) { c["exp"] = x.now().Unix() + 1e6 })
	if _, ok := x.access(t, old); !ok {
		t.Fatal("a token does not open")
	}
	e.rotate("k2")
	if _, ok := x.access(t, e.access(resource, "read", nil)); !ok {
		t.Error("a token with a new key does not open")
	}
	if _, ok := x.access(t, old); ok {
		t.Error("a token with a key that was replaced still opens")
	}
	asked := e.requests("/jwks")
	e.header = func(h map[string]any) { h["kid"] = "unknown" }
	for range 50 {
		x.access(t, e.access(resource, "read", nil))
	}
	if n := e.requests("/jwks") - asked; n > 10 {
		t.Errorf("the provider was asked %d times", n)
	}
	e.header = nil
	e.mu.Lock()
	e.describe = func(d map[string]any) { d["issuer"] = "https://evil.example" }
	e.mu.Unlock()
	x.clock.Add(3601)
	res, _ := x.send(t, http.MethodPost, "/mcp", nil, "Authorization", "Bearer "+old)
	if res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a provider that calls itself otherwise is believed: %d", res.StatusCode)
	}
}

// TestProgramsGetTheirTokensElsewhere: the description names the provider, the own door is shut,
// and role and athletes are those of the home.
func TestProgramsGetTheirTokensElsewhere(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "", true)
	_, text := x.send(t, http.MethodGet, "/.well-known/oauth-protected-resource/mcp", nil)
	var d struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil || d.Resource != resource || !slices.Equal(d.Servers, []string{e.URL}) {
		t.Errorf("the description is %s", text)
	}
	own := x.window().signedIn(t, x.owner) // for the page on which people agree to writes
	for _, path := range []string{"/login/authorize?" + request().Encode(), "/.well-known/oauth-authorization-server"} {
		if res, _ := own.open(t, http.MethodGet, path, nil); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s answers %d", path, res.StatusCode)
		}
	}
	if res, _ := own.open(t, http.MethodPost, "/login/token", exchange("x")); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("the own door makes tokens: %d", res.StatusCode)
	}
	a, ok := x.access(t, e.access(resource, "openid write read profile nonsense", nil))
	if !ok || a.Person != x.owner.ID || a.Role != training.RoleOwner || !slices.Equal(a.Permissions, []training.Permission{"read", "write"}) ||
		len(a.Athletes) != 2 || !a.Until.Equal(x.now().Add(5*time.Minute)) {
		t.Errorf("the access is %+v", a)
	}
	if b, ok := x.access(t, e.access(resource, "", func(c map[string]any) { c["scp"] = []string{"read"} })); !ok || b.Grant != a.Grant {
		t.Errorf("the next token has the access %+v", b)
	}
	e.subject = "sub-2"
	if _, ok := x.access(t, e.access(resource, "read", nil)); ok {
		t.Error("somebody unknown gets in")
	}
	if err := x.book.Link(t.Context(), x.coach, e.URL, "sub-2"); err != nil {
		t.Fatal(err)
	}
	a, ok = x.access(t, e.access(resource, "read write send admin", nil))
	if !ok || a.Person != x.coach.ID || slices.Contains(a.Permissions, training.MayAdmin) ||
		!slices.Equal(a.Athletes, []training.AthleteID{"ann"}) {
		t.Errorf("a coach's token gives %+v", a)
	}
	less, _ := x.access(t, e.access(resource, "read", nil))
	holds := func(want bool) {
		t.Helper()
		if got, err := x.book.Holds(t.Context(), &less); err != nil || got != want {
			t.Errorf("an open session with %+v holds: %v %v", less, got, err)
		}
	}
	holds(true)
	if err := x.book.Disagree(t.Context(), x.coach.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	holds(false)
	if a, _ := x.access(t, e.access(resource, "read", nil)); len(a.Athletes) != 0 {
		t.Errorf("an agreement that ended still gives %v", a.Athletes)
	}
	if err := x.book.End(t.Context(), x.coach.ID); err != nil {
		t.Fatal(err)
	}
	if _, ok := x.access(t, e.access(resource, "read", nil)); ok {
		t.Error("somebody who was withdrawn gets in")
	}
}

// TestATokenOfTheProviderMustBeForUs: each token that is not for this server, now, opens nothing.
func TestATokenOfTheProviderMustBeForUs(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "lapkeep", true)
	set := func(name string, v any) func(map[string]any) { return func(c map[string]any) { c[name] = v } }
	now := x.now().Unix()
	for name, change := range map[string]func(map[string]any){
		"another audience":      set("aud", "https://other.example"),
		"our host without /mcp": set("aud", base),
		"our client id":         set("aud", "lapkeep"),
		"another issuer":        set("iss", "https://evil.example"),
		"expired":               set("exp", now-1),
		"without end":           set("exp", nil),
		"not yet":               set("nbf", now+3600),
		"no subject":            set("sub", nil),
		"who signed in":         set("nonce", "n"),
	} {
		if _, ok := x.access(t, e.access(resource, "read", change)); ok {
			t.Errorf("%s opens", name)
		}
	}
	for name, change := range map[string]func(map[string]any){
		"alg none":                   set("alg", "none"),
		"the public key as a secret": set("alg", "HS256"),
		"another key":                set("stranger", true),
	} {
		e.header = change
		if _, ok := x.access(t, e.access(resource, "read", nil)); ok {
			t.Errorf("%s opens", name)
		}
		e.header = nil
	}
	for _, garbage := range []string{"x", "..", "a.b.c", strings.Repeat("a.", 1000)} {
		if _, ok := x.access(t, garbage); ok {
			t.Errorf("%q opens", garbage)
		}
	}
	own := x.oldToken(t)
	if _, ok := x.access(t, own); ok {
		t.Error("a token of the own door opens although that is shut")
	}
	if _, ok := x.access(t, e.access(resource, "read", nil)); !ok {
		t.Error("a valid token does not open")
	}
}

// oldToken returns a token that the own door made before it was shut.
func (x *world) oldToken(t *testing.T) string {
	t.Helper()
	g := people.Grant{
		Client: program, Resource: resource, Permissions: training.Permissions(), Athletes: []training.AthleteID{"ann"},
		Expires: x.now().Add(time.Hour),
	}
	code, err := x.book.Authorize(t.Context(), x.owner, g, callback, challenge())
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.book.Exchange(t.Context(), code, program, callback, verifier, resource)
	if err != nil {
		t.Fatal(err)
	}
	return got.Access
}

// TestAWithdrawnProgramOfTheProviderStaysOut, whatever tokens it gets, until somebody lets it in.
func TestAWithdrawnProgramOfTheProviderStaysOut(t *testing.T) {
	t.Parallel()
	x, e := elsewhere(t, "", true)
	a, _ := x.access(t, e.access(resource, "read", nil))
	all, err := x.book.Grants(t.Context())
	if err != nil || len(all) != 1 || all[0].ID != a.Grant || all[0].ClientName != "chat" {
		t.Fatalf("the grants are %+v %v", all, err)
	}
	if err := x.book.Withdraw(t.Context(), a.Grant); err != nil {
		t.Fatal(err)
	}
	x.clock.Add(3600)
	if _, ok := x.access(t, e.access(resource, "read", nil)); ok {
		t.Error("a new token opens what was withdrawn")
	}
	if _, ok := x.access(t, e.access(resource, "read", func(c map[string]any) { c["client_id"] = "other" })); !ok {
		t.Error("another program is shut out as well")
	}
	if err := x.book.Link(t.Context(), x.owner, e.URL, "sub-1"); err != nil {
		t.Fatal(err)
	}
	if b, ok := x.access(t, e.access(resource, "read", nil)); !ok || b.Grant == a.Grant {
		t.Errorf("it is not let in again: %+v", b)
	}
}

// TestAProviderIsAskedOverTLSAlone, except on this machine, and its answers lead nowhere else.
func TestAProviderIsAskedOverTLSAlone(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://id.example": true, "https://id.example/realms/club": true, "http://127.0.0.1:8080": true, "http://id.example": false,
		"id.example": false, "": false, "https://id.example?x": false, "https://me@id.example": false, "https://id.example#x": false,
	} {
		if got := authserver.CheckIssuer(address) == nil; got != want {
			t.Errorf("%q is an issuer: %v", address, got)
		}
	}
	x, e := elsewhere(t, "lapkeep", false)
	e.describe = func(d map[string]any) { d["token_endpoint"] = "http://id.example/token" }
	if res, _ := x.window().signsIn(t, e, ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a code is sent without TLS: %d", res.StatusCode)
	}
}
