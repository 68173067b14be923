package fitness

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// EachLoad calls f with each activity of some days, in order of day, and its
// TSS by the thresholds of its day, 0 where it has no load.
func EachLoad(ctx context.Context, r LoadReader, s training.Scope, days training.DayRange, f func(in *store.LoadInput, tss float64)) error {
	w, err := readWork(ctx, r, s, days, nil, "")
	if err != nil {
		return err
	}
	for i := range w.rated {
		f(w.rated[i].LoadInput, w.rated[i].load.TSS)
	}
	return ctx.Err()
}
