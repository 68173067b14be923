package page

import (
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
)

// unit is how numbers whose names end in a suffix are shown. What converts a
// number for a reader of miles and feet stands in package quantity; the tools,
// /api, /columns and each CSV stay metric.
type unit struct {
	suffix string
	i18n.Unit
}

// units go from the longest suffix to the shortest.
var units = []unit{
	{"pace_s_per_km", i18n.PacePerKm()},
	{"_s_per_km", i18n.PacePerKm()},
	{"_s_per_100m", i18n.PacePer100m()},
	{"_w_per_kg", i18n.Unit{Shown: "W/kg"}}, // the world says it so, pounds or not
	{"_kj_per_kg", i18n.Unit{Shown: "kJ/kg"}},
	{"_m_per_km", i18n.Unit{
		Shown: "m/km", Miles: i18n.Converted{Shown: "ft/mi", Factor: i18n.KmPerMile / i18n.MPerFoot},
	}},
	{"_m_per_h", i18n.MetresPerHour()},
	{"_kn_per_m", i18n.Unit{Shown: "kN/m"}},
	{"_g_per_h", i18n.Unit{Shown: "g/h"}},
	{"_ml_per_h", i18n.Unit{Shown: "ml/h"}},
	{"_kmh", i18n.KilometresPerHour()},
	{"_mps", i18n.Unit{Shown: "m/s", Miles: i18n.Converted{Shown: "mph", Factor: 3.6 / i18n.KmPerMile}}},
	{"_km", i18n.Kilometres()},
	{"_kcal", i18n.Unit{Shown: "kcal"}},
	{"_kj", i18n.Unit{Shown: "kJ"}},
	{"_j", i18n.Unit{Shown: "J"}},
	{"_kg", i18n.Kilograms()},
	{"_cm", i18n.Unit{
		Shown: "cm", Miles: i18n.Converted{Shown: "in", Factor: 1 / i18n.CmPerInch, Places: i18n.OneMore},
	}},
	{"_bpm", i18n.Unit{Shown: "bpm"}},
	{"_rpm", i18n.Unit{Shown: "rpm"}},
	{"_spm", i18n.Unit{Shown: "spm"}},
	{"_pct", i18n.Unit{Shown: "%"}},
	{"percent_of_threshold", i18n.Unit{Shown: "%"}},
	{"_deg", i18n.Unit{Shown: "°"}},
	{"_mm", i18n.Unit{Shown: "mm"}},
	{"_ms", i18n.Unit{Shown: "ms"}},
	{"_ml", i18n.Unit{Shown: "ml"}},
	{"_g", i18n.Unit{Shown: "g"}},
	{"_w", i18n.Unit{Shown: "W"}},
	{"_c", i18n.Degrees()},
	{"_h", i18n.Unit{Shown: "h"}},
	// Only in the water are distances told in yards.
	{"swum_m", i18n.MetresOfWay()},
	{"pool_length_m", i18n.MetresOfWay()},
	{"distance_m", i18n.Unit{Shown: "m", Miles: i18n.Converted{Shown: "mi", Factor: 1 / (1000 * i18n.KmPerMile)}}},
	{"_m", i18n.Metres()},
	{"_s", i18n.Unit{Clock: true}},
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
