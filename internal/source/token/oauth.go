package token

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"golang.org/x/oauth2"

	"lapkeep/internal/source"
)

// OAuth is the authorisation of one service by an app that the athlete
// registered there.
type OAuth struct {
	Source source.Name
	Config oauth2.Config
	// HTTP sends the requests for tokens.
	HTTP *http.Client
}

// Address is where the athlete says yes, and the secret (PKCE) that the
// exchange will need with it.
func (o *OAuth) Address(state string) (address, verifier string) {
	verifier = oauth2.GenerateVerifier()
	return o.Config.AuthCodeURL(state, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(verifier)), verifier
}

// Exchange gets the first token for the code that the service sent back.
func (o *OAuth) Exchange(ctx context.Context, code, verifier string) (source.Token, error) {
	t, err := o.Config.Exchange(o.client(ctx), code, oauth2.VerifierOption(verifier))
	return o.token(ctx, t, source.Secret{}, err)
}

// Refresh is the [Refresh] of a [Keeper].
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

// token translates; the library's errors hold the service's answer, in which
// there may be a secret, and stay here.
func (o *OAuth) token(ctx context.Context, t *oauth2.Token, refresh source.Secret, err error) (source.Token, error) {
	if err != nil {
		return source.Token{}, o.failed(ctx, err)
	}
	out := source.Token{Scheme: source.Bearer, Access: source.NewSecret(t.AccessToken), Refresh: refresh, Expiry: t.Expiry}
	if t.RefreshToken != "" {
		out.Refresh = source.NewSecret(t.RefreshToken)
	}
	if scope, ok := t.Extra("scope").(string); ok {
		out.Scopes = strings.FieldsFunc(scope, func(r rune) bool { return r == ' ' || r == ',' })
	}
	return out, nil
}

func (o *OAuth) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f := source.Failure{Fault: source.Unavailable, Source: o.Source}
	if r, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		f.Status = r.Response.StatusCode
		f.Fault, _ = source.FaultOfStatus(f.Status)
		if f.Fault == source.Refused || f.Fault == source.Forbidden {
			f.Fault = source.Unauthorised // invalid_grant comes as 400
		}
	} else if ours, ok := source.FailureOf(err); ok {
		f = ours
	}
	return source.Fail(f, string(o.Source)+" gives no key.")
}
