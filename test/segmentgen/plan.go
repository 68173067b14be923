package segmentgen

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// plan is a course, and what is done on it. Metres are those of the way.
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

// stretch is where the way goes along a segment.
type stretch struct {
	segment    int
	fromM, toM float64
	why        Why
	asideM     float64
}

// stop is where the rider slows down and, if it lasts, stands.
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

// finish lays hills under the roads, the same under each that passes a place,
// and takes the segments' points.
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
