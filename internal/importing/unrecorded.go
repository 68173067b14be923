package importing

import (
	"context"
	"time"

	"lapkeep/internal/training"
)

// unrecorded states activities of an export, most of which its files
// recorded.
type unrecorded struct {
	said []training.Statement
	asOf time.Time
}

// Store writes those that nothing recorded.
func (u unrecorded) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	out.Reason = "Its activities are already here."
	for i := range u.said {
		if b.Recorded[u.said[i].Ref] {
			continue
		}
		one, err := entry{&u.said[i], u.asOf}.Store(ctx, b)
		if err != nil {
			return out, err
		}
		if one.News == StatementNothing {
			continue
		}
		out.News, out.Reason = max(out.News, one.News), ""
		out.Activities = append(out.Activities, one.Activities...)
	}
	return out, nil
}
