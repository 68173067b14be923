package strava

import (
	"context"
	"net/url"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
)

const formKind = "application/x-www-form-urlencoded"

// Revoke ends the access at the service: by the way that there is since 2026,
// or else by the one that there is until the middle of 2027. Access that has
// ended already is no failure.
func (c *Client) Revoke(ctx context.Context) error {
	t, err := c.o.Tokens.Token(ctx)
	if f, failed := source.FailureOf(err); failed && f.Fault == source.Unauthorised {
		return nil
	}
	if err != nil {
		return err
	}
	secret := t.Refresh
	if secret.Empty() {
		secret = t.Access
	}
	by := source.Token{Scheme: source.Basic, Access: t.Password}
	err = c.website(ctx, t.User, by, opRevoke, url.Values{"token": {secret.Reveal()}})
	if f, failed := source.FailureOf(err); !failed || f.Fault != source.NotFound && f.Fault != source.Changed && f.Fault != source.Refused {
		return err
	}
	return c.website(ctx, "", source.Token{Scheme: source.Bearer, Access: t.Access}, opDeauthorize, nil)
}

// website asks the host that connects athletes, whose requests no budget counts.
func (c *Client) website(ctx context.Context, user string, t source.Token, op client.Operation, form url.Values) error {
	o := c.o
	o.BaseURL, o.Budget, o.Tokens = o.SignInURL, nil, token.Static(Name, t)
	web, err := client.New(client.API{Name: Name, Title: title, URL: Website, BasicUser: user, Explain: explain}, o)
	if err != nil {
		return err
	}
	return web.Do(ctx, request{Op: op, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())}, Repeatable: true})
}
