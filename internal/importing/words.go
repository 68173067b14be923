package importing

import (
	"context"
	"time"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Words keeps what an export says of the activities of one recorded file,
// and reports whether it said anything new. A file of several sessions is
// one activity to a service: its words are the first one's. start is the
// first one's.
func Words(
	ctx context.Context, b *Batch, words training.Statement, asOf time.Time, of []training.ActivityID, start time.Time,
) (bool, error) {
	if err := supersede(ctx, b, words.Ref, of[0]); err != nil {
		return false, err
	}
	if len(of) > 1 {
		words.Sport, words.SubSport = "", ""
	}
	return b.Tx.PutSaid(b.Athlete.ID, of[0], words, document.StatementsBy{RunID: b.RunID, AsOf: asOf, At: start})
}

// supersede lets an activity that a reference named, and that nothing
// recorded, lead to the one whose recording has come.
func supersede(ctx context.Context, b *Batch, ref string, id training.ActivityID) error {
	former, err := b.DB.Resolve(ctx, b.scope(), ref)
	if training.KindOf(err) == training.KindNotFound && err != nil || err == nil && former == id {
		return nil
	}
	if err != nil {
		return err
	}
	recs, err := b.DB.Recordings(ctx, b.scope(), former)
	if err != nil || len(recs) > 0 {
		return err
	}
	return b.Tx.Redirect(b.Athlete.ID, former, id)
}
