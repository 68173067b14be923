package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// Axis is the unit in which the widths of bars are labelled; its zero value means
// time in minutes or hours.
type Axis struct {
	unit  string
	hours string  // the unit of long times
	per   float64 // metres in one unit; 0 for time
	none  bool
}

// Time returns an axis of time, given the words for its units. "min" and "h" need no words.
func Time(minutes, hours string) Axis {
	if minutes == "min" && hours == "h" {
		return Axis{}
	}
	return Axis{unit: cleaned(minutes), hours: cleaned(hours)}
}

// NoAxis returns an axis without numbers, for bars with unknown widths.
func NoAxis() Axis { return Axis{none: true} }

// Distance returns an axis in a unit that has the given length in metres: 1000
// for km.
func Distance(unit string, metres float64) Axis {
	if !sane(metres) {
		return Axis{unit: "m", per: 1}
	}
	return Axis{unit: cleaned(unit), per: metres}
}

// Scale is the unit in which levels are labelled; its zero value means percentages of the
// threshold.
type Scale struct {
	unit      string
	threshold float64 // the value at level 1; 0 for percent
	pace      bool
	none      bool
}

// NoScale returns a scale without numbers, for bars that have no level.
func NoScale() Scale { return Scale{none: true} }

// ProfileValues returns a scale for a quantity such as power, heart rate or speed,
// given its value at the threshold.
func ProfileValues(threshold float64, unit string) Scale {
	if !sane(threshold) {
		return Scale{}
	}
	return Scale{unit: cleaned(unit), threshold: threshold}
}

// Pace returns a scale that labels levels of speed with paces, given the pace at
// the threshold in seconds.
func Pace(thresholdS float64, unit string) Scale {
	s := ProfileValues(thresholdS, unit)
	s.pace = s.threshold > 0
	return s
}

// sane reports whether v is plausible as a threshold or a unit of length.
func sane(v float64) bool { return v >= 0.1 && v <= 1e6 }

func cleaned(unit string) string { return textclean.Line(unit, 12) }

// tick is a position on an axis or a scale, with its text.
type tick struct {
	at   float64
	text string
}

// most is the maximum number of ticks; fewer fit on any chart.
const most = 100

func every(step, end float64, text func(float64) string) []tick {
	var out []tick
	for i := 0; i < most && float64(i)*step <= end; i++ {
		out = append(out, tick{float64(i) * step, text(float64(i) * step)})
	}
	return out
}

// ticks returns ticks at round values up to total, with at least the given distance between
// them; the last one is the total itself.
func (a Axis) ticks(total, least float64) []tick {
	if a.none {
		return nil
	}
	if a.per > 0 {
		step := Round(least / a.per)
		out := every(step, total/a.per, func(v float64) string { return number(v, 3) })
		for i := range out {
			out[i].at *= a.per
		}
		return append(out, tick{total, number(total/a.per, decimals(total/a.per)) + " " + a.unit})
	}
	step := RoundTime(least)
	text := func(v float64) string { return strconv.Itoa(int(v) / 60) }
	switch {
	case total >= 2*3600:
		text = hours
	case step < 60 || total < 60:
		text = clock
	}
	return append(every(step, total, text), tick{total, a.lasting(total, text)})
}

// lasting formats a duration in whole seconds with its unit, in the same form as the ticks.
func (a Axis) lasting(total float64, text func(float64) string) string {
	total = math.Round(total)
	minutes, long := " "+cmp.Or(a.unit, "min"), " "+cmp.Or(a.hours, "h")
	switch {
	case total >= 2*3600:
		if int(total)%60 != 0 {
			return i18n.Clock(total) + long
		}
		return hours(total) + long
	case int(total)%60 != 0:
		return clock(total) + minutes
	}
	return text(total) + minutes
}

func clock(s float64) string { return fmt.Sprintf("%d:%02d", int(s)/60, int(s)%60) }

func hours(s float64) string { return clock(s / 60) }

// ticks returns ticks at round values up to top, in levels, with at least the given distance
// between them.
func (s Scale) ticks(top, least float64) []tick {
	switch {
	case s.none:
		return nil
	case s.pace:
		return s.paces(top, least)
	}
	threshold, unit := s.threshold, s.unit
	if threshold == 0 {
		threshold, unit = 100, "%"
	}
	out := every(Round(least*threshold), top*threshold, func(v float64) string { return number(v, 3) + " " + unit })
	for i := range out {
		out[i].at /= threshold
	}
	return out
}

// slowest is the lowest level that is labelled with a pace. A step below this level is a
// rest, and paces grow without limit there.
const slowest = 0.4

// paces returns round paces, the roundest first, as long as there is room for them.
func (s Scale) paces(top, least float64) []tick {
	var out []tick
	for _, step := range []float64{60, 30, 10} {
		first := math.Ceil(s.threshold/top/step) * step
		for i := range most {
			pace := first + float64(float64(i)*step)
			at := s.threshold / pace
			if at < slowest {
				break
			}
			if apart(out, at, least) {
				out = append(out, tick{at, clock(pace) + " " + s.unit})
			}
		}
	}
	return out
}

func apart(ticks []tick, at, least float64) bool {
	for _, t := range ticks {
		if math.Abs(t.at-at) < least {
			return false
		}
	}
	return true
}

// Round returns the smallest round step that is not smaller than the argument.
func Round(least float64) float64 {
	ten := 1.0
	for ten > least {
		ten /= 10
	}
	for 10*ten <= least {
		ten *= 10
	}
	for _, m := range []float64{1, 2, 2.5, 5} {
		if step := m * ten; step >= least && (m != 2.5 || ten >= 10) {
			return step
		}
	}
	return 10 * ten
}

// RoundTime returns the smallest clock step in seconds that is not smaller than the argument.
func RoundTime(least float64) float64 {
	const minute, hour = 60, 3600
	for _, step := range []float64{
		1, 5, 10, 15, 30, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 20 * minute, 30 * minute,
		hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour,
	} {
		if step >= least {
			return step
		}
	}
	return math.Ceil(least/(24*hour)) * 24 * hour
}

// number writes a value with at most the given number of decimals.
func number(v float64, decimals int) string {
	p := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(v*p)/p, 'f', -1, 64)
}

// decimals returns the number of decimals for a total, which needs only three digits.
func decimals(v float64) int {
	switch {
	case v < 10:
		return 2
	case v < 100:
		return 1
	}
	return 0
}

// Paint fills or draws a shape. A shape with alpha 0 is not drawn.
type Paint struct {
	Color color.NRGBA
	// Class is the shape's class for style sheets.
	Class string
}

// As returns the paint with another class and with its opacity multiplied by share.
func (p Paint) As(class string, share float64) Paint {
	p.Color.A = uint8(math.Round(float64(p.Color.A) * max(0, min(share, 1))))
	p.Class = class
	return p
}

// Theme holds the paints for everything in a chart except the data. If the background is
// opaque, it is drawn first.
type Theme struct {
	Background Paint
	Ink        Paint // headings and important text: contrast with the background is at least 7
	Muted      Paint // labels: contrast is at least 4.5
	Faint      Paint // guide lines, which may be hard to see
}

// Light returns dark ink on white, as for print.
func Light() Theme {
	return Theme{
		Background: Paint{Color: rgb(0xffffff), Class: "background"},
		Ink:        Paint{Color: rgb(0x1f2329), Class: "ink"},
		Muted:      Paint{Color: rgb(0x5a626d), Class: "muted"},
		Faint:      Paint{Color: rgb(0xe3e6ea), Class: "faint"},
	}
}

// neutral has a contrast of 4.5 with white, and of 4.6 with black.
var neutral = rgb(0x767676)

// Zone returns the paint of a zone from 1 to 7, and grey for any other number.
//
// The same colours serve light and dark themes: each has a contrast of at least 3 (WCAG
// 2.2, 1.4.11) with white, with #1e1e1e and with anything darker. The hues are those that
// athletes are used to, from grey and blue to red and violet. Light and dark alternate,
// so that people who cannot distinguish red, green or blue still see the difference
// between neighbouring zones, even in greyscale print. TestZonesAreToldApart checks this.
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
