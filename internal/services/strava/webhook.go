package strava

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
)

// Subscribe has the service call an address. An application has one at most.
func (c *Client) Subscribe(ctx context.Context, callback, word string) (string, error) {
	form, web, err := c.asApplication(ctx)
	if err != nil {
		return "", err
	}
	form.Set("callback_url", callback)
	form.Set("verify_token", word)
	made, err := client.Ask[struct{ ID id }](ctx, web, request{
		Op: opSubscribe, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())},
	})
	if err == nil && !isID(made.ID) {
		err = web.NotAsDescribed(opSubscribe, nil)
	}
	return string(made.ID), err
}

// Unsubscribe ends a subscription.
func (c *Client) Unsubscribe(ctx context.Context, text string) error {
	if err := ours(text); err != nil {
		return err
	}
	form, web, err := c.asApplication(ctx)
	if err != nil {
		return err
	}
	err = web.Do(ctx, request{
		Op: opUnsubscribe, At: []string{text}, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())}, Repeatable: true,
	})
	if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
		return nil
	}
	return err
}

// asApplication is the application's own access, which is no athlete's.
func (c *Client) asApplication(ctx context.Context) (url.Values, *client.Client, error) {
	t, err := c.o.Tokens.Token(ctx)
	if err != nil {
		return nil, nil, err
	}
	o := c.o
	o.Budget, o.Tokens = nil, token.Static(Name, source.Token{Scheme: source.Bearer, Access: t.Access})
	web, err := client.New(API(), o)
	return url.Values{"client_id": {t.User}, "client_secret": {t.Password.Reveal()}}, web, err
}

// ReadEvent reads what the service sends.
func (c *Client) ReadEvent(body []byte) (e source.WebhookEvent, ok bool) {
	var said struct {
		Of           string          `json:"object_type"`
		What         string          `json:"aspect_type"`
		ID           id              `json:"object_id"`
		Owner        id              `json:"owner_id"`
		Subscription id              `json:"subscription_id"`
		Updates      json.RawMessage `json:"updates"`
	}
	if json.Unmarshal(body, &said) != nil || !isID(said.ID) || !isID(said.Owner) || !isID(said.Subscription) {
		return e, false
	}
	e = source.WebhookEvent{Subscription: string(said.Subscription), Owner: string(said.Owner), ID: string(said.ID)}
	var updates map[string]any
	if len(bytes.TrimSpace(said.Updates)) > 0 && json.Unmarshal(said.Updates, &updates) != nil {
		updates = nil // they are of a form that is not known, and nothing needs them
	}
	switch {
	case said.Of == "activity" && said.What == "create":
		e.Kind = source.EventActivityMade
	case said.Of == "activity" && said.What == "update":
		e.Kind = source.EventActivityChanged
	case said.Of == "activity" && said.What == "delete":
		e.Kind = source.EventActivityDeleted
	case said.Of == "athlete" && (updates["authorized"] == "false" || updates["authorized"] == false):
		e.Kind = source.EventAccessEnded
	}
	return e, true
}
