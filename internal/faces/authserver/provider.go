package authserver

import (
	"cmp"
	"context"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/time/rate"

	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// The addresses for people who sign in at a provider.
const (
	providerPath = "/login/provider"
	backPath     = ProviderAnswers
)

// ProviderAnswers is the path at which a provider answers.
const ProviderAnswers = "/login/back"

// Limits on what is asked of a provider. Anybody can send tokens with keys that nobody knows, so
// that these are not asked for again and again.
const (
	providerTime   = 10 * time.Second
	maxAnswer      = 1 << 20
	askedPerSecond = 0.2
	askedAtOnce    = 10
	// providerFresh is how long a provider's description and keys are used. A key that the
	// provider withdrew is accepted no longer than that.
	providerFresh = time.Hour
)

// outside is what is known of the provider.
type outside struct {
	mu     sync.Mutex
	known  *oidc.Provider
	until  time.Time
	client *http.Client
}

// signsInElsewhere reports whether people sign in at a provider, and not here.
func (s *Server) signsInElsewhere() bool { return s.Provider != nil && s.Provider.Client != "" }

// tokensElsewhere reports whether programs get their tokens at a provider, and not here.
func (s *Server) tokensElsewhere() bool { return s.Provider != nil && s.Provider.Tokens }

// CheckIssuer returns an error for an address that cannot be a provider's.
func CheckIssuer(text string) error {
	u, err := url.Parse(text)
	if err == nil && u.RawQuery == "" && secureAddress(text) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%q is not the address of a provider.", text).
		WithFix("Use https://…, exactly as the provider calls itself (issuer).")
}

// secureAddress reports whether requests to an address cannot be read on the way.
func secureAddress(text string) bool { return CheckRedirect(text) == nil }

// limited is a transport for requests to a provider.
type limited struct {
	over http.RoundTripper
	pace *rate.Limiter
}

func (l *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	if !secureAddress(r.URL.String()) {
		return nil, errors.New("the address is not encrypted")
	}
	if r.Method == http.MethodGet && !l.pace.Allow() {
		return nil, errors.New("the provider was asked too often")
	}
	res, err := l.over.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, maxAnswer), res.Body}
	}
	return res, err
}

// discover returns the provider as it describes itself.
func (s *Server) discover(ctx context.Context) (*oidc.Provider, context.Context, error) {
	o := &s.outside
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.client == nil {
		o.client = &http.Client{
			Transport: &limited{cmp.Or[http.RoundTripper](s.Over, http.DefaultTransport), rate.NewLimiter(askedPerSecond, askedAtOnce)},
			Timeout:   providerTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	ctx = oidc.ClientContext(ctx, o.client)
	if o.known != nil && s.Now().Before(o.until) {
		return o.known, ctx, nil
	}
	p, err := oidc.NewProvider(ctx, s.Provider.Issuer)
	if err != nil {
		s.Log.WarnContext(ctx, "the provider's description was not read", "err", err)
		return nil, ctx, training.Errorf(training.KindUnavailable, "%s cannot be asked now.", hostOf(s.Provider.Issuer)).
			WithFix("Try again in a moment.")
	}
	o.known, o.until = p, s.Now().Add(providerFresh)
	return p, ctx, nil
}

func (s *Server) atProvider(p *oidc.Provider) *oauth2.Config {
	c := &oauth2.Config{
		ClientID: s.Provider.Client, ClientSecret: s.Secret, Endpoint: p.Endpoint(), RedirectURL: s.Base + backPath,
		Scopes: []string{oidc.ScopeOpenID},
	}
	if c.ClientSecret == "" {
		c.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return c
}

// toProvider leads a person's browser to the provider.
func (s *Server) toProvider(w http.ResponseWriter, r *http.Request) {
	p, _, err := s.discover(r.Context())
	var a attempt
	if err == nil {
		a, err = s.begin(w, r, r.URL.RawQuery, true)
	}
	if err != nil {
		s.trouble(w, r, refusedStatus(err), err)
		return
	}
	to := s.atProvider(p).AuthCodeURL(s.derived(a, "state"), oidc.Nonce(s.derived(a, "nonce")),
		oauth2.S256ChallengeOption(s.derived(a, "verifier")))
	http.Redirect(w, r, to, http.StatusSeeOther) //nolint:gosec // the provider that was set up
}

// leaveTime is how long a page waits to hear where sessions end at the provider.
const leaveTime = 2 * time.Second

// leaving returns the address at which a person who signed out here ends the session at the provider
// too (OpenID Connect RP-Initiated Logout 1.0), or nil if there is none. Otherwise whoever uses the
// browser next would be signed in again without being asked.
func (s *Server) leaving(ctx context.Context) *url.URL {
	if !s.signsInElsewhere() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	p, _, err := s.discover(ctx)
	if err != nil {
		return nil
	}
	var says struct {
		End string `json:"end_session_endpoint"`
	}
	if err := p.Claims(&says); err != nil || !secureAddress(says.End) {
		return nil
	}
	to, err := url.Parse(says.End)
	if err != nil {
		return nil
	}
	q := to.Query()
	q.Set("client_id", s.Provider.Client)
	q.Set("post_logout_redirect_uri", s.Base+homePath)
	to.RawQuery = q.Encode()
	return to
}

// back begins a session for somebody who comes back from the provider.
func (s *Server) back(w http.ResponseWriter, r *http.Request) {
	a, _ := s.tried(r)
	session, err := s.fromProvider(r)
	if err != nil {
		s.welcome(w, r, refusedStatus(err), s.plain(r), a.query, err)
		return
	}
	s.setCookie(w, s.tryCookie(), "", 0)
	s.enter(w, r, session, a.query)
}

// fromProvider checks a provider's answer, and returns the secret of a new session.
func (s *Server) fromProvider(r *http.Request) (session string, err error) {
	q := r.URL.Query()
	a, ok := s.tried(r)
	if !ok || once(q) != nil || !hmac.Equal([]byte(q.Get("state")), []byte(s.derived(a, "state"))) {
		return "", people.Stale()
	}
	p, ctx, err := s.discover(r.Context())
	if err != nil {
		return "", err
	}
	refused := training.Errorf(training.KindForbidden, "%s did not sign you in.", hostOf(s.Provider.Issuer)).WithFix("Try again.")
	var says struct {
		Iss bool `json:"authorization_response_iss_parameter_supported"`
	}
	// An answer of another provider must not be taken for one of this one (RFC 9207).
	if err := p.Claims(&says); err != nil || q.Has("iss") && q.Get("iss") != s.Provider.Issuer || says.Iss && !q.Has("iss") {
		return "", refused
	}
	if q.Has("error") || q.Get("code") == "" {
		return "", refused
	}
	token, err := s.atProvider(p).Exchange(ctx, q.Get("code"), oauth2.VerifierOption(s.derived(a, "verifier")))
	if err != nil {
		s.Log.InfoContext(ctx, "the provider gave no token", "err", err)
		return "", refused
	}
	raw, _ := token.Extra("id_token").(string)
	t, err := p.Verifier(&oidc.Config{ClientID: s.Provider.Client, Now: s.Now}).Verify(ctx, raw)
	if err != nil {
		s.Log.InfoContext(ctx, "an id token was not accepted", "err", err)
		return "", refused
	}
	var more struct {
		AZP string `json:"azp"`
	}
	if err := t.Claims(&more); err != nil || !hmac.Equal([]byte(t.Nonce), []byte(s.derived(a, "nonce"))) || t.Subject == "" ||
		cmp.Or(more.AZP, s.Provider.Client) != s.Provider.Client || len(t.Audience) > 1 && more.AZP == "" {
		return "", refused
	}
	return s.Book.EnterAs(ctx, a.Attempt, s.Provider.Issuer, t.Subject)
}

// asymmetric returns the algorithms in which access tokens may be signed.
func asymmetric() []string {
	return []string{
		oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
	}
}

// outsideAccess returns what the holder of a provider's access token may do here, or nil.
func (s *Server) outsideAccess(ctx context.Context, token string) (*training.Access, error) {
	if strings.Count(token, ".") != 2 { // it is not signed, so the provider need not be asked
		return nil, nil
	}
	p, ctx, err := s.discover(ctx)
	if err != nil {
		return nil, err
	}
	t, err := p.Verifier(&oidc.Config{ClientID: s.Resource(), Now: s.Now, SupportedSigningAlgs: asymmetric()}).Verify(ctx, token)
	if err != nil {
		s.Log.InfoContext(ctx, "an access token was not accepted", "err", err)
		return nil, nil
	}
	var more struct {
		Client string `json:"client_id"`
		AZP    string `json:"azp"`
		Scope  words  `json:"scope"`
		SCP    words  `json:"scp"`
		Nonce  string `json:"nonce"`
	}
	// A nonce is in tokens that say who signed in, which open nothing.
	if err := t.Claims(&more); err != nil || t.Subject == "" || more.Nonce != "" {
		return nil, nil
	}
	o := people.Outside{
		Issuer: s.Provider.Issuer, Subject: t.Subject, Client: cmp.Or(more.Client, more.AZP, hostOf(s.Provider.Issuer)), Until: t.Expiry,
	}
	for _, word := range append(more.Scope, more.SCP...) {
		if x := training.Permission(word); slices.Contains(training.Permissions(), x) {
			o.Permissions = append(o.Permissions, x)
		}
	}
	return s.Book.Outside(ctx, o, s.Resource())
}

// words are a text of words or a list: providers write both.
type words []string

// UnmarshalJSON reads the words.
func (w *words) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*w = strings.Fields(text)
		return nil
	}
	return json.Unmarshal(b, (*[]string)(w))
}
