package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lapkeep/internal/picture"
	"lapkeep/test/golden"
)

func steady(width, level float64, zone int, label string) picture.Bar {
	return picture.Bar{Width: width, Start: picture.ProfileAt(level), End: picture.ProfileAt(level), Zone: zone, Label: label}
}

func ramp(width, from, to float64, zone int, label string) picture.Bar {
	return picture.Bar{Width: width, Start: picture.ProfileAt(from), End: picture.ProfileAt(to), Zone: zone, Label: label}
}

func band(width, low, high float64, zone int, label string) picture.Bar {
	l := picture.Level{Low: low, High: high}
	return picture.Bar{Width: width, Start: l, End: l, Zone: zone, Label: label}
}

// sweetSpot has a bar of each kind.
func sweetSpot() picture.Chart {
	c := picture.Chart{
		Title: "Sweet spot 4 × 10 min", Note: "1:28 h · 96 TSS", Threshold: "FTP 265 W",
		Description: "Four times ten minutes at 88 to 94 % of FTP.",
	}
	c.Bars = append(c.Bars, ramp(900, 0.45, 0.75, 2, "45–75 %"))
	for range 4 {
		c.Bars = append(c.Bars, band(600, 0.88, 0.94, 4, "10 min\n88–94 %"), steady(240, 0.55, 1, "4 min"))
	}
	c.Bars = append(c.Bars,
		picture.Bar{Width: 600, Target: picture.Free, Label: "free"}, picture.Bar{Width: 20, Target: picture.Maximal, Zone: 7},
		steady(120, 0, 1, "rest"), ramp(300, 0.7, 0.4, 1, "cool down"))
	return c
}

func kilometres() picture.Chart {
	c := picture.Chart{
		Title: "6 × 1 km", Note: "11.9 km", Threshold: "threshold",
		Across: picture.Distance("km", 1000), Up: picture.Pace(245, "/km"), Bars: []picture.Bar{steady(2000, 0.75, 2, "2 km")},
	}
	for range 6 {
		c.Bars = append(c.Bars, band(1000, 1, 1.04, 5, "1 km"), steady(400, 0.7, 1, "400 m"))
	}
	c.Bars = append(c.Bars, steady(1500, 0.7, 1, "1.5 km"))
	return c
}

// short returns many bars, too narrow for gaps, in a small picture.
func short() picture.Chart {
	c := picture.Chart{
		Title: "3 × 13 × 30/15, and a title that is too long for the room", Note: "TSS 88", Threshold: "FTP",
		Up: picture.ProfileValues(265, "W"), Theme: picture.Light(), Width: 360, Height: 180,
	}
	for range 3 {
		for range 13 {
			c.Bars = append(c.Bars, steady(30, 1.2, 6, "30 s"), steady(15, 0.5, 1, ""))
		}
		c.Bars = append(c.Bars, steady(180, 0.5, 1, "3 min"))
	}
	return c
}

func garbage() picture.Chart {
	nan, inf := math.NaN(), math.Inf(1)
	return picture.Chart{
		Title: "\x00<bad>\u202e", Threshold: "]]>", Width: nan, Height: -1, Up: picture.ProfileValues(nan, "W"),
		Across: picture.Distance("km", inf),
		Theme:  picture.Light(),
		Bars: []picture.Bar{
			steady(nan, 1, 1, "no width"), steady(-5, 1, 1, "no width"), steady(0, 1, 1, "no width"),
			steady(inf, 1, 1, "no width"), steady(1e300, 1, 1, "no width"),
			steady(100, nan, 1, "no level"), steady(100, inf, 1, "no level"), steady(100, 1e300, -7, "high"), steady(100, -1e300, 99, "low"),
			band(100, 0.9, 0.5, 4, "no band"), band(100, -1, 0.5, 4, "band"),
			{Width: 100, Target: 42, Label: "no kind"},
		},
	}
}

func TestCharts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]picture.Chart{
		"sweet-spot": sweetSpot(), "kilometres": kilometres(), "short": short(), "garbage": garbage(), "sixty": sixty(), "empty": {},
	} {
		svg := c.Canvas().SVG()
		golden.Check(t, "testdata/"+name+".svg", string(svg))
		wellFormed(t, svg)
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Fatalf("%s of %s is %s", a.Name.Local, e.Name.Local, a.Value)
				}
			}
		}
	}
}

func profileDrawn(t testing.TB, c picture.Chart, scale float64) image.Image {
	t.Helper()
	b, err := c.Canvas().PNG(scale)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// bare returns a chart whose plot is from 16, 16 to 384, 270, with level 2.5 at
// 22.
func bare(bars ...picture.Bar) picture.Chart {
	return picture.Chart{Bars: append(bars, steady(100, 2.5, 3, "")), Width: 400, Height: 300, Up: picture.Pace(1e6, "")}
}

// y returns the row of a level on it.
func y(level float64) int { return int(math.Round(270 - level/2.5*248)) }

func TestPixelsOfBars(t *testing.T) {
	t.Parallel()
	white, zone := picture.Light().Background.Color, func(n int) color.NRGBA { return picture.Zone(n).Color }
	img := profileDrawn(t, bare(band(100, 1, 1.5, 4, ""), ramp(100, 0, 2, 5, ""), picture.Bar{
		Width: 100, Target: picture.Maximal,
		Zone: 7,
	}), 1)
	// Four bars of 92 units each, from 16 to 384, or what the scale leaves.
	left := 0
	for at(img, left, 260) != zone(4) {
		left++
	}
	width := float64(384-left) / 4
	x := func(share float64) int { return left + int(share*width) }
	paler := func(v uint8) uint8 { return uint8(255 - 0.45*float64(255-int(v))) }
	lighter := color.NRGBA{paler(zone(4).R), paler(zone(4).G), paler(zone(4).B), 255}
	differ := func(a, b uint8) float64 { return math.Abs(float64(a) - float64(b)) }
	for name, is := range map[string]struct{ got, want color.NRGBA }{
		"below the band":           {at(img, x(0.5), y(1)+2), zone(4)},
		"in the band":              {at(img, x(0.5), y(1.25)), lighter},
		"the top of the band":      {at(img, x(0.5), y(1.5)), zone(4)},
		"above the band":           {at(img, x(0.5), y(1.5)-3), white},
		"under the ramp, early":    {at(img, x(1.25), y(0.5)+4), zone(5)},
		"over the ramp, early":     {at(img, x(1.25), y(0.5)-4), white},
		"under the ramp, late":     {at(img, x(1.75), y(1.5)+4), zone(5)},
		"over the ramp, late":      {at(img, x(1.75), y(1.5)-6), white},
		"the point of the maximum": {at(img, x(2.5), y(2.5)+3), zone(7)},
		"beside the point":         {at(img, x(2.05), y(2.5)+3), white},
		"the highest":              {at(img, x(3.5), y(2.5)+2), zone(3)},
		"above the highest":        {at(img, x(3.5), y(2.5)-2), white},
	} {
		if differ(is.got.R, is.want.R)+differ(is.got.G, is.want.G)+differ(is.got.B, is.want.B) > 12 {
			t.Errorf("%s: %v, not %v", name, is.got, is.want)
		}
	}
}

// TestNoSeamBetweenBars: where bars touch, nothing of the background is seen
// below the lower one.
func TestNoSeamBetweenBars(t *testing.T) {
	t.Parallel()
	var bars []picture.Bar
	for range 90 {
		bars = append(bars, steady(31, 1.2, 5, ""), steady(17, 0.6, 5, ""), steady(13, 0.6, 5, ""))
	}
	for _, scale := range []float64{1, 1.3, 2, 3} {
		img := profileDrawn(t, picture.Chart{Bars: bars, Width: 700, Height: 200}, scale)
		row := int(150 * scale)
		first, last := -1, -1
		for x := range img.Bounds().Dx() {
			if at(img, x, row) == picture.Zone(5).Color {
				if first < 0 {
					first = x
				}
				last = x
			}
		}
		if last-first < int(550*scale) {
			t.Fatalf("at %g there are bars from %d to %d", scale, first, last)
		}
		for x := first; x <= last; x++ {
			if got := at(img, x, row); got != picture.Zone(5).Color {
				t.Fatalf("at %g there is a seam of %v at %d", scale, got, x)
			}
		}
	}
}

// TestEachBarStays: none of 500 are merged, and a short one between long ones
// is seen.
func TestEachBarStays(t *testing.T) {
	t.Parallel()
	c := picture.Chart{}
	for range 250 {
		c.Bars = append(c.Bars, steady(40, 1.1, 5, "on"), steady(20, 0.5, 2, "off"))
	}
	svg := string(c.Canvas().SVG())
	if n := strings.Count(svg, "<g><title>"); n != 500 {
		t.Errorf("%d bars are drawn", n)
	}
	img := profileDrawn(t, picture.Chart{Bars: []picture.Bar{steady(9000, 0.5, 1, ""), steady(2, 2, 7, ""), steady(9000, 0.5, 1, "")}}, 2)
	found := 0
	for x := range img.Bounds().Dx() {
		if at(img, x, 200) == picture.Zone(7).Color {
			found++
		}
	}
	if found == 0 {
		t.Error("a bar of two seconds in five hours is not seen")
	}
}

// TestNoTextStandsOnAnother: whatever the bars, their labels and the axes.
func TestNoTextStandsOnAnother(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	ruler := picture.NewRuler()
	labelled := 0
	for i := range 400 {
		c := chance(rng)
		canvas := c.Canvas()
		var boxes []image.Rectangle
		var texts []string
		for _, s := range canvas.Shapes {
			text, ok := s.(picture.Text)
			if !ok || text.Text == "" {
				continue
			}
			w := ruler.Room(text.Text, text.Size)
			left := text.X - w*[]float64{0, 0.5, 1}[text.Anchor]
			box := image.Rect(int(left*8), int((text.Y-0.75*text.Size)*8), int((left+w)*8), int((text.Y+0.2*text.Size)*8))
			if !box.In(image.Rect(0, 0, int(canvas.Width*8), int(canvas.Height*8))) {
				t.Errorf("chart %d: %q is out of the picture", i, text.Text)
			}
			for j, other := range boxes {
				if box.Overlaps(other) {
					t.Errorf("chart %d of %g × %g: %q stands on %q", i, canvas.Width, canvas.Height, text.Text, texts[j])
				}
			}
			boxes, texts = append(boxes, box), append(texts, text.Text)
			if strings.HasSuffix(text.Text, " label") {
				labelled++
			}
		}
	}
	if labelled < 400 {
		t.Errorf("only %d labels stood anywhere", labelled)
	}
}

// chance returns a chart of whatever a caller might ask for.
func chance(rng *rand.Rand) picture.Chart {
	words := []string{"", "a label", "a longer label", "two\nlined label", "10 min\n88–94 %\n3 label"}
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	scales := []picture.Scale{
		{}, picture.ProfileValues(265, "W"), picture.ProfileValues(171, "bpm"), picture.Pace(245, "/km"), picture.ProfileValues(2e5,
			"widest unit!"),
	}
	c := picture.Chart{
		Title: pick("", "A title", strings.Repeat("A title ", 20)), Note: pick("", "a note", strings.Repeat("a note ", 20)),
		Threshold: pick("", "FTP", "FTP 265 W", strings.Repeat("threshold ", 9)),
		Up:        scales[rng.IntN(len(scales))],
		Across:    []picture.Axis{{}, picture.Distance("km", 1000), picture.Distance("m", 1)}[rng.IntN(3)],
		Width:     200 + 900*rng.Float64(), Height: 120 + 400*rng.Float64(),
	}
	long := math.Pow(10, 1+4*rng.Float64())
	for range 1 + rng.IntN(25) {
		b := picture.Bar{Width: long * rng.ExpFloat64(), Target: picture.Target(rng.IntN(8) / 6), Zone: rng.IntN(9), Label: pick(words...)}
		b.Start.Low = 1.6 * rng.Float64()
		b.Start.High = b.Start.Low + max(0, rng.Float64()-0.5)
		b.End = b.Start
		if rng.IntN(3) == 0 {
			b.End = picture.ProfileAt(1.6 * rng.Float64())
		}
		c.Bars = append(c.Bars, b)
	}
	return c
}

func FuzzAnyValuesAreDrawn(f *testing.F) {
	f.Add(600.0, 0.5, 0.75, 300.0, 0.9, "8 min\n105 %", 265.0, 800.0, uint8(3))
	f.Add(math.Inf(1), math.NaN(), -1e300, 1e300, 1e-300, "<&>\x00", math.MaxFloat64, -5.0, uint8(255))
	f.Add(-28.0, 5e-324, 1e300, 5e8, 2.5, strings.Repeat("\n", 300), 1e6, 4000.0, uint8(130))
	f.Add(0.01, 0.01, 1e300, 5e7, 2.5, "", 0.1, 200.0, uint8(3))
	f.Fuzz(func(t *testing.T, width, a, b, width2, d float64, label string, threshold, size float64, kind uint8) {
		c := picture.Chart{
			Title: label, Note: label, Threshold: label, Width: size, Height: size / 2,
			Up: picture.ProfileValues(threshold, label), Across: picture.Distance(label, threshold),
			Bars: []picture.Bar{
				{Width: width, Start: picture.Level{Low: a, High: b}, End: picture.Level{Low: b, High: d}, Zone: int(kind), Label: label},
				{Width: width2, Start: picture.ProfileAt(d), End: picture.ProfileAt(a), Target: picture.Target(kind % 4), Label: label},
				{Width: a, Start: picture.ProfileAt(1), End: picture.ProfileAt(width)},
			},
		}
		if kind&16 != 0 {
			c.Across = picture.Axis{}
		}
		if kind&32 != 0 {
			c.Up = picture.Pace(threshold, label)
		}
		canvas := c.Canvas()
		wellFormed(t, canvas.SVG())
		if canvas.Width < 500 {
			profileDrawn(t, c, 0.25)
		}
	})
}

// TestCard: the small form has the words at their size, and no heading.
func TestCard(t *testing.T) {
	t.Parallel()
	whole := sixty().Canvas()
	card := whole.Card(340, 132)
	if card.Width != 340 || card.Height != 132 || card.Title != whole.Title || card.Description != whole.Description {
		t.Errorf("%g × %g, %q", card.Width, card.Height, card.Title)
	}
	if one := (picture.Chart{Threshold: "FTP 244 W", Bars: []picture.Bar{
		ramp(600, 0.45, 0.62, 1, ""), ramp(3360, 0.68, 0.7, 2, "56 min\n166–171 W\nSteady"), ramp(300, 0.5, 0.4, 1, ""),
	}}).Canvas().Card(340, 128); !strings.Contains(string(one.SVG()), ">166–171 W<") || strings.Contains(string(one.SVG()), ">Steady<") {
		t.Error("what a step asks for has no room")
	}
	words := 0
	for _, s := range card.Shapes {
		if text, ok := s.(picture.Text); ok {
			words++
			if text.Size < 12 || strings.HasPrefix(text.Text, "VO₂max") || strings.Contains(text.Text, "TSS") {
				t.Errorf("%q of %g units", text.Text, text.Size)
			}
		}
	}
	if words < 4 {
		t.Errorf("it has %d words", words)
	}
}

// TestAStepWithoutATargetIsLow: alone as among others.
func TestAStepWithoutATargetIsLow(t *testing.T) {
	t.Parallel()
	c := picture.Chart{Bars: []picture.Bar{{Width: 600, Target: picture.Free}}, Up: picture.NoScale()}.Canvas()
	for _, shape := range c.Shapes {
		if g, ok := shape.(picture.Group); ok {
			if free, ok := g.Shapes[0].(picture.Rect); !ok || free.Height < 10 || free.Height > 60 {
				t.Errorf("it is %+v", g.Shapes[0])
			}
			return
		}
	}
	t.Error("it is not drawn")
}

// TestRepetitionsHaveOneLabel: bars that are too narrow for their labels have one above all of them, and wide ones their own.
func TestRepetitionsHaveOneLabel(t *testing.T) {
	t.Parallel()
	for width, want := range map[float64]string{100: "6 × 100 m", 900: "100 m"} {
		chart := picture.Chart{Bars: []picture.Bar{{Width: 600, Start: picture.ProfileAt(0.7), End: picture.ProfileAt(0.7), Label: "easy"}}}
		for range 6 {
			chart.Bars = append(chart.Bars,
				picture.Bar{Width: width, Start: picture.ProfileAt(1), End: picture.ProfileAt(1), Label: "100 m\n1:18/100 m"},
				picture.Bar{Width: 20, Target: picture.Free, Label: "0:20\nrest"})
		}
		svg := string(chart.Canvas().SVG())
		if n := strings.Count(svg, ">"+want+"<"); n != 1 && width == 100 || n != 6 && width == 900 {
			t.Errorf("%g wide: %d labels %q in %s", width, n, want, svg)
		}
		if width == 100 && strings.Count(svg, ">1:18/100 m<") != 1 {
			t.Error("the target is not named once")
		}
	}
}
