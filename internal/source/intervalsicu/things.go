package intervalsicu

import (
	"cmp"
	"context"
	"net/url"
	"slices"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/jsonapi"
)

// CustomItems gives what the athlete defined.
func (c *Client) CustomItems(ctx context.Context) ([]source.CustomItem, error) {
	return jsonapi.List(ctx, c.api, request{Op: opItems, At: []string{c.athlete}}, (*wire.Item).Read)
}

// SaveCustomItem makes or changes an item.
func (c *Client) SaveCustomItem(ctx context.Context, item source.CustomItem, fields ...string) (source.CustomItem, error) {
	if item.ID == "" {
		p, err := wire.NewItem(item)
		if err != nil {
			return item, err
		}
		return jsonapi.One(ctx, c.api, request{Op: opCreateItem, At: []string{c.athlete}, Body: p}, (*wire.Item).Read)
	}
	if _, err := wire.Number(item.ID); err != nil {
		return item, err
	}
	p, err := wire.ItemPatch(item, fields...)
	if err != nil {
		return item, err
	}
	return jsonapi.One(ctx, c.api, request{Op: opUpdateItem, At: []string{c.athlete, item.ID}, Body: p, Repeatable: true}, (*wire.Item).Read)
}

// DeleteCustomItem deletes an item.
func (c *Client) DeleteCustomItem(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteItem, id)
}

// Routes gives the routes that stand: one that went into another has no more
// activities of its own.
func (c *Client) Routes(ctx context.Context) ([]source.Route, error) {
	list, err := jsonapi.Ask[[]wire.Route](ctx, c.api, request{Op: opRoutes, At: []string{c.athlete}})
	if err != nil {
		return nil, err
	}
	var out []source.Route
	for i := range list {
		if list[i].ReplacedBy == "" {
			out = append(out, list[i].Read())
		}
	}
	slices.SortStableFunc(out, func(a, b source.Route) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// Route gives one with its path.
func (c *Client) Route(ctx context.Context, id string) (source.Route, error) {
	if _, err := wire.Number(id); err != nil {
		return source.Route{}, err
	}
	r := request{Op: opRoute, At: []string{c.athlete, id}, Query: url.Values{"includePath": {"true"}}}
	return jsonapi.One(ctx, c.api, r, (*wire.Route).Read)
}
