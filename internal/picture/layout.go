package picture

import (
	"math"
	"slices"
	"strconv"
)

// These are sizes of text and distances, in units.
const (
	margin       = 16.0
	titleSize    = 17.0
	noteSize     = 13.0
	tickSize     = 12.0
	labelSize    = 12.0
	lineHeight   = 15.0 // line height of labels
	belowHeading = 14.0
	belowPlot    = 30.0
	besideTicks  = 8.0
	apartX       = 64.0 // minimum horizontal distance between ticks
	apartY       = 44.0 // minimum vertical distance between ticks
	gap          = 1.0  // gap between bars
	parted       = 4.0  // minimum width of bars that have a gap between them
	hairline     = 1.0
	leastBar     = 1.0
	leastHeight  = 2.0 // height of a bar at level 0, so that it is visible
	capHeight    = 1.5 // height of the line on top of a band
	pointHeight  = 10.0
	hatchApart   = 9.0
)

// layout holds the positions of everything on a canvas.
type layout struct {
	chart                    Chart
	ruler                    Ruler
	steps                    []step
	width, height            float64
	left, top, right, bottom float64 // edges of the plot
	head                     float64 // free space in the plot above the highest bar
	total, highest           float64
	across, up               []tick
	edges                    []float64 // edges of the steps
	labels                   []label
	named                    bool // there is room for the name of the threshold line
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

// settle determines how much room the labels need above the bars. It does this repeatedly,
// because less room for the bars means fewer ticks on the scale, which moves the bars again.
func (l *layout) settle() {
	// Smaller moves than leastMove have no effect, because levels are rounded to
	// half units.
	const leastHead, leastMove, rounds = 6, 0.5, 8
	full := l.bottom - l.top
	for i, over := 0, float64(leastHead); i < rounds && over > 0; i++ {
		l.head = min(l.head+max(over, leastMove), full/2)
		level := l.highest / (full - l.head) // the difference in level per unit of height
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

// x returns the horizontal position of a time or distance from the start.
func (l *layout) x(at float64) float64 {
	return l.left + float64(at/l.total*(l.right-l.left))
}

// y returns the vertical position of a level, rounded to half a unit, which
// high-density screens draw sharply.
func (l *layout) y(level float64) float64 {
	return math.Round(2*(l.bottom-float64(level/l.highest*(l.bottom-l.top-l.head)))) / 2
}

// place determines the edges of the steps. Edges between wide steps are also
// rounded to half a unit.
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

// hasGap reports whether a step and the next one are wide enough for a gap.
func (l *layout) hasGap(i int) bool {
	isWide := func(i int) bool { return l.edges[i+1]-l.edges[i] >= parted-0.5 } // edges may have been moved by a quarter
	return i+1 < len(l.steps) && isWide(i) && isWide(i+1)
}

// isTiny reports whether a step would be too narrow to be seen, while its
// neighbours have room for it.
func (l *layout) isTiny(i int) bool {
	roomy := func(i int) bool { return i < 0 || i >= len(l.steps) || l.edges[i+1]-l.edges[i] >= 2*leastBar }
	return l.edges[i+1]-l.edges[i] < leastBar && roomy(i-1) && roomy(i+1)
}

// span returns the left and the right edge of a step as it is drawn.
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

type shapes = []Shape

// scale adds faint lines at the ticks of the scale, and their labels.
func (l *layout) scale(out shapes) shapes {
	lines := Lines{Width: hairline, Paint: l.chart.Theme.Faint}
	for _, t := range l.up {
		y := sharp(l.y(t.at))
		if t.at > 0 {
			lines.Segments = append(lines.Segments, l.line(y)...)
		}
		if l.ruler.Room(t.text, tickSize) <= l.left-besideTicks {
			out = append(out, Text{
				X: l.left - besideTicks, Y: y + 4, Anchor: End, Size: tickSize, Text: t.text, Paint: l.chart.Theme.Muted,
			})
		}
	}
	return append(out, lines)
}

// sharp returns the nearest position at which a hairline covers whole pixels.
func sharp(v float64) float64 { return float64(int(v)) + 0.5 }

func (l *layout) threshold(out shapes) shapes {
	if l.chart.Threshold == "" {
		return out
	}
	y, ink := sharp(l.y(1)), l.chart.Theme.Ink
	out = append(out, Lines{Segments: l.line(y), Width: hairline, Dash: 4, Paint: ink.As(ink.Class+" threshold", 1)})
	if l.named {
		out = append(out, Text{
			X: l.width - margin, Y: y + 4, Anchor: End, Size: tickSize, Text: l.chart.Threshold, Paint: ink,
		})
	}
	return out
}

// axis adds the base line of the bars with its ticks. The total is written at its
// end, and ticks that would overlap the total are left out.
func (l *layout) axis(out shapes) shapes {
	muted := l.chart.Theme.Muted
	y := sharp(l.bottom)
	lines := Lines{Segments: []Segment{across(l.left, l.right, y)}, Width: hairline, Paint: muted}
	if len(l.across) == 0 {
		return append(out, lines)
	}
	const below = 18
	last := len(l.across) - 1
	total := l.across[last].text
	room := l.right - l.ruler.Room(total, tickSize) - 6
	taken := 0.0
	for _, t := range l.across[:last] {
		x := sharp(l.x(t.at))
		lines.Segments = append(lines.Segments, Segment{From: Point{X: x, Y: y}, To: Point{X: x, Y: y + 4}})
		half := l.ruler.Room(t.text, tickSize) / 2
		if x-half >= taken && x+half <= room {
			taken = x + half + 6
			out = append(out, Text{X: x, Y: l.bottom + below, Anchor: Middle, Size: tickSize, Text: t.text, Paint: muted})
		}
	}
	return append(out, lines, Text{
		X: l.right, Y: l.bottom + below, Anchor: End, Size: tickSize, Text: total, Paint: l.chart.Theme.Ink,
	})
}

// heading adds the title and, on the other side, the note, which takes up half of the width, or what the title leaves.
func (r Ruler) heading(out shapes, title, note string, width float64, theme Theme) shapes {
	const y = margin + titleSize - 4
	room := width - 2*margin
	note = r.Fitted(note, noteSize, max(room/2, room-r.Room(title, titleSize)-margin))
	if note != "" {
		room -= r.Room(note, noteSize) + margin
	}
	return append(out,
		Text{X: margin, Y: y, Size: titleSize, Text: r.Fitted(title, titleSize, room), Paint: theme.Ink},
		Text{X: width - margin, Y: y, Anchor: End, Size: noteSize, Text: note, Paint: theme.Muted})
}

// label is the label of a step and the area that it covers.
type label struct {
	lines                    []string
	left, top, right, bottom float64 // area of its letters
	x, baseline              float64 // position of the last line
}

const (
	ascent   = 10.0 // height of the letters and digits of a label
	descent  = 3.0
	aboveBar = 5.0
	around   = 3.0 // minimum distance between lines and letters

	leastLine = 4.0 // the shortest piece of a line next to a label
)

// stand places labels above the bars that are wide enough for them, and returns how
// far the highest label exceeds the top. Labels that remain too high are left out.
//
// Repetitions that are too narrow for their labels have one label above all of them.
func (l *layout) stand() (out []label, over float64) {
	first, last, below := -1, -1, 0.0 // the repetitions with one label, and where it ends
	for i, s := range l.steps {
		from, to := l.span(i)
		lines, wide := s.fits(to - from - 4)
		switch end, all, room := l.repeated(i); {
		case i <= last && s.repeats(l.steps[first]):
			continue
		case i > last && all != nil && len(lines) < min(len(s.lines), 2):
			first, last, lines, wide = i, end, all, room
			_, to = l.span(end)
		}
		if len(lines) == 0 {
			continue
		}
		x := (from + to) / 2
		at := label{lines: lines, x: x, left: x - wide/2, right: x + wide/2}
		baseline := l.above(s.levelled(l.highest), wide/(to-from)) - aboveBar
		at.lift(baseline)
		// A label that would touch the threshold line from below moves above the line.
		if y := l.y(1); l.chart.Threshold != "" && at.meets(y) && baseline-(y-aboveBar) <= lineHeight {
			at.lift(y - aboveBar)
		}
		switch {
		case i == first:
			below = at.bottom
		case i <= last && at.top < below:
			continue
		}
		over = max(over, l.top-at.top)
		if at.top >= l.top {
			out = append(out, at)
		}
	}
	return out, over
}

// repeats reports whether a step is the same as another.
func (s step) repeats(o step) bool {
	return slices.Equal(s.lines, o.lines) && s.Target == o.Target && s.Start == o.Start && s.End == o.End
}

// repeated returns the last repetition of a step, with one step or none between each two, and a label for all of them,
// or none if there is no room for it.
func (l *layout) repeated(i int) (last int, lines []string, wide float64) {
	s, times := l.steps[i], 1
	last = i
	for k := i + 1; k < len(l.steps) && k <= last+2; k++ {
		o := l.steps[k]
		if o.repeats(s) {
			last, times = k, times+1
		} else if o.levelled(l.highest).highest() > s.levelled(l.highest).highest() {
			break
		}
	}
	if times == 1 || len(s.lines) == 0 {
		return i, nil, 0
	}
	lines = append([]string{strconv.Itoa(times) + " × " + s.lines[0]}, s.lines[1:min(len(s.lines), 2)]...)
	for _, text := range lines {
		wide = max(wide, l.ruler.Room(text, labelSize))
	}
	from, _ := l.span(i)
	if _, to := l.span(last); wide > to-from-4 {
		return i, nil, 0
	}
	return last, lines, wide
}

// fits returns the first lines of the label that fit into room, and the width of the
// widest of them.
func (s step) fits(room float64) (lines []string, wide float64) {
	for i, w := range s.widths {
		if w > room {
			return s.lines[:i], wide
		}
		wide = max(wide, w)
	}
	return s.lines, wide
}

func (a *label) lift(baseline float64) {
	a.baseline = baseline
	a.top = baseline - float64(float64(len(a.lines)-1)*lineHeight) - ascent
	a.bottom = baseline + descent
}

func (a *label) meets(y float64) bool { return a.top-around < y && y < a.bottom+around-1 }

// above returns the highest point of a bar beneath a centred label. share is the
// width of the label divided by that of the bar.
func (l *layout) above(s step, share float64) float64 {
	start, end := l.y(s.Start.High), l.y(s.End.High)
	half := (end - start) * share / 2
	middle := (start + end) / 2
	return min(middle-half, middle+half, l.bottom-leastHeight)
}

// line draws a line across the plot, with gaps at labels.
func (l *layout) line(y float64) []Segment {
	var out []Segment
	from := l.left
	to := func(x float64) {
		if x-from >= leastLine {
			out = append(out, across(from, x, y))
		}
	}
	for i := range l.labels {
		if a := &l.labels[i]; a.meets(y) {
			to(a.left - around)
			from = a.right + around
		}
	}
	to(l.right)
	return out
}

func across(from, to, y float64) Segment {
	return Segment{From: Point{X: from, Y: y}, To: Point{X: to, Y: y}}
}

func (l *layout) labelled(out shapes) shapes {
	for _, a := range l.labels {
		for n, text := range a.lines {
			out = append(out, Text{
				X: a.x, Y: a.baseline - float64(float64(len(a.lines)-1-n)*lineHeight), Anchor: Middle,
				Size: labelSize, Text: text, Paint: l.chart.Theme.Ink,
			})
		}
	}
	return out
}
