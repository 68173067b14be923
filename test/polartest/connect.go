package polartest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/test/emulator"
)

// lifeSeconds is the life of an access token.
const lifeSeconds = 43199

type code struct {
	scopes []string
	back   string
	at     time.Time
	used   bool
}

type token struct {
	scopes  []string
	expires time.Time // of an access token
}

func knownScopes() []string {
	return []string{
		"activity:read", "calendar:read", "continuous_samples:read", "devices:read", "nightly_recharge:read", "ppi_data:read", "profile:read",
		"routes:read", "skin_contact:read", "sleep:read", "sports:read", "temperature_measurement:read", "tests:read",
		"training_sessions:read", "training_targets:read", "user_subscription:read",
	}
}

// Decision is the athlete's action on the consent page.
type Decision struct {
	Refuse bool
	Scopes []string // left ticked; nil is all requested ones
}

// Decide opens an address of the consent page like a browser, decides like an
// athlete, and returns the address to which the browser is redirected.
func (s *Server) Decide(address string, d Decision) (string, error) {
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := browser.Get(address)
	if err != nil {
		return "", err
	}
	defer page.Body.Close()
	if page.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the consent page answered %d", page.StatusCode)
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	form := url.Values{"scope": d.Scopes}
	if d.Scopes == nil {
		form["scope"] = strings.Fields(u.Query().Get("scope"))
	}
	if d.Refuse {
		form.Set("refuse", "1")
	}
	u.Path = "/oauth/accept"
	gone, err := browser.PostForm(u.String(), form)
	if err != nil {
		return "", err
	}
	defer gone.Body.Close()
	return gone.Header.Get("Location"), nil
}

// Grant connects the athlete without a page; no scopes means all scopes.
func (s *Server) Grant(scopes ...string) (access, refresh string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if scopes == nil {
		scopes = knownScopes()
	}
	return s.issue(scopes)
}

// RevokeByAthlete ends all tokens, as the athlete does on the website.
func (s *Server) RevokeByAthlete() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
	clear(s.refresh)
}

func (s *Server) secret() string {
	s.serial++
	sum := sha256.Sum256(fmt.Appendf(nil, "canary %d", s.serial))
	return hex.EncodeToString(sum[:20])
}

func (s *Server) issue(scopes []string) (access, refresh string) {
	access, refresh = s.secret(), s.secret()
	s.access[access] = &token{scopes, s.Now().Add(lifeSeconds * time.Second)}
	s.refresh[refresh] = &token{scopes: scopes}
	return access, refresh
}

// asked returns what is wrong with a request for consent, or "".
func (c *call) asked() string {
	q := c.Request.URL.Query()
	switch {
	case q.Get("client_id") != DefaultClientID:
		return "unknown client_id"
	case cmp.Or(q.Get("redirect_uri"), c.server.options.Callback) != c.server.options.Callback:
		return "redirect_uri is not one of the application's"
	case q.Get("response_type") != "code":
		return "response_type"
	}
	for _, scope := range strings.Fields(q.Get("scope")) {
		if !slices.Contains(knownScopes(), scope) {
			return "unknown scope " + scope
		}
	}
	return ""
}

func authorize(c *call) response {
	if no := c.asked(); no != "" {
		return refusal(http.StatusBadRequest, no)
	}
	page := `<!DOCTYPE html><title>Polar</title><h1>An application asks</h1><form method=post action="accept?` + c.Request.URL.RawQuery + `">`
	for _, scope := range strings.Fields(c.Request.URL.Query().Get("scope")) {
		page += "<p><label><input type=checkbox name=scope checked value=" + scope + "> " + scope + "</label>"
	}
	page += "<p><button>Accept</button> <button name=refuse value=1>Refuse</button></form>"
	return response{Status: http.StatusOK, Kind: "text/html; charset=utf-8", Body: []byte(page)}
}

func accept(c *call) response {
	if no := c.asked(); no != "" {
		return refusal(http.StatusBadRequest, no)
	}
	form, err := url.ParseQuery(string(c.Body))
	if err != nil {
		return refusal(http.StatusBadRequest, "")
	}
	q := c.Request.URL.Query()
	back, err := url.Parse(c.server.options.Callback)
	if err != nil {
		return refusal(http.StatusBadRequest, "")
	}
	out := back.Query()
	if state := q.Get("state"); state != "" {
		out.Set("state", state)
	}
	if form.Get("refuse") != "" {
		out.Set("error", "access_denied")
	} else {
		scopes := slices.DeleteFunc(strings.Fields(q.Get("scope")), func(x string) bool { return !slices.Contains(form["scope"], x) })
		value := c.server.secret()
		c.server.codes[value] = &code{scopes: scopes, back: q.Get("redirect_uri"), at: c.server.Now()}
		out.Set("code", value)
	}
	back.RawQuery = out.Encode()
	return response{Status: http.StatusFound, Location: back.String()}
}

// exchange answers the token endpoint.
func exchange(c *call) response {
	s := c.server
	form, err := url.ParseQuery(string(c.Body))
	if err != nil || c.Entry.Kind != "application/x-www-form-urlencoded" || c.Request.URL.RawQuery != "" {
		s.Violated("token: the fields belong into a form in the body")
		return denied(http.StatusBadRequest, "invalid_request")
	}
	if form.Has("client_secret") {
		s.Violated("token: the secret belongs into the Basic header")
	}
	if !c.client() {
		return denied(http.StatusUnauthorized, "invalid_client")
	}
	var scopes []string
	var refresh string
	switch form.Get("grant_type") {
	case "authorization_code":
		k := s.codes[form.Get("code")]
		switch {
		case k != nil && k.back != form.Get("redirect_uri"): // it belongs here if the page had it
			return denied(http.StatusBadRequest, "invalid_request")
		case k != nil && k.used:
			clear(s.access)
			clear(s.refresh)
			fallthrough
		case k == nil || s.Now().Sub(k.at) > 10*time.Minute:
			return denied(http.StatusBadRequest, "invalid_grant")
		}
		k.used, scopes = true, k.scopes
	case "refresh_token":
		refresh = form.Get("refresh_token")
		t := s.refresh[refresh]
		if t == nil {
			return denied(http.StatusBadRequest, "invalid_grant")
		}
		scopes = t.scopes
	default:
		return denied(http.StatusBadRequest, "unsupported_grant_type")
	}
	access, fresh := s.issue(scopes)
	switch {
	case refresh != "" && s.options.NoRotate:
		delete(s.refresh, fresh)
		fresh = refresh
	case refresh != "":
		delete(s.refresh, refresh)
	}
	return emulator.JSON(http.StatusOK, Doc{
		"access_token": access, "token_type": "bearer", "refresh_token": fresh, "expires_in": lifeSeconds, "scope": strings.Join(scopes, " "),
		"jti": s.secret(), "x_user_id": DefaultAthlete,
	})
}
