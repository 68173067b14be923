package intervalsicu

import (
	"context"
	"net/url"
	"strings"

	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/training"
)

// OwnStreams gives the streams of an activity that the athlete defined.
func (c *Client) OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error) {
	a, err := c.one(ctx, id)
	if err != nil {
		return nil, err
	}
	codes := a.OwnStreams()
	if a.Stub() || len(codes) == 0 {
		return nil, nil
	}
	types := url.Values{"types": {strings.Join(append([]string{"time"}, codes...), ",")}}
	streams, err := jsonapi.Ask[[]wire.Stream](ctx, c.api, request{Op: opStreams, At: []string{id, ""}, Query: types})
	if err != nil {
		return nil, err
	}
	own, err := wire.OwnStreams(streams)
	if err != nil {
		return nil, c.api.NotAsDescribed(opStreams, err)
	}
	return own, nil
}

// SaveOwnStreams puts streams that the athlete defined in the place of those
// of their codes; one without values is taken away.
func (c *Client) SaveOwnStreams(ctx context.Context, id string, set map[string]training.OwnStream) error {
	if err := c.owns(ctx, id); err != nil {
		return err
	}
	clock, err := jsonapi.Ask[[]wire.Stream](ctx, c.api, request{Op: opStreams, At: []string{id, ""}, Query: url.Values{"types": {"time"}}})
	if err != nil {
		return err
	}
	body, err := wire.OwnStreamsBody(clock, set)
	if err != nil {
		return c.api.NotAsDescribed(opStreams, err)
	}
	_, err = jsonapi.Ask[wire.StreamsResult](ctx, c.api, request{Op: opUpdateStreams, At: []string{id}, Body: body, Repeatable: true})
	return err
}
