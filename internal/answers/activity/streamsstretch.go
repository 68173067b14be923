package activity

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// stretch fills in the numbers of the stretch that was asked for. A query without
// an end goes on where another ended, and has none.
func (o *Streams) stretch(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow, q *Query) error {
	if q.ToS == 0 {
		return nil
	}
	f, why, err := Stretch(ctx, r, s, row, q.FromS, q.ToS)
	if why != "" {
		o.Missing = o.Missing.Add("stretch", why)
	}
	o.Stretch = f
	return err
}
