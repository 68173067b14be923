package intervalsicu

import (
	"context"

	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

// Intervals gives those of an activity, as the athlete drew them.
func (c *Client) Intervals(ctx context.Context, id string) (training.Drawn, error) {
	if err := c.owns(ctx, id); err != nil {
		return training.Drawn{}, err
	}
	all, err := ask[wire.Intervals](ctx, c, request{op: opIntervals, at: []string{id}})
	if err != nil {
		return training.Drawn{}, err
	}
	return all.Read(), nil
}
