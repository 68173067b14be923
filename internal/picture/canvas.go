package picture

import (
	"encoding/hex"
	"html"
	"math"
	"strconv"

	"lapkeep/internal/platform/textclean"
)

const (
	// furthest is the maximum coordinate of a shape, in units from the origin.
	furthest = 20_000
	// mostRunes is the maximum length in runes of a title, a text or a hint.
	mostRunes = textclean.NameRunes
	// largest is the maximum side of a canvas, in units.
	largest = 10_000
)

// Canvas is a picture made of shapes, with the first at the back. A unit is a pixel
// on a screen of normal density; x goes to the right, and y goes down.
type Canvas struct {
	// Width and Height are between 1 and 10,000; values outside this range are replaced
	// by the nearer limit.
	Width, Height float64
	// Title is the name of the picture, and Description its content in words,
	// for people who cannot see it.
	Title, Description string
	Shapes             []Shape
	// Card draws the same picture for a small space in which the heading is already
	// shown. It is nil if there is no smaller form.
	Card func(width, height float64) *Canvas `json:"-"`
}

// Shape is one of the shape types in this package.
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

// Point is a position on a canvas.
type Point struct{ X, Y float64 }

// Lines holds straight lines that are drawn in the same way.
type Lines struct {
	Segments []Segment
	Width    float64
	// Dash is the length of a dash and of the gap after it; 0 means a solid line.
	Dash  float64
	Paint Paint
}

// Segment is a line from one point to another.
type Segment struct{ From, To Point }

// Text is one line of text. Y is the baseline of its letters.
type Text struct {
	X, Y   float64
	Anchor Anchor
	Size   float64
	Text   string
	Paint  Paint
}

// Anchor is the part of a text that X positions.
type Anchor int

// These are the anchors of a text.
const (
	Start Anchor = iota
	Middle
	End
)

// Group is a group of shapes with a hint, which a page shows when the pointer rests on the group.
type Group struct {
	Hint   string
	Shapes []Shape
}

func (c *Canvas) size() (width, height float64) {
	return side(c.Width), side(c.Height)
}

func side(v float64) float64 {
	if !(v >= 1) { // also true for NaN
		return 1
	}
	return min(v, largest)
}

// within limits a coordinate to the drawable range, or returns false if it is
// not a number.
func within(v float64) (float64, bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return max(-furthest, min(v, furthest)), true
}

// placed returns the rectangle within the drawable range, or false if it covers
// nothing.
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

// placed returns the points within the drawable range, or none if they enclose
// nothing.
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

// placed returns the cleaned text and its position. ok is false if there is nothing to
// draw.
func (s Text) placed() (at Point, text string, ok bool) {
	at, ok = Point{s.X, s.Y}.placed()
	text = oneLine(s.Text, mostRunes)
	return at, text, ok && text != "" && s.Size >= 1 && s.Size <= largestText
}

// largestText is the largest size of a text, in units.
const largestText = 500

// fonts lists fonts of operating systems, because the picture contains no font.
const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

// SVG returns the picture as one element, for use as a file or within a page.
func (c *Canvas) SVG() []byte {
	width, height := c.size()
	b := make([]byte, 0, 512+128*len(c.Shapes))
	b = append(b, `<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" viewBox="0 0 `...)
	b = appendNumber(b, width)
	b = appendNumber(append(b, ' '), height)
	b = appendAttribute(append(b, '"'), "width", width)
	b = appendAttribute(b, "height", height)
	b = append(b, ` font-family="`...)
	b = appendEscaped(b, fonts)
	b = append(b, `" color="`...)
	b = appendHex(b, neutral.R, neutral.G, neutral.B)
	b = append(b, "\">\n"...)
	b = appendWords(b, "title", oneLine(c.Title, mostRunes), "\n")
	b = appendWords(b, "desc", oneLine(c.Description, textclean.TextRunes), "\n")
	b = appendShapes(b, c.Shapes)
	return append(b, "</svg>\n"...)
}

func appendShapes(b []byte, shapes []Shape) []byte {
	for _, s := range shapes {
		if s == nil {
			continue
		}
		n := len(b)
		if b = s.appendSVG(b); len(b) > n {
			b = append(b, '\n')
		}
	}
	return b
}

func (s Rect) appendSVG(b []byte) []byte {
	left, top, right, bottom, ok := s.placed()
	if !ok || s.Paint.Color.A == 0 {
		return b
	}
	b = appendAttribute(append(b, "<rect"...), "x", left)
	b = appendAttribute(b, "y", top)
	// The size is the distance between rounded edges, so that neighbours still touch.
	b = appendAttribute(b, "width", hundredths(right)-hundredths(left))
	b = appendAttribute(b, "height", hundredths(bottom)-hundredths(top))
	return append(s.Paint.appendSVG(b, "fill"), "/>"...)
}

func (s Polygon) appendSVG(b []byte) []byte {
	points := s.placed()
	if points == nil || s.Paint.Color.A == 0 {
		return b
	}
	b = append(b, `<polygon points="`...)
	for i, p := range points {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendNumber(b, p.X)
		b = appendNumber(append(b, ','), p.Y)
	}
	return append(s.Paint.appendSVG(append(b, '"'), "fill"), "/>"...)
}

func (s Lines) appendSVG(b []byte) []byte {
	begun := len(b)
	b = append(b, `<path d="`...)
	none := len(b)
	for _, segment := range s.Segments {
		if segment, ok := segment.placed(); ok {
			b = appendNumber(append(b, 'M'), segment.From.X)
			b = appendNumber(append(b, ' '), segment.From.Y)
			b = appendNumber(append(b, 'L'), segment.To.X)
			b = appendNumber(append(b, ' '), segment.To.Y)
		}
	}
	width, ok := within(s.Width)
	if len(b) == none || !ok || width <= 0 || s.Paint.Color.A == 0 {
		return b[:begun]
	}
	b = appendAttribute(append(b, '"'), "stroke-width", width)
	if s.dashed() {
		b = appendAttribute(b, "stroke-dasharray", s.Dash)
	}
	return append(s.Paint.appendSVG(b, "stroke"), "/>"...)
}

// dashed reports whether the dashes are long enough to be seen.
func (s Lines) dashed() bool { return s.Dash >= 0.5 && s.Dash <= furthest }

func (s Text) appendSVG(b []byte) []byte {
	at, text, ok := s.placed()
	if !ok || s.Paint.Color.A == 0 {
		return b
	}
	b = appendAttribute(append(b, "<text"...), "x", at.X)
	b = appendAttribute(b, "y", at.Y)
	b = appendAttribute(b, "font-size", s.Size)
	switch s.Anchor {
	case Start:
	case Middle:
		b = append(b, ` text-anchor="middle"`...)
	case End:
		b = append(b, ` text-anchor="end"`...)
	}
	b = append(s.Paint.appendSVG(b, "fill"), '>')
	return append(appendEscaped(b, text), "</text>"...)
}

func (s Group) appendSVG(b []byte) []byte {
	begun := len(b)
	hint := oneLine(s.Hint, mostRunes)
	if hint != "" {
		b = appendWords(append(b, "<g>"...), "title", hint, "")
	}
	none := len(b)
	for _, shape := range s.Shapes {
		if shape != nil {
			b = shape.appendSVG(b)
		}
	}
	switch {
	case len(b) == none:
		return b[:begun]
	case hint != "":
		b = append(b, "</g>"...)
	}
	return b
}

// appendSVG writes the paint as attributes, which any style rule in a page overrides.
func (p Paint) appendSVG(b []byte, attribute string) []byte {
	b = append(append(append(b, ' '), attribute...), `="`...)
	b = appendHex(b, p.Color.R, p.Color.G, p.Color.B)
	b = append(b, '"')
	if p.Color.A != 0xff {
		b = append(append(append(b, ' '), attribute...), "-opacity"...)
		b = appendNumber(append(b, `="`...), float64(p.Color.A)/0xff)
		b = append(b, '"')
	}
	if p.Class != "" {
		b = appendEscaped(append(b, ` class="`...), oneLine(p.Class, mostRunes))
		b = append(b, '"')
	}
	return b
}

func appendWords(b []byte, element, text, end string) []byte {
	if text == "" {
		return b
	}
	b = append(append(append(b, '<'), element...), '>')
	b = appendEscaped(b, text)
	b = append(append(append(b, "</"...), element...), '>')
	return append(b, end...)
}

func appendAttribute(b []byte, name string, v float64) []byte {
	b = append(append(append(b, ' '), name...), `="`...)
	return append(appendNumber(b, v), '"')
}

// appendNumber writes a number in hundredths of a unit: no screen shows a smaller difference.
func appendNumber(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, hundredths(v)+0, 'f', -1, 64) // there is no -0
}

func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

func appendHex(b []byte, parts ...uint8) []byte { return hex.AppendEncode(append(b, '#'), parts) }

// appendEscaped writes text for an element or an attribute. Characters that XML
// does not allow have already been removed by cleaning the text.
func appendEscaped(b []byte, text string) []byte { return append(b, html.EscapeString(text)...) }
