package segmentgen

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// plan is a course and the actions on it. Metres are along the way.
type plan struct {
	way             line
	segments        []drawn
	efforts, misses []stretch
	stops           []stop
	speedMPS        float64
}

// drawn is a segment on the plane: its road, and its points after finish.
type drawn struct {
	name   string
	road   line
	points line
}

// stretch is a part of the way along a segment.
type stretch struct {
	segment    int
	fromM, toM float64
	why        Why
	asideM     float64
}

// stop is where the rider slows down and, if it lasts, stands still.
type stop struct {
	atM, standsS float64
	timerStands  bool
}

func (p *plan) segment(name string, road line) int {
	p.segments = append(p.segments, drawn{name: name, road: road})
	return len(p.segments) - 1
}

func (p *plan) effort(segment int, fromM, toM float64) {
	p.efforts = append(p.efforts, stretch{segment: segment, fromM: fromM, toM: toM})
}

func (p *plan) miss(segment int, fromM, toM float64, why Why) {
	p.misses = append(p.misses, stretch{segment: segment, fromM: fromM, toM: toM, why: why})
}

func (p *plan) slows(atM float64) { p.stops = append(p.stops, stop{atM: atM}) }

// finish adds hills under the roads, the same for all roads at a place, and
// determines the segments' points.
func (p *plan) finish(r *rand.Rand) {
	one, two, base := 6.28*r.Float64(), 6.28*r.Float64(), 40+400*r.Float64()
	hills := func(l line) {
		for i, x := range l {
			l[i].h += base + 12*math.Sin(x.e/430+one) + 8*math.Sin(x.n/310+two)
		}
	}
	p.way = slices.Clone(p.way)
	hills(p.way)
	spacing := 5 + 10*r.Float64()
	for i, s := range p.segments {
		road := measured(s.road)
		legs := math.Ceil(road.length() / spacing)
		for k := range int(legs) + 1 {
			p.segments[i].points = append(p.segments[i].points, road.at(road.length()*float64(k)/legs))
		}
		hills(p.segments[i].points)
	}
	p.speedMPS = between(r, 6, 11)
	slices.SortStableFunc(p.stops, func(a, b stop) int { return cmp.Compare(a.atM, b.atM) })
}

func (d drawn) on(g globe) Segment {
	s := Segment{Name: d.name, LengthM: measured(d.points).length()}
	for _, x := range d.points {
		s.Points = append(s.Points, g.point(x.e, x.n, x.h))
	}
	return s
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// shapes returns the plans by name, as a function to keep the table out of
// package state.
func shapes() map[string]func(*rand.Rand) plan {
	return map[string]func(*rand.Rand) plan{
		"loop":            loop,
		"figure_eight":    figureEight,
		"out_and_back":    outAndBack,
		"switchbacks":     switchbacks,
		"parallel_25m":    func(r *rand.Rand) plan { return parallel(r, 25) },
		"parallel_60m":    func(r *rand.Rand) plan { return parallel(r, 60) },
		"other_direction": otherDirection,
		"leaves":          leaves,
		"other_way":       func(r *rand.Rand) plan { return otherWay(r, false) },
		"other_way_equal": func(r *rand.Rand) plan { return otherWay(r, true) },
		"pauses":          pauses,
		"starts_inside":   startsInside,
		"turns_inside":    turnsInside,
	}
}

// closed is a closed path, which the way follows from one distance to another.
type closed struct {
	path
	fromM, toM float64
}

// on adds a segment of the closed path, with every time that the way follows
// it, and the ends of the way on it.
func (c closed) on(p *plan, name string, fromM, toM float64) int {
	segment, length := p.segment(name, c.around(fromM, toM)), c.length()
	for lap := math.Floor((c.fromM-toM)/length) * length; fromM+lap < c.toM; lap += length {
		from, to := fromM+lap, toM+lap
		switch {
		case from >= c.fromM && to <= c.toM:
			p.effort(segment, from-c.fromM, to-c.fromM)
		case from >= c.fromM:
			p.miss(segment, from-c.fromM, c.toM-c.fromM, EndsInside)
		case to > c.fromM && to <= c.toM:
			p.miss(segment, 0, to-c.fromM, StartsInside)
		}
	}
	return segment
}

// loop returns one to twenty laps of an uneven ring. Its segments are a lap,
// whose gates coincide; a part of it; and a part that includes the gate of the
// lap.
func loop(r *rand.Rand) plan {
	radius, one, two := between(r, 200, 420), 6.28*r.Float64(), 6.28*r.Float64()
	ring := curve(func(a float64) (e, n float64) {
		far := radius * (1 + 0.12*math.Cos(2*a+one) + 0.06*math.Cos(3*a+two))
		return far * math.Cos(a), far * math.Sin(a)
	})
	length := ring.length()
	c := closed{ring, 0.7 * length, float64(2+r.IntN(20))*length + 0.2*length}
	p := plan{way: c.around(c.fromM, c.toM)}
	c.on(&p, "lap", 0, length)
	c.on(&p, "part", 0.3*length, 0.55*length)
	c.on(&p, "over the line", 0.85*length, 1.1*length)
	return p
}

// curve returns a closed line over an angle.
func curve(at func(angle float64) (e, n float64)) path {
	const steps = 4000
	out := make(line, steps+1)
	for i := range out {
		out[i].e, out[i].n = at(2 * math.Pi * float64(i%steps) / steps)
	}
	return measured(out)
}

// figureEight crosses itself in its middle. Its segments are all of it; one
// half, which begins and ends on the crossing; and a short stretch over the
// crossing.
func figureEight(r *rand.Rand) plan {
	wide, high := between(r, 350, 650), between(r, 200, 350)
	eight := curve(func(a float64) (e, n float64) { return wide * math.Cos(a), high * math.Sin(2*a) })
	length := eight.length()
	c := closed{eight, 0.9 * length, float64(2+r.IntN(4))*length + 0.15*length}
	p := plan{way: c.around(c.fromM, c.toM)}
	c.on(&p, "eight", 0, length)
	c.on(&p, "half", 0.25*length, 0.75*length)
	c.on(&p, "crossing", 0.15*length, 0.35*length)
	return p
}

// outAndBack returns a winding road, out and back once to three times.
func outAndBack(r *rand.Rand) plan {
	pen := newPen()
	pen.winding(between(r, 1200, 2500), between(r, 0.1, 0.5))
	road := measured(pen.line)
	length := road.length()
	from, to := between(r, 150, 300), length-between(r, 150, 300)
	p := plan{}
	out := p.segment("out", road.cut(from, to))
	back := p.segment("back", road.cut(from, to).reversed())
	for trip := range 1 + r.IntN(3) {
		at := float64(trip) * 2 * length
		p.way = join(p.way, pen.line, pen.line.reversed())
		p.effort(out, at+from, at+to)
		p.miss(back, at+from, at+to, OtherDirection)
		p.effort(back, at+2*length-to, at+2*length-from)
		p.miss(out, at+2*length-to, at+2*length-from, OtherDirection)
		p.slows(at + length)
		p.slows(at + 2*length)
	}
	return p
}

// switchbacks returns a road that climbs between hairpins 15 to 20 m apart, and
// comes down again.
func switchbacks(r *rand.Rand) plan {
	pen := newPen()
	pen.grade = 0.02
	pen.straight(250)
	pen.grade = between(r, 0.05, 0.09)
	apartM, legs, side := between(r, 15, 20), 4+r.IntN(5), 1.0
	legM := between(r, 120, 240)
	var p plan
	var bends []float64
	for range legs {
		pen.straight(legM)
		bends = append(bends, pen.drawn()+apartM/4*math.Pi)
		pen.arc(apartM/2, side*math.Pi)
		side = -side
	}
	pen.grade = 0.02
	pen.straight(300)
	road := measured(pen.line)
	length := road.length()
	p.way = join(pen.line, pen.line.reversed())
	for _, bend := range bends {
		p.slows(bend)
		p.slows(2*length - bend)
	}
	p.slows(length)
	ends := [][2]float64{{180, length - 200}, {bends[0] + legM/2, bends[legs-2] + legM/2}}
	for i, name := range []string{"climb", "part"} {
		from, to := ends[i][0], ends[i][1]
		up := p.segment(name, road.cut(from, to))
		p.effort(up, from, to)
		p.miss(up, 2*length-to, 2*length-from, OtherDirection)
		down := p.segment(name+" down", road.cut(from, to).reversed())
		p.miss(down, from, to, OtherDirection)
		p.effort(down, 2*length-to, 2*length-from)
	}
	return p
}
