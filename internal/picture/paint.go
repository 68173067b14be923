package picture

import (
	"image/color"
	"math"
)

// Paint is what a shape is filled or drawn with. Nothing of alpha 0 is drawn.
type Paint struct {
	Color color.NRGBA
	// Class names the shape to style sheets.
	Class string
}

// As is the paint under the name of another class, with a share of its opacity.
func (p Paint) As(class string, share float64) Paint {
	p.Color.A = uint8(math.Round(float64(p.Color.A) * max(0, min(share, 1))))
	p.Class = class
	return p
}

// Theme is the paint of what a chart has beside its data. An opaque
// background is drawn first.
type Theme struct {
	Background Paint
	Ink        Paint // headings, what matters: contrast to the background ≥ 7
	Muted      Paint // labels: ≥ 4.5
	Faint      Paint // lines to read along, which may be hard to see
}

// Light is dark ink on white, as for print.
func Light() Theme {
	return Theme{
		Background: Paint{Color: rgb(0xffffff), Class: "background"},
		Ink:        Paint{Color: rgb(0x1f2329), Class: "ink"},
		Muted:      Paint{Color: rgb(0x5a626d), Class: "muted"},
		Faint:      Paint{Color: rgb(0xe3e6ea), Class: "faint"},
	}
}

// neutral has a contrast of 4.5 to white, and of 4.6 to black.
var neutral = rgb(0x767676)

// Zone is the paint of a zone from 1 to 7. Any other number is no zone, which
// has a grey.
//
// One set of colours serves light and dark: each has a contrast of at least
// 3 (WCAG 2.2, 1.4.11) to white and to #1e1e1e and what is darker. Zones
// follow the hues that athletes know, from grey and blue to red and violet;
// by turns they are light and dark as well, so that zones that follow one
// another stay apart for those who do not tell red, green or blue, and on
// grey paper. TestZonesAreToldApart says how far.
//
//	zone   colour   white  #1e1e1e
//	none   #6a6c76   5.2    3.2   grey
//	1      #8990a0   3.2    5.2   grey blue
//	2      #019ce8   3.0    5.5   blue
//	3      #0e7a4a   5.4    3.1   green
//	4      #c08b05   3.0    5.5   gold
//	5      #c33a0c   5.3    3.1   rust
//	6      #e5627b   3.3    5.0   rose
//	7      #9940c1   5.4    3.1   violet
func Zone(zone int) Paint {
	palette := [...]struct {
		hex   int
		class string
	}{
		{0x6a6c76, "zone-none"},
		{0x8990a0, "zone-1"},
		{0x019ce8, "zone-2"},
		{0x0e7a4a, "zone-3"},
		{0xc08b05, "zone-4"},
		{0xc33a0c, "zone-5"},
		{0xe5627b, "zone-6"},
		{0x9940c1, "zone-7"},
	}
	if zone < 0 || zone >= len(palette) {
		zone = 0
	}
	return Paint{Color: rgb(palette[zone].hex), Class: palette[zone].class}
}

func rgb(hex int) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}
