package route

import (
	"math"
	"slices"
)

// The rule of one way.
const (
	// CorridorM is how far apart two ways may be and count as one.
	CorridorM = 50.0
	// SameShare is the share of each that has to lie in the other's corridor.
	SameShare = 0.8
	// lengthShare is by how much their lengths may differ.
	lengthShare = 0.1
	// Samples are taken at least leastStepM apart, mostSamples at most.
	leastStepM, mostSamples = 25.0, 100
	// window is how many segments on either side are looked at before all.
	window = 3
	// backShare is the share of the steps that go back in a reversed way.
	backShare = 0.8
)

// Extent shows quickly that two ways cannot be the same.
type Extent struct {
	South, North, West, East int32
	LengthDM                 int64 // along the line, in dm
}

// ExtentOf measures a line; it is zero for none.
func ExtentOf(line []Point) Extent {
	if len(line) == 0 {
		return Extent{}
	}
	e, metres := Extent{South: line[0].Lat, North: line[0].Lat, West: line[0].Lon, East: line[0].Lon}, 0.0
	east, last := planeAt(line[0]).east, line[0]
	for _, p := range line {
		e.South, e.North = min(e.South, p.Lat), max(e.North, p.Lat)
		e.West, e.East = min(e.West, p.Lon), max(e.East, p.Lon)
		dx, dy := float64(p.Lon-last.Lon)*east, float64(p.Lat-last.Lat)*metresPerStep
		metres += math.Sqrt(dx*dx + dy*dy)
		last = p
	}
	e.LengthDM = int64(math.Round(metres * 10))
	return e
}

// Near reports whether two ways may be the same. What of one lies outside the
// other's corridor is a fifth of it at most, and goes out and comes back.
func (e Extent) Near(o Extent) bool {
	long, short := float64(max(e.LengthDM, o.LengthDM))/10, float64(min(e.LengthDM, o.LengthDM))/10
	if short <= 0 || long > short*(1+lengthShare) {
		return false
	}
	shift := turns(o.West, e.West)
	f := planeAt(Point{e.South, e.West})
	room := (1-SameShare)/2*long + 2*CorridorM
	north, east := int32(room/metresPerStep), int32(math.Min(room/max(f.east, 1e-6), fullTurn))
	near := func(a, b, room int32) bool { return a-b <= room && b-a <= room }
	return near(e.South, o.South, north) && near(e.North, o.North, north) &&
		near(e.West, o.West+shift, east) && near(e.East, o.East+shift, east)
}

// Match is how much two ways have in common.
type Match struct {
	// Share is the smaller of the shares of each that lie in the other's
	// corridor, 0 to 1.
	Share float64
	// Reversed says that one was followed the other way round.
	Reversed bool
}

// Matcher compares one line with many. It is not for concurrent use.
type Matcher struct {
	plane      plane
	own, other sampled
	corridor   *corridor // of its own line, made for the first that is compared
}

// NewMatcher makes the matcher of a line; nothing is the same as one point.
func NewMatcher(line []Point) *Matcher {
	m := &Matcher{plane: planeAt(line[0])}
	m.own.segments = m.plane.segments(line, nil)
	if len(line) > 1 {
		m.own.sample(nil)
	}
	return m
}

// Same compares with a line; false if it is another way.
func (m *Matcher) Same(line []Point) (Match, bool) {
	if len(line) < 2 || len(m.own.segments) == 0 {
		return Match{}, false
	}
	if m.corridor == nil {
		m.corridor = corridorOf(m.own.segments)
	}
	m.other.segments = m.plane.segments(line, m.other.segments)
	if !m.other.sample(m.corridor) {
		return Match{}, false
	}
	share, reversed := m.own.within(m.other.segments)
	if share < SameShare {
		return Match{}, false
	}
	back, _ := m.other.within(m.own.segments)
	return Match{min(share, back), reversed}, back >= SameShare
}

// sampled is a line in metres and samples of it.
type sampled struct {
	segments segments
	samples  []sample
	step     float64 // between two samples
}

type sample struct{ x, y float64 }

// mostMissed is how many of so many samples may lie outside the corridor.
func mostMissed(n int) int { return int(float64(n) * (1 - SameShare)) }

// sample takes the samples; false as soon as too many of them are far from a
// corridor, if there is one.
func (l *sampled) sample(near *corridor) bool {
	length := l.segments[len(l.segments)-1].to
	l.step = max(leastStepM, length/mostSamples)
	n, far, k := int(length/l.step)+1, 0, 0
	l.samples = slices.Grow(l.samples[:0], n)
	for i := range n {
		d := float64(i) * l.step
		for k < len(l.segments)-1 && l.segments[k].to < d {
			k++
		}
		x, y := l.segments[k].position(d)
		l.samples = append(l.samples, sample{x, y})
		if near != nil && near.far(x, y) {
			if far++; far > mostMissed(n) {
				return false
			}
		}
	}
	return true
}

// within is the share of the line that lies in the other's corridor, 0 if it
// is less than [SameShare], and whether it follows the other backwards. Every
// sample is looked for near the last one first.
func (l *sampled) within(o segments) (share float64, reversed bool) {
	n := len(l.samples)
	most, missed, steps, backward := mostMissed(n), 0, 0, 0
	segment, lastAlong, near := 0, 0.0, false
	for _, at := range l.samples {
		if !near {
			segment = -1
		}
		s, along, ok := o.find(at.x, at.y, segment)
		if !ok {
			if missed++; missed > most {
				return 0, false
			}
			near = false
			continue
		}
		if moved := along - lastAlong; near && math.Abs(moved) <= 4*l.step {
			steps++
			if moved < 0 {
				backward++
			}
		}
		segment, lastAlong, near = s, along, true
	}
	return 1 - float64(missed)/float64(n), float64(backward) > backShare*float64(steps)
}
