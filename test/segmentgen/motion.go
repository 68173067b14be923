package segmentgen

import (
	"math"
	"math/rand/v2"
	"sort"
)

const (
	tickS  = 0.01 // the rider is moved by so much at a time
	slowsM = 25.0 // from so far before a turn or a stop on they go slower
)

// motion is a plan as it is ridden: metres at seconds from the start, one
// tick after the other, and how far from the middle of the road.
type motion struct {
	plan      plan
	way       path
	t, s      []float64
	stands    []Span // seconds from the start, an element a stop of the plan that lasts
	paused    []bool // of stands: the timer stood too
	laneM     float64
	swayM     [2]float64
	swayWaveM [2]float64
	swayPhase [2]float64
}

// ridden moves the rider along the way: about the plan's speed, swinging by a
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

// slowness is what the speed is multiplied by at each metre of the way.
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

// metres is how far the rider is at a second.
func (m *motion) metres(t float64) float64 {
	i := max(1, min(len(m.t)-1, sort.SearchFloat64s(m.t, t)))
	a, b := i-1, i
	return m.s[a] + (m.s[b]-m.s[a])*math.Min(1, (t-m.t[a])/(m.t[b]-m.t[a]))
}

// seconds is when the rider first is so far.
func (m *motion) seconds(metres float64) float64 {
	return m.t[min(len(m.t)-1, sort.SearchFloat64s(m.s, metres))]
}

// place is where the rider truly is after some metres of the way: right of
// the middle of the road, swaying a little.
func (m *motion) place(metres float64) node {
	x := m.way.at(metres)
	e, n := m.way.direction(metres)
	right := m.laneM
	for i := range m.swayM {
		right += m.swayM[i] * math.Sin(2*math.Pi*metres/m.swayWaveM[i]+m.swayPhase[i])
	}
	return node{x.e + n*right, x.n - e*right, x.h}
}
