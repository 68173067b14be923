package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Stretch is what a lap that the device had cut from one second to another would
// say, or the reason why there is none. The end is not included.
func Stretch(
	ctx context.Context, r BalanceReader, s training.Scope, row *store.ActivityRow, fromS, toS int,
) (Facts, i18n.Sentence, error) {
	sub := &subject{scope: s, row: *row}
	var err error
	if sub.recordings, err = r.Recordings(ctx, s, row.ID); err != nil {
		return nil, "", err
	}
	if sub.manual() {
		return nil, answers.NoStreams, nil
	}
	v, err := sub.openIn(ctx, r)
	if err != nil {
		return nil, "", err
	}
	l, why := summary.Stretch(v, training.Span{FromS: float64(fromS), ToS: float64(toS)})
	if why != "" {
		return nil, why, nil
	}
	f := Facts{"start_offset_s": l.StartS, "end_offset_s": answers.Round(l.EndS, 1)}
	for m, x := range pick(summary.SportOf(v).Splits([]summary.Lap{l})[0].Values) {
		f[string(m)] = x
	}
	return f, "", nil
}
