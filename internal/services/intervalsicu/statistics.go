package intervalsicu

import (
	"context"
	"net/url"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Statistics gives those of the year of a day until then, of all sports. The
// service counts by weeks, so that the first one may begin in the year before:
// the period has its day.
func (c *Client) Statistics(ctx context.Context, day training.Day) (source.Statistics, error) {
	me, err := c.who(ctx)
	if err != nil {
		return source.Statistics{}, err
	}
	weeks, err := client.Ask[[]Summary](ctx, c.api, request{
		Op: opSummary, At: []string{c.athlete, ""}, Query: url.Values{"start": {day.YearStart().String()}, "end": {day.String()}},
	})
	return ReadSummaries(weeks, me.id, day), err
}
