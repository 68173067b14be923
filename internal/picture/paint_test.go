package picture_test

import (
	"image/color"
	"math"
	"testing"

	"lapkeep/internal/picture"
)

func linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

func linearRGB(c color.NRGBA) [3]float64 { return [3]float64{linear(c.R), linear(c.G), linear(c.B)} }

// contrast is that of WCAG 2.2.
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

// seen is a colour in OKLab (Ottosson 2020), as somebody sees it.
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
