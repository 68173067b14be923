package page

import (
	"strconv"
	"strings"

	"lapkeep/internal/platform/quantity"
)

// unit is how numbers whose names end in a suffix are shown. What converts a
// number for a reader of miles and feet stands in package quantity; the tools,
// /api, /columns and each CSV stay metric.
type unit struct {
	suffix string
	quantity.Unit
}

// units go from the longest suffix to the shortest.
var units = []unit{
	{"pace_s_per_km", quantity.PacePerKm()},
	{"_s_per_km", quantity.PacePerKm()},
	{"_s_per_100m", quantity.PacePer100m()},
	{"_w_per_kg", quantity.Unit{Shown: "W/kg"}}, // the world says it so, pounds or not
	{"_kj_per_kg", quantity.Unit{Shown: "kJ/kg"}},
	{"_m_per_km", quantity.Unit{
		Shown: "m/km", Miles: quantity.Converted{Shown: "ft/mi", Factor: quantity.KmPerMile / quantity.MPerFoot},
	}},
	{"_m_per_h", quantity.MetresPerHour()},
	{"_kn_per_m", quantity.Unit{Shown: "kN/m"}},
	{"_g_per_h", quantity.Unit{Shown: "g/h"}},
	{"_ml_per_h", quantity.Unit{Shown: "ml/h"}},
	{"_kmh", quantity.KilometresPerHour()},
	{"_mps", quantity.Unit{Shown: "m/s", Miles: quantity.Converted{Shown: "mph", Factor: 3.6 / quantity.KmPerMile}}},
	{"_km", quantity.Kilometres()},
	{"_kcal", quantity.Unit{Shown: "kcal"}},
	{"_kj", quantity.Unit{Shown: "kJ"}},
	{"_j", quantity.Unit{Shown: "J"}},
	{"_kg", quantity.Kilograms()},
	{"_cm", quantity.Unit{
		Shown: "cm", Miles: quantity.Converted{Shown: "in", Factor: 1 / quantity.CmPerInch, Places: quantity.OneMore},
	}},
	{"_bpm", quantity.Unit{Shown: "bpm"}},
	{"_rpm", quantity.Unit{Shown: "rpm"}},
	{"_spm", quantity.Unit{Shown: "spm"}},
	{"_pct", quantity.Unit{Shown: "%"}},
	{"percent_of_threshold", quantity.Unit{Shown: "%"}},
	{"_deg", quantity.Unit{Shown: "°"}},
	{"_mm", quantity.Unit{Shown: "mm"}},
	{"_ms", quantity.Unit{Shown: "ms"}},
	{"_ml", quantity.Unit{Shown: "ml"}},
	{"_g", quantity.Unit{Shown: "g"}},
	{"_w", quantity.Unit{Shown: "W"}},
	{"_c", quantity.Degrees()},
	{"_h", quantity.Unit{Shown: "h"}},
	// Pools and lengths are swum in yards.
	{"distance_m", quantity.MetresOfWay()},
	{"pool_length_m", quantity.MetresOfWay()},
	{"_m", quantity.Metres()},
	{"_s", quantity.Unit{Clock: true}},
}

func unitOf(key string) unit {
	if strings.HasPrefix(key, "eddington_") {
		return unit{} // it counts days, and is another number in miles
	}
	for _, u := range units {
		before, ok := strings.CutSuffix(key, u.suffix)
		if strings.HasSuffix(before, "_per") {
			return unit{} // a unit that is not known is not its last part
		}
		if ok {
			return u
		}
	}
	return unit{}
}

// axisOf is what a chart multiplies and adds to draw a column in the reader's
// units; empty where it draws the tool's own numbers.
func (p *Page) axisOf(key string) (factor, shift string) {
	c := unitOf(key).Miles
	if !p.Miles || c.Shown == "" {
		return "", ""
	}
	return strconv.FormatFloat(c.Factor, 'g', -1, 64), strconv.FormatFloat(c.Shift, 'g', -1, 64)
}

// StreamUnit is what the chart of streams shows a channel in: the unit, and the
// factor and shift that make it of the channel's own. key is a name in the unit
// that it has without miles, of which base channel units make one.
func (p *Page) StreamUnit(key string, base float64) (shown, factor, shift string) {
	u := unitOf(key)
	shown, by, more := u.Shown, base, 0.0
	if p.Miles && u.Miles.Shown != "" {
		shown, by, more = u.Miles.Shown, base*u.Miles.Factor, u.Miles.Shift
	}
	return shown, strconv.FormatFloat(by, 'g', -1, 64), strconv.FormatFloat(more, 'g', -1, 64)
}

// lengths are the units of a map's scale, the long one first, each with how many
// of it make a metre.
func (p *Page) lengths() string {
	long, perKm, _ := p.StreamUnit("distance_km", 1.0/1000)
	short, perM, _ := p.StreamUnit("altitude_m", 1)
	return strings.Join([]string{long, perKm, short, perM}, " ")
}
