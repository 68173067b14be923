package token

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// OAuth is the authorisation of one service by an app that the athlete
// registered there.
type OAuth struct {
	Source source.Name
	Title  string // the service's proper name; empty is Source
	Config oauth2.Config
	// HTTP sends the requests for tokens.
	HTTP *http.Client
}

// Address is where the athlete says yes, and the secret (PKCE) that the
// exchange will need with it.
func (o *OAuth) Address(state string) (address string, verifier source.Secret) {
	text := oauth2.GenerateVerifier()
	return o.Config.AuthCodeURL(state, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(text)), source.NewSecret(text)
}

// Browse shows a person the address at which they agree, and gives the one at
// which their browser ended, if they paste it, before ctx ends.
type Browse func(ctx context.Context, address string) (pasted string, err error)

// consentTime is how long a person may take to agree.
const consentTime = 10 * time.Minute

// Authorise has the athlete agree in a browser, and gets the first token. The
// service sends the browser to this machine; where that does not reach us, the
// person pastes the address.
func (o *OAuth) Authorise(ctx context.Context, browse Browse) (source.Token, error) {
	back, err := listen()
	if err != nil {
		return source.Token{}, err
	}
	defer func() { _ = back.server.Close() }() // nobody is answered any more
	o.Config.RedirectURL = back.address()
	address, verifier := o.Address(back.state)
	asking, stop := context.WithTimeout(ctx, consentTime)
	defer stop()
	typed := make(chan string, 1)
	go func() {
		if text, err := browse(asking, address); err == nil && text != "" {
			typed <- text
		}
	}()
	code, err := back.wait(asking, typed)
	if err != nil && ctx.Err() == nil && asking.Err() != nil {
		err = training.Errorf(training.KindUnavailable, "Nobody agreed within %d minutes.", int(consentTime.Minutes())).
			WithFix("Run `lapkeep connect %s` again.", o.Source)
	}
	if err != nil {
		return source.Token{}, err
	}
	return o.Exchange(ctx, code, verifier)
}

// Exchange gets the first token for the code that the service sent back.
func (o *OAuth) Exchange(ctx context.Context, code, verifier source.Secret) (source.Token, error) {
	t, err := o.Config.Exchange(o.client(ctx), code.Reveal(), oauth2.VerifierOption(verifier.Reveal()))
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
	f := source.Failure{Fault: source.Unavailable, Source: o.Source, Title: o.Title}
	if r, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		f.Status = r.Response.StatusCode
		f.Fault, _ = source.FaultOfStatus(f.Status)
		if f.Fault == source.Refused || f.Fault == source.Forbidden {
			f.Fault = source.Unauthorised // invalid_grant comes as 400
		}
	} else if ours, ok := source.FailureOf(err); ok {
		f = ours
	}
	return source.Fail(f, "%s gives no key.", cmp.Or(o.Title, string(o.Source)))
}
