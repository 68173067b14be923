package segmentgen

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// node is a point of the plane: metres east, north and up.
type node struct{ e, n, h float64 }

func apart(a, b node) float64 { return math.Hypot(b.e-a.e, b.n-a.n) }

// line is the middle of a road, with a node about every metre.
type line []node

func (l line) reversed() line {
	out := slices.Clone(l)
	slices.Reverse(out)
	return out
}

// join joins lines; each begins where the one before ends.
func join(lines ...line) line {
	var out line
	for _, l := range lines {
		if len(out) > 0 && len(l) > 0 && apart(out[len(out)-1], l[0]) < 1e-6 {
			l = l[1:]
		}
		out = append(out, l...)
	}
	return out
}

// aside returns the line at a distance to the left.
func (l line) aside(m float64) line {
	p := measured(l)
	out := make(line, len(l))
	for i, x := range l {
		east, north := p.direction(p.s[i])
		out[i] = node{x.e - north*m, x.n + east*m, x.h}
	}
	return out
}

// path is a line with the distance in metres of each node.
type path struct {
	line line
	s    []float64
}

func measured(l line) path {
	p := path{l, make([]float64, len(l))}
	for i := 1; i < len(l); i++ {
		p.s[i] = p.s[i-1] + apart(l[i-1], l[i])
	}
	return p
}

func (p path) length() float64 { return p.s[len(p.s)-1] }

// leg returns the i of the leg from node i to i+1 at a distance in m, and the
// distance within it.
func (p path) leg(m float64) (i int, share float64) {
	i = max(0, min(len(p.s)-2, sort.SearchFloat64s(p.s, m)-1))
	return i, (m - p.s[i]) / (p.s[i+1] - p.s[i])
}

func (p path) at(m float64) node {
	i, share := p.leg(math.Max(0, math.Min(m, p.length())))
	a, b := p.line[i], p.line[i+1]
	return node{a.e + share*(b.e-a.e), a.n + share*(b.n-a.n), a.h + share*(b.h-a.h)}
}

// direction returns the unit vector of the line at a distance, east and north.
func (p path) direction(m float64) (e, n float64) {
	a, b := p.at(math.Max(0, m-0.5)), p.at(math.Min(p.length(), m+0.5))
	d := apart(a, b)
	if d == 0 { // a turn in place
		i, _ := p.leg(m)
		a, b = p.line[i], p.line[i+1]
		d = apart(a, b)
	}
	return (b.e - a.e) / d, (b.n - a.n) / d
}

// cut returns the part of the line between two distances.
func (p path) cut(from, to float64) line {
	out := line{p.at(from)}
	for i, s := range p.s {
		if s > from+1e-6 && s < to-1e-6 {
			out = append(out, p.line[i])
		}
	}
	return append(out, p.at(to))
}

// around returns the line of a closed path from one distance to another; both
// may be beyond its end.
func (p path) around(from, to float64) line {
	length, out := p.length(), line{}
	for lap := math.Floor(from / length); lap*length < to; lap++ {
		a, b := math.Max(from, lap*length), math.Min(to, (lap+1)*length)
		if b > a {
			out = join(out, p.cut(a-lap*length, b-lap*length))
		}
	}
	return out
}

// pen draws a line forwards.
type pen struct {
	line    line
	heading float64 // radians from east, to the left
	grade   float64
}

func newPen() *pen { return &pen{line: line{{}}} }

func (p *pen) drawn() float64 { return measured(p.line).length() }

func (p *pen) step(m float64) {
	last := p.line[len(p.line)-1]
	sin, cos := math.Sincos(p.heading)
	p.line = append(p.line, node{last.e + m*cos, last.n + m*sin, last.h + m*p.grade})
}

func (p *pen) straight(m float64) { p.bend(m, func(float64) float64 { return 0 }) }

// arc turns by an angle, to the left if it is positive.
func (p *pen) arc(radiusM, turnRad float64) {
	p.bend(radiusM*math.Abs(turnRad), func(share float64) float64 { return turnRad * share })
}

// winding sways to both sides in whole waves of at least 500 m, and ends on the
// straight line on which it began, in the same direction.
func (p *pen) winding(m, swayRad float64) {
	waves := math.Max(1, math.Floor(m/500))
	p.bend(m, func(share float64) float64 { return swayRad * math.Sin(2*math.Pi*waves*share) })
}

// bend draws a length in metres whose heading at each share of it is changed by
// turn.
func (p *pen) bend(m float64, turn func(share float64) float64) {
	from, steps := p.heading, int(math.Ceil(m))
	for i := range steps {
		p.heading = from + turn((float64(i)+0.5)/float64(steps))
		p.step(m / float64(steps))
	}
	p.heading = from + turn(1)
}

// circuit is a road, and a way back to its beginning 300 m to the side. The
// road contains a segment, given by from and to in metres.
type circuit struct {
	road       line
	ring       path
	roadM      float64
	fromM, toM float64
	segment    int
}

const backM = 300.0

func newCircuit(r *rand.Rand, road line) circuit {
	c := circuit{road: road, ring: measured(join(road, wayBack(road, 0)))}
	c.roadM = measured(road).length()
	c.fromM, c.toM = between(r, 200, 250), c.roadM-between(r, 200, 250)
	return c
}

// wayBack leads from the end of a straight road to its beginning, or to a place
// to the left of that.
func wayBack(road line, leftM float64) line {
	back := &pen{line: line{road[len(road)-1]}}
	back.arc(backM/2, math.Pi)
	back.straight(apart(road[0], road[len(road)-1]))
	back.arc((backM-leftM)/2, math.Pi)
	return back.line
}

func windingRoad(r *rand.Rand) line {
	pen := newPen()
	pen.winding(between(r, 1000, 1900), between(r, 0.05, 0.3))
	return pen.line
}

// begin makes a plan with only the circuit's segment.
func (c *circuit) begin() plan {
	var p plan
	c.segment = p.segment("road", measured(c.road).cut(c.fromM, c.toM))
	return p
}

// parallel rides the road, and then a parallel one to its left in the same
// direction.
func parallel(r *rand.Rand, asideM float64) plan {
	road := windingRoad(r)
	c := newCircuit(r, road)
	p := c.begin()
	p.effort(c.segment, c.fromM, c.toM)
	first := join(road, wayBack(road, asideM))
	second := road.aside(asideM)
	p.way = join(first, second)
	at, long := measured(first).length(), measured(second)
	share := long.length() / c.roadM
	p.misses = append(p.misses, stretch{c.segment, at + c.fromM*share, at + c.toM*share, OtherRoad, asideM})
	return p
}

// otherDirection rides the segment only in the wrong direction.
func otherDirection(r *rand.Rand) plan {
	c := newCircuit(r, windingRoad(r))
	p := c.begin()
	p.way = c.road.reversed()
	p.miss(c.segment, c.roadM-c.toM, c.roadM-c.fromM, OtherDirection)
	return p
}

// leaves rides the circuit, and leaves the segment for good the second time.
func leaves(r *rand.Rand) plan {
	c := newCircuit(r, windingRoad(r))
	p := c.begin()
	p.effort(c.segment, c.fromM, c.toM)
	leavesM := c.fromM + (c.toM-c.fromM)*between(r, 0.2, 0.8)
	part := measured(c.road).cut(0, leavesM)
	away := pen{line: line{part[len(part)-1]}, heading: headingOf(part)}
	away.arc(between(r, 10, 40), -between(r, 0.6, 1.6))
	away.straight(between(r, 400, 900))
	p.way = join(c.ring.line, part, away.line)
	p.miss(c.segment, c.ring.length()+c.fromM, c.ring.length()+leavesM, Leaves)
	return p
}

func headingOf(l line) float64 {
	a, b := l[len(l)-2], l[len(l)-1]
	return math.Atan2(b.n-a.n, b.e-a.e)
}

// otherWay rides the circuit, and then leaves the road between the gates for
// another one to the right. With equal, the road itself goes as far to the left
// there.
func otherWay(r *rand.Rand, equal bool) plan {
	before, between1, depth := between(r, 300, 400), between(r, 400, 900), between(r, 90, 140)
	left, straight, right := 1.0, 0.0, -1.0
	side := straight
	if equal {
		side = left
	}
	c := newCircuit(r, bumped(before, between1, depth, side))
	p := c.begin()
	p.effort(c.segment, c.fromM, c.toM)
	detour := bumped(before, between1, depth, right)
	p.way = join(c.ring.line, detour)
	longer := measured(detour).length() - c.roadM
	p.miss(c.segment, c.ring.length()+c.fromM, c.ring.length()+c.toM+longer, OtherWay)
	return p
}

// bumped returns a straight road with a detour around a block on one side.
func bumped(before, along, depth, side float64) line {
	const corner = 20
	pen := newPen()
	pen.straight(before)
	if side == 0 {
		pen.straight(along)
	} else {
		pen.arc(corner, side*math.Pi/2)
		pen.straight(depth)
		pen.arc(corner, -side*math.Pi/2)
		pen.straight(along - 4*corner)
		pen.arc(corner, -side*math.Pi/2)
		pen.straight(depth)
		pen.arc(corner, side*math.Pi/2)
	}
	pen.straight(before)
	return pen.line
}

// pauses rides the circuit four times: with the timer paused in the middle,
// with a stop before the start gate, with a pause after the start gate, and
// with a stop before the end gate.
func pauses(r *rand.Rand) plan {
	c := newCircuit(r, windingRoad(r))
	p := c.begin()
	for lap, x := range []stop{
		{between(r, c.fromM+100, c.toM-100), between(r, 60, 900), true},
		{c.fromM - between(r, 2, 5), between(r, 20, 90), false},
		{c.fromM + between(r, 2, 5), between(r, 60, 300), true},
		{c.toM - between(r, 2, 5), between(r, 20, 90), false},
	} {
		at := float64(lap) * c.ring.length()
		p.way = join(p.way, c.ring.line)
		p.effort(c.segment, at+c.fromM, at+c.toM)
		x.atM += at
		p.stops = append(p.stops, x)
	}
	return p
}

// startsInside begins and ends on the segment, with one or two efforts between.
func startsInside(r *rand.Rand) plan {
	c := newCircuit(r, windingRoad(r))
	long := c.toM - c.fromM
	around := closed{c.ring, c.fromM + long*between(r, 0.2, 0.8), 0}
	around.toM = float64(2+r.IntN(2))*c.ring.length() + c.fromM + long*between(r, 0.2, 0.8)
	p := plan{way: around.around(around.fromM, around.toM)}
	around.on(&p, "road", c.fromM, c.toM)
	return p
}

// turnsInside turns round on the segment, goes back over its start gate, turns
// again and rides the whole segment.
func turnsInside(r *rand.Rand) plan {
	c := newCircuit(r, windingRoad(r))
	p := c.begin()
	road := measured(c.road)
	turnM, againM := c.fromM+(c.toM-c.fromM)*between(r, 0.3, 0.9), c.fromM-between(r, 80, 150)
	back := road.cut(againM, turnM).reversed()
	p.way = join(road.cut(0, turnM), back, road.cut(againM, c.roadM))
	p.miss(c.segment, c.fromM, 2*turnM-c.fromM, TurnsBack)
	at := 2 * (turnM - againM)
	p.slows(turnM)
	p.slows(at + againM)
	p.effort(c.segment, at+c.fromM, at+c.toM)
	return p
}
