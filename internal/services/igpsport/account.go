package igpsport

import (
	"context"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// who asks once who the athlete is. Some accounts were seen to be refused that;
// then the athlete's parameters say the id.
func (c *Client) who(ctx context.Context) (User, error) {
	c.mu.Lock()
	known := c.me
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	me, err := client.Ask[User](ctx, c.api, client.Request{Op: opUser})
	if f, ok := source.FailureOf(err); ok && f.Fault == source.Forbidden {
		var i Intervals
		i, err = c.intervals(ctx)
		me = User{ID: i.Member.ID, Name: i.Member.Name}
	}
	switch id := me.MemberID(); {
	case err != nil:
	case id == "":
		err = c.api.NotAsDescribed(opUser, nil)
	case c.athlete != "" && c.athlete != id:
		err = fail(source.Failure{Fault: source.Unauthorised}, training.Errorf(training.KindForbidden,
			"The sign-in of iGPSport is of the athlete %s, and %s is connected.", id, c.athlete).
			WithFix("Run `lapkeep connect igpsport` and sign in with the account that is connected, or disconnect it first."))
	}
	if err != nil {
		return User{}, err
	}
	c.mu.Lock()
	c.me = &me
	c.mu.Unlock()
	return me, nil
}

func (c *Client) intervals(ctx context.Context) (Intervals, error) {
	return client.Ask[Intervals](ctx, c.api, client.Request{Op: opIntervals})
}

// fresh asks anew who the athlete is.
func (c *Client) fresh(ctx context.Context) (User, error) {
	c.mu.Lock()
	c.me = nil
	c.mu.Unlock()
	return c.who(ctx)
}

// Check asks whose account this is.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	me, err := c.fresh(ctx)
	if err != nil {
		return source.Account{}, err
	}
	return source.Account{ID: me.MemberID(), Name: me.Name, TimeZone: me.TimeZone(c.region.name == China)}, nil
}

// Profile gives who the athlete is.
func (c *Client) Profile(ctx context.Context) (training.Profile, error) {
	me, err := c.fresh(ctx)
	if err != nil {
		return training.Profile{}, err
	}
	i, err := c.intervals(ctx)
	return me.Profile(&i, c.region.name == China), err
}

// SportSettings gives thresholds and zones.
func (c *Client) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	i, err := c.intervals(ctx)
	if err != nil {
		return nil, err
	}
	return i.Settings(&me), nil
}
