package segmentgen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

const (
	nearGateM = 40.0 // a gate is passed within so many metres of where the plan has it
	besideM   = 6.0  // a rider who stands no further from a gate stands at it
)

// gate is a place and the direction in which it is passed.
type gate struct {
	at   node
	e, n float64
}

func gateOf(from, to, at node) gate {
	d := apart(from, to)
	return gate{at, (to.e - from.e) / d, (to.n - from.n) / d}
}

func (d drawn) gates() (start, end gate) {
	p := d.points
	return gateOf(p[0], p[1], p[0]), gateOf(p[len(p)-2], p[len(p)-1], p[len(p)-1])
}

// beyond is how far past the gate's line a place lies.
func (g gate) beyond(x node) float64 { return (x.e-g.at.e)*g.e + (x.n-g.at.n)*g.n }

// passes is the second when the gate is passed near a metre of the way, at the
// crossing that is nearest to it.
func (m *motion) passes(g gate, nearM float64) float64 {
	best, distance := math.NaN(), math.Inf(1)
	from, _ := slices.BinarySearch(m.s, nearM-nearGateM)
	before := g.beyond(m.place(m.s[from]))
	for i := from + 1; i < len(m.s) && m.s[i] < nearM+nearGateM; i++ {
		after := g.beyond(m.place(m.s[i]))
		if d := math.Abs(m.s[i] - nearM); before < 0 && after >= 0 && d < distance {
			best, distance = m.t[i-1]+(m.t[i]-m.t[i-1])*before/(before-after), d
		}
		before = after
	}
	if math.IsNaN(best) {
		panic(fmt.Sprintf("segmentgen: no gate at %.0f m of the way", nearM))
	}
	return best
}

// slack is how long the rider stood beside a gate of the way.
func (m *motion) slack(gateM float64) float64 {
	sum := 0.0
	for _, x := range m.stands {
		if math.Abs(m.metres(x.FromS)-gateM) <= besideM {
			sum += x.ToS - x.FromS
		}
	}
	return sum
}

// truth writes efforts, misses and pauses in Unix seconds.
func (m *motion) truth(ride *Ride) {
	begin := begins(ride.Seed)
	for _, x := range m.plan.efforts {
		start, end := m.plan.segments[x.segment].gates()
		e := Effort{
			Segment: x.segment, EntryS: m.passes(start, x.fromM), ExitS: m.passes(end, x.toM),
			EntrySlackS: m.slack(x.fromM), ExitSlackS: m.slack(x.toM),
		}
		for i, stand := range m.stands {
			if m.paused[i] && stand.FromS > e.EntryS && stand.ToS < e.ExitS {
				e.PausedS += stand.ToS - stand.FromS
			}
		}
		e.EntryS, e.ExitS = e.EntryS+begin, e.ExitS+begin
		ride.Efforts = append(ride.Efforts, e)
	}
	for _, x := range m.plan.misses {
		ride.Misses = append(ride.Misses, Miss{x.segment, begin + m.seconds(x.fromM), begin + m.seconds(x.toM), x.why, x.asideM})
	}
	for i, stand := range m.stands {
		if m.paused[i] {
			ride.Pauses = append(ride.Pauses, Span{begin + stand.FromS, begin + stand.ToS})
		}
	}
	slices.SortStableFunc(ride.Efforts, func(a, b Effort) int {
		return cmp.Or(cmp.Compare(a.Segment, b.Segment), cmp.Compare(a.EntryS, b.EntryS))
	})
	slices.SortStableFunc(ride.Misses, func(a, b Miss) int {
		return cmp.Or(cmp.Compare(a.Segment, b.Segment), cmp.Compare(a.FromS, b.FromS))
	})
}

// begins is the Unix second of a ride's start, in 2020 to 2026.
func begins(seed uint64) float64 {
	return 1_580_000_000 + float64(seed*7_368_787%200_000_000)
}
