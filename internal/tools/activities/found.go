package activities

import (
	"cmp"
	"context"

	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/tools"
)

// pick is the activity that a caller names, which may be only at a service.
func (d Deps) pick(ctx context.Context, c *tools.Call, text string) (id string, found limitedrows.Found, err error) {
	if found, err = d.Apart.Find(ctx, c.Scope, text); err != nil || found.Apart {
		return text, found, err
	}
	id, err = tools.Activity(ctx, d.Store, c, cmp.Or(found.Own, text))
	return id, found, err
}
