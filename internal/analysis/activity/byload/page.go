package byload

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// everyDay is the range that holds whatever is stored.
var everyDay = training.DayRange{From: training.NewDay(1900, 1, 1), To: training.NewDay(2999, 12, 31)}

// loaded is an activity with its load.
type loaded struct {
	id      training.ActivityID
	tss     float64
	unknown bool
}

// Reader is what is asked of a store.
type Reader interface {
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
func Page(ctx context.Context, r Reader, s training.Scope, f store.ActivityFilter, b Bounds, l fitness.Loads) (store.ActivityPage, error) {
	all, err := loads(ctx, r, s, f, b, l)
	if err != nil {
		return store.ActivityPage{}, err
	}
	if !b.Sorted {
		f.IDs = idsOf(all)
		return r.Activities(ctx, s, f)
	}
	from, err := offset(f.After)
	if err != nil {
		return store.ActivityPage{}, err
	}
	limit := f.Limit
	f.Limit, f.After = 0, ""
	if all, err = passing(ctx, r, s, f, all); err != nil {
		return store.ActivityPage{}, err
	}
	slices.SortFunc(all, func(a, b loaded) int {
		if a.unknown != b.unknown { // last in either order
			if a.unknown {
				return 1
			}
			return -1
		}
		c := cmp.Or(cmp.Compare(a.tss, b.tss), cmp.Compare(a.id, b.id))
		if !f.Ascending {
			return -c
		}
		return c
	})
	page := store.ActivityPage{Total: len(all)}
	all = all[min(from, len(all)):]
	if limit > 0 && len(all) > limit {
		all, page.Next = all[:limit], strconv.Itoa(from+limit)
	}
	page.Rows, err = inOrder(ctx, r, s, idsOf(all))
	return page, err
}

// loads computes the load of every activity of the query's days and sports
// and keeps those within its bounds; without bounds also those without a load.
func loads(ctx context.Context, r Reader, s training.Scope, f store.ActivityFilter, b Bounds, by fitness.Loads) ([]loaded, error) {
	days := everyDay
	if f.Days != nil {
		days = *f.Days
	}
	inputs, err := r.LoadInputs(ctx, s, days)
	if err != nil {
		return nil, err
	}
	out := make([]loaded, 0, len(inputs))
	for i := range inputs {
		in := &inputs[i]
		if len(f.Sports) > 0 && !slices.Contains(f.Sports, in.Sport) {
			continue
		}
		l, missing := by.Of(in)
		bounded := b.Least != nil || b.Most != nil
		if bounded && missing != "" || b.Least != nil && l.TSS < *b.Least || b.Most != nil && l.TSS > *b.Most {
			continue
		}
		out = append(out, loaded{in.ID, l.TSS, missing != ""})
	}
	return out, nil
}

// passing keeps those that the rest of the filter selects too.
func passing(ctx context.Context, r Reader, s training.Scope, f store.ActivityFilter, all []loaded) ([]loaded, error) {
	if plain(&f) {
		return all, nil
	}
	f.IDs = idsOf(all)
	page, err := r.Activities(ctx, s, f)
	if err != nil {
		return nil, err
	}
	selected := make(map[training.ActivityID]bool, len(page.Rows))
	for i := range page.Rows {
		selected[page.Rows[i].ID] = true
	}
	return slices.DeleteFunc(all, func(l loaded) bool { return !selected[l.id] }), nil
}

// plain reports a filter that asks for nothing but days and sports.
func plain(f *store.ActivityFilter) bool {
	return f.Text == "" && len(f.Tags) == 0 && f.Race == nil && f.GearID == "" && f.Source == "" &&
		f.HasPower == nil && f.HasHR == nil && f.HasGPS == nil && f.Indoor == nil && len(f.Min) == 0 && len(f.Max) == 0 &&
		f.Around == "" && f.Parent == "" && f.IDs == nil
}

// inOrder reads the rows of ids in their order.
func inOrder(ctx context.Context, r Reader, s training.Scope, ids []training.ActivityID) ([]store.ActivityRow, error) {
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

func idsOf(all []loaded) []training.ActivityID {
	out := make([]training.ActivityID, len(all))
	for i, l := range all {
		out[i] = l.id
	}
	return out
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
