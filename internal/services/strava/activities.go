package strava

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const (
	// mostRows is how many a page has at most.
	mostRows = 200
	// farthest is how far the clocks of the world are from UTC.
	farthest = 14 * time.Hour
)

// ListActivities gives a page, newest first. Pages may be short though more
// follow: the end is one that is empty, or older than what is asked for.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	page, err := pageOf(q.After)
	if err != nil {
		return source.ActivityPage{}, err
	}
	before := (q.Days.To + 1).Time(time.UTC).Add(farthest)
	rows, err := client.Ask[[]activity](ctx, c.api, request{Op: opActivities, Query: url.Values{
		"before": {strconv.FormatInt(before.Unix(), 10)}, "page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(size(q.Limit))},
	}})
	if err != nil || len(rows) == 0 {
		return source.ActivityPage{}, err
	}
	var out source.ActivityPage
	oldest := time.Time{}
	for i := range rows {
		if start := rows[i].start(); oldest.IsZero() || start.Before(oldest) {
			oldest = start
		}
		if !isID(rows[i].ID) {
			return source.ActivityPage{}, c.api.NotAsDescribed(opActivities, nil)
		}
		if a := rows[i].read(); q.Days.Contains(a.Day) {
			out.Activities = append(out.Activities, a)
		}
	}
	slices.SortStableFunc(out.Activities, func(a, b source.Activity) int { return b.Start.Compare(a.Start) })
	if oldest.After(q.Days.From.Time(time.UTC).Add(-farthest)) {
		out.Next = strconv.Itoa(page + 1)
	}
	return out, nil
}

// size is how many rows a page is to have.
func size(limit int) int { return min(cmp.Or(max(limit, 0), mostRows), mostRows) }

// pageOf reads which page a cursor means, the first if there is none.
func pageOf(after string) (int, error) {
	if after == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(after)
	if err != nil || n < 2 {
		return 0, training.Errorf(training.KindInvalid, "%q is no page of %s's lists.", after, title).
			WithFix("Give the cursor that the page before ends with, or none.")
	}
	return n, nil
}

// one is an activity with all that is said of it.
func (c *Client) one(ctx context.Context, text string) (activity, error) {
	if err := ours(text); err != nil {
		return activity{}, err
	}
	a, err := client.Ask[activity](ctx, c.api, request{Op: opActivity, At: []string{text}})
	if err == nil && a.ID != id(text) {
		err = c.api.NotAsDescribed(opActivity, nil)
	}
	if err != nil {
		return activity{}, err
	}
	c.mu.Lock()
	c.last = &a
	c.mu.Unlock()
	return a, nil
}

// lately is an activity that may just have been asked for.
func (c *Client) lately(ctx context.Context, text string) (activity, error) {
	c.mu.Lock()
	last := c.last
	c.mu.Unlock()
	if last != nil && last.ID == id(text) {
		return *last, nil
	}
	return c.one(ctx, text)
}

// Activities gives those of ids that there are, each by a request of its own.
func (c *Client) Activities(ctx context.Context, ids ...string) ([]source.Activity, error) {
	var out []source.Activity
	for _, one := range ids {
		a, err := c.one(ctx, one)
		if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, a.read())
	}
	return out, nil
}
