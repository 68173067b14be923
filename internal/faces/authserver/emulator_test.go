package authserver_test

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// emulator is a provider of OpenID Connect, written from its specification (Core 1.0, Discovery
// 1.0, RFC 7636, RFC 9207, RFC 9068). It knows one client and whoever comes is its subject.
type emulator struct {
	*httptest.Server
	t      *testing.T
	now    func() time.Time
	client string
	secret string
	answer string // exact address for its answers

	mu      sync.Mutex
	subject string
	keys    map[string]*rsa.PrivateKey // the published ones
	signs   string                     // id of the key that signs
	codes   map[string]url.Values      // what each code was asked with
	asked   map[string]int             // requests by path

	// These are what a provider that lies, or somebody in between, would change.
	claims   func(map[string]any)
	header   func(map[string]any)
	describe func(map[string]any)
	back     func(url.Values)
}

func newEmulator(t *testing.T, now func() time.Time, answer string) *emulator {
	t.Helper()
	e := &emulator{
		t: t, now: now, client: "lapkeep", secret: "a secret:with %", answer: answer, subject: "sub-1",
		keys: map[string]*rsa.PrivateKey{}, codes: map[string]url.Values{}, asked: map[string]int{},
	}
	e.rotate("k1")
	m := http.NewServeMux()
	m.HandleFunc("GET /.well-known/openid-configuration", e.configuration)
	m.HandleFunc("GET /jwks", e.published)
	m.HandleFunc("GET /authorize", e.authorize)
	m.HandleFunc("POST /token", e.token)
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.asked[r.URL.Path]++
		m.ServeHTTP(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

// rotate replaces the keys of the provider.
func (e *emulator) rotate(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		e.t.Fatal(err)
	}
	e.keys, e.signs = map[string]*rsa.PrivateKey{id: key}, id
}

func (e *emulator) requests(path string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked[path]
}

func (e *emulator) configuration(w http.ResponseWriter, _ *http.Request) {
	d := map[string]any{
		"issuer": e.URL, "authorization_endpoint": e.URL + "/authorize", "token_endpoint": e.URL + "/token", "jwks_uri": e.URL + "/jwks",
		"end_session_endpoint":     e.URL + "/end?theme=dark",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported":          []string{"RS256", "HS256", "none"},
		"authorization_response_iss_parameter_supported": true,
	}
	if e.describe != nil {
		e.describe(d)
	}
	reply(w, http.StatusOK, d)
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (e *emulator) published(w http.ResponseWriter, _ *http.Request) {
	var all []map[string]any
	for id, k := range e.keys {
		all = append(all, map[string]any{
			"kty": "RSA", "use": "sig", "alg": "RS256", "kid": id, "n": b64(k.N.Bytes()), "e": b64(big.NewInt(int64(k.E)).Bytes()),
		})
	}
	reply(w, http.StatusOK, map[string]any{"keys": all})
}

// authorize answers at once, as for somebody who is signed in already.
func (e *emulator) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	sum, err := base64.RawURLEncoding.DecodeString(q.Get("code_challenge"))
	if q.Get("client_id") != e.client || q.Get("redirect_uri") != e.answer || q.Get("response_type") != "code" || len(sum) != sha256.Size ||
		err != nil || q.Get("code_challenge_method") != "S256" || q.Get("scope") != "openid" || len(q.Get("nonce")) < 20 ||
		len(q.Get("state")) < 20 {
		http.Error(w, "bad request: "+r.URL.RawQuery, http.StatusBadRequest)
		return
	}
	code := rand.Text()
	e.codes[code] = q
	out := url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {e.URL}}
	if e.back != nil {
		e.back(out)
	}
	http.Redirect(w, r, e.answer+"?"+out.Encode(), http.StatusFound)
}

func (e *emulator) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	id, _ = url.QueryUnescape(id) // RFC 6749, 2.3.1
	secret, _ = url.QueryUnescape(secret)
	q := e.codes[r.FormValue("code")]
	delete(e.codes, r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if id != e.client || secret != e.secret || q == nil || r.FormValue("redirect_uri") != e.answer ||
		r.FormValue("grant_type") != "authorization_code" || b64(sum[:]) != q.Get("code_challenge") {
		reply(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
		return
	}
	now := e.now().Unix()
	claims := map[string]any{
		"iss": e.URL, "sub": e.subject, "aud": e.client, "exp": now + 300, "iat": now, "nonce": q.Get("nonce"),
		"email": "olga@example.org", "email_verified": false,
	}
	if e.claims != nil {
		e.claims(claims)
	}
	reply(w, http.StatusOK, map[string]any{"access_token": "opaque", "token_type": "Bearer", "id_token": e.sign(claims, "JWT")})
}

// sign returns a signed token (RFC 7515). Only what header changes makes it invalid.
func (e *emulator) sign(claims map[string]any, kind string) string {
	h := map[string]any{"alg": "RS256", "kid": e.signs, "typ": kind}
	if e.header != nil {
		e.header(h)
	}
	part := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			e.t.Error(err)
		}
		return b64(b)
	}
	text := part(h) + "." + part(claims)
	key := e.keys[e.signs]
	switch h["alg"] {
	case "none":
		return text + "."
	case "HS256": // with the public key, which everybody knows, as the secret
		m := hmac.New(sha256.New, key.N.Bytes())
		_, _ = io.WriteString(m, text)
		return text + "." + b64(m.Sum(nil))
	}
	if h["stranger"] != nil {
		key, _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		e.t.Error(err)
	}
	return text + "." + b64(signature)
}

// access returns an access token for a resource (RFC 9068).
func (e *emulator) access(resource, scope string, change func(claims map[string]any)) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.now().Unix()
	claims := map[string]any{
		"iss": e.URL, "sub": e.subject, "aud": []string{resource, "https://other.example"}, "exp": now + 300, "iat": now, "scope": scope,
		"client_id": "chat", "jti": fmt.Sprint(now),
	}
	if change != nil {
		change(claims)
	}
	return e.sign(claims, "at+jwt")
}

// visit opens an address of the provider as a browser, and returns where it leads.
func (e *emulator) visit(t *testing.T, address string) *url.URL {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	to, err := res.Location()
	if err != nil {
		text, _ := io.ReadAll(res.Body)
		t.Fatalf("the provider answers %d %s", res.StatusCode, strings.TrimSpace(string(text)))
	}
	return to
}
