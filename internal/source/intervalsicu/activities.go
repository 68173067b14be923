package intervalsicu

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

const defaultPage = 100

// ListActivities gives a page. The service has no cursors: a page begins at
// the second of the last activity of the page before, which comes again, since
// several may have begun in that second.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	newest := q.Days.To.String()
	if q.After != "" {
		t, err := training.ParseLocalTime(q.After)
		if err != nil {
			return source.ActivityPage{}, err
		}
		newest = string(t)
	}
	limit := cmp.Or(q.Limit, defaultPage)
	for {
		list, err := ask[[]wire.Activity](ctx, c, request{op: opActivities, at: []string{c.athlete}, query: url.Values{
			"oldest": {q.Days.From.String()}, "newest": {newest}, "limit": {strconv.Itoa(limit)}, "fields": {strings.Join(wire.Fields(), ",")},
		}})
		if err != nil {
			return source.ActivityPage{}, err
		}
		page := source.ActivityPage{}
		c.remember(list)
		if page.Activities, err = c.read(ctx, list); err != nil {
			return source.ActivityPage{}, err
		}
		if len(list) < limit {
			return page, nil
		}
		if page.Next = earliest(list); page.Next != "" && (q.After == "" || page.Next < q.After) {
			return page, nil
		}
		limit *= 2 // more than a page began within a second: the bound would not move
	}
}

// earliest is the second after the start that lies farthest back, so that the
// next page has it whether the service counts its bound in or not.
func earliest(list []wire.Activity) string {
	var first training.LocalTime
	for _, a := range list {
		t, err := training.ParseLocalTime(a.StartLocal)
		if err == nil && (first == "" || t < first) {
			first = t
		}
	}
	if first == "" {
		return ""
	}
	return string(training.LocalTimeOf(first.In(time.UTC).Add(time.Second)))
}

// read turns activities into our words; of those that only say their local
// start, the athlete's zone says when that was.
func (c *Client) read(ctx context.Context, list []wire.Activity) ([]source.Activity, error) {
	zone := time.UTC
	if slices.ContainsFunc(list, func(a wire.Activity) bool { return a.Start == "" }) {
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
		list, err := ask[[]wire.Activity](ctx, c, request{op: opActivitiesByID, at: []string{c.athlete, strings.Join(some, ",")}})
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
		return training.Errorf(training.KindInvalid, "%q is no activity of Intervals.icu.", id).
			WithFix("Give the id as a listing shows it: i123 or 123.")
	}
	return nil
}

// own leaves out what is another athlete's: an activity's address does not say
// whose it is, and a coach's key opens more than one athlete.
func (c *Client) own(ctx context.Context, list []wire.Activity) ([]wire.Activity, error) {
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(a wire.Activity) bool { return a.AthleteID != "" && string(a.AthleteID) != me.id })
	c.remember(list)
	return list, nil
}

// remember keeps which activities are the athlete's, so that their files need
// not be asked whose they are.
func (c *Client) remember(list []wire.Activity) {
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
func (c *Client) one(ctx context.Context, id string) (wire.Activity, error) {
	if err := activityID(id); err != nil {
		return wire.Activity{}, err
	}
	a, err := ask[wire.Activity](ctx, c, request{op: opActivity, at: []string{id}})
	if err != nil {
		return a, err
	}
	own, err := c.own(ctx, []wire.Activity{a})
	if err == nil && len(own) == 0 {
		err = notFound("Intervals.icu has no such activity of this athlete.")
	}
	return a, err
}

func (c *Client) found(ctx context.Context, r request) ([]source.Activity, error) {
	list, err := ask[[]wire.Activity](ctx, c, r)
	if err != nil {
		return nil, err
	}
	return c.read(ctx, list)
}
