package picture

import (
	"math"
	"slices"
	"strings"
)

const (
	// shortestBar and longestBar are how wide a bar can be, in seconds or
	// metres: longer is a year, or more than the way around the Earth.
	shortestBar = 0.01
	longestBar  = 5e7
	// highestLevel is the highest level that a bar shows.
	highestLevel = 2.5
)

// The sizes of a chart that says none, and of the smallest and largest, in units.
const (
	usualWidth, usualHeight = 800, 300
	leastWidth, lowest      = 200, 120
	mostWidth, mostHeight   = 4000, 2000
)

// Chart is the course of a session, as values.
type Chart struct {
	// Title is the heading, and the name of the picture. Note stands opposite
	// to it: how long, how hard.
	Title, Note string
	// Description says what is seen, for those who do not see it.
	Description string
	Bars        []Bar
	// Across is what the widths of the bars are written in, and Up their levels.
	Across Axis
	Up     Scale
	// Threshold is what the line at level 1 is called. There is none without.
	Threshold string
	// Theme is [picture.Light] if it is not set.
	Theme Theme
	// Width and Height are 800 × 300 units if they are not set.
	Width, Height float64
}

// Bar is one step.
type Bar struct {
	// Width is how long it is: seconds, or metres.
	Width float64
	// Start and End are what is asked at its start and its end. They differ
	// for a ramp.
	Start, End Level
	Target     Target
	// Zone is the one that it is coloured as; see [picture.Zone].
	Zone int
	// Label is what stands above it: as many of its lines, from the first, as
	// the bar is wide enough for.
	Label string
}

// Level is a share of the threshold, or a band of shares.
type Level struct{ Low, High float64 }

// ProfileAt is a level without a band.
func ProfileAt(share float64) Level { return Level{share, share} }

// Target is what kind of level a bar has.
type Target int

// The kinds of targets.
const (
	ProfileSet Target = iota // Start and End
	Free                     // none: as the athlete likes
	Maximal                  // as hard as possible
)

// The levels that bars without one are drawn at. A maximal one is the highest
// of all.
const (
	freeLevel    = 0.5
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
	out.Shapes = l.heading(out.Shapes)
	return out
}

// card has words as large as those of the whole, and so fewer of them: how long a
// step is, and what it asks for.
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

// step is a bar whose values make sense.
type step struct {
	Bar
	pointed bool     // its top says that it is higher than it is drawn
	lines   []string // of its label
	widths  []float64
}

func sound(bars []Bar) []step {
	out := make([]step, 0, len(bars))
	for _, b := range bars {
		if !(b.Width >= shortestBar && b.Width <= longestBar) { // NaN neither
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

// sound is the level within bounds, whether it was above them, and whether it
// is one at all.
func (l Level) sound() (within Level, above, ok bool) {
	if math.IsNaN(l.Low) || math.IsNaN(l.High) || math.IsInf(l.Low, 0) || math.IsInf(l.High, 0) {
		return Level{}, false, false
	}
	low := max(l.Low, 0)
	high := max(l.High, low)
	return Level{min(low, highestLevel), min(high, highestLevel)}, high > highestLevel, true
}

// levelled is the step with the levels that it is drawn at.
func (s step) levelled(top float64) step {
	switch s.Target {
	case Free:
		s.Start, s.End = ProfileAt(freeLevel), ProfileAt(freeLevel)
	case Maximal:
		s.Start, s.End = ProfileAt(top), ProfileAt(top)
	}
	return s
}

// highest is the level that the chart reaches to.
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
	return top
}
