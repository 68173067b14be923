package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// balanceName is the channel of W′bal, which no device records here: it
// follows from power and the settings of the day.
const balanceName = "w_prime_balance"

// streamsSource holds what columns are made from: the recorded channels and, if asked
// for, the slope, W′bal, streams without a channel and those of services.
type streamsSource struct {
	columns   *training.Columns
	positions training.Bitmap // the rows whose position is shown
	rows      int             // that were recorded
	slope     slope

	joules    []float64 // a value a second
	firstS    int32
	noBalance i18n.Sentence

	movedS   []float64 // a value a row, see [activity.Moving]
	noMoving i18n.Sentence

	estimated  *Estimated
	noEstimate string

	others []other
	named  map[string]named
}

// balance reads W′bal.
func (f *streamsSource) balance(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow) error {
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	f.joules, f.firstS, f.noBalance, err = Balance(ctx, r, s, row, history.At(row.Sport, row.LocalDay).In(row.Indoor()))
	return err
}

// lowest is the least W′bal of each bucket: a mean would hide how near to
// empty it came.
func (f *streamsSource) lowest(bs []bucket, decimals int) []*float64 {
	out := make([]*float64, len(bs))
	for i, b := range bs {
		for _, t := range f.columns.TimeS[b.lo:b.hi] {
			k := int(t - f.firstS)
			if k < 0 || k >= len(f.joules) {
				continue
			}
			if j := answers.Round(f.joules[k], decimals); out[i] == nil || j < *out[i] {
				out[i] = &j
			}
		}
	}
	return out
}

// once reads the recordings of the activity of an answer no more than once.
type once struct {
	StreamReader
	recordings []store.RecordingRow
}

// Recordings are those of the one activity.
func (o *once) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) (_ []store.RecordingRow, err error) {
	if o.recordings == nil {
		o.recordings, err = o.StreamReader.Recordings(ctx, s, id)
	}
	return o.recordings, err
}
