package curves

import (
	"context"
	"iter"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// BestReader reads the stored bests of activities.
type BestReader interface {
	fitness.MonthlyReader
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
}

// BestKind is one sort of best: the primitive that holds it and how a row is
// read from it.
type BestKind struct {
	Primitive string
	Width     int // steps in the longest row
	// Decode appends a value a step to row, which is empty, and at most Width
	// of them; a step without a value is [None].
	Decode func(row []int32, data []byte) ([]int32, error)
}

// BestIndex answers for the best of any range of days. It is safe for concurrent
// use and holds nothing that the store could not give again.
type BestIndex struct {
	r      BestReader
	kinds  map[string]BestKind
	months *fitness.MonthlyCache[blocks]
	years  years
}

// NewBestIndex makes an empty index over r for some kinds.
func NewBestIndex(r BestReader, kinds ...BestKind) *BestIndex {
	x := &BestIndex{r: placedReader{r}, kinds: map[string]BestKind{}}
	for _, k := range kinds {
		x.kinds[k.Primitive] = k
	}
	x.months = fitness.NewMonthly(x.r, x.read)
	return x
}

// Best is the best of a kind (see [Placed]) over the days, for the sports (none: all).
func (x *BestIndex) Best(ctx context.Context, s training.Scope, kind string, days training.DayRange,
	sports []training.Sport) (Best, error) {
	t := newTally(x.kind(kind).Width)
	from, months, err := x.months.Months(ctx, s, kind, days)
	for i := 0; i < len(months) && err == nil; {
		m, left := from+fitness.MonthlyMonth(i), months[i:]
		// Several sports in one year are left to the months: of two that are
		// equally good the first holds the best.
		if len(sports) == 1 && len(left) >= monthsInYear && m%monthsInYear == 0 && whole(m, days) && whole(m+monthsInYear-1, days) {
			t.year(x.years.of(yearKey{s, kind, sports[0], m}, left[:monthsInYear], t))
			i += monthsInYear
			continue
		}
		bs := left[0]
		if bs.bare() && !bs.within(days) {
			bs, err = x.months.Renew(ctx, s, kind, m, blocks.bare)
		}
		t.month(bs, days, sports)
		i++
	}
	return t.Best, err
}

func (x *BestIndex) kind(name string) BestKind {
	name, _ = unplaced(name)
	return x.kinds[name]
}

// read reads a run of months.
func (x *BestIndex) read(ctx context.Context, s training.Scope, kind string, first,
	last fitness.MonthlyMonth) (map[fitness.MonthlyMonth]blocks, error) {
	k := x.kind(kind)
	b := builder{done: map[fitness.MonthlyMonth]blocks{}, days: training.DayRange{From: 1, To: 0}}
	row := make([]int32, 0, k.Width)
	for p, err := range x.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		if row, err = k.Decode(row[:0], p.Data); err != nil {
			continue // derive writes a damaged primitive anew; it must not hide the others
		}
		b.add(p, row)
	}
	b.seal()
	return b.done, ctx.Err()
}

// builder puts rows that come in order of day into months. The room in which a
// month grows serves the next one too.
type builder struct {
	done  map[fitness.MonthlyMonth]blocks
	month fitness.MonthlyMonth
	days  training.DayRange
	now   blocks
}

func (b *builder) add(p store.Primitive, row []int32) {
	if !b.days.Contains(p.Day) {
		b.seal()
		b.month = fitness.MonthlyOf(p.Day)
		b.days = b.month.Days()
	}
	for i := range b.now {
		if bl := &b.now[i]; bl.sport == p.Sport {
			bl.add(p.Activity, p.Day, row)
			return
		}
	}
	bl := block{sport: p.Sport}
	if len(b.now) < cap(b.now) { // the room of a former month's
		bl = b.now[:len(b.now)+1][len(b.now)]
		bl.sport = p.Sport
	}
	bl.add(p.Activity, p.Day, row)
	b.now = append(b.now, bl)
}

// seal ends a month.
func (b *builder) seal() {
	if len(b.now) == 0 {
		return
	}
	done := make(blocks, len(b.now))
	for i := range b.now {
		done[i] = b.now[i].sealed()
		b.now[i].clear()
	}
	b.done[b.month], b.now = done, b.now[:0]
}
