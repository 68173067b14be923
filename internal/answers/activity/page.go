package activity

import (
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ByLoadReader reads activities and the inputs of their loads.
type ByLoadReader interface {
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
}

// Bounds select and order by load.
type Bounds struct {
	// Least and Most bound the load, ends included; nil is no bound.
	Least, Most *float64
	Sorted      bool // by load, instead of the filter's order
}

// None reports that loads have no say.
func (b Bounds) None() bool { return b.Least == nil && b.Most == nil && !b.Sorted }

// Page answers a list whose order or bounds need the load. Loads come from
// the small rows that series of years are read from; whole rows are read only
// for the page, or where another filter has to look at them.
func Page(ctx context.Context, r ByLoadReader, s training.Scope, f store.ActivityFilter, b Bounds, k Known) (store.ActivityPage, error) {
	all, err := k.ranked(ctx, r, s, f.Days, b.Sorted)
	if err != nil {
		return store.ActivityPage{}, err
	}
	ids, sports := all.selected(&f, b)
	if !b.Sorted {
		f.IDs = ids
		return r.Activities(ctx, s, f)
	}
	from, err := offset(f.After)
	if err != nil {
		return store.ActivityPage{}, err
	}
	limit := f.Limit
	f.Limit, f.After = 0, ""
	if !byloadPlain(&f) {
		if ids, sports, err = passing(ctx, r, s, f, ids); err != nil {
			return store.ActivityPage{}, err
		}
	}
	page := store.ActivityPage{Total: len(ids), Sports: sports}
	ids = ids[min(from, len(ids)):]
	if limit > 0 && len(ids) > limit {
		ids, page.Next = ids[:limit], strconv.Itoa(from+limit)
	}
	page.Rows, err = inOrder(ctx, r, s, ids)
	return page, err
}

// passing keeps those that the rest of the filter selects too, and counts them.
func passing(
	ctx context.Context, r ByLoadReader, s training.Scope, f store.ActivityFilter, ids []training.ActivityID,
) ([]training.ActivityID, map[training.Sport]int, error) {
	f.IDs = ids
	page, err := r.Activities(ctx, s, f)
	if err != nil {
		return nil, nil, err
	}
	selected := make(map[training.ActivityID]bool, len(page.Rows))
	for i := range page.Rows {
		selected[page.Rows[i].ID] = true
	}
	return slices.DeleteFunc(ids, func(id training.ActivityID) bool { return !selected[id] }), page.Sports, nil
}

// byloadPlain reports a filter that asks for nothing but days and sports.
func byloadPlain(f *store.ActivityFilter) bool {
	return f.Text == "" && len(f.Tags) == 0 && f.Race == nil && f.Commute == nil && f.GearID == "" && f.Source == "" &&
		f.HasPower == nil && f.HasHR == nil && f.HasGPS == nil && f.Indoor == nil && len(f.Min) == 0 && len(f.Max) == 0 &&
		f.Around == "" && f.Parent == "" && !f.Marked && f.IDs == nil
}

// inOrder reads the rows of ids in their order.
func inOrder(ctx context.Context, r ByLoadReader, s training.Scope, ids []training.ActivityID) ([]store.ActivityRow, error) {
	if len(ids) == 0 {
		return nil, ctx.Err()
	}
	page, err := r.Activities(ctx, s, store.ActivityFilter{IDs: ids})
	if err != nil {
		return nil, err
	}
	place := make(map[training.ActivityID]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(page.Rows, func(a, b store.ActivityRow) int { return place[a.ID] - place[b.ID] })
	return page.Rows, nil
}

func offset(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(cursor)
	if err != nil || n < 0 {
		return 0, training.Errorf(training.KindInvalid, "The cursor %q does not belong to this list.", cursor).
			WithFix("Pass the next_cursor of a call with the same arguments, or none.")
	}
	return n, nil
}
