package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"lapkeep/internal/picture"
	"lapkeep/internal/platform/textclean"
	"lapkeep/test/golden"
)

// everything has a shape of each kind, and what is not drawn.
func everything() *picture.Canvas {
	ink := picture.Light().Ink
	return &picture.Canvas{
		Width: 120, Height: 80.5, Title: `<Title> & "quotes"`, Description: "What\nit shows",
		Shapes: []picture.Shape{
			picture.Rect{Width: 120, Height: 80.5, Paint: picture.Light().Background},
			picture.Rect{X: 1.0 / 3, Y: -0.001, Width: 10, Height: 2.005, Paint: picture.Zone(3)},
			picture.Polygon{Points: []picture.Point{{}, {X: 9.999}, {X: 5, Y: -7.5}}, Paint: picture.Zone(4).As("zone-4 band", 0.45)},
			picture.Lines{
				Segments: []picture.Segment{{From: picture.Point{X: 1, Y: 2}, To: picture.Point{X: 3, Y: 4}}, {To: picture.Point{X: 1}}},
				Width:    1.5, Dash: 4, Paint: picture.Light().Ink,
			},
			picture.Text{X: 60, Y: 40, Anchor: picture.Middle, Size: 12, Text: "4 × 8 min <105 %>", Paint: ink},
			picture.Text{X: 119, Y: 60, Anchor: picture.End, Size: 12.5, Text: "end", Paint: ink},
			picture.Group{Hint: "a & b", Shapes: []picture.Shape{picture.Rect{X: 2, Y: 2, Width: 4, Height: 4, Paint: ink}, nil}},
			picture.Group{Hint: "of nothing"},
			nil,
		},
	}
}

func TestSVGOfEveryShape(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/shapes.svg", string(everything().SVG()))
}

func TestSameBytesEachTime(t *testing.T) {
	t.Parallel()
	png := func() []byte {
		b, err := everything().PNG(1.5)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if !bytes.Equal(everything().SVG(), everything().SVG()) || !bytes.Equal(png(), png()) {
		t.Error("the same picture has other bytes")
	}
}

// bad returns shapes that cannot be drawn.
func bad(p picture.Paint) map[string]picture.Shape {
	nan, inf := math.NaN(), math.Inf(1)
	points := []picture.Point{{X: 1, Y: 1}, {X: 9, Y: 1}, {X: 5, Y: 9}}
	segment := []picture.Segment{{To: picture.Point{X: 9, Y: 9}}}
	return map[string]picture.Shape{
		"rect at NaN":             picture.Rect{X: nan, Width: 9, Height: 9, Paint: p},
		"rect of NaN":             picture.Rect{Width: 9, Height: nan, Paint: p},
		"rect to infinity":        picture.Rect{Width: inf, Height: 9, Paint: p},
		"rect backwards":          picture.Rect{X: 9, Y: 9, Width: -5, Height: 5, Paint: p},
		"rect far away":           picture.Rect{X: 1e300, Width: 9, Height: 9, Paint: p},
		"rect without paint":      picture.Rect{Width: 9, Height: 9},
		"polygon of two":          picture.Polygon{Points: points[:2], Paint: p},
		"polygon with NaN":        picture.Polygon{Points: append([]picture.Point{{X: nan}}, points...), Paint: p},
		"polygon to infinity":     picture.Polygon{Points: append([]picture.Point{{Y: -inf}}, points...), Paint: p},
		"polygon without paint":   picture.Polygon{Points: points},
		"no lines":                picture.Lines{Width: 1, Paint: p},
		"line of no length":       picture.Lines{Segments: []picture.Segment{{}}, Width: 1, Paint: p},
		"line of no width":        picture.Lines{Segments: segment, Paint: p},
		"line of NaN":             picture.Lines{Segments: segment, Width: nan, Paint: p},
		"line to NaN":             picture.Lines{Segments: []picture.Segment{{To: picture.Point{X: nan}}}, Width: 1, Paint: p},
		"line without paint":      picture.Lines{Segments: segment, Width: 1},
		"text of nothing":         picture.Text{X: 5, Y: 9, Size: 9, Text: " \u200b\x00 ", Paint: p},
		"text of size 0":          picture.Text{X: 5, Y: 9, Text: "text", Paint: p},
		"text of size NaN":        picture.Text{X: 5, Y: 9, Size: nan, Text: "text", Paint: p},
		"text of size 1e300":      picture.Text{X: 5, Y: 9, Size: 1e300, Text: "text", Paint: p},
		"text at infinity":        picture.Text{X: inf, Y: 9, Size: 9, Text: "text", Paint: p},
		"text without paint":      picture.Text{X: 5, Y: 9, Size: 9, Text: "text"},
		"group of what cannot be": picture.Group{Hint: "hint", Shapes: []picture.Shape{picture.Rect{Width: nan, Height: 1, Paint: p}}},
	}
}

func TestWhatCannotBeDrawnIsLeftOut(t *testing.T) {
	t.Parallel()
	empty := picture.Canvas{Width: 12, Height: 12}
	blank, err := empty.PNG(1)
	if err != nil {
		t.Fatal(err)
	}
	for name, shape := range bad(picture.Zone(6)) {
		c := picture.Canvas{Width: 12, Height: 12, Shapes: []picture.Shape{shape}}
		if got, want := string(c.SVG()), string(empty.SVG()); got != want {
			t.Errorf("%s: the SVG has %s", name, got)
		}
		if got, err := c.PNG(1); err != nil || !bytes.Equal(got, blank) {
			t.Errorf("%s: the PNG is not blank (%v)", name, err)
		}
	}
}

func TestWhatIsFarAwayIsMovedWithinReach(t *testing.T) {
	t.Parallel()
	c := picture.Canvas{Width: 1e300, Height: math.NaN(), Shapes: []picture.Shape{
		picture.Rect{X: -1e300, Y: -5, Width: 2e300, Height: 10, Paint: picture.Zone(1)},
		picture.Polygon{Points: []picture.Point{{X: -1e9}, {X: 1e9}, {Y: 1e9}}, Paint: picture.Zone(2)},
	}}
	got := string(c.SVG())
	for _, want := range []string{
		`viewBox="0 0 10000 1"`, `<rect x="-20000" y="-5" width="40000" height="10"`, `points="-20000,0 20000,0 0,20000"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}

// read reads an SVG as XML, and gives what it says by element.
func read(t *testing.T, svg []byte) map[string][]string {
	t.Helper()
	said := map[string][]string{}
	var open []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return said
		}
		if err != nil {
			t.Fatalf("%v in %q", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, token.Name.Local)
			for _, a := range token.Attr {
				if v := strings.ToLower(a.Value); a.Name.Local != "class" && (strings.Contains(v, "nan") || strings.Contains(v, "inf")) {
					t.Errorf("%s of %s is %s", a.Name.Local, token.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if text := string(token); strings.TrimSpace(text) != "" {
				in := open[len(open)-1]
				said[in] = append(said[in], text)
			}
		}
	}
}

func FuzzAnyTextIsWellFormed(f *testing.F) {
	f.Add("Sweet spot", "a < b && c", 10.0, 1.0)
	f.Add("]]>", "<script>alert(1)</script>", 1e300, -0.001)
	f.Add("\x00\x1b[31m\ufffe\xff\u202e", "\"'&amp;\r\n\t🚴\u200d♀️ é e\u0301", math.Inf(-1), 2.5)
	f.Fuzz(func(t *testing.T, a, b string, x, size float64) {
		square := picture.Rect{X: x, Y: size, Width: size, Height: size, Paint: picture.Zone(len(a))}
		c := picture.Canvas{Width: 40, Height: x, Title: a, Description: b, Shapes: []picture.Shape{
			picture.Text{X: x, Y: 5, Size: size, Text: b, Paint: picture.Light().Ink},
			picture.Text{X: 20, Y: 9, Size: 9, Text: a, Anchor: picture.Middle, Paint: picture.Light().Ink.As(b, 0.5)},
			picture.Group{Hint: a, Shapes: []picture.Shape{square}},
		}}
		svg := c.SVG()
		said := read(t, svg)
		if title := textclean.Line(a, 200); title != "" && (len(said["title"]) == 0 || said["title"][0] != title) {
			t.Errorf("title %q is %q", title, said["title"])
		}
		if text := textclean.Line(a, 200); text != "" && said["text"][len(said["text"])-1] != text {
			t.Errorf("text %q is %q", text, said["text"])
		}
		c.Height = 10
		if _, err := c.PNG(1); err != nil {
			t.Error(err)
		}
	})
}
