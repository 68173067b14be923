package intervalsicu

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// athlete is an athlete as we read it. The answer also holds an e-mail address,
// an API key and more, none of which is taken over.
type athlete struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	TimeZone string `json:"timezone"`
	// What the list of athletes says of one.
	Permission string   `json:"icu_permission"`
	Tags       []string `json:"icu_tags"`
	Notes      *string  `json:"icu_notes"`
}

func (a *athlete) other() source.Other {
	o := source.Other{ID: a.ID, Name: a.Name, Tags: a.Tags, Access: strings.ToLower(a.Permission)}
	if a.Notes != nil {
		o.Notes = *a.Notes
	}
	return o
}

// owner is who the client speaks for.
type owner struct {
	id, name, timeZone string
	zone               *time.Location
}

// who asks once who the athlete is.
func (c *Client) who(ctx context.Context) (owner, error) {
	c.mu.Lock()
	known := c.me
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	a, err := client.Ask[athlete](ctx, c.api, request{Op: opAthlete, At: []string{c.athlete}})
	if err != nil {
		return owner{}, err
	}
	me := owner{id: a.ID, name: a.Name, timeZone: a.TimeZone, zone: training.Athlete{TimeZone: a.TimeZone}.Location()}
	c.mu.Lock()
	c.me = &me
	c.mu.Unlock()
	return me, nil
}

// Check asks whose credential this is. An API key may do everything; a token
// what its scopes say. Only with a key does the service name the athletes that
// this one coaches or follows.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	c.mu.Lock()
	c.me = nil
	c.mu.Unlock()
	me, err := c.who(ctx)
	if err != nil {
		return source.Account{}, err
	}
	account := source.Account{ID: me.id, Name: me.name, TimeZone: me.timeZone}
	if c.tokens == nil {
		return account, nil
	}
	token, err := c.tokens.Token(ctx)
	if err != nil {
		return source.Account{}, err
	}
	account.Scopes = token.Scopes
	if token.Scheme != source.Basic {
		return account, nil
	}
	account.Others, _, err = c.named(ctx, me.id)
	return account, err
}

// named asks for the athletes that the credential's owner coaches or follows,
// and for what the service's list says of the athlete; it keeps them where the
// list is the athlete's own: of its owner it says no permission.
func (c *Client) named(ctx context.Context, id string) (others []source.Other, me athlete, err error) {
	list, err := client.Ask[[]athlete](ctx, c.api, request{Op: opAthletes})
	if f, ok := source.FailureOf(err); ok && !f.Fault.Temporary() {
		return nil, me, nil // it does not say: then there are none here
	}
	if err != nil {
		return nil, me, err
	}
	for i := range list {
		if a := &list[i]; a.ID != id {
			others = append(others, a.other())
		} else {
			me = *a
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.roster = nil; me.ID != "" && me.Permission == "" {
		c.roster = &others
	}
	return others, me, nil
}

// Roster is whom the service named last.
func (c *Client) Roster() (others []source.Other, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.roster == nil {
		return nil, false
	}
	return *c.roster, true
}

// Profile gives who the athlete is. The service's document has the notes among
// the athletes that a key may see, so that a token is told of none.
func (c *Client) Profile(ctx context.Context) (training.Profile, error) {
	a, err := client.Ask[Athlete](ctx, c.api, request{Op: opAthlete, At: []string{c.athlete}})
	if err != nil {
		return training.Profile{}, err
	}
	if a.Notes != nil {
		return a.Read(), nil
	}
	_, me, err := c.named(ctx, string(a.ID))
	a.Notes = me.Notes
	return a.Read(), err
}

// SaveNotes puts notes on the athlete in the place of those that there are.
func (c *Client) SaveNotes(ctx context.Context, notes string) error {
	_, err := client.Ask[Athlete](ctx, c.api,
		request{Op: opUpdateAthlete, At: []string{c.athlete}, Body: NotesPatch(notes), Repeatable: true})
	return err
}
