package curves

import (
	"context"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// Rows looks at the activities' own rows of a kind over the days, for the
// sports (none: all), where the best is not one of the steps that are kept. It
// asks worth of the best row of each month and sport before it looks into it,
// with whether any of its rows has a [Hole], and gives f every row of those
// that are. Neither may keep or change a row.
func (x *BestIndex) Rows(ctx context.Context, s training.Scope, kind string, days training.DayRange, sports []training.Sport,
	worth func(best []int32, holed bool) bool, f func(r Ref, row []int32),
) error {
	asked := func(b *block) bool {
		return (len(sports) == 0 || slices.Contains(sports, b.sport)) && worth(b.best, b.holed)
	}
	return x.months.Each(ctx, s, kind, days, func(m fitness.MonthlyMonth, bs blocks) (err error) {
		if !slices.ContainsFunc(bs, func(b block) bool { return asked(&b) }) {
			return nil
		}
		if bs.bare() {
			if bs, err = x.months.Renew(ctx, s, kind, m, blocks.bare); err != nil {
				return err
			}
		}
		for i := range bs {
			b := &bs[i]
			if !asked(b) {
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
