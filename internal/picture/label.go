package picture

// label is where the label of a step stands.
type label struct {
	lines                    []string
	left, top, right, bottom float64 // of what its letters cover
	x, baseline              float64 // of the last line
}

const (
	ascent   = 10.0 // of letters and digits of a label
	descent  = 3.0
	aboveBar = 5.0
	around   = 3.0 // what lines keep from letters

	leastLine = 4.0 // what is left of a line beside a label, if it is longer
)

// stand puts labels above the bars that are as wide as they are, and says how
// much the highest one is too high. What stays too high has no room.
func (l *layout) stand() (out []label, over float64) {
	for i, s := range l.steps {
		from, to := l.span(i)
		lines, wide := s.fits(to - from - 4)
		if len(lines) == 0 {
			continue
		}
		x := (from + to) / 2
		at := label{lines: lines, x: x, left: x - wide/2, right: x + wide/2}
		baseline := l.above(s.levelled(l.highest), wide/(to-from)) - aboveBar
		at.lift(baseline)
		// A label just below the threshold moves above its line.
		if y := l.y(1); l.chart.Threshold != "" && at.meets(y) && baseline-(y-aboveBar) <= lineHeight {
			at.lift(y - aboveBar)
		}
		over = max(over, l.top-at.top)
		if at.top >= l.top {
			out = append(out, at)
		}
	}
	return out, over
}

// fits is the first lines of the label that have room, and the widest of them.
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

// above is the highest place of a bar under a label in its middle that is so
// wide a share of it.
func (l *layout) above(s step, share float64) float64 {
	start, end := l.y(s.Start.High), l.y(s.End.High)
	half := (end - start) * share / 2
	middle := (start + end) / 2
	return min(middle-half, middle+half, l.bottom-leastHeight)
}

// line goes through the plot, but for where a label stands.
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
