package picture

import (
	"math"
)

// Sizes of text and distances, in units.
const (
	margin       = 16.0
	titleSize    = 17.0
	noteSize     = 13.0
	tickSize     = 12.0
	labelSize    = 12.0
	lineHeight   = 15.0 // of labels
	belowHeading = 14.0
	belowPlot    = 30.0
	besideTicks  = 8.0
	apartX       = 64.0 // ticks across, at least
	apartY       = 44.0 // ticks up
	gap          = 1.0  // between bars
	parted       = 4.0  // the least width of bars with a gap
	hairline     = 1.0
	leastBar     = 1.0
	leastHeight  = 2.0 // of a bar of level 0, so that it is seen
	capHeight    = 1.5 // of the line on top of a band
	pointHeight  = 10.0
	hatchApart   = 9.0
)

// layout is where things are on a canvas.
type layout struct {
	chart                    Chart
	ruler                    Ruler
	steps                    []step
	width, height            float64
	left, top, right, bottom float64 // of the plot
	head                     float64 // what the highest bar leaves free in it
	total, highest           float64
	across, up               []tick
	edges                    []float64 // of the steps
	labels                   []label
	named                    bool // the line of the threshold has room for its name
}

func (c Chart) layout() *layout {
	steps := sound(c.Bars)
	l := &layout{
		chart: c, steps: steps, highest: c.highest(steps), ruler: NewRuler(),
		width:  sized(c.Width, usualWidth, leastWidth, mostWidth),
		height: sized(c.Height, usualHeight, lowest, mostHeight),
	}
	for i, s := range steps {
		l.total += s.Width
		for _, text := range s.lines {
			steps[i].widths = append(steps[i].widths, l.ruler.Room(text, labelSize))
		}
	}
	l.top, l.bottom = margin, l.height-belowPlot
	if c.Title != "" || c.Note != "" {
		l.top += titleSize + belowHeading
	}
	l.right = l.width - margin
	if w := l.ruler.Room(c.Threshold, tickSize); w > 0 && w < l.width/5 {
		l.right, l.named = math.Round(l.right-w-besideTicks), true
	}
	l.settle()
	if l.total > 0 {
		l.across = c.Across.ticks(l.total, l.total*apartX/(l.right-l.left))
	}
	return l
}

func sized(v, usual, least, most float64) float64 {
	if !(v > 0) {
		return usual
	}
	return math.Round(max(least, min(v, most)))
}

// settle finds how much room the labels want above the bars: the less room
// bars have, the fewer ticks the scale has, which again moves the bars.
func (l *layout) settle() {
	// Less than leastMove would move nothing, since levels are on half units.
	const leastHead, leastMove, rounds = 6, 0.5, 8
	full := l.bottom - l.top
	for i, over := 0, float64(leastHead); i < rounds && over > 0; i++ {
		l.head = min(l.head+max(over, leastMove), full/2)
		level := l.highest / (full - l.head) // of one unit
		l.up = l.chart.Up.ticks(full*level, apartY*level)
		l.left = margin
		for _, t := range l.up {
			w := max(margin+l.ruler.Width(t.text, tickSize), l.ruler.Room(t.text, tickSize)+2)
			l.left = max(l.left, math.Ceil(w+besideTicks))
		}
		l.left = min(l.left, l.width/2)
		l.edges = l.place()
		l.labels, over = l.stand()
	}
}

// x is where so much of the total is, and y where a level is, on half a unit,
// which dense screens draw sharply.
func (l *layout) x(at float64) float64 {
	return l.left + float64(at/l.total*(l.right-l.left))
}

func (l *layout) y(level float64) float64 {
	return math.Round(2*(l.bottom-float64(level/l.highest*(l.bottom-l.top-l.head)))) / 2
}

// place finds the edges of the steps. Between wide ones an edge is on half a
// unit too.
func (l *layout) place() []float64 {
	edges := make([]float64, len(l.steps)+1)
	at := 0.0
	for i, s := range l.steps {
		edges[i] = l.x(at)
		at += s.Width
	}
	edges[len(l.steps)] = l.right
	before := l.left
	for i := 1; i < len(l.steps); i++ {
		exact := edges[i]
		if exact-before >= parted && edges[i+1]-exact >= parted {
			edges[i] = math.Round(exact*2) / 2
		}
		before = exact
	}
	return edges
}

// hasGap says that a step and the next one are wide enough for a gap.
func (l *layout) hasGap(i int) bool {
	isWide := func(i int) bool { return l.edges[i+1]-l.edges[i] >= parted-0.5 } // edges have moved by a quarter
	return i+1 < len(l.steps) && isWide(i) && isWide(i+1)
}

// isTiny says that a step would not be seen, and that its neighbours have room
// for it to be.
func (l *layout) isTiny(i int) bool {
	roomy := func(i int) bool { return i < 0 || i >= len(l.steps) || l.edges[i+1]-l.edges[i] >= 2*leastBar }
	return l.edges[i+1]-l.edges[i] < leastBar && roomy(i-1) && roomy(i+1)
}

// span is from where to where a step is drawn.
func (l *layout) span(i int) (from, to float64) {
	from, to = l.edges[i], l.edges[i+1]
	if l.hasGap(i) {
		to -= gap
	}
	if l.isTiny(i) {
		middle := (from + to) / 2
		from, to = middle-leastBar/2, middle+leastBar/2
	}
	return from, to
}
