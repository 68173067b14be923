package picture

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
)

// Plot shows series of values over a common horizontal axis.
type Plot struct {
	// Title names the values, with their unit.
	Title string
	// At holds the position of each entry, in ascending order, and Widths its width, or nothing for points. A line goes
	// through the middles of entries, and has a gap where an entry does not follow the one before.
	At     []float64
	Widths []float64
	// Ticks are the labels of the horizontal axis, the most important first. Those without
	// room are left out.
	Ticks []Tick
	// Log means that the horizontal axis is logarithmic.
	Log    bool
	Series []Series
	// Beside draws the bars of several series beside each other, and not in one place. A bar alone has all the room.
	Beside bool
	// Now is the position of today on the horizontal axis; 0 is nowhere. NowName is its name.
	Now     float64
	NowName string
	// Least is the least span of the vertical axis. Ends means that lines go through the ends of
	// entries, because their values are those at the end.
	Least float64
	Ends  bool
	// Clock writes values as times. Down means that less is more: the axis is turned around.
	Clock, Down bool
	// Height is that of the plot without its texts; 0 means 150.
	Height float64

	left, right, head, low, high, step float64
	legend                             []keyed
	from, to                           float64 // ends of the horizontal axis
}

// Tick is a label of a horizontal axis.
type Tick struct {
	At   float64
	Text string
}

// Form is the way in which a series is drawn.
type Form int

// These are the forms of a series.
const (
	Line   Form = iota
	Bars        // from zero
	Range       // the area between Values and High
	Dashes      // a dashed line
)

// Series is a row of values. A value that is NaN is missing.
type Series struct {
	Name   string
	Values []float64
	High   []float64
	Form   Form
	Paint  Paint
	// Sparse joins values that are apart by a thin line.
	Sparse bool
}

type keyed struct {
	x, y  float64
	width float64
	of    *Series
}

// dot is the size of a point that has no neighbour.
const dot = 5.0

const usualPlot, ticksBelow, lineWidth, keySize = 150.0, 20.0, 1.8, 10.0

// apartTicks is the distance that labels of the vertical axis should have.
const apartTicks = 30.0

func (l *Plot) settle(p *pen, width float64) float64 {
	l.left, l.right = p.left, margin+width
	l.spans()
	if l.head = l.keys(p) + 8; l.NowName != "" {
		l.head += chipLine
	}
	below := 6.0
	if len(l.Ticks) > 0 {
		below = ticksBelow
	}
	return l.head + l.Height + below
}

// labels returns the room that the labels of the vertical axis need.
func (l *Plot) labels(p *pen) float64 {
	left := margin
	for _, v := range l.values() {
		left = max(left, math.Ceil(margin+p.Room(l.written(v), tickSize)+besideTicks))
	}
	return left
}

// keys places the legend behind the title, and returns the height of both.
func (l *Plot) keys(p *pen) float64 {
	x := margin
	if l.Title != "" {
		x += p.Room(p.Fitted(l.Title, noteSize, l.right-margin), noteSize) + 2*margin
	}
	var y float64
	l.legend, y = p.flow(l.Series, x, l.right)
	return y + lineHeight
}

// Legend is a line that explains paints, for blocks without a legend of their own.
type Legend []Series

func (l Legend) settle(p *pen, width float64) float64 {
	_, y := p.flow(l, margin, margin+width)
	return y + lineHeight
}

func (l Legend) draw(p *pen, out shapes, top float64) shapes {
	keys, _ := p.flow(l, margin, sheetWidth-margin)
	return p.keys(out, keys, top)
}

// flow places keys from x on, in lines. It returns the position of the last line.
func (p *pen) flow(all []Series, x, right float64) (keys []keyed, y float64) {
	for i := range all {
		s := &all[i]
		if s.Name == "" {
			continue
		}
		wide := keySize + 5 + p.Room(s.Name, tickSize)
		if x+wide > right && x > margin {
			x, y = margin, y+lineHeight+2
		}
		keys = append(keys, keyed{x, y, min(wide, right-margin), s})
		x += wide + margin
	}
	return keys, y
}

func (p *pen) keys(out shapes, keys []keyed, top float64) shapes {
	for _, k := range keys {
		mark := Rect{X: k.x, Y: top + k.y + 2, Width: keySize, Height: keySize, Paint: k.of.Paint}
		switch {
		case k.of.Form == Line && k.of.alone():
			mark.X, mark.Y, mark.Width, mark.Height = mark.X+2, mark.Y+2, dot, dot
		case k.of.Form == Line || k.of.Form == Dashes:
			mark.Y, mark.Height = mark.Y+4, 2.5
		}
		out = append(out, mark, Text{
			X: k.x + keySize + 5, Y: top + k.y + 11, Size: tickSize,
			Text: p.Fitted(k.of.Name, tickSize, k.width-keySize-4), Paint: p.theme.Muted,
		})
	}
	return out
}

// alone reports whether no value has a neighbour, so that the series is drawn as dots.
func (s *Series) alone() bool {
	for i := 1; i < len(s.Values); i++ {
		if !math.IsNaN(s.Values[i-1]) && !math.IsNaN(s.Values[i]) {
			return false
		}
	}
	return len(s.Values) > 0
}

func (l *Plot) wide(i int) float64 {
	if l.Widths != nil {
		return l.Widths[i]
	}
	return 0
}

// spans determines the ends of the horizontal axis.
func (l *Plot) spans() {
	n := len(l.At)
	if n == 0 {
		l.from, l.to = 0, 1
		return
	}
	l.from, l.to = l.scaled(l.At[0]), l.scaled(l.At[n-1]+l.wide(n-1))
	if !(l.to > l.from) { // a single point is drawn in the middle
		l.from, l.to = l.from-0.5, l.from+0.5
	}
}

func (l *Plot) scaled(v float64) float64 {
	if l.Log {
		return math.Log(max(v, 1e-6))
	}
	return v
}

func (l *Plot) x(v float64) float64 {
	return l.left + float64((l.scaled(v)-l.from)/(l.to-l.from)*(l.right-l.left))
}

// y returns the vertical position of a value, from the top of the plot.
func (l *Plot) y(v float64) float64 {
	share := (v - l.low) / (l.high - l.low)
	if l.Down {
		share = 1 - share
	}
	return float64(l.Height * (1 - share))
}

// bounds determines the ends of the vertical axis: round values around all that is drawn.
func (l *Plot) bounds() {
	if l.Height == 0 {
		l.Height = usualPlot
	}
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, s := range l.Series {
		for _, all := range [][]float64{s.Values, s.High} {
			for _, v := range all {
				if !math.IsNaN(v) && !math.IsInf(v, 0) {
					low, high, whole = min(low, v), max(high, v), whole && v == math.Trunc(v)
				}
			}
		}
		if s.Form == Bars && !l.Down {
			low, high = min(low, 0), max(high, 0)
		}
	}
	switch {
	case low > high:
		low, high = 0, 1
	case low == high:
		low, high = low-max(1, math.Abs(low)/20), high+max(1, math.Abs(high)/20)
	}
	if more := l.Least - (high - low); more > 0 {
		low, high = max(low-more/2, min(low, 0)), high+more/2
	}
	round := Round
	if l.Clock {
		round = RoundTime
	}
	if l.step = round((high - low) * min(1, apartTicks/l.Height)); whole { // nobody rates 1.5
		l.step = max(l.step, 1)
	}
	l.high = math.Ceil(high/l.step-1e-9) * l.step
	if l.low = math.Floor(low/l.step+1e-9) * l.step; l.Down && l.low <= 0 && low > 0 { // there is no pace of 0:00
		l.low = low
	}
}

// values returns the values that the vertical axis names.
func (l *Plot) values() (out []float64) {
	for i := 0; i < most; i++ {
		v := (math.Ceil(l.low/l.step-1e-9) + float64(i)) * l.step
		if v > l.high+l.step/2 {
			break
		}
		out = append(out, v)
	}
	return out
}

func (l *Plot) written(v float64) string {
	if l.Clock {
		return i18n.Clock(v)
	}
	return i18n.Grouped(number(v, 3))
}

func (l *Plot) draw(p *pen, out shapes, top float64) shapes {
	if l.Title != "" {
		out = append(out, Text{
			X: margin, Y: top + 11, Size: noteSize, Text: p.Fitted(l.Title, noteSize, l.right-margin), Paint: p.theme.Ink,
		})
	}
	out = p.keys(out, l.legend, top)
	top += l.head
	lines := Lines{Width: hairline, Paint: p.theme.Faint}
	zero := Lines{Width: hairline, Paint: p.theme.Muted}
	for _, v := range l.values() {
		y := sharp(top + l.y(v))
		if v == 0 {
			zero.Segments = append(zero.Segments, across(l.left, l.right, y))
		} else {
			lines.Segments = append(lines.Segments, across(l.left, l.right, y))
		}
		out = append(out, Text{X: l.left - besideTicks, Y: y + 4, Anchor: End, Size: tickSize, Text: l.written(v), Paint: p.theme.Muted})
	}
	out = append(out, lines)
	for i := range l.Series {
		out = l.series(out, &l.Series[i], top)
	}
	if x := sharp(l.x(l.Now)); l.Now > 0 && x > l.left && x < l.right {
		zero.Segments = append(zero.Segments, Segment{From: Point{X: x, Y: top}, To: Point{X: x, Y: top + l.Height}})
		out = append(out, Text{X: x, Y: top - 3, Anchor: Middle, Size: chipSize, Text: l.NowName, Paint: p.theme.Muted})
	}
	return l.ticks(p, append(out, zero), top+l.Height)
}

// ticks adds the labels of the horizontal axis.
func (l *Plot) ticks(p *pen, out shapes, y float64) shapes {
	marks := Lines{Width: hairline, Paint: p.theme.Muted}
	var taken [][2]float64
	for _, t := range l.Ticks {
		at := l.scaled(t.At)
		if at < l.from || at > l.to {
			continue
		}
		x, half := l.x(t.At), p.Room(t.Text, tickSize)/2+2
		x = max(margin+half-2, min(x, l.right-half+2))
		if slices.ContainsFunc(taken, func(o [2]float64) bool { return x-half < o[1] && x+half > o[0] }) {
			continue
		}
		taken = append(taken, [2]float64{x - half, x + half})
		on := sharp(max(l.left, min(l.x(t.At), l.right-1)))
		marks.Segments = append(marks.Segments, Segment{From: Point{X: on, Y: y}, To: Point{X: on, Y: y + 4}})
		out = append(out, Text{X: x, Y: y + 17, Anchor: Middle, Size: tickSize, Text: t.Text, Paint: p.theme.Muted})
	}
	return append(out, marks)
}

func (l *Plot) series(out shapes, s *Series, top float64) shapes {
	switch s.Form {
	case Bars:
		return l.bars(out, s, top)
	case Range:
		return l.area(out, s, top)
	case Line, Dashes:
	}
	line := Lines{Width: lineWidth, Paint: s.Paint}
	if s.Form == Dashes {
		line.Dash = 3.5
	}
	thin, dots := Lines{Width: hairline, Paint: s.Paint.As(s.Paint.Class+" between", 0.6)}, shapes{}
	var before Point
	n := min(len(s.Values), len(l.At))
	there := func(i int) bool { return i >= 0 && i < n && !math.IsNaN(s.Values[i]) }
	joins := func(i int) bool { // a line joins the value before
		return there(i) && there(i-1) && (l.wide(i-1) == 0 || l.At[i] <= l.At[i-1]+1.01*l.wide(i-1))
	}
	for i := range n {
		if !there(i) {
			continue
		}
		share := 0.5
		if l.Ends {
			share = 1
		}
		at := Point{X: l.x(l.At[i] + float64(share*l.wide(i))), Y: top + l.y(s.Values[i])}
		switch {
		case joins(i):
			line.Segments = append(line.Segments, Segment{From: before, To: at})
		case s.Sparse && before != (Point{}):
			thin.Segments = append(thin.Segments, Segment{From: before, To: at})
		}
		if !joins(i) && !joins(i+1) { // a point alone would not be visible
			dots = append(dots, Rect{X: at.X - dot/2, Y: at.Y - dot/2, Width: dot, Height: dot, Paint: s.Paint})
		}
		before = at
	}
	if thin.Segments != nil {
		out = append(out, thin)
	}
	return append(append(out, line), dots...)
}

// level is the height of a bar that has no zero.
const level = 4.0

// bars adds bars from zero. A bar that would be too thin to be seen is one unit wide.
func (l *Plot) bars(out shapes, s *Series, top float64) shapes {
	for i := range min(len(s.Values), len(l.At)) {
		v := s.Values[i]
		if math.IsNaN(v) || v == 0 {
			continue
		}
		from, to := l.x(l.At[i]), l.x(l.At[i]+l.wide(i))
		if to-from >= parted {
			from, to = from+gap/2, to-gap/2
		}
		place, places := l.place(s, i)
		from, to = from+float64((to-from)*place/places), from+float64((to-from)*(place+1)/places)
		to = max(to, from+leastBar)
		a, b := top+l.y(max(v, 0)), top+l.y(min(v, 0))
		if l.Down { // there is no zero to stand on, so only the end of the bar is drawn
			a, b = top+l.y(v)-level/2, top+l.y(v)+level/2
		}
		out = append(out, Rect{X: from, Y: a, Width: to - from, Height: b - a, Paint: s.Paint})
	}
	return out
}

// place returns the place of a bar among those of an entry, and how many there are.
func (l *Plot) place(s *Series, entry int) (place, places float64) {
	if !l.Beside {
		return 0, 1
	}
	for i := range l.Series {
		o := &l.Series[i]
		if o == s {
			place = places
		}
		if entry < len(o.Values) && !math.IsNaN(o.Values[entry]) && o.Values[entry] != 0 {
			places++
		}
	}
	return place, places
}

// area adds the area between two values for each stretch in which both are known.
func (l *Plot) area(out shapes, s *Series, top float64) shapes {
	var above, below []Point
	end := func() {
		if len(above) == 1 { // a single entry is as wide as it is long
			half := max(dot, l.x(l.At[0]+l.wide(0))-l.x(l.At[0])) / 2
			a, b := above[0], below[0]
			above = []Point{{a.X - half, a.Y}, {a.X + half, a.Y}}
			below = []Point{{b.X - half, b.Y}, {b.X + half, b.Y}}
		}
		slices.Reverse(below)
		out = append(out, Polygon{Points: append(above, below...), Paint: s.Paint})
		above, below = nil, nil
	}
	for i := range min(len(s.Values), len(s.High), len(l.At)) {
		if math.IsNaN(s.Values[i]) || math.IsNaN(s.High[i]) {
			end()
			continue
		}
		x := l.x(l.At[i] + l.wide(i)/2)
		above, below = append(above, Point{x, top + l.y(s.High[i])}), append(below, Point{x, top + l.y(s.Values[i])})
	}
	end()
	return out
}
