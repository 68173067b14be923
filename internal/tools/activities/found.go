package activities

import (
	"cmp"
	"context"

	"lapkeep/internal/analysis/apart"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/pick"
)

// pick is the activity that a caller names, which may be only at a service.
func (d Deps) pick(ctx context.Context, c *tools.Call, text string) (id string, found apart.Found, err error) {
	if found, err = d.Apart.Find(ctx, c.Scope, text); err != nil || found.Apart {
		return text, found, err
	}
	id, err = pick.Activity(ctx, d.Store, c, cmp.Or(found.Own, text))
	return id, found, err
}
