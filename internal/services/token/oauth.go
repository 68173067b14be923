package token

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// OAuth is the authorisation of one service by an app that the athlete
// registered there.
type OAuth struct {
	Source source.Name
	Title  string // the service's proper name; empty is Source
	Config oauth2.Config
	// Plain says that the service takes what its documents name and nothing
	// else: neither PKCE nor, with a code, the address that it was sent to.
	Plain bool
	// Also are parameters of its own.
	Also map[string]string
	// Explain tells what the service means by refusing a token with this answer;
	// nil, or what gives nil, leaves it to the status.
	Explain func(f source.Failure, answer []byte) error
	// HTTP sends the requests for tokens.
	HTTP *http.Client
	Now  func() time.Time
}

// Address is where the athlete says yes, and the secret (PKCE) that the
// exchange will need with it, if the service knows that.
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

// exchange gets the first token for what the service sent back.
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
	if t.ExpiresIn > 0 { // by our clock: the service's may be another
		out.Expiry = o.Now().Add(time.Duration(t.ExpiresIn) * time.Second)
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
			f.Fault = source.Unauthorised // invalid_grant comes as 400
		}
		if o.Explain != nil {
			if why := o.Explain(f, r.Body); why != nil {
				return why
			}
		}
	} else if ours, ok := source.FailureOf(err); ok {
		f = ours
	}
	return source.Fail(f, "%s gives no key.", cmp.Or(o.Title, string(o.Source)))
}
