package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"lapkeep/internal/picture"
)

func drawn(t testing.TB, c *picture.Canvas, scale float64) image.Image {
	t.Helper()
	b, err := c.PNG(scale)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func at(img image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
}

// near is true of colours that differ by less than an opacity is rounded.
func near(a, b color.NRGBA) bool {
	d := func(x, y uint8) bool { return math.Abs(float64(x)-float64(y)) <= 9 }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B) && d(a.A, b.A)
}

var (
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	black = picture.Paint{Color: color.NRGBA{A: 0xff}}
)

func onWhite(width, height float64, shapes ...picture.Shape) *picture.Canvas {
	ground := picture.Rect{Width: width, Height: height, Paint: picture.Light().Background}
	return &picture.Canvas{Width: width, Height: height, Shapes: append([]picture.Shape{ground}, shapes...)}
}

func TestPixelsOfRects(t *testing.T) {
	t.Parallel()
	red := picture.Paint{Color: color.NRGBA{R: 0xff, A: 0xff}}
	c := onWhite(20, 10,
		picture.Rect{X: 2, Y: 2, Width: 4.5, Height: 4, Paint: black},
		picture.Rect{X: 10, Y: 1, Width: 8, Height: 8, Paint: red.As("", 0.4)},
		picture.Rect{X: 2.25, Y: 8, Width: 0.5, Height: 1, Paint: black},
		picture.Rect{X: -5, Y: -5, Width: 6, Height: 6, Paint: red},
		picture.Rect{X: 30, Y: 3, Width: 6, Height: 6, Paint: red}, picture.Rect{X: 3, Y: -30, Width: 6, Height: 6, Paint: red})
	img := drawn(t, c, 1)
	if got := img.Bounds().Size(); got != image.Pt(20, 10) {
		t.Errorf("it is %v", got)
	}
	half := color.NRGBA{0x80, 0x80, 0x80, 0xff}
	for p, want := range map[image.Point]color.NRGBA{
		{X: 1, Y: 3}: white, {X: 2, Y: 2}: black.Color, {X: 5, Y: 5}: black.Color, {X: 6, Y: 3}: half, {X: 7, Y: 3}: white, {X: 3, Y: 6}: white,
		{X: 12, Y: 4}: {0xff, 0x99, 0x99, 0xff}, {X: 2, Y: 8}: half, {X: 0, Y: 0}: red.Color, {X: 1, Y: 0}: white,
	} {
		if got := at(img, p.X, p.Y); !near(got, want) {
			t.Errorf("%v is %v, not %v", p, got, want)
		}
	}
	img = drawn(t, c, 2)
	if got := img.Bounds().Size(); got != image.Pt(40, 20) {
		t.Errorf("at 2 it is %v", got)
	}
	if a, b := at(img, 12, 6), at(img, 13, 6); a != black.Color || b != white {
		t.Errorf("at 2 the edge is %v and %v", a, b)
	}
}

func TestNoBackgroundIsTransparent(t *testing.T) {
	t.Parallel()
	img := drawn(t, &picture.Canvas{Width: 4, Height: 4, Shapes: []picture.Shape{
		picture.Rect{Width: 2, Height: 4, Paint: picture.Zone(5)}, picture.Rect{X: 2, Width: 1, Height: 4, Paint: picture.Zone(5).As("", 0.5)},
	}}, 1)
	whole := picture.Zone(5).Color
	half := whole
	half.A = 0x80
	if got := [3]color.NRGBA{at(img, 0, 0), at(img, 2, 0), at(img, 3, 0)}; got[0] != whole || !near(got[1], half) || got[2].A != 0 {
		t.Errorf("they are %v", got)
	}
}

// TestPolygonsGoOnFromTileToTile: large shapes are drawn in parts.
func TestPolygonsGoOnFromTileToTile(t *testing.T) {
	t.Parallel()
	img := drawn(t, onWhite(1200, 600, picture.Polygon{Points: []picture.Point{{Y: 600}, {X: 1200}, {X: 1200, Y: 600}}, Paint: black}), 1)
	for x := 2; x < 1200; x += 3 {
		edge := 600 - x/2
		for _, y := range []int{0, 100, 511, 512, 513, 599} {
			want := white
			if y > edge {
				want = black.Color
			}
			if got := at(img, x, y); (y < edge-2 || y > edge+2) && got != want {
				t.Fatalf("%d, %d is %v, not %v", x, y, got, want)
			}
		}
	}
}

func TestLinesAndDashes(t *testing.T) {
	t.Parallel()
	line := []picture.Segment{{From: picture.Point{X: 0, Y: 2.5}, To: picture.Point{X: 20, Y: 2.5}}}
	img := drawn(t, onWhite(20, 5, picture.Lines{Segments: line, Width: 1, Dash: 4, Paint: black}), 1)
	for x := range 20 {
		want := black.Color
		if x/4%2 == 1 {
			want = white
		}
		if got := at(img, x, 2); got != want || at(img, x, 1) != white || at(img, x, 3) != white {
			t.Errorf("%d is %v, not %v", x, got, want)
		}
	}
	img = drawn(t, onWhite(20, 20, picture.Lines{Segments: []picture.Segment{{To: picture.Point{X: 20, Y: 20}}}, Width: 3, Paint: black}), 1)
	if at(img, 10, 10) != black.Color || at(img, 14, 9) != white || at(img, 9, 14) != white {
		t.Error("a slope is not drawn where it is")
	}
}

// inked is from where to where a row of texts is not white.
func inked(img image.Image) (box image.Rectangle) {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if at(img, x, y) != white {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestTextsStandWhereTheyAreMeasured(t *testing.T) {
	t.Parallel()
	text := picture.Text{X: 150, Y: 30, Size: 20, Text: "H4 × 8 minH", Paint: black}
	width := picture.NewRuler().Width(text.Text, text.Size)
	for anchor, left := range map[picture.Anchor]float64{picture.Start: 150, picture.Middle: 150 - width/2, picture.End: 150 - width} {
		text.Anchor = anchor
		box := inked(drawn(t, onWhite(300, 40, text), 1))
		stands := box.Max.Y >= 30 && box.Max.Y <= 31 && box.Min.Y >= 12
		if math.Abs(float64(box.Min.X)-left) > 3 || math.Abs(float64(box.Max.X)-left-width) > 3 || !stands {
			t.Errorf("anchor %d: %v, not from %.1f to %.1f above 30", anchor, box, left, left+width)
		}
	}
}

func TestTextsWithLettersThatTheFontLacks(t *testing.T) {
	t.Parallel()
	picturesOf := func(text string) []byte {
		b, err := onWhite(120, 20, picture.Text{X: 2, Y: 15, Size: 12, Text: text, Paint: black}).PNG(2)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for text, like := range map[string]string{
		"甜点2×20": "2×20", "🚴 Ride": " Ride", "Chạy bộ": "Chay bo", "cafe\u0301": "café", "Žluťoučký": "Žluťoučký",
	} {
		if like[0] == ' ' { // a blank at the beginning is drawn, and cleaned away
			like = "🚲" + like
		}
		if !bytes.Equal(picturesOf(text), picturesOf(like)) {
			t.Errorf("%q is not drawn as %q", text, like)
		}
	}
	if bytes.Equal(picturesOf("Привет"), picturesOf("Πάμε")) || bytes.Equal(picturesOf("Привет"), picturesOf("")) {
		t.Error("Cyrillic and Greek letters are not drawn")
	}
}

func TestRulerAndWhatFits(t *testing.T) {
	t.Parallel()
	r := picture.NewRuler()
	if a, b, both := r.Width("4×", 12), r.Width("8min", 12), r.Width("4×8min", 12); a < 12 || math.Abs(a+b-both) > 0.01 {
		t.Errorf("%g and %g are not %g", a, b, both)
	}
	if one, two := r.Width("甜x", 10), r.Width("甜x", 20); one < 10 || math.Abs(two-2*one) > 0.01 {
		t.Errorf("%g and %g", one, two)
	}
	long := "Sweet spot with a name that goes on"
	for width := 0.0; width < 300; width += 7 {
		got := r.Fitted(long, 12, width)
		if r.Room(got, 12) > width {
			t.Errorf("%q is wider than %g", got, width)
		}
		if width > 30 && got == "" || width > 250 && got != long {
			t.Errorf("%q is what fits in %g", got, width)
		}
	}
	if got := r.Fitted("Sweet spot", 12, r.Room("Sweet …", 12)); got != "Sweet…" {
		t.Errorf("it is cut to %q", got)
	}
}

// TestMoreColoursThanAPalette keeps each colour as it is.
func TestMoreColoursThanAPalette(t *testing.T) {
	t.Parallel()
	c := onWhite(300, 2)
	of := func(i int) color.NRGBA { return color.NRGBA{uint8(i), uint8(i / 2), 7, 0xff} }
	for i := range 300 {
		c.Shapes = append(c.Shapes, picture.Rect{X: float64(i), Width: 1, Height: 2, Paint: picture.Paint{Color: of(i)}})
	}
	img := drawn(t, c, 1)
	for i := range 300 {
		if got := at(img, i, 1); got != of(i) {
			t.Fatalf("%d is %v, not %v", i, got, of(i))
		}
	}
}

func TestPNGOutOfBounds(t *testing.T) {
	t.Parallel()
	c := onWhite(800, 300)
	for _, scale := range []float64{0, -1, math.NaN(), math.Inf(1), 1e300, 1e-9, 9} {
		if b, err := c.PNG(scale); err == nil {
			t.Errorf("a scale of %g gives %d bytes", scale, len(b))
		}
	}
	if _, err := onWhite(10000, 10000).PNG(1); err == nil {
		t.Error("a hundred million pixels are drawn")
	}
}
