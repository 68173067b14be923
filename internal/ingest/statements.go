package ingest

import (
	"context"

	"lapkeep/internal/ingest/statement"
)

// statements is the batch as statements see it.
func (b *batch) statements() *statement.Batch {
	return &statement.Batch{DB: b.im.db, Tx: b.tx, Athlete: b.run.athlete, RunID: b.run.o.RunID, Rows: b.activities}
}

// stated stores what an export says without a file.
func (b *batch) stated(ctx context.Context, s statement.Statement, res FileResult) (FileResult, error) {
	out, err := s.Store(ctx, b.statements())
	switch out.News {
	case statement.Nothing:
		res.Status = Duplicate
	case statement.Changes:
		res.Status = Updated
	case statement.New:
		res.Status = Imported
	}
	res.Activities, res.Reason = append(res.Activities, out.Activities...), out.Reason
	res.warn(out.Warnings...)
	return res, err
}

// said keeps what an export says of the activity of a file.
func (b *batch) said(ctx context.Context, w *work, res *FileResult) error {
	if len(res.Activities) == 0 || res.Status == Failed || res.Reason == statement.StillDeleted {
		return nil
	}
	act, err := b.activity(ctx, res.Activities[0])
	if err != nil {
		return err
	}
	changed, err := statement.Words(ctx, b.statements(), *w.said, w.item.AsOf, res.Activities, act.Start)
	if err == nil && changed && res.Status == Duplicate {
		res.Status, res.Reason = Updated, "Its recording is there already; what is said of it has changed."
	}
	return err
}
