package token

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// OAuth describes how one service authorises, through an app that the athlete
// registered there.
type OAuth struct {
	Source source.Name
	Title  string // the service's display name; empty means Source
	Config oauth2.Config
	// Plain is set if the service accepts only documented parameters: no PKCE and,
	// when it exchanges a code, no redirect address.
	Plain bool
	// Also holds additional parameters of the service.
	Also map[string]string
	// Callback is the address to which the service redirects the browser, if it knows only
	// one: on this machine, with a port. If it is empty, it is any port.
	Callback string
	// Owner is the member of the service's response with the id of the token's owner; empty if
	// there is none.
	Owner string
	// Explain returns the error for a refused token request with the given
	// response. If Explain is nil or returns nil, the status decides.
	Explain func(f source.Failure, answer []byte) error
	// HTTP sends the token requests.
	HTTP *http.Client
	Now  func() time.Time
}

// Address returns the address at which the athlete gives consent, and the PKCE
// verifier for the exchange, which is empty without PKCE.
func (o *OAuth) Address(state string) (address string, verifier source.Secret) {
	var also []oauth2.AuthCodeOption
	for name, value := range o.Also {
		also = append(also, oauth2.SetAuthURLParam(name, value))
	}
	if o.Plain {
		return o.Config.AuthCodeURL(state, also...), source.Secret{}
	}
	text := oauth2.GenerateVerifier()
	also = append(also, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(text))
	return o.Config.AuthCodeURL(state, also...), source.NewSecret(text)
}

// Browse shows a person the address at which they give consent. If they paste the address at
// which their browser ended up before ctx ends, it returns the pasted address.
type Browse func(ctx context.Context, address string) (pasted string, err error)

// consentTime is how long a person may take to give consent.
const consentTime = 10 * time.Minute

// Authorise asks the athlete for consent in a browser and returns the first
// token. The service redirects the browser to this machine; if that fails, the
// person pastes the address.
func (o *OAuth) Authorise(ctx context.Context, browse Browse) (source.Token, error) {
	back, err := listen(o.Callback)
	if err != nil {
		return source.Token{}, err
	}
	defer func() { _ = back.server.Close() }() // no more responses are needed
	o.Config.RedirectURL = back.address
	address, verifier := o.Address(back.state)
	asking, stop := context.WithTimeout(ctx, consentTime)
	defer stop()
	typed := make(chan string, 1)
	go func() {
		if text, err := browse(asking, address); err == nil && text != "" {
			typed <- text
		}
	}()
	given, err := back.wait(asking, typed)
	if err != nil && ctx.Err() == nil && asking.Err() != nil {
		err = training.Errorf(training.KindUnavailable, "Nobody agreed within %d minutes.", int(consentTime.Minutes())).
			WithFix("Run `lapkeep connect %s` again.", o.Source)
	}
	if err != nil {
		return source.Token{}, err
	}
	return o.exchange(ctx, given, verifier)
}

// exchange returns the first token, in exchange for what the service's redirect contains.
func (o *OAuth) exchange(ctx context.Context, given consented, verifier source.Secret) (source.Token, error) {
	var proof []oauth2.AuthCodeOption
	if !verifier.Empty() {
		proof = append(proof, oauth2.VerifierOption(verifier.Reveal()))
	}
	config := o.Config
	if o.Plain {
		config.RedirectURL = ""
	}
	t, err := config.Exchange(o.client(ctx), given.code.Reveal(), proof...)
	first, err := o.token(ctx, t, source.Secret{}, err)
	if len(first.Scopes) == 0 {
		first.Scopes = given.scopes
	}
	return first, err
}

// Refresh returns a new token for an old one, and can be the [Refresh] of a [Keeper].
func (o *OAuth) Refresh(ctx context.Context, old source.Token) (source.Token, error) {
	t, err := o.Config.TokenSource(o.client(ctx), &oauth2.Token{RefreshToken: old.Refresh.Reveal()}).Token()
	fresh, err := o.token(ctx, t, old.Refresh, err)
	fresh.Account = old.Account
	if len(fresh.Scopes) == 0 {
		fresh.Scopes = old.Scopes
	}
	return fresh, err
}

func (o *OAuth) client(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, o.HTTP)
}

// token converts a token or an error of the library. The library's errors are not
// passed on, because they contain the service's response, possibly with a secret.
func (o *OAuth) token(ctx context.Context, t *oauth2.Token, refresh source.Secret, err error) (source.Token, error) {
	if err != nil {
		return source.Token{}, o.failed(ctx, err)
	}
	out := source.Token{Scheme: source.Bearer, Access: source.NewSecret(t.AccessToken), Refresh: refresh, Expiry: t.Expiry}
	if t.RefreshToken != "" {
		out.Refresh = source.NewSecret(t.RefreshToken)
	}
	if t.ExpiresIn > 0 { // by our clock, because the service's clock may differ
		out.Expiry = o.Now().Add(time.Duration(t.ExpiresIn) * time.Second)
	}
	switch id := t.Extra(o.Owner).(type) {
	case string:
		out.Account = id
	case float64:
		out.Account = strconv.FormatFloat(id, 'f', -1, 64)
	}
	if text, ok := t.Extra("scope").(string); ok {
		out.Scopes = scopes(text)
	}
	return out, nil
}

func (o *OAuth) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f := source.Failure{Fault: source.Unavailable, Source: o.Source, Title: o.Title}
	if r, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		f.Status = r.Response.StatusCode
		f.Fault, _ = source.FaultOfStatus(f.Status)
		if f.Fault == source.Refused || f.Fault == source.Forbidden {
			f.Fault = source.Unauthorised // invalid_grant comes with status 400
		}
		if o.Explain != nil {
			if why := o.Explain(f, r.Body); why != nil {
				return why
			}
		}
		if r.ErrorCode == "invalid_client" {
			f.Fault = source.ClientRefused
			return source.Fail(f, "")
		}
	} else if ours, ok := source.FailureOf(err); ok {
		f = ours
	}
	return source.Fail(f, "%s does not return a key.", cmp.Or(o.Title, string(o.Source)))
}

// Asked is a pending consent whose answer comes later, possibly to another
// process. Both fields are secret.
type Asked struct {
	State source.Secret
	// Verifier is needed for the exchange; it is empty without PKCE.
	Verifier source.Secret
}

// nobodyListens is the redirect address if a person will copy the address from
// their browser: the page does not load, but its address contains the answer.
const nobodyListens = "http://localhost" + callbackPath

// Ask starts a request for consent. It returns the address at which the athlete
// consents, and the secrets that identify the answer.
func (o *OAuth) Ask() (address string, a Asked) {
	state := oauth2.GenerateVerifier()
	o.Config.RedirectURL = cmp.Or(o.Callback, nobodyListens)
	address, verifier := o.Address(state)
	return address, Asked{source.NewSecret(state), verifier}
}

// Answer returns the first token for the text that a person copied.
func (o *OAuth) Answer(ctx context.Context, a Asked, text string) (source.Token, error) {
	given, err := a.read(text)
	if err != nil {
		return source.Token{}, err
	}
	o.Config.RedirectURL = cmp.Or(o.Callback, nobodyListens)
	return o.exchange(ctx, given, a.Verifier)
}

// Answers returns an error unless a string is the answer to this request, whether
// it grants access or not.
func (a Asked) Answers(text string) error {
	_, err := a.query(text)
	return err
}

func (a Asked) read(text string) (consented, error) {
	q, err := a.query(text)
	if err != nil {
		return consented{}, err
	}
	return read(q)
}

// query parses the address where a browser ended up, complete or from its question mark on.
// A code alone is accepted only with PKCE, where it is useless without our verifier.
// Otherwise the code could belong to somebody else's account, and data would be sent to
// that account. At a terminal, pasting such a code is a person's own decision; in a
// conversation, the code may come from a page that the assistant read.
func (a Asked) query(text string) (url.Values, error) {
	text = strings.Trim(text, " \t\r\n<>\"'`")
	if bareCode(text) && !strings.Contains(text, "=") {
		if !a.Verifier.Empty() {
			return url.Values{"code": {text}}, nil
		}
		return nil, training.Errorf(training.KindInvalid, "A code alone does not prove that it belongs to the address that was given.").
			WithFix("Give the full address where the browser ended up, including state and code.")
	}
	raw := text
	if _, after, ok := strings.Cut(text, "?"); ok {
		raw, _, _ = strings.Cut(after, "#")
	}
	q, err := url.ParseQuery(raw)
	if err != nil || !q.Has("state") {
		return nil, training.Errorf(training.KindInvalid, "That is not the address at which the browser ends up after you agree.").
			WithFix("Give the full address of the page where the browser ended up, including everything after the question mark.")
	}
	if a.State.Empty() || !knows(a.State.Reveal(), q) {
		return nil, training.Errorf(training.KindInvalid, "This address belongs to an earlier sign-in, not to the last one.").
			WithFix("Open the last address you were given, agree there, and pass the address where the browser ends up.")
	}
	return q, nil
}

// callback waits on loopback for the athlete's browser, which the service redirects
// with a code. It accepts one request that contains the state.
type callback struct {
	state    string
	address  string // to which the service redirects the browser
	server   *http.Server
	answered atomic.Bool
	came     chan url.Values
}

const (
	browserTime  = 10 * time.Second
	callbackPath = "/callback"
)

// listen waits at an address, or at any port if it is empty. If another program has the port,
// nobody waits there, and the person pastes the address.
func listen(address string) (*callback, error) {
	port := "0"
	if u, err := url.Parse(address); err == nil {
		port = cmp.Or(u.Port(), port)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil && port != "0" {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, training.Errorf(training.KindUnavailable, "Cannot listen on any port of this machine: %w.", err)
	}
	c := &callback{
		state: oauth2.GenerateVerifier(), address: cmp.Or(address, "http://"+l.Addr().String()+callbackPath), came: make(chan url.Values, 1),
	}
	c.server = &http.Server{Handler: c, ReadHeaderTimeout: browserTime}
	go func() { _ = c.server.Serve(l) }() // close ends the server
	return c, nil
}

// ServeHTTP implements http.Handler. A request without the state is not the
// service's answer and changes nothing. The page contains nothing from the
// address, and pages of other sites cannot read it.
func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	q := r.URL.Query()
	if r.Method != http.MethodGet || "http://"+r.Host+r.URL.Path != c.address || !knows(c.state, q) {
		http.Error(w, "There is no such page.", http.StatusNotFound)
		return
	}
	if !c.answered.CompareAndSwap(false, true) {
		http.Error(w, "This was answered before.", http.StatusGone)
		return
	}
	c.came <- q
	said := "Done. You can close this page and go back to the terminal.\n"
	if _, err := read(q); err != nil {
		said = "Access was not allowed. You can close this page and go back to the terminal.\n"
	}
	_, _ = w.Write([]byte(said)) // the browser may have closed the connection
}

func knows(state string, q url.Values) bool {
	return subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(state)) == 1
}

// consented holds the parameters that the service adds to the redirect address.
type consented struct {
	code source.Secret
	// scopes lists the rights that the athlete granted, or nil if unknown.
	scopes []string
}

// bareCode reports whether a string looks like a code without its address.
func bareCode(text string) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._~-"
	return len(text) >= 8 && len(text) <= 200 && strings.Trim(text, letters+digits) == ""
}

const digits = "0123456789"

// pasted parses the text pasted by a person whose browser cannot reach this
// machine: the address at which it ended up, or the code in it. A bare code needs
// no state, because it was pasted at the terminal that asked.
func pasted(state, text string) (consented, error) {
	text = strings.TrimSpace(text)
	if bareCode(text) && strings.ContainsAny(text, digits) {
		return consented{code: source.NewSecret(text)}, nil
	}
	return address(state, text)
}

// address parses the address at which a browser ended up.
func address(state, text string) (consented, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || !knows(state, u.Query()) {
		return consented{}, training.Errorf(training.KindInvalid, "That is not the address to which the service sent the browser.").
			WithFix("Copy the full address of the page where the browser ended up, including everything after the question mark.")
	}
	return read(u.Query())
}

// read parses the service's redirect. It does not repeat the error texts, which
// anyone could have written.
func read(q url.Values) (consented, error) {
	text := q.Get("code")
	if text == "" || q.Has("error") {
		return consented{}, training.Errorf(training.KindForbidden, "The service says that access was not allowed.").
			WithFix("Start again, and allow access on the service's page.")
	}
	return consented{source.NewSecret(text), scopes(q.Get("scope"))}, nil
}

// scopes splits a list of permissions; an empty string yields none.
func scopes(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

// wait returns the code that arrives first, from the browser or pasted.
func (c *callback) wait(ctx context.Context, typed <-chan string) (consented, error) {
	select {
	case <-ctx.Done():
		return consented{}, ctx.Err()
	case q := <-c.came:
		return read(q)
	case text := <-typed:
		return pasted(c.state, text)
	}
}
