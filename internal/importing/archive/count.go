package archive

import (
	"context"

	"lapkeep/internal/importing/listing"
)

// Count is how many items a walk of the paths yields, found without reading
// what is large. It is false where that cannot be known, or ctx has ended.
func Count(ctx context.Context, paths []string, l Limits) (n int, known bool) {
	l = l.withDefaults()
	unread := false
	forms := forms()
	for i, f := range forms {
		if large, ok := f.(listing.Large); ok {
			forms[i] = uncounted{large, &unread}
		}
	}
	w := &walker{ctx: ctx, limits: l, forms: forms, yield: func(Item) bool { n++; return !unread }}
	for _, p := range paths {
		if !w.path(p) || unread {
			break
		}
	}
	return n, !unread && ctx.Err() == nil
}

// uncounted is a form whose exports are recognised and not read.
type uncounted struct {
	listing.Large
	found *bool
}

// Emit yields nothing.
func (u uncounted) Emit(*listing.Export) { *u.found = true }
