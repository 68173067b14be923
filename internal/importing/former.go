package importing

import (
	"context"
	"slices"

	"lapkeep/internal/training"
)

// former is where a recording was that is read again because it was lost;
// known is false if nothing says so, and what is there decides.
func (b *batch) former(ctx context.Context, s *session, original string) (d decision, known bool, err error) {
	if b.run.o.Named == nil {
		return d, false, nil
	}
	rec := s.digest.Recording()
	id, noted := b.run.o.Named[rec]
	if !noted {
		id = rec.Starts()
	}
	members, err := b.members(ctx, id)
	if err != nil {
		return d, false, err
	}
	switch {
	case slices.ContainsFunc(members, func(m *member) bool { return m.original == original }):
		return d, false, nil // siblings of one file are never one activity
	case len(members) > 0:
		return decision{join: id}, true, nil
	}
	return decision{as: id}, noted, nil
}

// lead lets the id that a recording alone would have had lead to its activity,
// unless it is that of another one.
func (b *batch) lead(ctx context.Context, s *session, to training.ActivityID) error {
	own := s.digest.Activity()
	if own == to {
		return nil
	}
	if b.run.o.Named != nil {
		members, err := b.members(ctx, own)
		if err != nil || slices.ContainsFunc(members, func(m *member) bool { return m.activity == own }) {
			return err
		}
	}
	return b.tx.Redirect(b.run.athlete.ID, own, to)
}
