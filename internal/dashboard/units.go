package dashboard

import (
	"math"
	"strconv"
	"strings"
)

// unit is how numbers whose names end in a suffix are shown. Everything that
// converts a number for a reader of miles and feet stands in this file; the
// tools, /api, /columns and each CSV stay metric.
type unit struct {
	suffix, shown string
	miles         converted
	clock         bool
}

// converted is a number in the units of miles and feet: factor times the metric
// one, and shift more. A unit without them has no name here.
type converted struct {
	shown         string
	factor, shift float64
	places        rounding
}

// rounding says how many decimals a converted number has. A text of the tool is
// never rounded; a conversion has no more of them than the metric number is
// exact to.
type rounding int

const (
	bySize  rounding = iota // three figures, at most two of them behind the point
	oneMore                 // a tenth, which is finer than the metric tenth that tools say: pounds, inches
	whole                   // yards of a pool
	asTold                  // degrees: as many decimals as the tool gave, at most one
)

// The exact ratios of the international yard and pound of 1959.
const (
	kmPerMile = 1.609344
	mPerFoot  = 0.3048
	mPerYard  = 0.9144
	kgPerLb   = 0.45359237
	cmPerInch = 2.54
)

// units go from the longest suffix to the shortest.
var units = []unit{
	{suffix: "pace_s_per_km", shown: "/km", miles: converted{shown: "/mi", factor: kmPerMile}, clock: true},
	{suffix: "_s_per_km", shown: "/km", miles: converted{shown: "/mi", factor: kmPerMile}, clock: true},
	{suffix: "_s_per_100m", shown: "/100 m", miles: converted{shown: "/100 yd", factor: mPerYard}, clock: true},
	{suffix: "_w_per_kg", shown: "W/kg"}, // the world says it so, pounds or not
	{suffix: "_kj_per_kg", shown: "kJ/kg"},
	{suffix: "_m_per_km", shown: "m/km", miles: converted{shown: "ft/mi", factor: kmPerMile / mPerFoot}},
	{suffix: "_m_per_h", shown: "m/h", miles: converted{shown: "ft/h", factor: 1 / mPerFoot}},
	{suffix: "_kmh", shown: "km/h", miles: converted{shown: "mph", factor: 1 / kmPerMile}},
	{suffix: "_mps", shown: "m/s", miles: converted{shown: "mph", factor: 3.6 / kmPerMile}},
	{suffix: "_km", shown: "km", miles: converted{shown: "mi", factor: 1 / kmPerMile}},
	{suffix: "_kcal", shown: "kcal"},
	{suffix: "_kj", shown: "kJ"},
	{suffix: "_j", shown: "J"},
	{suffix: "_kg", shown: "kg", miles: converted{shown: "lb", factor: 1 / kgPerLb, places: oneMore}},
	{suffix: "_cm", shown: "cm", miles: converted{shown: "in", factor: 1 / cmPerInch, places: oneMore}},
	{suffix: "_bpm", shown: "bpm"},
	{suffix: "_rpm", shown: "rpm"},
	{suffix: "_spm", shown: "spm"},
	{suffix: "_pct", shown: "%"},
	{suffix: "percent_of_threshold", shown: "%"},
	{suffix: "_deg", shown: "°"},
	{suffix: "_mm", shown: "mm"},
	{suffix: "_ms", shown: "ms"},
	{suffix: "_ml", shown: "ml"},
	{suffix: "_g", shown: "g"},
	{suffix: "_w", shown: "W"},
	{suffix: "_c", shown: "°C", miles: converted{shown: "°F", factor: 1.8, shift: 32, places: asTold}},
	{suffix: "_h", shown: "h"},
	// Pools and lengths are swum in yards.
	{suffix: "distance_m", shown: "m", miles: converted{shown: "yd", factor: 1 / mPerYard, places: whole}},
	{suffix: "pool_length_m", shown: "m", miles: converted{shown: "yd", factor: 1 / mPerYard, places: whole}},
	{suffix: "_m", shown: "m", miles: converted{shown: "ft", factor: 1 / mPerFoot}},
	{suffix: "_s", clock: true},
}

func unitOf(key string) unit {
	if strings.HasPrefix(key, "eddington_") {
		return unit{} // it counts days, and is another number in miles
	}
	for _, u := range units {
		if strings.HasSuffix(key, u.suffix) {
			return u
		}
	}
	return unit{}
}

// of is a metric number in this unit.
func (c converted) of(f float64) float64 { return f*c.factor + c.shift }

// text is a converted number as it is read; told is the metric one in the tool's
// digits.
func (c converted) text(f float64, told string) string {
	n := 0
	switch c.places {
	case whole:
	case oneMore:
		n = 1
	case bySize:
		if size := math.Abs(f); size < 10 {
			n = 2
		} else if size < 100 {
			n = 1
		}
	case asTold:
		if _, after, ok := strings.Cut(told, "."); ok {
			n = min(1, len(after))
		}
	}
	text := strconv.FormatFloat(f, 'f', n, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// axisOf is what a chart multiplies and adds to draw a column in the reader's
// units; empty where it draws the tool's own numbers.
func (p *page) axisOf(key string) (factor, shift string) {
	c := unitOf(key).miles
	if !p.miles || c.shown == "" {
		return "", ""
	}
	return strconv.FormatFloat(c.factor, 'g', -1, 64), strconv.FormatFloat(c.shift, 'g', -1, 64)
}

// streamUnit is what the chart of streams shows a channel in: the unit, and the
// factor and shift that make it of the channel's own. key is a name in the unit
// that it has without miles, of which base channel units make one.
func (p *page) streamUnit(key string, base float64) (shown, factor, shift string) {
	u := unitOf(key)
	shown, by, more := u.shown, base, 0.0
	if p.miles && u.miles.shown != "" {
		shown, by, more = u.miles.shown, base*u.miles.factor, u.miles.shift
	}
	return shown, strconv.FormatFloat(by, 'g', -1, 64), strconv.FormatFloat(more, 'g', -1, 64)
}

// lengths are the units of a map's scale, the long one first, each with how many
// of it make a metre.
func (p *page) lengths() string {
	long, perKm, _ := p.streamUnit("distance_km", 1.0/1000)
	short, perM, _ := p.streamUnit("altitude_m", 1)
	return strings.Join([]string{long, perKm, short, perM}, " ")
}
