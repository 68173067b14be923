package derive

import (
	"math"
	"slices"

	"lapkeep/internal/metrics/curve"
)

// These are the two encodings of a curve's values. A mean of whole watts over whole
// seconds is stored as its sum, which is exact.
const (
	curveSums   = 0
	curveFloats = 1
)

// Curves decodes curves. It keeps their grid of durations, so that thousands of
// curves share one look-up.
type Curves struct{ grid []int32 }

// NewCurves returns a codec for the durations of [curve.Grid].
func NewCurves() Curves { return CurvesOn(curve.Grid()) }

// CurvesOn returns a codec for a grid of durations in seconds, ascending.
func CurvesOn(grid []int32) Curves { return Curves{grid: grid} }

// Grid returns the durations in seconds, ascending. Callers must not change it.
func (c Curves) Grid() []int32 { return c.grid }

// Encode encodes the points: their grid positions, their values, then their
// starts. Points that are not on the grid are left out.
func (c Curves) Encode(points []curve.Point) []byte {
	kept := make([]curve.Point, 0, len(points))
	at := make([]int, 0, len(points))
	for _, p := range points {
		i, ok := slices.BinarySearch(c.grid, p.DurationS)
		if ok && finite(p.Value) && p.Value >= 0 && (len(at) == 0 || i > at[len(at)-1]) {
			kept, at = append(kept, p), append(at, i)
		}
	}
	w := newWriter(6 * len(kept))
	w.uint(uint64(len(kept)))
	c.places(w, at)
	if wholeSums(kept) {
		w.uint(curveSums)
		last := int64(0)
		for _, p := range kept {
			s := sum(p)
			w.int(s - last)
			last = s
		}
	} else {
		w.uint(curveFloats)
		for _, p := range kept {
			w.float(p.Value)
		}
	}
	last := int64(0)
	for _, p := range kept {
		w.int(int64(p.StartS) - last)
		last = int64(p.StartS)
	}
	return w.b
}

// places writes the grid indexes as runs: a number of steps that are skipped, and then a
// number of steps that are taken.
func (c Curves) places(w *writer, at []int) {
	next := 0
	for i := 0; i < len(at); {
		j := i + 1
		for j < len(at) && at[j] == at[j-1]+1 {
			j++
		}
		w.uint(uint64(at[i] - next))
		w.uint(uint64(j - i))
		next, i = at[j-1]+1, j
	}
}

func sum(p curve.Point) int64 { return int64(math.Round(p.Value * float64(p.DurationS))) }

func wholeSums(points []curve.Point) bool {
	for _, p := range points {
		if float64(sum(p))/float64(p.DurationS) != p.Value {
			return false
		}
	}
	return true
}

// Decode decodes the result of Encode.
func (c Curves) Decode(b []byte) ([]curve.Point, error) {
	var points []curve.Point
	r, err := c.scan(b, func(i int, v float64) {
		points = append(points, curve.Point{DurationS: c.grid[i], Value: v})
	})
	if err != nil {
		return nil, err
	}
	last := int64(0)
	for i := range points {
		last += r.int()
		if last != int64(int32(last)) {
			r.fail()
		}
		points[i].StartS = int32(last)
	}
	if !r.done() {
		return nil, damaged("curve")
	}
	return points, nil
}

// Each calls f with the grid index and the value of every point, but without
// the starts. It does not allocate.
func (c Curves) Each(b []byte, f func(i int, value float64)) error {
	_, err := c.scan(b, f)
	return err
}

// AppendTo appends one value to row, which must be empty, for each step of the grid up to the
// last step of the curve: the point's value times the step's scale, rounded half up, or none if
// there is no point. It does the same as [Curves.Each], but faster, for thousands of curves.
func (c Curves) AppendTo(row []int32, b []byte, scale []float64, none int32) ([]int32, error) {
	r := newReader(b)
	n := r.count(2)
	runs, err := c.skipPlaces(r, n)
	if err != nil {
		return row, err
	}
	mode := r.uint()
	if r.bad || mode > curveFloats {
		return row, damaged("curve")
	}
	last := int64(0)
	for left := n; left > 0; {
		for skip := int(runs.uint()); skip > 0; skip-- { //nolint:gosec // checked by skipPlaces
			row = append(row, none)
		}
		take := int(runs.uint()) //nolint:gosec // checked by skipPlaces
		for left -= take; take > 0; take-- {
			v := 0.0
			if mode == curveSums {
				last += r.int()
				v = float64(last) / float64(c.grid[len(row)])
			} else {
				v = r.float()
			}
			if r.bad || v < 0 {
				return row, damaged("curve")
			}
			row = append(row, halfUp(v*scale[len(row)]))
		}
	}
	return row, nil
}

// halfUp returns math.Round(x) for x ≥ 0. It is faster than math.Round, and limits the
// result to an int32.
func halfUp(x float64) int32 {
	if x >= math.MaxInt32 {
		return math.MaxInt32
	}
	n := int32(x)
	if x-float64(n) >= 0.5 {
		n++
	}
	return n
}

// DecodeCurve decodes a single curve; [Curves] is faster for many.
func DecodeCurve(b []byte) ([]curve.Point, error) { return NewCurves().Decode(b) }

// scan reads positions and values and leaves the reader at the starts. It reads
// the positions twice from the same bytes, which is cheaper than keeping them.
func (c Curves) scan(b []byte, f func(i int, v float64)) (*reader, error) {
	r := newReader(b)
	n := r.count(2)
	runs, err := c.skipPlaces(r, n)
	if err != nil {
		return nil, err
	}
	mode := r.uint()
	if r.bad || mode > curveFloats {
		return nil, damaged("curve")
	}
	next, last := 0, int64(0)
	for left := n; left > 0; {
		next += int(runs.uint())
		for take := int(runs.uint()); take > 0; take-- {
			v := 0.0
			if mode == curveSums {
				last += r.int()
				v = float64(last) / float64(c.grid[next])
			} else {
				v = r.float()
			}
			if r.bad || v < 0 {
				return nil, damaged("curve")
			}
			f(next, v)
			next++
			left--
		}
	}
	return r, nil
}

// skipPlaces checks the grid positions of n points, moves r past them and
// returns a reader at their beginning.
func (c Curves) skipPlaces(r *reader, n int) (reader, error) {
	runs := reader{b: r.b, bad: r.bad}
	for next, left := 0, n; left > 0; {
		skip, take := r.uint(), r.uint()
		if r.bad || skip > uint64(len(c.grid)) || take == 0 || take > uint64(left) ||
			next+int(skip)+int(take) > len(c.grid) { //nolint:gosec // in this order
			return runs, damaged("curve")
		}
		next += int(skip) + int(take) //nolint:gosec // as checked
		left -= int(take)             //nolint:gosec // as checked
	}
	return runs, nil
}

// NewCoarseCurves returns a codec for the durations of [curve.Coarse].
func NewCoarseCurves() Curves { return CurvesOn(curve.Coarse()) }

// EncodeFatigued encodes the curves for the first levels in [curve.FatigueLevelsKJ], each
// preceded by its length.
func (c Curves) EncodeFatigued(byLevel [][]curve.Point) []byte {
	w := newWriter(256 * len(byLevel))
	w.uint(uint64(len(byLevel)))
	for _, points := range byLevel {
		w.text(string(c.Encode(points)))
	}
	return w.b
}

// EachFatigued calls f with the level, the grid index and the value of every
// point, in order.
func (c Curves) EachFatigued(b []byte, f func(level, i int, value float64)) error {
	return levels(b, func(level int, data []byte) error {
		return c.Each(data, func(i int, v float64) { f(level, i, v) })
	})
}

func levels(b []byte, f func(level int, data []byte) error) error {
	r := newReader(b)
	n := r.count(2)
	if n > len(curve.FatigueLevelsKJ()) {
		r.fail()
	}
	for level := range n {
		size := r.uint()
		if r.bad || size > uint64(len(r.b)) {
			return damaged("fatigued curve")
		}
		data := r.b[:size]
		r.b = r.b[size:]
		if err := f(level, data); err != nil {
			return err
		}
	}
	if !r.done() {
		return damaged("fatigued curve")
	}
	return nil
}
