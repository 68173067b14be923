package picture

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"lapkeep/internal/platform/textclean"
)

// letters holds the letters of Noto Sans CJK SC that Chinese sentences need; see han/make.py.
//
//go:embed han/han.ttf
var letters []byte

// right holds the letters of Hebrew, Arabic and Persian of DejaVu Sans.
//
//go:embed han/right.ttf
var right []byte

// fontsOf returns the fonts Go Regular, Noto Sans for Chinese, and DejaVu Sans. Parsing one takes 1 µs.
var fontsOf = sync.OnceValue(func() (all []*sfnt.Font) {
	for _, data := range [][]byte{goregular.TTF, letters, right} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic(fmt.Sprintf("the font of the program does not read: %v", err))
		}
		all = append(all, f)
	}
	return all
})

// writer looks up glyphs.
type writer struct{ buffer sfnt.Buffer }

func newWriter() *writer { return &writer{} }

// letter is a glyph of a font.
type letter struct {
	font  *sfnt.Font
	index sfnt.GlyphIndex
}

// glyph returns the glyph of a rune, or of its base letter if the fonts lack the rune.
func (w *writer) glyph(r rune) (letter, bool) {
	for _, f := range fontsOf() {
		if i, err := f.GlyphIndex(&w.buffer, r); err == nil && i != 0 {
			return letter{f, i}, true
		}
	}
	if r < 0x80 {
		return letter{}, false
	}
	var long [8]byte
	for _, base := range string(norm.NFD.AppendString(long[:0], string(r))) {
		i, err := fontsOf()[0].GlyphIndex(&w.buffer, base)
		return letter{fontsOf()[0], i}, err == nil && i != 0
	}
	return letter{}, false
}

// written returns the text with letters and their marks combined (NFC), in the order in which it is seen.
func written(text string) string {
	text = norm.NFC.String(text)
	if strings.ContainsFunc(text, rightToLeft) {
		return visual(text)
	}
	return text
}

// advance returns the distance by which a glyph moves the pen, at ppem pixels per em.
func (w *writer) advance(glyph letter, ppem fixed.Int26_6) fixed.Int26_6 {
	a, err := glyph.font.GlyphAdvance(&w.buffer, glyph.index, ppem, font.HintingNone)
	if err != nil {
		return 0
	}
	return a
}

// width returns the width of a text, at ppem pixels per em.
func (w *writer) width(text string, ppem fixed.Int26_6) fixed.Int26_6 {
	var sum fixed.Int26_6
	for _, r := range written(text) {
		if g, ok := w.glyph(r); ok {
			sum += w.advance(g, ppem)
		}
	}
	return sum
}

// measured is the size at which texts are measured, in pixels per em. It is large
// so that the rounding of advances does not matter.
const measured = 256

// Ruler measures texts, so that a chart can avoid overlaps. It is not safe for
// concurrent use.
type Ruler struct{ w *writer }

// NewRuler returns a ruler. One is enough for a whole picture.
func NewRuler() Ruler { return Ruler{newWriter()} }

// Width returns the width of a text in a PNG, in units. A rune that the font lacks
// counts as one em, because another font may have it.
func (r Ruler) Width(text string, size float64) float64 {
	var sum fixed.Int26_6
	for _, c := range written(oneLine(text, mostRunes)) {
		sum += r.w.room(c)
	}
	return units(sum, size)
}

// wider is the maximum factor by which text is wider in DejaVu Sans, the widest font in
// which systems show an SVG. It is 5 to 15 % wider.
const wider = 1.15

// Room returns the maximum width that a text may need in an SVG, regardless of the font.
func (r Ruler) Room(text string, size float64) float64 { return float64(wider * r.Width(text, size)) }

// Fitted returns the text, shortened with an ellipsis if it needs more than room.
func (r Ruler) Fitted(text string, size, room float64) string {
	text = oneLine(text, mostRunes)
	if room /= wider; r.Width(text, size) <= room { // joined letters are narrower than letters alone
		return text
	}
	var sum fixed.Int26_6
	cut := 0 // number of bytes of the text that fit together with an ellipsis
	ellipsis := r.w.room('…')
	for i, c := range text {
		if units(sum+ellipsis, size) <= room {
			cut = i
		}
		sum += r.w.room(c)
	}
	if cut == 0 {
		return ""
	}
	return strings.TrimRight(text[:cut], " ") + textclean.Ellipsis
}

// room returns the advance of a rune at the size measured.
func (w *writer) room(r rune) fixed.Int26_6 {
	if g, ok := w.glyph(r); ok {
		return w.advance(g, fixed.I(measured))
	}
	return fixed.I(measured)
}

func units(room fixed.Int26_6, size float64) float64 {
	return float64(float64(room) / (64 * measured) * size)
}

// pieces returns the number of straight pieces for drawing a curve of a glyph at a
// size in pixels per em.
func pieces(ppem fixed.Int26_6) int {
	return max(3, min(2+int(math.Sqrt(float64(ppem)/64)), 16))
}

// outline calls line with each piece of a glyph's outlines, in pixels from the pen,
// and move at the beginning of each outline.
func (w *writer) outline(glyph letter, ppem fixed.Int26_6, move, line func(Point)) {
	segments, err := glyph.font.LoadGlyph(&w.buffer, glyph.index, ppem, nil)
	if err != nil {
		return
	}
	n := pieces(ppem)
	var pen Point
	for _, s := range segments {
		end := pixels(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			move(end)
		case sfnt.SegmentOpLineTo:
			line(end)
		case sfnt.SegmentOpQuadTo:
			control := end
			end = pixels(s.Args[1])
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				line(between(between(pen, control, t), between(control, end, t), t))
			}
		case sfnt.SegmentOpCubeTo:
			// TrueType fonts have no such segments.
		}
		pen = end
	}
}

func pixels(p fixed.Point26_6) Point { return Point{float64(p.X) / 64, float64(p.Y) / 64} }

func between(a, b Point, t float64) Point {
	return Point{a.X + float64((b.X-a.X)*t), a.Y + float64((b.Y-a.Y)*t)}
}

// oneLine cleans a text to one line.
func oneLine(text string, most int) string { return textclean.Line(text, most) }
