package fitness

import (
	"context"
	"iter"
	"maps"
	"slices"

	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// MeterReader reads the primitives that tell power meters apart.
type MeterReader interface {
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
}

// PowerMetersAgainst says that another meter measured most cycling power of
// some days than of those they are compared with; empty if not, or if nobody
// knows. Two of one product differ by some percent too, so their numbers tell
// them apart.
func PowerMetersAgainst(ctx context.Context, r MeterReader, s training.Scope, days, then training.DayRange) (i18n.Sentence, error) {
	now, n, err := mostUsedMeter(ctx, r, s, days)
	if err != nil || n == 0 {
		return "", err
	}
	before, m, err := mostUsedMeter(ctx, r, s, then)
	if err != nil || m == 0 || before == now {
		return "", err
	}
	return i18n.Sentencef("The power meter changed: cycling power is by %s in %d activities of these days and by %s in "+
		"%d of those compared with, "+
		"and two meters may differ by some percent.", now, n, before, m), nil
}

// mostUsedMeter is the meter of the most activities of some days, and of how many.
func mostUsedMeter(ctx context.Context, r MeterReader, s training.Scope, days training.DayRange) (meter string, n int, err error) {
	counts := map[string]int{}
	for p, err := range r.Primitives(ctx, s, derive.PowerMeter, days) {
		if err != nil {
			return "", 0, err
		}
		// One that is damaged is written anew by derive.
		if name, err := derive.DecodeSource(p.Data); err == nil {
			counts[textclean.Line(name, textclean.NameRunes)]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if counts[name] > n {
			meter, n = name, counts[name]
		}
	}
	return meter, n, nil
}
