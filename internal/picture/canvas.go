package picture

import (
	"math"

	"lapkeep/internal/platform/textclean"
)

const (
	// furthest is how far from the origin a shape can reach, in units.
	furthest = 20_000
	// mostRunes is how long a title, a text or a hint can be.
	mostRunes = textclean.NameRunes
	// largest is the longest side of a canvas, in units.
	largest = 10_000
)

// Canvas is a picture of shapes, the first at the back. A unit is a pixel of
// a screen of usual density; x goes to the right, y down.
type Canvas struct {
	// Width and Height are from 1 to 10,000; others are taken for the nearest.
	Width, Height float64
	// Title names the picture, and Description says what it shows, to those
	// who do not see it.
	Title, Description string
	Shapes             []Shape
	// Card draws the same again for a place so small, without its heading, which
	// stands there already; nil where there is no smaller form.
	Card func(width, height float64) *Canvas `json:"-"`
}

// Shape is one of the types of this package.
type Shape interface {
	appendSVG(b []byte) []byte
	drawOn(r *raster)
}

// Rect is a filled rectangle.
type Rect struct {
	X, Y, Width, Height float64
	Paint               Paint
}

// Polygon is a filled polygon.
type Polygon struct {
	Points []Point
	Paint  Paint
}

// Point is a place on a canvas.
type Point struct{ X, Y float64 }

// Lines are straight lines of one kind.
type Lines struct {
	Segments []Segment
	Width    float64
	// Dash is the length of a dash and of the gap behind it; 0 draws through.
	Dash  float64
	Paint Paint
}

// Segment is a line from one point to another.
type Segment struct{ From, To Point }

// Text is one line of text. Y is where its letters stand.
type Text struct {
	X, Y   float64
	Anchor Anchor
	Size   float64
	Text   string
	Paint  Paint
}

// Anchor is which part of a text X is the place of.
type Anchor int

// The anchors of a text.
const (
	Start Anchor = iota
	Middle
	End
)

// Group is shapes with words that a page shows when a pointer rests on them.
type Group struct {
	Hint   string
	Shapes []Shape
}

func (c *Canvas) size() (width, height float64) {
	return side(c.Width), side(c.Height)
}

func side(v float64) float64 {
	if !(v >= 1) { // NaN too
		return 1
	}
	return min(v, largest)
}

// within moves a coordinate to what lies within reach; false if it is none.
func within(v float64) (float64, bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return max(-furthest, min(v, furthest)), true
}

// placed is the rectangle within reach; false if it covers nothing.
func (s Rect) placed() (left, top, right, bottom float64, ok bool) {
	if !positive(s.Width) || !positive(s.Height) {
		return 0, 0, 0, 0, false
	}
	left, okX := within(s.X)
	top, okY := within(s.Y)
	right, okR := within(s.X + s.Width)
	bottom, okB := within(s.Y + s.Height)
	return left, top, right, bottom, okX && okY && okR && okB && right > left && bottom > top
}

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

func (p Point) placed() (Point, bool) {
	x, okX := within(p.X)
	y, okY := within(p.Y)
	return Point{x, y}, okX && okY
}

// placed are the points within reach; none if they enclose nothing.
func (s Polygon) placed() []Point {
	if len(s.Points) < 3 {
		return nil
	}
	out := make([]Point, len(s.Points))
	for i, p := range s.Points {
		var ok bool
		if out[i], ok = p.placed(); !ok {
			return nil
		}
	}
	return out
}

func (s Segment) placed() (Segment, bool) {
	from, okFrom := s.From.placed()
	to, okTo := s.To.placed()
	return Segment{from, to}, okFrom && okTo && from != to
}

// placed is the text as it is written, where; false if there is none.
func (s Text) placed() (at Point, text string, ok bool) {
	at, ok = Point{s.X, s.Y}.placed()
	text = oneLine(s.Text, mostRunes)
	return at, text, ok && text != "" && s.Size >= 1 && s.Size <= largestText
}

// largestText is the largest size of a text, in units.
const largestText = 500
