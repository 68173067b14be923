package curves

import (
	"context"
	"slices"
	"sync"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Reader reads bests, thresholds, recordings and their streams.
type Reader interface {
	BestReader
	History(ctx context.Context, s training.Scope) (training.History, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error)
}

// Index answers questions about the best of a range of days. It keeps an
// index in memory and follows the change log, so one of them serves all calls.
type Index struct {
	r Reader
	// built is made on first use: the grids cost more than a start should.
	built func() *built
	found memory
	known sourceMemory
	keep  fitness.Keeper
}

type built struct {
	kinds map[string]*kind
	index *BestIndex
}

// New makes the answerer; it reads nothing yet.
func New(r Reader) *Index {
	x := &Index{r: r}
	x.built = sync.OnceValue(func() *built {
		kinds := newKinds()
		all := make([]BestKind, 0, len(kinds))
		for _, k := range kinds {
			all = append(all, k.BestKind)
		}
		b := &built{kinds, NewBestIndex(groupedReader{r}, all...)}
		if x.keep != nil {
			b.index.Keep(x.keep, stream.RulesetVersion(formVersion, curve.Version()))
		}
		return b
	})
	return x
}

// formVersion is the version of the units and places that values have in the
// index.
const formVersion = 2

// Keep lets the index begin with what a former process read, for which it is
// called before the first question.
func (c *Index) Keep(k fitness.Keeper) { c.keep = k }

// Point is the best over exactly one step: a mean (W, bpm, m/s) or a time (s).
type Point struct {
	At    float64 // s or m
	Value float64
	Ref   Ref
}

// Series is every kept step that has a best, in order. Power is of one sport,
// cycling if none is named, and of the source that most of the days' activities
// have.
func (c *Index) Series(
	ctx context.Context, s training.Scope, name string, days training.DayRange, sports []training.Sport,
) ([]Point, int, error) {
	k := c.built().kinds[name]
	q := Query{Kind: name, Days: days, Sports: sports}
	if ofPower(name) {
		q.Sports = q.sports()[:1]
	}
	if _, _, err := c.groups(ctx, s, &q); err != nil {
		return nil, 0, err
	}
	best, err := c.built().index.Best(ctx, s, q.rows(k), days, q.groups)
	if err != nil {
		return nil, 0, err
	}
	return k.points(best, 0), best.Activities, nil
}

// points shows the steps of a best from a place on.
func (k *kind) points(best Best, from int) []Point {
	n := 0
	for _, v := range best.Values[from:][:len(k.steps)] {
		if isBest(v) {
			n++
		}
	}
	out := make([]Point, 0, n)
	var ref Ref
	of := -1 // the step whose ref it is
	for i, at := range k.steps {
		v := best.Values[from+i]
		if !isBest(v) {
			continue
		}
		if of < 0 || !best.SameRow(of, from+i) {
			ref, of = whose(&best, from+i), from+i
		}
		out = append(out, Point{at, k.shown(v, at), ref})
	}
	return out
}

// isBest leaves out what is 0 throughout: it is the best of nothing.
func isBest(v int32) bool { return v > Hole && v != 0 }

// point is the best at a step, from a place of a best on, if it is kept.
func (k *kind) point(best *Best, from int, at float64) (p Point, ok bool) {
	i, ok := slices.BinarySearch(k.steps, at)
	if !ok || !isBest(best.Values[from+i]) {
		return p, false
	}
	return Point{at, k.shown(best.Values[from+i], at), whose(best, from+i)}, true
}

func whose(best *Best, step int) Ref {
	ref := best.Whose(step)
	ref.Sport = sportOf(ref.Sport)
	return ref
}
