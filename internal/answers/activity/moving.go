package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// movingName is the channel of how long the athlete had moved: time without what
// they stood still.
const movingName = "moving_time"

// moving reads how long the athlete had moved at each row.
func (f *streamsSource) moving(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow) (err error) {
	_, f.movedS, f.noMoving, err = Moving(ctx, r, s, row)
	return err
}

// movedAt is the time at the first row of each bucket, the one that belongs to its
// offset; in the bucket that the recording ends with it is all of it.
func (f *streamsSource) movedAt(bs []bucket, decimals int) []*float64 {
	out := make([]*float64, len(bs))
	if len(f.movedS) != f.rows {
		return out
	}
	for i, b := range bs {
		at := b.lo
		if b.hi == f.rows {
			at = f.rows - 1
		}
		v := answers.Round(f.movedS[at], decimals)
		out[i] = &v
	}
	return out
}
