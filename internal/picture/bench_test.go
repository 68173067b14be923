package picture_test

import (
	"testing"

	"lapkeep/internal/picture"
)

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

// sixty is a session of 60 bars, each with a label, as they come.
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
