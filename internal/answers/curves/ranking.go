package curves

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// Held is a value in the unit of the index, with the activity that holds it.
type Held struct {
	Value int32
	Ref   Ref
}

// Search says which activities a search in the index is for.
type Search struct {
	// Month returns a limit for the values of all activities of a month in a sport, given the
	// best of each step and a flag that is set if any row contains a [Hole].
	Month func(best []int32, holed bool) int32
	// Row returns a limit for the value of one activity. It must not keep or change the row.
	Row func(r Ref, row []int32) int32
	// Value returns the value of an activity; nil means that Row returns the value itself.
	Value func(r Ref) (int32, error)
	// Above is the value that all results must exceed.
	Above int32
	// Most is the maximum number of results.
	Most int
}

// Search returns the activities with the highest values of a kind on the given days in the
// given sports (none means all), the highest value first. Of equal values, the earlier
// one comes first. It looks at the highest limit first, be it the limit of a month or of
// an activity, so it reads few months and no recording that cannot be among the results.
func (x *BestIndex) Search(ctx context.Context, s training.Scope, kind string, days training.DayRange, sports []training.Sport,
	q Search,
) (out []Held, err error) {
	from, months, err := x.months.Months(ctx, s, kind, days)
	if err != nil {
		return nil, err
	}
	open := q.months(from, months, sports)
	heap.Init(&open)
	for above := q.Above; len(open) > 0 && open[0].Value > above && ctx.Err() == nil; {
		next, _ := heap.Pop(&open).(candidate)
		if next.blocks == nil {
			if q.Value != nil {
				if next.Value, err = q.Value(next.Ref); err != nil {
					return nil, err
				}
			}
			if out = append(out, next.Held); next.Value <= above || !isBest(next.Value) {
				out = out[:len(out)-1]
			}
			slices.SortStableFunc(out, Held.compare)
			if len(out) >= q.Most {
				out = out[:q.Most]
				above = out[q.Most-1].Value
			}
			continue
		}
		if next.blocks.bare() {
			if next.blocks, err = x.months.Renew(ctx, s, kind, next.month, blocks.bare); err != nil {
				return nil, err
			}
		}
		for i := range next.blocks {
			if b := &next.blocks[i]; b.sport == next.Ref.Sport {
				b.limits(days, func(r Ref, row []int32) {
					if limit := q.Row(r, row); limit > above {
						heap.Push(&open, candidate{Held: Held{limit, r}})
					}
				})
			}
		}
	}
	return out, ctx.Err()
}

// months returns the months with their limits.
func (q *Search) months(from fitness.MonthlyMonth, months []blocks, sports []training.Sport) (open queue) {
	for i, bs := range months {
		for j := range bs {
			if b := &bs[j]; len(b.days) > 0 && (len(sports) == 0 || slices.Contains(sports, b.sport)) {
				open = append(open, candidate{
					Held: Held{q.Month(b.best, b.holed), Ref{Day: b.days[0], Sport: b.sport}}, month: from + fitness.MonthlyMonth(i), blocks: bs,
				})
			}
		}
	}
	return open
}

// limits visits the rows on the given days.
func (b *block) limits(days training.DayRange, f func(r Ref, row []int32)) {
	for r, day := range b.days {
		if days.Contains(day) {
			f(Ref{ID: b.ids[r], Day: day, Sport: sportOf(b.sport)}, b.row(r))
		}
	}
}

// compare orders values: the highest comes first, and of equal ones the earlier.
func (h Held) compare(o Held) int {
	return cmp.Or(cmp.Compare(o.Value, h.Value), cmp.Compare(h.Ref.Day, o.Ref.Day), cmp.Compare(h.Ref.ID, o.Ref.ID))
}

// candidate is an activity or the activities of a month in a sport, with a limit of their values.
type candidate struct {
	Held

	month  fitness.MonthlyMonth
	blocks blocks // nil for an activity
}

// queue is a heap whose first candidate has the highest limit. A month comes before an
// activity with the same limit, because one of its activities may be earlier.
type queue []candidate

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(candidate)) } //nolint:forcetypeassert // only Search pushes

func (q queue) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	if a.Value == b.Value && (a.blocks == nil) != (b.blocks == nil) {
		return b.blocks == nil
	}
	return a.compare(b.Held) < 0
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// MaxRank is the maximum length of a ranking.
const MaxRank = 50

// checkRank returns an error if a ranking is not possible at the steps of the query.
func (q Query) checkRank() error {
	switch {
	case q.Rank < 0 || q.Rank > MaxRank:
		return training.Errorf(training.KindInvalid, "A ranking of %d activities is not possible.", q.Rank).
			WithFix("Ask for 1 to %d.", MaxRank)
	case q.Rank > 0 && len(q.Steps) != 1:
		return training.Errorf(training.KindInvalid, "A ranking needs exactly one duration or distance.").
			WithFix("Give one, for example durations_s 1200.")
	}
	return nil
}

// addRanking adds the ranking that the query asks for, if there is a best at its step.
func (c *Index) addRanking(ctx context.Context, s training.Scope, v *View, w *writer, first *picked, after work) error {
	if w.q.Rank == 0 || first.empty() {
		return nil
	}
	ranked, gone, err := c.rank(ctx, s, w.q, w.steps[0], after)
	if err != nil {
		return err
	}
	first.gone = max(first.gone, gone)
	v.Ranking = w.ranking(ranked)
	v.Names, err = answers.Names(ctx, c.r, s, activitiesOf(ranked))
	return err
}

// rank returns the best activities at a step, best first, and the number of missing
// recordings that could be among them.
func (c *Index) rank(ctx context.Context, s training.Scope, q Query, at float64, w work) (out []Point, gone int, err error) {
	name := q.name()
	if !w.none() {
		name = w.kind()
	}
	k := c.seeker(s, q, q.Days, w, name)
	k.ask(newBound(name, k.of, k.of.places(q.Sports), at), Point{}, false)
	top, err := k.top(ctx, 0, q.Rank)
	for _, h := range top {
		out = append(out, Point{at, k.of.shown(h.Value, at), h.Ref})
	}
	return out, k.gone, err
}
