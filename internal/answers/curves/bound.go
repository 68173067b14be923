package curves

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// bound computes a limit for the value that an activity can have at a step that is not stored,
// given its stored row. With this limit, only recordings that may contain the best need to be read.
//
// The sum over a window is at most the sum over two windows whose total length is the same. If the
// recording has no gaps, it is also at most the sum over a longer window. The time for a distance
// is at least the total of the times for its parts.
type bound struct {
	k      *kind
	at     float64
	places []int   // indexes of the steps stored for the sport
	lo, hi int     // places of the steps below and above at; they are equal if at is stored
	rest   int     // first place whose step covers what is left of at after lo
	packs  [][]int // for distances: combinations of places whose steps fit into at
	weight func(step float64) float64
	raise  func(value float64) float64
	lower  func(value float64) float64
}

// unbounded is the limit for a row that has no value near the step.
const unbounded = math.MaxInt32

// newBound returns the bound for the step at, which must not be below the step of the first place.
func newBound(name string, k *kind, places []int, at float64) bound {
	b := bound{k: k, at: at, places: places}
	same := func(x float64) float64 { return x }
	b.weight, b.raise, b.lower = same, same, same
	if name == NP { // the values are means of fourth powers, one for each complete window
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

// exact reports whether the step is stored.
func (b bound) exact() bool { return b.lo == b.hi }

func (b bound) step(i int) float64 { return b.k.steps[b.places[i]] }

// pack fills the distance with stored distances. It starts with each of them in
// turn, and continues with the longest that still fits.
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

// of returns the highest value that an activity can have at the step, in the unit of the index,
// or [None] if the activity is too short. The values in its row begin at the index from.
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

// ofAll returns a limit for all rows of a month, given the month's best values. Some rows
// may be too short to have the next step.
func (b bound) ofAll(best []int32, from int, holed bool) int32 {
	if holed && !b.exact() {
		return unbounded
	}
	most, _ := b.parts(best, from)
	return most
}

// parts returns the limit that results from shorter steps. If they give the
// exact value or no limit, ok is false.
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

// both returns the sum over a window as long as the preceding step, plus the
// sum over a window that covers the rest. The second window may be longer than
// necessary, because this does not make the sum smaller.
func (b bound) both(row []int32, from int, lo int32) float64 {
	sum := b.sum(b.lo, lo)
	for i := b.rest; i <= b.lo; i++ {
		if rest := b.cell(row, from, i); rest > Hole {
			return sum + b.sum(i, rest)
		}
	}
	return math.Inf(1)
}

// slowest returns the shortest time that all packs allow.
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

// half is the maximum error of a rounded value.
const half = 0.5

// sum returns the largest sum whose rounded value is the stored value v.
func (b bound) sum(i int, v int32) float64 {
	switch {
	case b.k.sums:
		return float64(v)
	case b.k.ofTimes():
		return float64(v) + half
	}
	return b.raise(float64(v)+half) * b.weight(b.step(i))
}

// value returns the value in the index for a sum at the step, rounded up.
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

// measures returns the measures of climbs for which there are records. Each measure is a
// step in the index.
func measures() []measure {
	return []measure{
		{"gain_m", func(c route.Climb) float64 { return c.GainM }},
		{"fiets", route.Climb.Fiets},
		{"vam_over_100m", vamOver(100)},
		{"vam_over_500m", vamOver(500)},
	}
}

type measure struct {
	name string
	of   func(route.Climb) float64
}

// vamOver returns a function that computes the climbing speed of a climb if it
// gains at least gainM metres.
func vamOver(gainM float64) func(route.Climb) float64 {
	return func(c route.Climb) float64 {
		if c.GainM < gainM {
			return 0
		}
		return c.VAM()
	}
}

// climbsOf returns the plausible climbs of an activity. Otherwise a jump in
// altitude or a drive by car could hold records.
func climbsOf(data []byte) ([]route.Climb, error) {
	climbs, err := derive.DecodeClimbs(data)
	return slices.DeleteFunc(climbs, func(c route.Climb) bool { return stream.Climb(c.GainM, c.TimerS) != "" }), err
}

// hundredths is the factor by which measures are multiplied in the index.
const hundredths = 100

func climbKind() BestKind {
	all := measures()
	return BestKind{Primitive: derive.Climbs, Width: len(all), Decode: func(row []int32, data []byte) ([]int32, error) {
		climbs, err := climbsOf(data)
		if err != nil || len(climbs) == 0 {
			return row, err
		}
		for _, m := range all {
			v := m.of(climbs[bestClimb(climbs, m)])
			if v <= 0 || v > math.MaxInt32/hundredths {
				row = append(row, None)
				continue
			}
			row = append(row, int32(math.Round(v*hundredths)))
		}
		return row, nil
	}}
}

func bestClimb(climbs []route.Climb, m measure) int {
	best := 0
	for i := range climbs {
		if m.of(climbs[i]) > m.of(climbs[best]) {
			best = i
		}
	}
	return best
}

// bestClimbs returns the best climbs on the given days, with their details.
func (a *answerer) bestClimbs(ctx context.Context, days training.DayRange) ([]Climb, error) {
	best, err := a.climbs.Best(ctx, a.scope, Placed(derive.Climbs, a.q.Indoor, a.view.Sport), days, []training.Sport{a.view.Sport.Sport})
	if err != nil {
		return nil, err
	}
	var out []Climb
	for i, m := range measures() {
		if best.Values[i] == None {
			continue
		}
		ref := best.Whose(i)
		climbs, err := a.climbsIn(ctx, a.scope, ref.ID)
		if err != nil {
			return nil, err
		}
		if len(climbs) == 0 {
			continue // deleted in the meantime, or damaged and to be derived again
		}
		c := recordsShown(climbs[bestClimb(climbs, m)], ref)
		c.By = []string{m.name}
		if j := slices.IndexFunc(out, c.same); j >= 0 {
			out[j].By = append(out[j].By, m.name)
			continue
		}
		out = append(out, c)
	}
	return out, nil
}

func recordsShown(c route.Climb, ref Ref) Climb {
	out := Climb{
		GainM: answers.Round(c.GainM, 0), LengthKM: answers.Round(c.LengthM/1000, 2), GradePct: answers.Round(c.GradePct(), 1),
		DurationS: answers.Round(c.TimerS, 0), Fiets: answers.Round(c.Fiets(), 2), Category: c.Category(), ID: ref.ID, LocalDate: ref.Day,
	}
	if vam := answers.Round(c.VAM(), 0); vam > 0 {
		out.VAM = &vam
	}
	return out
}

// same reports whether c and o are the same climb.
func (c Climb) same(o Climb) bool {
	return c.ID == o.ID && c.GainM == o.GainM && c.LengthKM == o.LengthKM && c.DurationS == o.DurationS
}

type seenKey struct {
	scope training.Scope
	id    training.ActivityID
}

// mostSeen is the maximum number of activities in the cache. A query shows at most a
// dozen activities.
const mostSeen = 1000

// climbsIn returns the plausible climbs of an activity, or none if they are
// damaged or deleted. It caches them, because most queries need the same few activities.
func (b *RecordCache) climbsIn(ctx context.Context, s training.Scope, id training.ActivityID) ([]route.Climb, error) {
	return b.seen.Get(ctx, b.r, seenKey{s, id}, func() ([]route.Climb, error) {
		p, err := b.r.Primitive(ctx, s, id, derive.Climbs)
		if err != nil {
			return nil, training.UnlessNotFound(err)
		}
		climbs, err := climbsOf(p.Data)
		if err != nil {
			return nil, nil
		}
		return climbs, nil
	})
}
