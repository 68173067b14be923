package segmentgen

import (
	"math"
	"slices"
	"sort"
)

// node is a place on the plane: metres east, north and up.
type node struct{ e, n, h float64 }

func apart(a, b node) float64 { return math.Hypot(b.e-a.e, b.n-a.n) }

// line is the middle of a road, a node a metre or so.
type line []node

func (l line) reversed() line {
	out := slices.Clone(l)
	slices.Reverse(out)
	return out
}

// join puts lines one after the other; each begins where the one before ends.
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

// aside is the line that runs a distance to the left.
func (l line) aside(m float64) line {
	p := measured(l)
	out := make(line, len(l))
	for i, x := range l {
		east, north := p.direction(p.s[i])
		out[i] = node{x.e - north*m, x.n + east*m, x.h}
	}
	return out
}

// path is a line with the metres at each node.
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

// leg is the piece from node i to i+1 in which a metre lies, and how far in.
func (p path) leg(m float64) (i int, share float64) {
	i = max(0, min(len(p.s)-2, sort.SearchFloat64s(p.s, m)-1))
	return i, (m - p.s[i]) / (p.s[i+1] - p.s[i])
}

func (p path) at(m float64) node {
	i, share := p.leg(math.Max(0, math.Min(m, p.length())))
	a, b := p.line[i], p.line[i+1]
	return node{a.e + share*(b.e-a.e), a.n + share*(b.n-a.n), a.h + share*(b.h-a.h)}
}

// direction is the unit vector of the line there, east and north.
func (p path) direction(m float64) (e, n float64) {
	a, b := p.at(math.Max(0, m-0.5)), p.at(math.Min(p.length(), m+0.5))
	d := apart(a, b)
	if d == 0 { // a turn on the spot
		i, _ := p.leg(m)
		a, b = p.line[i], p.line[i+1]
		d = apart(a, b)
	}
	return (b.e - a.e) / d, (b.n - a.n) / d
}

// cut is the line between two metres.
func (p path) cut(from, to float64) line {
	out := line{p.at(from)}
	for i, s := range p.s {
		if s > from+1e-6 && s < to-1e-6 {
			out = append(out, p.line[i])
		}
	}
	return append(out, p.at(to))
}

// around is the line of a closed path from one metre to another, of which
// both count on past its end.
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

// winding sways to both sides in whole waves of 500 m and more, and ends on
// the straight line it began on, in its direction.
func (p *pen) winding(m, swayRad float64) {
	waves := math.Max(1, math.Floor(m/500))
	p.bend(m, func(share float64) float64 { return swayRad * math.Sin(2*math.Pi*waves*share) })
}

// bend draws some metres whose heading at each share of them is turned by turn.
func (p *pen) bend(m float64, turn func(share float64) float64) {
	from, steps := p.heading, int(math.Ceil(m))
	for i := range steps {
		p.heading = from + turn((float64(i)+0.5)/float64(steps))
		p.step(m / float64(steps))
	}
	p.heading = from + turn(1)
}
