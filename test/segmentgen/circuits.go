package segmentgen

import (
	"math"
	"math/rand/v2"
)

// circuit is a road and a way back 300 m beside it to where it begins. On the
// road lies a segment, from and to metres of it.
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

// wayBack leads from the end of a road that keeps its direction to where it
// begins, or to a place to the left of that.
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

// begin makes the plan of the circuit's segment alone.
func (c *circuit) begin() plan {
	var p plan
	c.segment = p.segment("road", measured(c.road).cut(c.fromM, c.toM))
	return p
}

// parallel rides the road, and then another one in its direction to its left.
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

// otherDirection rides the segment the wrong way alone.
func otherDirection(r *rand.Rand) plan {
	c := newCircuit(r, windingRoad(r))
	p := c.begin()
	p.way = c.road.reversed()
	p.miss(c.segment, c.roadM-c.toM, c.roadM-c.fromM, OtherDirection)
	return p
}

// leaves rides the circuit, and the second time leaves the segment for good.
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
// another one to the right. With equal, the road goes as far to the left there.
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

// bumped is a straight road that goes round a block on one side.
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
// with a stand before the start gate, with a pause after the start gate, and
// with a stand before the end gate.
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
// again and rides all of it.
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
