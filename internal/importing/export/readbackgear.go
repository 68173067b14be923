package export

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// gear adds what is not here, and the athlete's words where there are none;
// what stands here is not deleted.
func (rb *readBack) gear(ctx context.Context, tx *store.Tx) error {
	shown, err := rb.db.Gear(ctx, rb.scope())
	if err != nil {
		return err
	}
	said, err := rb.db.SaidGear(ctx, rb.scope())
	if err != nil {
		return err
	}
	own, err := rb.db.OwnGear(ctx, rb.scope())
	if err != nil {
		return err
	}
	among := func(all []training.Gear, id string) bool {
		return slices.ContainsFunc(all, func(g training.Gear) bool { return g.ID == id })
	}
	for _, g := range rb.doc.Gear {
		if among(said, g.ID) {
			continue
		}
		if _, err := tx.SayGear(rb.athlete.ID, g); err != nil {
			return err
		}
		rb.Changed++
	}
	rb.own = nil // the transaction may run again
	for _, id := range slices.Sorted(maps.Keys(rb.doc.OwnGear)) {
		words := rb.doc.OwnGear[id]
		if _, there := own[id]; there || words.Deleted && among(shown, id) {
			continue
		}
		if _, err := tx.PutOwnGear(rb.athlete.ID, id, words); err != nil {
			return err
		}
		rb.Changed++
		rb.own = append(rb.own, ledger.Thing{Kind: ledger.ChangeGear, ID: id})
	}
	return nil
}
