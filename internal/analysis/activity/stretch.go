package activity

import (
	"context"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/bysport"
	"lapkeep/internal/metrics/laps"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Stretch is what a lap that the device had cut from one second to another would
// say, or the reason why there is none. The end is not included.
func Stretch(
	ctx context.Context, r BalanceReader, s training.Scope, row *store.ActivityRow, fromS, toS int,
) (Facts, phrase.Sentence, error) {
	sub := &subject{scope: s, row: *row}
	var err error
	if sub.recordings, err = r.Recordings(ctx, s, row.ID); err != nil {
		return nil, "", err
	}
	if sub.manual() {
		return nil, analysis.NoStreams, nil
	}
	v, err := sub.openIn(ctx, r)
	if err != nil {
		return nil, "", err
	}
	l, why := laps.Stretch(v, training.Span{FromS: float64(fromS), ToS: float64(toS)})
	if why != "" {
		return nil, why, nil
	}
	f := Facts{"start_offset_s": l.StartS, "end_offset_s": analysis.Round(l.EndS, 1)}
	for m, x := range pick(bysport.Of(v).Splits([]laps.Lap{l})[0].Values) {
		f[string(m)] = x
	}
	return f, "", nil
}
