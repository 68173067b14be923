package activity

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Bounds selects activities by load, sorts them by load, or both.
type Bounds struct {
	// Least and Most are the minimum and maximum load, both inclusive; nil means no limit.
	Least, Most *float64
	Sorted      bool // sort by load instead of in the order of the filter
}

// None reports whether b neither selects nor sorts.
func (b Bounds) None() bool { return b.Least == nil && b.Most == nil && !b.Sorted }

// Page returns a page of activities that are selected or sorted by load. It computes
// loads from small rows, which are also used for series over several years. It reads
// whole rows only for the page itself, or if another filter needs them.
func Page(
	ctx context.Context, r store.Reader, s training.Scope, f store.ActivityFilter, b Bounds, m *Memory, loads func() (fitness.Loads, error),
) (store.ActivityPage, error) {
	all, err := m.ranked(ctx, r, s, f.Days, loads)
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

// passing returns those ids that the other conditions of the filter also
// select, and their number by sport.
func passing(
	ctx context.Context, r store.Reader, s training.Scope, f store.ActivityFilter, ids []training.ActivityID,
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

// byloadPlain reports whether a filter selects only by days and sports.
func byloadPlain(f *store.ActivityFilter) bool {
	return f.Text == "" && len(f.Tags) == 0 && f.Race == nil && f.Commute == nil && f.GearID == "" && f.Source == "" && f.Device == "" &&
		f.HasPower == nil && f.HasHR == nil && f.HasGPS == nil && f.Indoor == nil && len(f.Min) == 0 && len(f.Max) == 0 &&
		f.Around == "" && f.Parent == "" && !f.Marked && f.IDs == nil
}

// inOrder reads the rows of ids in the order of ids.
func inOrder(ctx context.Context, r store.Reader, s training.Scope, ids []training.ActivityID) ([]store.ActivityRow, error) {
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
	slices.SortStableFunc(page.Rows, func(a, b store.ActivityRow) int { return place[a.ID] - place[b.ID] })
	return page.Rows, nil
}

// totals returns the totals of all activities that q selects.
func (q *ListQuery) totals(ctx context.Context, r store.Reader, s training.Scope) (*fitness.Totals, error) {
	f := q.Filter
	f.Limit, f.After, f.SortBy = 0, "", ""
	selected, err := r.Selected(ctx, s, f)
	if err != nil {
		return nil, err
	}
	all, err := q.Known.ranked(ctx, r, s, f.Days, func() (fitness.Loads, error) { return fitness.ReadLoads(ctx, r, s) })
	if err != nil {
		return nil, err
	}
	out := fitness.TotalsOf(func(yield func(*store.LoadInput, float64) bool) {
		for i := range all.inputs {
			in, tss := &all.inputs[i], all.tss[i]
			if selected[in.ID] && within(tss, q.MinLoad, q.MaxLoad) && !yield(in, known(tss)) {
				return
			}
		}
	})
	return &out, ctx.Err()
}

// within reports whether a load is within the limits; an unknown load is within none.
func within(tss float64, least, most *float64) bool {
	return (least == nil || tss >= *least) && (most == nil || tss <= *most)
}

// known returns a load, or 0 if it is unknown.
func known(tss float64) float64 {
	if math.IsNaN(tss) {
		return 0
	}
	return tss
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

// Memory keeps the loads of all years until activities or settings change. Without a Memory,
// each query computes them again. It is safe for concurrent use.
type Memory struct {
	log  store.Reader
	kept cache.Cache[training.Scope, *ranking]
}

// NewMemory returns an empty memory.
func NewMemory(log store.Reader) *Memory {
	m := &Memory{log: log}
	m.kept.Most, m.kept.On = 1, ledger.OnActivities(ledger.ChangeSettings)
	return m
}

// fewDays is the maximum number of days for which only their own loads are computed,
// rather than those of all days.
const fewDays = 400

// ranked returns the activities of at least the given days (nil means all days) with their loads.
// It reads the load rules after the change log, so any later change causes a new computation.
func (m *Memory) ranked(
	ctx context.Context, r store.Reader, s training.Scope, days *training.DayRange, loads func() (fitness.Loads, error),
) (*ranking, error) {
	read := func(days training.DayRange) (*ranking, error) {
		by, err := loads()
		if err != nil {
			return nil, err
		}
		inputs, err := r.LoadInputs(ctx, s, days)
		return rank(inputs, by), err
	}
	switch {
	case m != nil && (days == nil || days.Days() > fewDays):
		return m.kept.Get(ctx, m.log, s, func() (*ranking, error) { return read(answers.EveryDay) })
	case days == nil:
		return read(answers.EveryDay)
	}
	return read(*days)
}

// ranking holds activities in order of day, with their loads.
type ranking struct {
	inputs []store.LoadInput
	tss    []float64 // NaN if there is none
	// rising holds the indexes of all activities, sorted by load and id.
	// Activities without a load are at the end.
	rising []int32
	known  int // number of activities with a load
}

func rank(inputs []store.LoadInput, by fitness.Loads) *ranking {
	x := &ranking{inputs: inputs, tss: make([]float64, len(inputs))}
	for i := range inputs {
		l, missing := by.Of(&inputs[i])
		x.tss[i] = math.NaN()
		if missing == "" {
			x.tss[i] = l.TSS
			x.known++
		}
	}
	x.rising = make([]int32, len(x.inputs))
	for i := range x.rising {
		x.rising[i] = int32(i) //nolint:gosec // there are far fewer activities than an int32 can count
	}
	slices.SortFunc(x.rising, func(i, j int32) int {
		a, b := x.tss[i], x.tss[j]
		if lacks := math.IsNaN(a); lacks != math.IsNaN(b) {
			if lacks {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(x.inputs[i].ID, x.inputs[j].ID))
	})
	return x
}

// selected returns the activities that match the filter's days and sports and the limits of b,
// sorted by load if b.Sorted is set, and otherwise by day. Without limits, activities without
// a load are included and come last. It also returns the number of activities by sport.
func (x *ranking) selected(f *store.ActivityFilter, b Bounds) (ids []training.ActivityID, sports map[training.Sport]int) {
	ids, sports = []training.ActivityID{}, map[training.Sport]int{} // an empty list of ids selects nothing, but nil selects everything
	add := func(i int) {
		in, tss := &x.inputs[i], x.tss[i]
		if f.Days != nil && !f.Days.Contains(in.Day) || !training.AnyHas(f.Sports, in.Discipline()) {
			return
		}
		if !within(tss, b.Least, b.Most) {
			return
		}
		ids = append(ids, in.ID)
		sports[in.Sport]++
	}
	switch {
	case !b.Sorted:
		for i := range x.inputs {
			add(i)
		}
	case f.Ascending:
		for _, i := range x.rising {
			add(int(i))
		}
	default:
		for _, part := range [][]int32{x.rising[:x.known], x.rising[x.known:]} {
			for _, i := range slices.Backward(part) {
				add(int(i))
			}
		}
	}
	return ids, sports
}
