package picture

import (
	"math"
	"strings"
)

// Sheet is the picture of an answer: a heading, and blocks one below the other, on a card
// that is readable in front of any background.
type Sheet struct {
	// Title says what the picture shows, and Note the days or the activity. Asked is what it was limited to.
	Title, Note, Asked string
	// Description is the content in words, for people who cannot see it.
	Description string
	Blocks      []Block
	// Remarks are shown at the bottom, such as which values are estimated.
	Remarks []string
}

// Block is one of the block types in this package: [Tiles], [Rows], [Plot], [Grid], [Legend], [Track].
type Block interface {
	// settle lays the block out at the given width, and returns its height.
	settle(p *pen, width float64) float64
	// draw adds the shapes of the block below the given position.
	draw(p *pen, out shapes, top float64) shapes
}

// sheetWidth is the width of a sheet in units: that of a picture in a chat.
const sheetWidth = 720.0

const (
	betweenBlocks = 18.0
	remarkLine    = 16.0
)

// pen holds what the blocks of a sheet share.
type pen struct {
	Ruler
	theme Theme
	left  float64 // edge of all plots
}

// Canvas draws the sheet.
func (s Sheet) Canvas() *Canvas {
	p := &pen{NewRuler(), Light(), margin}
	const width = sheetWidth - 2*margin
	out := p.heading(shapes{nil}, s.Title, s.Note, sheetWidth, p.theme)
	top := margin + titleSize + belowHeading
	out, top = p.lines(out, s.Asked, top-belowHeading+tickSize, width)
	top += belowHeading - tickSize
	for _, b := range s.Blocks { // plots below each other share their axis
		if plot, ok := b.(*Plot); ok {
			plot.bounds()
			p.left = max(p.left, plot.labels(p))
		}
	}
	for _, b := range s.Blocks {
		height := b.settle(p, width)
		out = b.draw(p, out, top)
		top += height + betweenBlocks
	}
	for _, r := range s.Remarks {
		out, top = p.lines(out, r, top, width)
	}
	height := math.Ceil(top)
	out[0] = Rect{Width: sheetWidth, Height: height, Paint: p.theme.Background}
	return &Canvas{Width: sheetWidth, Height: height, Title: s.Title, Description: s.Description, Shapes: out}
}

// mostLines is the maximum number of lines of a remark.
const mostLines = 3

// lines adds a remark, and returns where the next one begins.
func (p *pen) lines(out shapes, text string, top, width float64) (shapes, float64) {
	for _, line := range p.wrapped(text, tickSize, width, mostLines) {
		out = append(out, Text{X: margin, Y: top, Size: tickSize, Text: line, Paint: p.theme.Muted})
		top += remarkLine
	}
	return out, top
}

// firstHan is the first of the letters between which a line may end.
const firstHan = 0x2e80

// wrapped breaks a text at its spaces and hyphens into at most the given number of lines.
func (r Ruler) wrapped(text string, size, room float64, most int) (lines []string) {
	text = oneLine(text, 2*mostRunes)
	for text != "" && len(lines) < most-1 && r.Room(text, size) > room {
		cut := 0
		for i, c := range text {
			ends := c == ' ' || c >= firstHan && !strings.ContainsRune("，。、；：）", c) || i > 0 && text[i-1] == '-'
			if ends && r.Room(text[:i], size) <= room {
				cut = i
			}
		}
		if cut == 0 {
			break
		}
		lines, text = append(lines, text[:cut]), strings.TrimLeft(text[cut:], " ")
	}
	if text = r.Fitted(text, size, room); text != "" {
		lines = append(lines, text)
	}
	return lines
}

// Tiles shows single numbers, side by side.
type Tiles []Tile

// Tile is a number with its name.
type Tile struct{ Name, Value string }

const tilesInRow, tileHeight, valueSize = 4, 44.0, 19.0

func (t Tiles) settle(*pen, float64) float64 {
	return float64((len(t)+tilesInRow-1)/tilesInRow) * tileHeight
}

func (t Tiles) draw(p *pen, out shapes, top float64) shapes {
	const wide = (sheetWidth - 2*margin) / tilesInRow
	for i, x := range t {
		left, y := margin+float64(i%tilesInRow)*wide, top+float64(i/tilesInRow)*tileHeight
		room := wide - 8
		if i == len(t)-1 { // the rest of the row is free
			room = sheetWidth - margin - left
		}
		size := max(noteSize, min(valueSize, valueSize*room/p.Room(x.Value, valueSize)))
		out = append(out,
			Text{X: left, Y: y + 11, Size: tickSize, Text: p.Fitted(x.Name, tickSize, room), Paint: p.theme.Muted},
			Text{X: left, Y: y + 33, Size: size, Text: p.Fitted(x.Value, size, room), Paint: p.theme.Ink})
	}
	return out
}

// Rows shows horizontal bars with a name and a value each. The whole is the size of the longest possible bar; 0
// means the largest size.
type Rows struct {
	Title string
	Whole float64
	Rows  []Row
}

// Row is one horizontal bar.
type Row struct {
	Name, Value string
	Size        float64
	Paint       Paint
}

const rowHeight, rowBar, headHeight = 21.0, 13.0, 20.0

func (r Rows) settle(*pen, float64) float64 {
	height := float64(len(r.Rows)) * rowHeight
	if r.Title != "" {
		height += headHeight
	}
	return height
}

func (r Rows) draw(p *pen, out shapes, top float64) shapes {
	if r.Title != "" {
		out = append(out, Text{
			X: margin, Y: top + 11, Size: noteSize, Text: p.Fitted(r.Title, noteSize, sheetWidth-2*margin), Paint: p.theme.Ink,
		})
		top += headHeight
	}
	name, value, whole := 0.0, 0.0, r.Whole
	for _, x := range r.Rows {
		if r.Whole == 0 {
			whole = max(whole, x.Size)
		}
		name, value = max(name, p.Room(x.Name, tickSize)), max(value, p.Room(x.Value, tickSize))
	}
	name, value = math.Ceil(min(name, sheetWidth/3)), math.Ceil(min(value, sheetWidth/4))
	left := margin + name + besideTicks
	full := sheetWidth - margin - value - besideTicks - left
	for i, x := range r.Rows {
		y := top + float64(i)*rowHeight
		long := 0.0
		if whole > 0 {
			long = float64(full * max(0, min(x.Size/whole, 1)))
		}
		out = append(out,
			Text{X: margin, Y: y + 11, Size: tickSize, Text: p.Fitted(x.Name, tickSize, name+1), Paint: p.theme.Ink},
			Group{Hint: x.Name + ": " + x.Value, Shapes: shapes{
				Rect{X: left, Y: y, Width: full, Height: rowBar, Paint: p.theme.Faint.As("track", 0.5)},
				Rect{X: left, Y: y, Width: long, Height: rowBar, Paint: x.Paint},
			}},
			Text{X: sheetWidth - margin, Y: y + 11, Anchor: End, Size: tickSize, Text: p.Fitted(x.Value, tickSize, value+1), Paint: p.theme.Ink})
	}
	return out
}

// Track shows a line on the ground, with north at the top and the same scale in both directions.
type Track struct {
	Lines [][]Point
	Paint Paint
}

// trackHeight is the greatest height of a track, and trackWidth the width of its line.
const trackHeight, trackWidth = 300.0, 2.6

// fit returns the scale at which a track fits into a box, and its size then.
func (t Track) fit(width float64) (scale, wide, high float64) {
	for _, line := range t.Lines {
		for _, p := range line {
			wide, high = max(wide, p.X), max(high, p.Y)
		}
	}
	scale = min(width/max(wide, 1), trackHeight/max(high, 1))
	return scale, scale * wide, scale * high
}

func (t Track) settle(_ *pen, width float64) float64 {
	_, _, high := t.fit(width - 2*trackWidth)
	return math.Ceil(high + 2*trackWidth)
}

func (t Track) draw(_ *pen, out shapes, top float64) shapes {
	scale, wide, _ := t.fit(sheetWidth - 2*margin - 2*trackWidth)
	left := (sheetWidth - wide) / 2
	drawn := Lines{Width: trackWidth, Paint: t.Paint}
	for _, line := range t.Lines {
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			drawn.Segments = append(drawn.Segments, Segment{
				From: Point{left + float64(a.X*scale), top + trackWidth + float64(a.Y*scale)},
				To:   Point{left + float64(b.X*scale), top + trackWidth + float64(b.Y*scale)},
			})
		}
	}
	return append(out, drawn)
}

// Writes reports whether the font of a PNG has all letters of a text.
func Writes(text string) bool {
	w := newWriter()
	for _, r := range written(oneLine(text, mostRunes)) {
		if _, ok := w.glyph(r); !ok {
			return false
		}
	}
	return true
}
