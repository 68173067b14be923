package strava

import (
	"context"
	"sync"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// Name is the service's name in ids: "strava:123".
const Name source.Name = "strava"

const (
	title = "Strava"
	// Website is where athletes connect, and where people see things.
	Website = "https://www.strava.com"
	// publicAPI is where it is asked; from 2027 on it is at the others too, whose
	// name is spelt in two ways.
	publicAPI = Website + "/api/v3"
)

// API describes the service.
func API() client.API {
	return client.API{
		Name: Name, Title: title, URL: publicAPI, Others: []string{"https://api-v3.strava.com", "https://www.api-v3.strava.com"},
		PerSecond: 5, Burst: 10, Buckets: buckets, Quotas: quotas, Explain: explain, Ended: ended,
	}
}

// Client is Strava for one athlete. It is safe for concurrent use.
type Client struct {
	api    *client.Client
	o      client.Options
	policy source.Policy
	clock  client.Clock

	mu   sync.Mutex
	me   *athlete  // once asked
	last *activity // that was asked for alone
}

// New makes a client under terms; nothing is asked yet.
func New(o client.Options, terms source.Policy) (*Client, error) {
	api, err := client.New(API(), o)
	return &Client{api: api, o: o, policy: terms, clock: o.Clock}, err
}

// Name is the service's name.
func (c *Client) Name() source.Name { return Name }

// Policy is the terms under which the client was made.
func (c *Client) Policy() source.Policy { return c.policy }

type request = client.Request

// athlete is whose data it is.
type athlete struct {
	ID    id     `json:"id"`
	First string `json:"firstname"`
	Last  string `json:"lastname"`
}

// who asks once whose access it is.
func (c *Client) who(ctx context.Context) (athlete, error) {
	c.mu.Lock()
	known := c.me
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	me, err := client.Ask[athlete](ctx, c.api, request{Op: opAthlete})
	switch {
	case err != nil:
	case !isID(me.ID):
		err = c.api.NotAsDescribed(opAthlete, nil)
	case c.o.Athlete != "" && c.o.Athlete != string(me.ID):
		err = source.Fail(source.Failure{Fault: source.Unauthorised, Source: Name, Title: title},
			"The access to %s is of the athlete %s, and %s is connected.", title, string(me.ID), c.o.Athlete)
	}
	if err != nil {
		return athlete{}, err
	}
	c.mu.Lock()
	c.me = &me
	c.mu.Unlock()
	return me, nil
}

// Check asks whose access it is. What it may do is what the token says.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	c.mu.Lock()
	c.me = nil
	c.mu.Unlock()
	me, err := c.who(ctx)
	if err != nil {
		return source.Account{}, err
	}
	t, err := c.o.Tokens.Token(ctx)
	name := me.First
	if me.Last != "" {
		name += " " + me.Last
	}
	return source.Account{ID: string(me.ID), Name: name, Scopes: t.Scopes}, err
}
