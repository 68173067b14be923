package cli

import (
	"context"

	"lapkeep/internal/training"
)

// owner finds whose something is, by an id that only one athlete of the home
// has: a server may have made it for another than this command works for.
func (w *Workbench) owner(ctx context.Context, find func(training.Scope) error) (training.Scope, error) {
	own := w.Scope()
	err := find(own)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return own, err
	}
	all, listed := w.DB.Athletes(ctx)
	if listed != nil {
		return own, listed
	}
	for _, a := range all {
		s := training.Scope{Athlete: a.ID, Audience: own.Audience}
		if find(s) == nil {
			return s, nil
		}
	}
	return own, err
}
