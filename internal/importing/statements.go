package importing

import (
	"context"
)

// statements is the batch as statements see it.
func (b *batch) statements() *Batch {
	return &Batch{DB: b.im.db, Tx: b.tx, Athlete: b.run.athlete, RunID: b.run.o.RunID, Rows: b.activities, Recorded: b.run.recorded}
}

// stated stores what an export says without a file.
func (b *batch) stated(ctx context.Context, s Statement, res FileResult) (FileResult, error) {
	out, err := s.Store(ctx, b.statements())
	switch out.News {
	case StatementNothing:
		res.Status = Duplicate
	case Changes:
		res.Status = Updated
	case StatementNew:
		res.Status = Imported
	case Waiting:
		res.Status, res.Aside = Ignored, true
	}
	res.Activities, res.Reason = append(res.Activities, out.Activities...), out.Reason
	res.warn(out.Warnings...)
	b.own = append(b.own, out.Own...)
	return res, err
}

// said keeps what an export says of the activities of a file.
func (b *batch) said(ctx context.Context, w *work, res *FileResult) error {
	for _, said := range w.said {
		if said != nil {
			b.run.recorded[said.Ref] = true
		}
	}
	if len(res.Activities) == 0 || res.Status == Failed || res.Reason == StillDeleted {
		return nil
	}
	for i, said := range w.said {
		of := res.Activities
		switch {
		case said == nil:
			continue
		case w.item.SaidOf != nil: // each recording by itself, unless they were joined by hand
			of = of[min(i, len(of)-1):][:1]
		}
		act, err := b.activity(ctx, of[0])
		if err != nil {
			return err
		}
		changed, err := Words(ctx, b.statements(), *said, w.item.AsOf, of, act.Start)
		if err != nil {
			return err
		}
		if changed && res.Status == Duplicate {
			res.Status, res.Reason = Updated, "Its recording is already here; what its source states of it has changed."
		}
	}
	return nil
}
