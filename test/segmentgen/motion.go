package segmentgen

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

const (
	tickS  = 0.01 // the time step of the rider
	slowsM = 25.0 // the rider slows down from this distance before a turn or a stop
)

// motion is a plan as ridden: the distance at each tick from the start, and the
// distance from the middle of the road.
type motion struct {
	plan      plan
	way       path
	t, s      []float64
	stands    []Span // seconds from the start, one element per lasting stop of the plan
	paused    []bool // for each of stands, whether the timer was stopped too
	laneM     float64
	swayM     [2]float64
	swayWaveM [2]float64
	swayPhase [2]float64
}

// ridden moves the rider along the way: around the plan's speed, varying by a
// fifth within a minute or two, slower uphill and towards turns and stops.
func ridden(p plan, r *rand.Rand) motion {
	m := motion{plan: p, way: measured(p.way), laneM: between(r, 0.5, 2)}
	for i := range 2 {
		m.swayM[i], m.swayWaveM[i], m.swayPhase[i] = between(r, 0, 0.5), between(r, 60, 220), 6.28*r.Float64()
	}
	slow := m.slowness()
	period1, period2, phase1, phase2 := between(r, 40, 90), between(r, 100, 240), 6.28*r.Float64(), 6.28*r.Float64()
	t, s, next := 0.0, 0.0, 0
	m.t, m.s = []float64{0}, []float64{0}
	for length := m.way.length(); s < length; {
		for next < len(p.stops) && p.stops[next].atM <= s {
			if stop := p.stops[next]; stop.standsS > 0 {
				m.stands, m.paused = append(m.stands, Span{t, t + stop.standsS}), append(m.paused, stop.timerStands)
				t += stop.standsS
				m.t, m.s = append(m.t, t), append(m.s, s)
			}
			next++
		}
		v := p.speedMPS * (1 + 0.12*math.Sin(2*math.Pi*t/period1+phase1) + 0.08*math.Sin(2*math.Pi*t/period2+phase2))
		s = math.Min(length, s+v*slow[int(s)]*tickS)
		t += tickS
		m.t, m.s = append(m.t, t), append(m.s, s)
	}
	return m
}

// slowness returns the factor of the speed at each metre.
func (m *motion) slowness() []float64 {
	out := make([]float64, int(m.way.length())+1)
	for i := range out {
		grade := (m.way.at(float64(i)+15).h - m.way.at(float64(i)-15).h) / 30
		out[i] = 1 / (1 + 12*math.Max(-0.02, grade))
		for _, stop := range m.plan.stops {
			d := math.Abs(float64(i) - stop.atM)
			out[i] = math.Min(out[i], math.Max(0.2, math.Sqrt(d/slowsM)))
		}
	}
	return out
}

// metres returns the distance of the rider at a second, in m.
func (m *motion) metres(t float64) float64 {
	i := max(1, min(len(m.t)-1, sort.SearchFloat64s(m.t, t)))
	a, b := i-1, i
	return m.s[a] + (m.s[b]-m.s[a])*math.Min(1, (t-m.t[a])/(m.t[b]-m.t[a]))
}

// seconds returns the second at which the rider first reaches a distance.
func (m *motion) seconds(metres float64) float64 {
	return m.t[min(len(m.t)-1, sort.SearchFloat64s(m.s, metres))]
}

// place returns the true position of the rider at a distance: right of the
// middle of the road, swaying a little.
func (m *motion) place(metres float64) node {
	x := m.way.at(metres)
	e, n := m.way.direction(metres)
	right := m.laneM
	for i := range m.swayM {
		right += m.swayM[i] * math.Sin(2*math.Pi*metres/m.swayWaveM[i]+m.swayPhase[i])
	}
	return node{x.e + n*right, x.n - e*right, x.h}
}

const (
	nearGateM = 40.0 // maximum distance of a passed gate from its place in the plan
	besideM   = 6.0  // a rider who stops within this distance stops at the gate
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

// beyond returns how far past the gate's line a position is.
func (g gate) beyond(x node) float64 { return (x.e-g.at.e)*g.e + (x.n-g.at.n)*g.n }

// passes returns the second at which the gate is crossed, at the crossing
// nearest to a distance.
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

// slack returns how many seconds the rider stood near a gate.
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

// begins returns the Unix second of a ride's start, in 2020 to 2026.
func begins(seed uint64) float64 {
	return 1_580_000_000 + float64(seed*7_368_787%200_000_000)
}
