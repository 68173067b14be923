package readback

import (
	"context"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// gear adds what is not here, and the athlete's words where there are none.
func (rb *readBack) gear(ctx context.Context, tx *store.Tx) error {
	here, err := rb.db.SaidGear(ctx, rb.scope())
	if err != nil {
		return err
	}
	own, err := rb.db.OwnGear(ctx, rb.scope())
	if err != nil {
		return err
	}
	for _, g := range rb.doc.Gear {
		if slices.ContainsFunc(here, func(h training.Gear) bool { return h.ID == g.ID }) {
			continue
		}
		if _, err := tx.SayGear(rb.athlete.ID, g); err != nil {
			return err
		}
	}
	for id, words := range rb.doc.OwnGear {
		if _, there := own[id]; there {
			continue
		}
		if _, err := tx.PutOwnGear(rb.athlete.ID, id, words); err != nil {
			return err
		}
	}
	return nil
}

// things adds what sources say, unless they said something newer, and the
// athlete's words where there are none.
func (rb *readBack) things(ctx context.Context, tx *store.Tx) error {
	own := map[document.Collection]map[string]bool{}
	for i := range rb.doc.Things {
		t := &rb.doc.Things[i]
		if own[t.Collection] == nil {
			here, err := rb.db.Documents(ctx, rb.scope(), t.Collection, document.Filter{})
			if err != nil {
				return err
			}
			own[t.Collection] = map[string]bool{}
			for _, d := range here {
				own[t.Collection][d.ID] = d.Own != nil
			}
		}
		for _, w := range t.Said {
			_, err := tx.Say(rb.athlete.ID, document.Statement{
				Collection: t.Collection, ID: t.ID, Days: t.Days, Source: w.Source, AsOf: w.AsOf, Body: w.Body,
			})
			if err != nil {
				return err
			}
		}
		if t.Own == nil || own[t.Collection][t.ID] {
			continue
		}
		if _, err := tx.PutOwn(rb.athlete.ID, t.Collection, t.ID, document.Own{Fields: t.Own, Days: t.Days}); err != nil {
			return err
		}
	}
	return nil
}
