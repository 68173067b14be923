package intervalsicu

import (
	"context"
	"net/url"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// streams are those of an activity, by the service's own names.
func (c *Client) streams(ctx context.Context, id string, names ...string) ([]Stream, error) {
	types := url.Values{"types": {strings.Join(names, ",")}}
	return client.Ask[[]Stream](ctx, c.api, request{Op: opStreams, At: []string{id, ""}, Query: types})
}

// NamedStreams gives streams of an activity by the service's own names.
func (c *Client) NamedStreams(ctx context.Context, id string, names []string) (source.NamedStreams, error) {
	a, err := c.readable(ctx, id)
	if err != nil {
		return source.NamedStreams{}, err
	}
	var streams []Stream
	if len(a.StreamTypes) > 0 { // else nothing was recorded that it could compute one of
		if streams, err = c.streams(ctx, id, append([]string{"time"}, names...)...); err != nil {
			return source.NamedStreams{}, err
		}
	}
	read, err := NamedStreams(streams, names)
	if err != nil {
		return source.NamedStreams{}, c.api.NotAsDescribed(opStreams, err)
	}
	return source.NamedStreams{Start: UTC(a.Start), All: a.StreamTypes, Streams: read}, nil
}

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
	streams, err := c.streams(ctx, id, append([]string{"time"}, codes...)...)
	if err != nil {
		return nil, err
	}
	own, err := OwnStreams(streams)
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
	clock, err := c.streams(ctx, id, "time")
	if err != nil {
		return err
	}
	body, err := OwnStreamsBody(clock, set)
	if err != nil {
		return c.api.NotAsDescribed(opStreams, err)
	}
	_, err = client.Ask[StreamsResult](ctx, c.api, request{Op: opUpdateStreams, At: []string{id}, Body: body, Repeatable: true})
	return err
}

// Intervals gives those of an activity, as the athlete drew them.
func (c *Client) Intervals(ctx context.Context, id string) (training.Drawn, error) {
	if err := c.owns(ctx, id); err != nil {
		return training.Drawn{}, err
	}
	return client.One(ctx, c.api, request{Op: opIntervals, At: []string{id}}, (*Intervals).Read)
}
