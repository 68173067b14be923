package curves

import (
	"math"
	"slices"

	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/metrics/power"
)

// bound is what an activity's kept row allows at a step that is not kept, so
// that only those recordings are read that can hold the best. Of the sums
// that means stand for, a longer one is never less, and one is never more
// than two that are as long together: a curve's neighbours on both sides
// bound it closely.
type bound struct {
	k        *kind
	at       float64
	lo, hi   int // kept steps around at; hi is lo if at is kept
	rest     int // the shortest kept step that is as long as at is longer than lo
	weight   func(step float64) float64
	raise    func(value float64) float64
	lower    func(value float64) float64
	distance bool
}

// newBound bounds at, which is no less than the first step of a kind.
func newBound(name string, k *kind, at float64) bound {
	b := bound{k: k, at: at, distance: name == Distance || name == gradedDistance}
	same := func(x float64) float64 { return x }
	b.weight, b.raise, b.lower = same, same, same
	if name == NP { // means of fourth powers, one for each full window
		b.weight = func(s float64) float64 { return s - power.WindowS + 1 }
		b.raise = func(x float64) float64 { return x * x * x * x }
		b.lower = func(x float64) float64 { return math.Sqrt(math.Sqrt(x)) }
	}
	i, exact := slices.BinarySearch(k.steps, at)
	b.lo, b.hi = i-1, i
	if exact {
		b.lo = i
	}
	left := b.weight(at) - b.weight(k.steps[b.lo])
	for b.rest < b.lo && b.weight(k.steps[b.rest]) < left {
		b.rest++
	}
	return b
}

// of is the most that a row, from a place on, can have at the step, in the
// index's unit; [bests.None] if its activity is too short.
func (b bound) of(row []int32, from int) int32 {
	lo, ok := cellOf(row, from+b.lo)
	if !ok || b.lo == b.hi || b.distance {
		return lo
	}
	most := b.both(row, from, lo)
	if hi, ok := cellOf(row, from+b.hi); b.hi < len(b.k.steps) && ok {
		most = min(most, b.raise(float64(hi)+half)*b.weight(b.k.steps[b.hi])/b.weight(b.at))
	}
	return int32(math.Ceil(b.lower(most)))
}

// ofAll is a bound for every row that a month's best row was taken from,
// those that end before the next step included.
func (b bound) ofAll(best []int32, from int) int32 {
	lo, ok := cellOf(best, from+b.lo)
	if !ok || b.lo == b.hi || b.distance {
		return lo
	}
	return int32(math.Ceil(b.lower(b.both(best, from, lo))))
}

// half is how far a kept value may lie above what it was rounded to.
const half = 0.5

// both is the bound by a window as long as the step before and one for the rest.
func (b bound) both(row []int32, from int, lo int32) float64 {
	sum := b.raise(float64(lo)+half) * b.weight(b.k.steps[b.lo])
	for i := b.rest; i <= b.lo; i++ { // a kind may have no values at its shortest steps
		if rest, ok := cellOf(row, from+i); ok {
			sum += b.raise(float64(rest)+half) * b.weight(b.k.steps[i])
			break
		}
	}
	return sum / b.weight(b.at)
}

func cellOf(row []int32, i int) (int32, bool) {
	if i >= len(row) || row[i] == bests.None {
		return bests.None, false
	}
	return row[i], true
}
