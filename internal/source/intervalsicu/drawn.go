package intervalsicu

import (
	"context"

	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/training"
)

// Intervals gives those of an activity, as the athlete drew them.
func (c *Client) Intervals(ctx context.Context, id string) (training.Drawn, error) {
	if err := c.owns(ctx, id); err != nil {
		return training.Drawn{}, err
	}
	return jsonapi.One(ctx, c.api, request{Op: opIntervals, At: []string{id}}, (*wire.Intervals).Read)
}
