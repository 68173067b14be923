package picture

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

const (
	// shortestBar and longestBar limit the width of a bar, in seconds or
	// metres. The maximum is more than a year in seconds, and more than the circumference
	// of the earth in metres.
	shortestBar = 0.01
	longestBar  = 5e7
	// highestLevel is the highest level that a bar shows.
	highestLevel = 2.5
)

// These are the default size of a chart and its limits, in units.
const (
	usualWidth, usualHeight = 800, 300
	leastWidth, lowest      = 200, 120
	mostWidth, mostHeight   = 4000, 2000
)

// Chart shows the course of a session.
type Chart struct {
	// Title is the heading and the name of the picture. Note is shown on the other side; it
	// shows how long and how hard the session is.
	Title, Note string
	// Description is the content in words, for people who cannot see it.
	Description string
	Bars        []Bar
	// Across is the unit for the widths of the bars, and Up the unit for their
	// levels.
	Across Axis
	Up     Scale
	// Threshold is the label of the line at level 1. If it is empty, there is no line.
	Threshold string
	// Theme holds the colours; if it is not set, [picture.Light] is used.
	Theme Theme
	// Width and Height are the size in units; if they are not set, it is 800 × 300.
	Width, Height float64
}

// Bar is one step.
type Bar struct {
	// Width is the length of the step, in seconds or metres.
	Width float64
	// Start and End are the target levels at its start and end. They differ for
	// a ramp.
	Start, End Level
	Target     Target
	// Zone is the zone that determines the colour; see [picture.Zone].
	Zone int
	// Label is the text above the bar. Only as many of its first lines are shown as fit
	// into the width of the bar.
	Label string
}

// Level is a fraction of the threshold, or a range of fractions.
type Level struct{ Low, High float64 }

// ProfileAt returns a level that is a single value.
func ProfileAt(share float64) Level { return Level{share, share} }

// Target is the kind of level that a bar has.
type Target int

// These are the kinds of targets.
const (
	ProfileSet Target = iota // Start and End
	Free                     // no level: up to the athlete
	Maximal                  // as hard as possible
)

// These are the levels at which bars without a level are drawn. A free bar is a strip at the bottom,
// so that it does not seem to have a level. A maximal bar is the highest of all.
const (
	freeLevel    = 0.12
	maximalLevel = 1.5
)

// Canvas draws the chart.
func (c Chart) Canvas() *Canvas {
	if c.Theme == (Theme{}) {
		c.Theme = Light()
	}
	l := c.layout()
	out := &Canvas{Width: l.width, Height: l.height, Title: c.Title, Description: c.Description, Card: c.card}
	out.Shapes = append(out.Shapes, Rect{Width: l.width, Height: l.height, Paint: c.Theme.Background})
	out.Shapes = l.scale(out.Shapes)
	out.Shapes = l.bars(out.Shapes)
	out.Shapes = l.threshold(out.Shapes)
	out.Shapes = l.labelled(out.Shapes)
	out.Shapes = l.axis(out.Shapes)
	out.Shapes = l.ruler.heading(out.Shapes, c.Title, c.Note, l.width, c.Theme)
	return out
}

// card returns a small chart. Its text has the same size, so there is less of it: only
// the length and the target of each step.
func (c Chart) card(width, height float64) *Canvas {
	title := c.Title
	c.Title, c.Note, c.Width, c.Height = "", "", width, height
	c.Bars = slices.Clone(c.Bars)
	for i := range c.Bars {
		lines := strings.Split(c.Bars[i].Label, "\n")
		c.Bars[i].Label = strings.Join(lines[:min(2, len(lines))], "\n")
	}
	out := c.Canvas()
	out.Title = title
	return out
}

// step is a bar whose values have been checked.
type step struct {
	Bar
	pointed bool     // its top shows that its level is higher than drawn
	lines   []string // lines of its label
	widths  []float64
}

func sound(bars []Bar) []step {
	out := make([]step, 0, len(bars))
	for _, b := range bars {
		if !(b.Width >= shortestBar && b.Width <= longestBar) { // also false for NaN
			continue
		}
		s := step{Bar: b}
		start, startAbove, okStart := b.Start.sound()
		end, endAbove, okEnd := b.End.sound()
		switch {
		case b.Target == Maximal:
			s.pointed = true
		case b.Target == ProfileSet && okStart && okEnd:
			s.Start, s.End, s.pointed = start, end, startAbove || endAbove
		default:
			s.Target = Free
		}
		if label := strings.TrimSpace(b.Label); label != "" {
			s.lines = strings.Split(label, "\n")
		}
		out = append(out, s)
	}
	return out
}

// sound returns the level limited to the range that is drawn, and reports whether it was
// above the range, and whether it is valid.
func (l Level) sound() (within Level, above, ok bool) {
	if math.IsNaN(l.Low) || math.IsNaN(l.High) || math.IsInf(l.Low, 0) || math.IsInf(l.High, 0) {
		return Level{}, false, false
	}
	low := max(l.Low, 0)
	high := max(l.High, low)
	return Level{min(low, highestLevel), min(high, highestLevel)}, high > highestLevel, true
}

func (s step) levelled(top float64) step {
	switch s.Target {
	case Free:
		s.Start, s.End = ProfileAt(freeLevel), ProfileAt(freeLevel)
	case Maximal:
		s.Start, s.End = ProfileAt(top), ProfileAt(top)
	}
	return s
}

func (c Chart) highest(steps []step) float64 {
	top := freeLevel
	if c.Threshold != "" {
		top = 1
	}
	for _, s := range steps {
		switch s.Target {
		case ProfileSet:
			top = max(top, s.Start.High, s.End.High)
		case Maximal:
			top = max(top, maximalLevel)
		}
	}
	if top == freeLevel { // a step without a level is low among others, and alone
		return 1
	}
	return top
}

// bars adds the bars of the steps. Higher bars are in front of lower ones, and bars that
// would be too narrow to be seen are in front of all others.
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

// box is the area of a bar.
type box struct {
	l        *layout
	from, to float64
	paint    Paint
}

// tucked is the distance in units by which a bar extends behind a higher neighbour that
// it touches, because a seam would be visible between two soft edges.
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

// covers reports whether the step, which has the level at on that side, completely hides
// a neighbour with the level neighbour.
func (s step) covers(neighbour, at Level) bool { return s.Target != Free && neighbour.High <= at.Low }

// set returns a bar up to the lower level, and a lighter bar from there to the higher
// level.
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

// between returns the area between two lines, given by their ends.
func (b box) between(below, above [2]float64, p Paint) Shape {
	if below[0] == below[1] && above[0] == above[1] {
		return Rect{X: b.from, Y: above[0], Width: b.to - b.from, Height: below[0] - above[0], Paint: p}
	}
	return Polygon{
		Points: []Point{{X: b.from, Y: below[0]}, {X: b.from, Y: above[0]}, {X: b.to, Y: above[1]}, {X: b.to, Y: below[1]}},
		Paint:  p,
	}
}

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

// free returns a hatched bar, for a step without a target.
func (b box) free() shapes {
	ink := b.l.chart.Theme.Muted
	top, bottom := b.l.y(freeLevel), b.l.bottom
	width, height := b.to-b.from, bottom-top
	hatch := Lines{Width: hairline, Paint: ink.As("free", 0.5)}
	// Each line rises from the left or bottom side to the top or right side.
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
	}
}
