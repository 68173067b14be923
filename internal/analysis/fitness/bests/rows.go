package bests

import (
	"context"
	"slices"

	"lapkeep/internal/analysis/fitness/monthly"
	"lapkeep/internal/training"
)

// Rows looks at the activities' own rows of a kind over the days, for the
// sports (none: all), where the best is not one of the steps that are kept. It
// asks worth of the best row of each month and sport before it looks into it,
// and gives f every row of those that are. Neither may keep or change a row.
func (x *Index) Rows(ctx context.Context, s training.Scope, kind string, days training.DayRange, sports []training.Sport,
	worth func(best []int32) bool, f func(r Ref, row []int32),
) error {
	return x.months.Each(ctx, s, kind, days, func(_ monthly.Month, bs blocks) error {
		for i := range bs {
			b := &bs[i]
			if len(sports) > 0 && !slices.Contains(sports, b.sport) || !worth(b.best) {
				continue
			}
			for r, day := range b.days {
				if days.Contains(day) {
					f(Ref{ID: b.ids[r], Day: day, Sport: b.sport}, b.row(r))
				}
			}
		}
		return nil
	})
}
