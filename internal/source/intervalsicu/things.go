package intervalsicu

import (
	"cmp"
	"context"
	"net/url"
	"slices"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
)

// CustomItems gives what the athlete defined.
func (c *Client) CustomItems(ctx context.Context) ([]source.CustomItem, error) {
	list, err := ask[[]wire.Item](ctx, c, request{op: opItems, at: []string{c.athlete}})
	if err != nil {
		return nil, err
	}
	out := make([]source.CustomItem, len(list))
	for i := range list {
		out[i] = list[i].Read()
	}
	return out, nil
}

func (c *Client) oneItem(ctx context.Context, r request) (source.CustomItem, error) {
	i, err := ask[wire.Item](ctx, c, r)
	if err != nil {
		return source.CustomItem{}, err
	}
	return i.Read(), nil
}

// SaveCustomItem makes or changes an item.
func (c *Client) SaveCustomItem(ctx context.Context, item source.CustomItem, fields ...string) (source.CustomItem, error) {
	if item.ID == "" {
		p, err := wire.NewItem(item)
		if err != nil {
			return item, err
		}
		return c.oneItem(ctx, request{op: opCreateItem, at: []string{c.athlete}, body: p})
	}
	if _, err := wire.Number(item.ID); err != nil {
		return item, err
	}
	p, err := wire.ItemPatch(item, fields...)
	if err != nil {
		return item, err
	}
	return c.oneItem(ctx, request{op: opUpdateItem, at: []string{c.athlete, item.ID}, body: p, repeatable: true})
}

// DeleteCustomItem deletes an item.
func (c *Client) DeleteCustomItem(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteItem, id)
}

// Routes gives the routes that stand: one that went into another has no more
// activities of its own.
func (c *Client) Routes(ctx context.Context) ([]source.Route, error) {
	list, err := ask[[]wire.Route](ctx, c, request{op: opRoutes, at: []string{c.athlete}})
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
	r, err := ask[wire.Route](ctx, c, request{op: opRoute, at: []string{c.athlete, id}, query: url.Values{"includePath": {"true"}}})
	if err != nil {
		return source.Route{}, err
	}
	return r.Read(), nil
}
