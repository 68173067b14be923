package intervalsicu

import (
	"cmp"
	"context"
	"net/url"
	"slices"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// CustomItems gives what the athlete defined.
func (c *Client) CustomItems(ctx context.Context) ([]source.CustomItem, error) {
	return client.List(ctx, c.api, request{Op: opItems, At: []string{c.athlete}}, (*WireItem).Read)
}

// SaveCustomItem makes or changes an item.
func (c *Client) SaveCustomItem(ctx context.Context, item source.CustomItem, fields ...string) (source.CustomItem, error) {
	if item.ID == "" {
		p, err := NewItem(item)
		if err != nil {
			return item, err
		}
		return client.One(ctx, c.api, request{Op: opCreateItem, At: []string{c.athlete}, Body: p}, (*WireItem).Read)
	}
	if _, err := Number(item.ID); err != nil {
		return item, err
	}
	p, err := ItemPatch(item, fields...)
	if err != nil {
		return item, err
	}
	return client.One(ctx, c.api, request{Op: opUpdateItem, At: []string{c.athlete, item.ID}, Body: p, Repeatable: true}, (*WireItem).Read)
}

// DeleteCustomItem deletes an item.
func (c *Client) DeleteCustomItem(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteItem, id)
}

// Routes gives the routes that stand: one that went into another has no more
// activities of its own.
func (c *Client) Routes(ctx context.Context) ([]source.Route, error) {
	list, err := client.Ask[[]Route](ctx, c.api, request{Op: opRoutes, At: []string{c.athlete}})
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
	if _, err := Number(id); err != nil {
		return source.Route{}, err
	}
	r := request{Op: opRoute, At: []string{c.athlete, id}, Query: url.Values{"includePath": {"true"}}}
	return client.One(ctx, c.api, r, (*Route).Read)
}
