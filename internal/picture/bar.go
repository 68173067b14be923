package picture

import (
	"cmp"
	"slices"
	"strings"
)

// bars are the steps, higher ones in front of lower ones, and in front of all
// those that would be too narrow to be seen.
func (l *layout) bars(out shapes) shapes {
	order := make([]int, len(l.steps))
	rank := make([]float64, len(l.steps))
	for i, s := range l.steps {
		s = s.levelled(l.highest)
		order[i], rank[i] = i, max(s.Start.High, s.End.High)
		if l.isTiny(i) {
			rank[i] += highestLevel + 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank[a], rank[b]) })
	for _, i := range order {
		out = append(out, l.bar(i))
	}
	return out
}

func (l *layout) bar(i int) Group {
	s := l.steps[i].levelled(l.highest)
	b := l.box(i)
	g := Group{Hint: strings.Join(s.lines, " · ")}
	switch {
	case s.Target == Free:
		g.Shapes = b.free()
	case s.pointed:
		g.Shapes = shapes{b.pointed(s)}
	default:
		g.Shapes = b.set(s)
	}
	return g
}

// box is where a bar stands.
type box struct {
	l        *layout
	from, to float64
	paint    Paint
}

// tucked is how far a bar goes on behind a higher neighbour that it touches:
// where two soft edges meet, a seam would shine through.
const tucked = 1.0

func (l *layout) box(i int) box {
	b := box{l: l, paint: Zone(l.steps[i].Zone)}
	b.from, b.to = l.span(i)
	s := l.steps[i].levelled(l.highest)
	if i > 0 && !l.hasGap(i-1) {
		before := l.steps[i-1].levelled(l.highest)
		if before.covers(s.Start, before.End) && s.highest() < before.highest() {
			b.from -= min(tucked, l.edges[i]-l.edges[i-1])
		}
	}
	if i+1 < len(l.steps) && !l.hasGap(i) {
		next := l.steps[i+1].levelled(l.highest)
		if next.covers(s.End, next.Start) && s.highest() <= next.highest() {
			b.to += min(tucked, l.edges[i+2]-l.edges[i+1])
		}
	}
	return b
}

func (s step) highest() float64 { return max(s.Start.High, s.End.High) }

// covers says that nothing shines through a step where it has the level at,
// as high as its neighbour's.
func (s step) covers(neighbour, at Level) bool { return s.Target != Free && neighbour.High <= at.Low }

// set is a bar up to its lower level, and lighter from there to the higher one.
func (b box) set(s step) shapes {
	floor := b.l.bottom
	low := [2]float64{min(b.l.y(s.Start.Low), floor-leastHeight), min(b.l.y(s.End.Low), floor-leastHeight)}
	high := [2]float64{min(b.l.y(s.Start.High), low[0]), min(b.l.y(s.End.High), low[1])}
	out := shapes{b.between([2]float64{floor, floor}, low, b.paint)}
	if high != low {
		lighter := b.paint.As(b.paint.Class+" band", 0.45)
		edge := [2]float64{min(high[0]+capHeight, low[0]), min(high[1]+capHeight, low[1])}
		out = append(out, b.between(low, edge, lighter), b.between(edge, high, b.paint))
	}
	return out
}

// between is what lies between two lines, given by their ends.
func (b box) between(below, above [2]float64, p Paint) Shape {
	if below[0] == below[1] && above[0] == above[1] {
		return Rect{X: b.from, Y: above[0], Width: b.to - b.from, Height: below[0] - above[0], Paint: p}
	}
	return Polygon{
		Points: []Point{{X: b.from, Y: below[0]}, {X: b.from, Y: above[0]}, {X: b.to, Y: above[1]}, {X: b.to, Y: below[1]}},
		Paint:  p,
	}
}

// pointed is a bar whose top points up.
func (b box) pointed(s step) Shape {
	floor := b.l.bottom
	top := b.l.y(s.highest())
	shoulder := top + min((b.to-b.from)/2, pointHeight, (floor-top)/2)
	return Polygon{Paint: b.paint, Points: []Point{
		{X: b.from, Y: floor},
		{X: b.from, Y: max(shoulder, min(b.l.y(s.Start.High), floor))},
		{X: (b.from + b.to) / 2, Y: top},
		{X: b.to, Y: max(shoulder, min(b.l.y(s.End.High), floor))},
		{X: b.to, Y: floor},
	}}
}

// free is hatched.
func (b box) free() shapes {
	ink := b.l.chart.Theme.Muted
	top, bottom := b.l.y(freeLevel), b.l.bottom
	width, height := b.to-b.from, bottom-top
	hatch := Lines{Width: hairline, Paint: ink.As("free", 0.5)}
	// Each line rises to the right, from the left or the bottom side to the
	// top or the right side.
	for x := hatchApart - height; x < width; x += hatchApart {
		low, high := max(x, 0), min(x+height, width)
		if high-low > hatchApart/2 {
			hatch.Segments = append(hatch.Segments, Segment{
				From: Point{X: b.from + low, Y: bottom - (low - x)},
				To:   Point{X: b.from + high, Y: bottom - (high - x)},
			})
		}
	}
	return shapes{
		Rect{X: b.from, Y: top, Width: width, Height: height, Paint: ink.As("free", 0.14)},
		hatch,
		Rect{X: b.from, Y: top, Width: width, Height: capHeight, Paint: ink.As("free", 1)},
	}
}
