package curves

import (
	"context"
	"math"
	"slices"
	"sync"

	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// Reader is what questions about bests read from the store.
type Reader interface {
	bests.Reader
	History(ctx context.Context, s training.Scope) (training.History, error)
}

// Index answers questions about the best of a range of days. It keeps an
// index in memory and follows the change log, so one of them serves all calls.
type Index struct {
	r Reader
	// built is made on first use: the grids cost more than a start should.
	built func() *built
}

type built struct {
	kinds
	index *bests.Index
}

// New makes the answerer; it reads nothing yet.
func New(r Reader) *Index {
	return &Index{r: r, built: sync.OnceValue(func() *built {
		k := newKinds()
		return &built{k, bests.New(r, k.power, k.hr, k.dist)}
	})}
}

// kinds is how rows of the index are read from stored primitives. Means
// are kept in tenths, times over distances negated in hundredths of a second:
// the greatest is the best.
type kinds struct {
	durations       []int32   // steps of power and hr
	distances       []float64 // steps of efforts, in m
	power, hr, dist bests.Kind
}

const (
	tenths     = 10
	hundredths = 100
)

func newKinds() kinds {
	codec := primitive.NewCurves()
	k := kinds{durations: codec.Grid()}
	for _, s := range training.Sports() {
		k.distances = append(k.distances, curve.Distances(s)...)
	}
	slices.Sort(k.distances)
	k.distances = slices.Compact(k.distances)
	means := func(row []int32, data []byte) ([]int32, error) {
		err := codec.Each(data, func(i int, v float64) {
			row = put(row, i, int32(math.Round(v*tenths)))
		})
		return row, err
	}
	k.power = bests.Kind{Primitive: primitive.PowerCurve, Width: len(k.durations), Decode: means}
	k.hr = bests.Kind{Primitive: primitive.HRCurve, Width: len(k.durations), Decode: means}
	k.dist = bests.Kind{Primitive: primitive.Efforts, Width: len(k.distances), Decode: k.times}
	return k
}

// put stores a step; those before it that have no value are marked so.
func put(row []int32, i int, v int32) []int32 {
	for len(row) < i {
		row = append(row, bests.None)
	}
	return append(row, v)
}

func (k *kinds) times(row []int32, data []byte) ([]int32, error) {
	efforts, err := primitive.DecodeEfforts(data)
	if err != nil {
		return row, err
	}
	slices.SortFunc(efforts, func(a, b curve.Effort) int { return int(math.Copysign(1, a.DistanceM-b.DistanceM)) })
	for _, e := range efforts {
		i, ok := slices.BinarySearch(k.distances, e.DistanceM)
		if ok && i >= len(row) && e.TimeS > 0 {
			row = put(row, i, -int32(math.Round(e.TimeS*hundredths)))
		}
	}
	return row, nil
}

// The kinds of curve that can be asked for.
const (
	Power    = "power"
	HR       = "hr"
	Distance = "distance"
)

// Point is the best at one step: a mean (W, bpm) or a time (s).
type Point struct {
	At    float64 // s or m
	Value float64
	Ref   bests.Ref
}

// Series is every step that has a best, in order.
func (c *Index) Series(ctx context.Context, s training.Scope, kind string, days training.DayRange, sports []training.Sport) ([]Point, int, error) {
	k := c.built()
	of, at, unit := k.power, func(i int) float64 { return float64(k.durations[i]) }, float64(tenths)
	switch kind {
	case HR:
		of = k.hr
	case Distance:
		of, at, unit = k.dist, func(i int) float64 { return k.distances[i] }, -hundredths
	}
	best, err := k.index.Best(ctx, s, of.Primitive, days, sports)
	if err != nil {
		return nil, 0, err
	}
	var out []Point
	for i, v := range best.Values {
		if v != bests.None && v != 0 {
			out = append(out, Point{at(i), float64(v) / unit, best.Whose[i]})
		}
	}
	return out, best.Activities, nil
}
