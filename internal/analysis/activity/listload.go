package activity

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// byLoad answers a list whose order or bounds need the load: it asks the
// store for everything else, and bounds, sorts and pages the rest itself.
// Its cursor is the number of rows before it.
func byLoad(ctx context.Context, r Reader, s training.Scope, q ListQuery, f store.ActivityFilter, h training.History) (store.ActivityPage, error) {
	from, err := offset(f.After)
	if err != nil {
		return store.ActivityPage{}, err
	}
	limit := f.Limit
	f.Limit, f.After = 0, ""
	page, err := r.Activities(ctx, s, f)
	if err != nil {
		return page, err
	}
	load := make(map[training.ActivityID]float64, len(page.Rows))
	page.Rows = slices.DeleteFunc(page.Rows, func(row store.ActivityRow) bool {
		v, _ := Values(&row, h)
		tss, ok := v[training.MetricTSS]
		load[row.ID] = tss
		return !ok || q.MinLoad != nil && tss < *q.MinLoad || q.MaxLoad != nil && tss > *q.MaxLoad
	})
	if q.SortByLoad {
		slices.SortStableFunc(page.Rows, func(a, b store.ActivityRow) int {
			c := cmp.Compare(load[a.ID], load[b.ID])
			if !f.Ascending {
				return -c
			}
			return c
		})
	}
	page.Total, page.Next = len(page.Rows), ""
	page.Rows = page.Rows[min(from, len(page.Rows)):]
	if limit > 0 && len(page.Rows) > limit {
		page.Rows, page.Next = page.Rows[:limit], strconv.Itoa(from+limit)
	}
	return page, nil
}

func offset(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(cursor)
	if err != nil || n < 0 {
		return 0, training.Errorf(training.KindInvalid, "The cursor %q is not one of this list.", cursor).
			WithFix("Pass the next_cursor of a call with the same arguments, or none.")
	}
	return n, nil
}
