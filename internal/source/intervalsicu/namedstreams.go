package intervalsicu

import (
	"context"
	"net/url"
	"strings"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/jsonapi"
)

// NamedStreams gives streams of an activity by the service's own names.
func (c *Client) NamedStreams(ctx context.Context, id string, names []string) (source.NamedStreams, error) {
	a, err := c.one(ctx, id)
	switch {
	case err != nil:
		return source.NamedStreams{}, err
	case a.Stub():
		return source.NamedStreams{}, withheld()
	case a.Unread():
		return source.NamedStreams{}, c.api.NotAsDescribed(opActivity, nil)
	}
	var streams []wire.Stream
	if len(a.StreamTypes) > 0 { // else nothing was recorded that it could compute one of
		types := url.Values{"types": {strings.Join(append([]string{"time"}, names...), ",")}}
		if streams, err = jsonapi.Ask[[]wire.Stream](ctx, c.api, request{Op: opStreams, At: []string{id, ""}, Query: types}); err != nil {
			return source.NamedStreams{}, err
		}
	}
	read, err := wire.NamedStreams(streams, names)
	if err != nil {
		return source.NamedStreams{}, c.api.NotAsDescribed(opStreams, err)
	}
	return source.NamedStreams{Start: wire.UTC(a.Start), All: a.StreamTypes, Streams: read}, nil
}
