package importing

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// composeConsumer is the name of the watermark of [Importer.Follow], and
// composeVersion the version of its rules.
const (
	composeConsumer = "compose"
	composeVersion  = 1
)

// followed reads the change log, beyond what an import needs of the store.
type followed interface {
	Athletes(ctx context.Context) ([]training.Athlete, error)
	LastChange(ctx context.Context) (int64, error)
	Watermark(ctx context.Context, consumer string) (seq int64, version int, err error)
	Regrouped(ctx context.Context, after, upTo int64) ([]ledger.ActivityRef, error)
	ReshowLed(ctx context.Context) error
}

// Follow composes anew the activities whose recordings were removed or came
// back since it was last called, so that the rows of those that are joined
// are a function of the recordings that are left, whichever run brought
// them, and places those without a position. It may be killed at any moment and goes on where it was.
func (im *Importer) Follow(ctx context.Context, log followed) error {
	seq, version, err := log.Watermark(ctx, composeConsumer)
	if err != nil {
		return err
	}
	if version != composeVersion {
		seq = 0
	}
	last, err := log.LastChange(ctx)
	if err != nil || last == seq {
		return err
	}
	refs, err := log.Regrouped(ctx, seq, last)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if err := im.recompose(ctx, ref); err != nil {
			return err
		}
	}
	for range mostSettled { // what is released by one verdict may be found by another
		before := last
		if err := im.settleAll(ctx, log, before); err != nil {
			return err
		}
		if last, err = log.LastChange(ctx); err != nil {
			return err
		}
		if last == before {
			break
		}
	}
	if err := im.placeAll(ctx, log); err != nil {
		return err
	}
	if len(refs) == 0 && last-seq < idleChanges {
		return nil // nothing to remember: reading these again costs less than a commit
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(composeConsumer, last, composeVersion) })
}

// pairConsumer is the watermark of what was decided about pairs; pairVersion
// is raised with the rules of [Importer.pairs], and with what is shown of an
// activity that others lead to.
const (
	pairConsumer = "pairs"
	pairVersion  = 2
)

// settleAll finds and settles the pairs of every athlete, unless that was done
// since the last change.
func (im *Importer) settleAll(ctx context.Context, log followed, last int64) error {
	seq, version, err := log.Watermark(ctx, pairConsumer)
	if err != nil || seq >= last && version == pairVersion {
		return err
	}
	if version != pairVersion {
		if err := log.ReshowLed(ctx); err != nil {
			return err
		}
	}
	crowds, err := im.db.Crowded(ctx, seq, last)
	if err != nil {
		return err
	}
	athletes, err := log.Athletes(ctx)
	if err != nil {
		return err
	}
	for _, a := range athletes {
		if err := im.pairs(ctx, a.ID, "", crowds); err != nil {
			return err
		}
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(pairConsumer, last, pairVersion) })
}

// mostSettled bounds how often verdicts are settled at once; the next call goes on.
const mostSettled = 5

// idleChanges is how many changes without work are read again rather than
// marked as read.
const idleChanges = 2000

// recompose links the recordings of an activity and writes its row as an
// import of them all at once would have.
func (im *Importer) recompose(ctx context.Context, ref ledger.ActivityRef) error {
	j, err := im.joint(ctx, ref.Athlete, ref.ID)
	if training.KindOf(err) == training.KindNotFound || err == nil && len(j.members) == 0 {
		return nil // deleted or undone as a whole
	}
	if err != nil {
		return err
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return im.regroup(ctx, tx, j.athlete, j.act, j.members) })
}
