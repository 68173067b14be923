package client

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/url"

	"lapkeep/internal/services/source"
)

// auth sends the credential to the hosts that it belongs to, and once more
// with another one if the service refuses it.
type auth struct {
	next      http.RoundTripper
	name      source.Name
	tokens    source.Tokens
	basicUser string
	agent     string
	hosts     hosts
	// ended tells by its answer whether a 401 says that the credential has ended;
	// nil is that it does.
	ended func(answer []byte) bool
}

func (a *auth) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.tokens == nil || !a.hosts.has(r.URL.Host) {
		return a.next.RoundTrip(a.with(r, source.Token{}))
	}
	token, err := a.tokens.Token(r.Context())
	if err != nil {
		closeBody(r)
		return nil, err
	}
	resp, err := a.next.RoundTrip(a.with(r, token))
	a.conceal(resp, token)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || r.Body != nil && r.GetBody == nil {
		return resp, err
	}
	if a.ended != nil && !a.ended(textOf(resp)) {
		return resp, nil
	}
	renewed, err := a.tokens.Renew(r.Context(), token)
	if f, ours := source.FailureOf(err); ours && f.Fault != source.Unauthorised {
		return nil, err
	}
	if err != nil {
		return resp, nil //nolint:nilerr // the service's own refusal says more than that there is no other token
	}
	if r, err = again(r, 2); err != nil {
		return nil, err
	}
	resp, err = a.next.RoundTrip(a.with(r, renewed))
	a.conceal(resp, renewed)
	return resp, err
}

// conceal takes the credential out of a refusal, whose words are passed on:
// some services, and proxies before them, say what they were sent.
func (a *auth) conceal(resp *http.Response, t source.Token) {
	if resp == nil || resp.StatusCode < http.StatusBadRequest || t.Access.Empty() {
		return
	}
	body, secret := textOf(resp), t.Access.Reveal()
	pair := []byte(a.basicUser + ":" + secret)
	for _, s := range []string{
		base64.StdEncoding.EncodeToString(pair), base64.RawStdEncoding.EncodeToString(pair),
		base64.URLEncoding.EncodeToString(pair), base64.RawURLEncoding.EncodeToString(pair),
		url.QueryEscape(secret), secret,
	} {
		body = bytes.ReplaceAll(body, []byte(s), []byte(concealed))
	}
	keep(resp, body)
}

// concealed stands in the place of a credential.
const concealed = "(the key)"

func (a *auth) with(r *http.Request, t source.Token) *http.Request {
	r = r.Clone(r.Context())
	if a.agent != "" {
		r.Header.Set("User-Agent", a.agent)
	}
	switch {
	case t.Access.Empty():
	case t.Scheme == source.Basic:
		r.SetBasicAuth(a.basicUser, t.Access.Reveal())
	default:
		r.Header.Set("Authorization", "Bearer "+t.Access.Reveal())
	}
	return r
}
