package export

import (
	"context"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Documents keeps what an export says of a collection, a group of documents
// in a transaction. What sources say is kept as words of the run, unless
// something newer of them is here. The athlete's words are taken where they
// have none here, and noted in the run; what stands here is not deleted.
func Documents(ctx context.Context, db ReadbackStore, c *Collection, run *store.ImportRun, group int) (n Counts, err error) {
	scope := training.Scope{Athlete: run.Athlete, Audience: training.AudienceExport}
	all, err := db.DocumentLayers(ctx, scope, c.Of)
	if err != nil {
		return n, err
	}
	here := make(map[string]document.Own, len(all))
	for _, l := range all {
		here[l.ID] = l.Own
	}
	for some := range slices.Chunk(c.Kept, group) {
		var done shelved
		err := db.Write(ctx, func(tx *store.Tx) error {
			done = shelved{} // the transaction may run again
			for i := range some {
				if err := done.keep(tx, run, c.Of, &some[i], here); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n.Added += done.Added
		n.Changed += done.Changed
		run.Own = append(run.Own, done.own...)
	}
	return n, nil
}

// shelved counts the changes of one transaction.
type shelved struct {
	Counts
	own []ledger.Thing
}

func (s *shelved) keep(tx *store.Tx, run *store.ImportRun, c document.Collection, k *Kept, here map[string]document.Own) error {
	own, known := here[k.ID]
	news := false
	for _, said := range k.Said {
		changed, err := tx.Say(run.Athlete, document.Statement{
			Collection: c, ID: k.ID, Days: said.Days.Range(), Source: said.Source, RunID: run.ID, AsOf: said.AsOf, Body: said.Body,
		})
		if err != nil {
			return err
		}
		news = news || changed
	}
	if words := k.Own.Layer(); own.Silent() && !words.Silent() && (!known || !words.Deleted) {
		if _, err := tx.PutOwn(run.Athlete, c, k.ID, words); err != nil {
			return err
		}
		news = true
		s.own = append(s.own, ledger.Thing{Kind: ledger.ChangeKind(c), ID: k.ID})
	}
	switch {
	case news && !known:
		s.Added++
	case news:
		s.Changed++
	}
	return nil
}
