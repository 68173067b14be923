package intervalsicu

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// ListActivities gives a page.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	start := func(a *Activity) string { return a.StartLocal }
	list, next, err := client.Before(q, start, func(newest string, limit int) ([]Activity, error) {
		return client.Ask[[]Activity](ctx, c.api, request{Op: opActivities, At: []string{c.athlete}, Query: url.Values{
			"oldest": {q.Days.From.String()}, "newest": {newest}, "limit": {strconv.Itoa(limit)}, "fields": {strings.Join(Fields(), ",")},
		}})
	})
	if err != nil {
		return source.ActivityPage{}, err
	}
	c.remember(list)
	read, err := c.read(ctx, list)
	return source.ActivityPage{Activities: read, Next: next}, err
}

// read turns activities into our words; of those that only say their local
// start, the athlete's zone says when that was.
func (c *Client) read(ctx context.Context, list []Activity) ([]source.Activity, error) {
	zone := time.UTC
	if slices.ContainsFunc(list, func(a Activity) bool { return a.Start == "" }) {
		me, err := c.who(ctx)
		if err != nil {
			return nil, err
		}
		zone = me.zone
	}
	out := make([]source.Activity, len(list))
	for i := range list {
		out[i] = list[i].Read(zone)
	}
	return out, nil
}

// maxIDs is how many activities are asked for in one request, for whose ids an
// address has room.
const maxIDs = 50

// Activities gives those of ids that are the athlete's; what is not there, or
// another's, is left out.
func (c *Client) Activities(ctx context.Context, ids ...string) ([]source.Activity, error) {
	var out []source.Activity
	for some := range slices.Chunk(ids, maxIDs) {
		for _, id := range some {
			if err := activityID(id); err != nil {
				return nil, err
			}
		}
		list, err := client.Ask[[]Activity](ctx, c.api, request{Op: opActivitiesByID, At: []string{c.athlete, strings.Join(some, ",")}})
		if err != nil {
			return nil, err
		}
		if list, err = c.own(ctx, list); err != nil {
			return nil, err
		}
		read, err := c.read(ctx, list)
		if err != nil {
			return nil, err
		}
		out = append(out, read...)
	}
	return out, nil
}

// activityID refuses what is no id before it becomes part of an address. Both
// forms are taken as they are: a letter before the bare number of an activity
// from Strava would name another.
func activityID(id string) error {
	if digits := strings.TrimPrefix(id, "i"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return training.Errorf(training.KindInvalid, "%q is not an activity of Intervals.icu.", id).
			WithFix("Give the id as a listing shows it: i123 or 123.")
	}
	return nil
}

// own leaves out what is another athlete's: an activity's address does not say
// whose it is, and a coach's key opens more than one athlete.
func (c *Client) own(ctx context.Context, list []Activity) ([]Activity, error) {
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(a Activity) bool { return a.AthleteID != "" && string(a.AthleteID) != me.id })
	c.remember(list)
	return list, nil
}

// remember keeps which activities are the athlete's, so that their files need
// not be asked whose they are.
func (c *Client) remember(list []Activity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range list {
		c.mine[string(a.ID)] = true
	}
}

// owns fails unless an activity is the athlete's.
func (c *Client) owns(ctx context.Context, id string) error {
	c.mu.Lock()
	known := c.mine[id]
	c.mu.Unlock()
	if known {
		return nil
	}
	_, err := c.one(ctx, id)
	return err
}

// one is a whole activity of the athlete's.
func (c *Client) one(ctx context.Context, id string) (Activity, error) {
	if err := activityID(id); err != nil {
		return Activity{}, err
	}
	a, err := client.Ask[Activity](ctx, c.api, request{Op: opActivity, At: []string{id}})
	if err != nil {
		return a, err
	}
	own, err := c.own(ctx, []Activity{a})
	if err == nil && len(own) == 0 {
		err = c.api.NotFound("such activity of this athlete")
	}
	return a, err
}

// readable is one that can be read whole.
func (c *Client) readable(ctx context.Context, id string) (Activity, error) {
	a, err := c.one(ctx, id)
	switch {
	case err != nil:
	case a.Stub():
		err = withheld()
	case a.Unread():
		err = c.api.NotAsDescribed(opActivity, nil)
	}
	return a, err
}
