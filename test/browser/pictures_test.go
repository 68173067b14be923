package browser

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// mostBytes is how big a picture of the README may be.
const mostBytes = 150_000

// TestPictures makes the four pictures of the README: what a window shows, with as
// many colours as a palette has, which such pages hardly exceed.
func TestPictures(t *testing.T) {
	dir := os.Getenv("LAPKEEP_PICTURES")
	if dir == "" {
		t.Skip("make pictures sets LAPKEEP_PICTURES")
	}
	at := dashboard(t)
	b := open(t, at)
	all := panels(t, b, at)
	for file, p := range map[string]struct {
		panel, theme, from string
		width, height      int64
	}{
		"today.png":    {"today", "light", "main", 1280, 860},
		"fitness.png":  {"fitness", "dark", "main", 1280, 860},
		"activity.png": {"activity", "light", ".chart-card", 1280, 860},
		"calendar.png": {"calendar", "light", "main", 1280, 860},
	} {
		b.visit(t, at, all[p.panel], p.theme, p.width, p.height)
		b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).scrollIntoView()`, p.from)))
		shot, err := chromedp.Run(b, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, fewColors(img)); err != nil {
			t.Fatal(err)
		}
		if out.Len() > mostBytes {
			t.Errorf("%s has %d bytes, more than %d", file, out.Len(), mostBytes)
		}
		if err := os.WriteFile(filepath.Join(dir, file), out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fewColors is a picture of at most 256 of its own colours, of those that are alike
// the one that it has most of; each other becomes the nearest of them.
func fewColors(img image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	box := img.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var colors color.Palette
	alike := map[[3]uint8]bool{}
	for _, c := range all {
		if kind := [3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}; !alike[kind] && len(colors) < 256 {
			alike[kind] = true
			colors = append(colors, c)
		}
	}
	for _, c := range all {
		if len(colors) < 256 && !slices.Contains(colors, color.Color(c)) {
			colors = append(colors, c)
		}
	}
	out, near := image.NewPaletted(box, colors), map[color.RGBA]uint8{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := at(x, y)
			i, ok := near[c]
			if !ok {
				i = uint8(colors.Index(c))
				near[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}
