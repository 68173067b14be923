package streams

import (
	"context"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/activity"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// balanceName is the channel of W′bal, which no device records here: it
// follows from power and the settings of the day.
const balanceName = "w_prime_balance"

// source holds what columns are made from: the recorded channels and, if asked
// for, the slope, W′bal, streams without a channel and those of services.
type source struct {
	columns   *training.Columns
	positions training.Bitmap // the rows whose position is shown
	rows      int             // that were recorded
	slope     slope

	joules    []float64 // a value a second
	firstS    int32
	noBalance phrase.Sentence

	movedS   []float64 // a value a row, see [activity.Moving]
	noMoving phrase.Sentence

	estimated  *activity.Estimated
	noEstimate string

	others []other
	named  map[string]named
}

// balance reads W′bal.
func (f *source) balance(ctx context.Context, r Reader, s training.Scope, row *store.ActivityRow) error {
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	f.joules, f.firstS, f.noBalance, err = activity.Balance(ctx, r, s, row, history.At(row.Sport, row.LocalDay).In(row.Indoor()))
	return err
}

// lowest is the least W′bal of each bucket: a mean would hide how near to
// empty it came.
func (f *source) lowest(bs []bucket, decimals int) []*float64 {
	out := make([]*float64, len(bs))
	for i, b := range bs {
		for _, t := range f.columns.TimeS[b.lo:b.hi] {
			k := int(t - f.firstS)
			if k < 0 || k >= len(f.joules) {
				continue
			}
			if j := analysis.Round(f.joules[k], decimals); out[i] == nil || j < *out[i] {
				out[i] = &j
			}
		}
	}
	return out
}

// once reads the recordings of the activity of an answer no more than once.
type once struct {
	Reader
	recordings []store.RecordingRow
}

// Recordings are those of the one activity.
func (o *once) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) (_ []store.RecordingRow, err error) {
	if o.recordings == nil {
		o.recordings, err = o.Reader.Recordings(ctx, s, id)
	}
	return o.recordings, err
}
