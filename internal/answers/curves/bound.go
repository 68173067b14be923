package curves

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/metrics/power"
)

// bound limits the value that an activity can have at a step that is not kept, by its
// kept row, so that only those recordings are read that can hold the best.
//
// A mean's sum is never more than two sums that are as long together; in a
// recording of one piece a longer sum is never less. A time over a distance is
// never less than those over its parts together.
type bound struct {
	k      *kind
	at     float64
	places []int   // of the kept steps that the sport has
	lo, hi int     // of those, the ones around at; hi is lo if at is kept
	rest   int     // the shortest of them that is as long as at is longer than lo
	packs  [][]int // of distances: those that at has room for together
	weight func(step float64) float64
	raise  func(value float64) float64
	lower  func(value float64) float64
}

// unbounded is the limit where a row has no value near the step.
const unbounded = math.MaxInt32

// newBound bounds at, which is no less than the step of the first place.
func newBound(name string, k *kind, places []int, at float64) bound {
	b := bound{k: k, at: at, places: places}
	same := func(x float64) float64 { return x }
	b.weight, b.raise, b.lower = same, same, same
	if name == NP { // means of fourth powers, one for each full window
		b.weight = func(s float64) float64 { return s - power.WindowS + 1 }
		b.raise = func(x float64) float64 { return x * x * x * x }
		b.lower = func(x float64) float64 { return math.Sqrt(math.Sqrt(x)) }
	}
	i, exact := slices.BinarySearchFunc(places, at, func(place int, at float64) int { return cmp.Compare(k.steps[place], at) })
	b.lo, b.hi = i-1, i
	if exact {
		b.lo = i
	}
	switch {
	case exact:
		return b
	case k.ofTimes():
		b.packs = b.pack()
		return b
	}
	left := b.weight(at) - b.weight(b.step(b.lo))
	for b.rest < b.lo && b.weight(b.step(b.rest)) < left {
		b.rest++
	}
	return b
}

// exact says that the step is kept.
func (b bound) exact() bool { return b.lo == b.hi }

func (b bound) step(i int) float64 { return b.k.steps[b.places[i]] }

// pack fills the distance with kept ones, from each of them on with the
// longest that fit.
func (b bound) pack() (packs [][]int) {
	for first := b.lo; first >= 0; first-- {
		var pack []int
		for left, i := b.at, first; i >= 0; {
			if b.step(i) > left {
				i--
				continue
			}
			pack, left = append(pack, i), left-b.step(i)
		}
		packs = append(packs, pack)
	}
	return packs
}

// of is the most that a row, from a place on, can have at the step, in the
// index's unit; [curves.None] if its activity is too short.
func (b bound) of(row []int32, from int) int32 {
	most, ok := b.parts(row, from)
	if !ok || b.exact() || !b.k.joined || b.hi == len(b.places) {
		return most
	}
	if hi := b.cell(row, from, b.hi); hi > Hole {
		return min(most, b.value(b.sum(b.hi, hi)))
	}
	return most
}

// ofAll is a bound for every row that a month's best row was taken from,
// those that end before the next step included.
func (b bound) ofAll(best []int32, from int, holed bool) int32 {
	if holed {
		return unbounded
	}
	most, _ := b.parts(best, from)
	return most
}

// parts is the bound by shorter steps; not ok if they say all, or nothing.
func (b bound) parts(row []int32, from int) (most int32, ok bool) {
	switch lo := b.cell(row, from, b.lo); {
	case lo == Hole:
		return unbounded, false
	case lo == None || b.exact():
		return lo, false
	case b.packs != nil:
		return b.slowest(row, from), true
	default:
		return b.value(b.both(row, from, lo)), true
	}
}

// both adds the sum of a window as long as the step before and of one for the rest. A
// longer one may take the place of the rest: it too has room where at has.
func (b bound) both(row []int32, from int, lo int32) float64 {
	sum := b.sum(b.lo, lo)
	for i := b.rest; i <= b.lo; i++ {
		if rest := b.cell(row, from, i); rest > Hole {
			return sum + b.sum(i, rest)
		}
	}
	return math.Inf(1)
}

// slowest is the shortest time that all packs leave possible.
func (b bound) slowest(row []int32, from int) int32 {
	most := int32(0)
	for _, pack := range b.packs {
		sum := 0.0
		for _, i := range pack {
			if v := b.cell(row, from, i); v > Hole {
				sum += b.sum(i, v)
			}
		}
		most = min(most, b.value(sum))
	}
	return most
}

// half is the most by which a kept value may exceed its rounded one.
const half = 0.5

// sum gives the greatest sum that rounds to a kept value.
func (b bound) sum(i int, v int32) float64 {
	switch {
	case b.k.sums:
		return float64(v)
	case b.k.ofTimes():
		return float64(v) + half
	}
	return b.raise(float64(v)+half) * b.weight(b.step(i))
}

// value gives the index's value of a sum at the step, rounded up.
func (b bound) value(sum float64) int32 {
	switch {
	case b.k.sums:
	case b.k.ofTimes():
		sum += half
	default:
		sum = b.lower(sum / b.weight(b.at))
	}
	return int32(min(math.Ceil(sum), unbounded))
}

func (b bound) cell(row []int32, from, i int) int32 {
	if from += b.places[i]; from < len(row) {
		return row[from]
	}
	return None
}
