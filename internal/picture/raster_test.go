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

// near reports whether two colours differ by no more than the rounding of an
// opacity.
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

// inked returns the box in which a row of texts is not white.
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
		"龘2×20": "2×20", "🚴 Ride": " Ride", "Chạy bộ": "Chay bo", "cafe\u0301": "café", "Žluťoučký": "Žluťoučký",
	} {
		if like[0] == ' ' { // a blank at the beginning is drawn, and cleaned away
			like = "🚲" + like
		}
		if !bytes.Equal(picturesOf(text), picturesOf(like)) {
			t.Errorf("%q is not drawn as %q", text, like)
		}
	}
	if bytes.Equal(picturesOf("训练"), picturesOf("骑行")) || bytes.Equal(picturesOf("训练"), picturesOf("")) {
		t.Error("Chinese letters are not drawn")
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
	run := "الجري الصباحي" // its letters are wider when they stand alone
	if got := r.Fitted(run, 12, r.Room(run, 12)+0.1); got != run {
		t.Errorf("%q is cut to %q", run, got)
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

func linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

func linearRGB(c color.NRGBA) [3]float64 { return [3]float64{linear(c.R), linear(c.G), linear(c.B)} }

// contrast returns the contrast of WCAG 2.2.
func contrast(a, b color.NRGBA) float64 {
	light := func(c color.NRGBA) float64 {
		v := linearRGB(c)
		return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2] + 0.05
	}
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

// zones is how many have a colour of their own.
const zones = 7

// dark is the lightest surface that zones are meant for beside white.
var dark = color.NRGBA{0x1e, 0x1e, 0x1e, 0xff}

func TestZonesStandOutOnLightAndDark(t *testing.T) {
	t.Parallel()
	for zone := range zones + 1 {
		c := picture.Zone(zone).Color
		for _, ground := range []color.NRGBA{white, dark, {A: 0xff}} {
			if got := contrast(c, ground); got < 3 {
				t.Errorf("zone %d has a contrast of %.2f to %v", zone, got, ground)
			}
		}
	}
	if picture.Zone(-1) != picture.Zone(0) || picture.Zone(zones+1) != picture.Zone(0) || picture.Zone(zones) == picture.Zone(0) {
		t.Error("what is no zone has the colour of one")
	}
}

// vision is how full dichromats see linear RGB: Machado, Oliveira and
// Fernandes 2009, severity 1.0.
var vision = map[string][9]float64{
	"full":   {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protan": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deutan": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritan": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// seen returns a colour in OKLab (Ottosson 2020), as somebody sees it.
func seen(c color.NRGBA, m [9]float64) [3]float64 {
	in := linearRGB(c)
	var v [3]float64
	for i := range v {
		v[i] = max(0, min(1, m[3*i]*in[0]+m[3*i+1]*in[1]+m[3*i+2]*in[2]))
	}
	l := math.Cbrt(0.4122214708*v[0] + 0.5363325363*v[1] + 0.0514459929*v[2])
	a := math.Cbrt(0.2119034982*v[0] + 0.6806995451*v[1] + 0.1073969566*v[2])
	s := math.Cbrt(0.0883024619*v[0] + 0.2817188376*v[1] + 0.6299787005*v[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*a - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*a + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*a - 0.8086757660*s,
	}
}

// TestZonesAreToldApart: in hundredths of OKLab, in which 2 is just seen side
// by side, zones that follow one another are 10 apart, others 5.
func TestZonesAreToldApart(t *testing.T) {
	t.Parallel()
	for who, m := range vision {
		for i := range zones + 1 {
			for j := i + 1; j <= zones; j++ {
				a, b := seen(picture.Zone(i).Color, m), seen(picture.Zone(j).Color, m)
				apart := 100 * math.Sqrt((a[0]-b[0])*(a[0]-b[0])+(a[1]-b[1])*(a[1]-b[1])+(a[2]-b[2])*(a[2]-b[2]))
				least := 5.0
				if j == i+1 {
					least = 10
				}
				if apart < least {
					t.Errorf("%s: zones %d and %d are %.1f apart", who, i, j, apart)
				}
			}
		}
	}
}

func TestInkIsRead(t *testing.T) {
	t.Parallel()
	theme := picture.Light()
	if got := contrast(theme.Ink.Color, theme.Background.Color); got < 7 {
		t.Errorf("ink has %.2f", got)
	}
	if got := contrast(theme.Muted.Color, theme.Background.Color); got < 4.5 {
		t.Errorf("muted ink has %.2f", got)
	}
}

// The goals: an SVG of 60 bars in less than 3 ms, a PNG of 800 × 300 pixels
// in less than 25.

func BenchmarkSVG60(b *testing.B) {
	c := sixty()
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(c.Canvas().SVG())))
	}
}

func BenchmarkCanvas60(b *testing.B) {
	c := sixty()
	b.ReportAllocs()
	for b.Loop() {
		c.Canvas()
	}
}

func BenchmarkPNG60(b *testing.B) {
	for name, scale := range map[string]float64{"800x300": 1, "1600x600": 2} {
		b.Run(name, func(b *testing.B) {
			c := sixty().Canvas()
			b.ReportAllocs()
			for b.Loop() {
				png, err := c.PNG(scale)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(png)))
			}
		})
	}
}

// sixty returns a session of 60 bars, each with a label, as they come.
func sixty() picture.Chart {
	c := picture.Chart{
		Title: "VO₂max 4 × (6 × 1 min)", Note: "1:44 h · 96 TSS", Threshold: "FTP 265 W",
		Up: picture.ProfileValues(265, "W"), Theme: picture.Light(),
	}
	c.Bars = append(c.Bars, ramp(600, 0.4, 0.75, 2, "10 min\n40–75 %"))
	for range 4 {
		for range 6 {
			c.Bars = append(c.Bars, band(60, 1.1, 1.2, 5, "1 min\n110–120 %"), steady(60, 0.5, 1, "1 min\n50 %"))
		}
		c.Bars = append(c.Bars, steady(240, 0.55, 1, "4 min\n55 %"))
	}
	c.Bars = append(c.Bars,
		picture.Bar{Width: 20, Target: picture.Maximal, Zone: 7, Label: "20 s\nmax"},
		picture.Bar{Width: 300, Target: picture.Free, Label: "5 min\nfree"},
		band(180, 0.88, 0.94, 4, "3 min\n88–94 %"), steady(300, 0.95, 4, "5 min\n95 %"), steady(120, 0, 0, "2 min"),
		steady(300, 0.8, 3, "5 min\n80 %"), ramp(600, 0.65, 0.4, 1, "10 min\n65–40 %"))
	return c
}
