package activity

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// estimatedName is the channel of the power that no meter measured. It is never
// given for the channel power.
const estimatedName = "estimated_power"

// estimate reads it.
func (f *streamsSource) estimate(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow) error {
	if f.columns.Len() == 0 {
		return nil
	}
	v, err := f.view(ctx, r, s, row)
	if err != nil {
		return err
	}
	f.estimated, f.noEstimate, err = EstimatePower(ctx, r, s, &row.Activity, v)
	return err
}

// rests says what an estimate rests on.
func (o *Streams) rests(e *Estimated) {
	o.EstimatedPower = e.Moments()
	for key, why := range e.Missing {
		o.Missing = o.Missing.Add(estimatedName+"."+key, why)
	}
}

// watts is the mean estimated power of each bucket, over the rows that have one.
func (f *streamsSource) watts(bs []bucket, decimals int) []*float64 {
	if f.estimated == nil {
		return make([]*float64, len(bs))
	}
	return means(bs, decimals, func(i int) (float64, bool) {
		return float64(f.estimated.Watts[i]), f.estimated.Known.Get(i)
	}, as)
}
