package i18n

import (
	"cmp"
	"math"
	"strings"
)

// FieldUnit defines how numbers are shown: the unit and decimals of answer fields whose
// names end with Suffix. Answers and CSV files stay metric and keep all digits.
type FieldUnit struct {
	of     string // the part before the suffix, if it matters
	Suffix string // the end of the name, which the unit replaces
	Unit
}

// Reader is the person or page to whom a number is shown.
type Reader struct {
	Miles  bool // distances are shown in miles, heights in feet
	OnFoot bool // cadence is shown in steps of both feet
	Swims  bool // distances are those in a pool
}

// fieldUnits lists a longer suffix before any shorter suffix that it ends with.
var fieldUnits = []FieldUnit{
	{"", "_s_per_km", PacePerKm()},
	{"", "_s_per_100m", PacePer100m()},
	{"", "_w_per_kg", Unit{Shown: "W/kg", Places: Hundredths}}, // used worldwide, even where people use pounds
	{"", "_kj_per_kg", Unit{Shown: "kJ/kg", Places: AsTold}},
	{"", "_m_per_km", Unit{
		Shown: "m/km", Places: AsTold, Miles: Converted{Shown: "ft/mi", Factor: KmPerMile / MPerFoot},
	}},
	{"", "_m_per_h", MetresPerHour()},
	{"", "_kn_per_m", Unit{Shown: "kN/m", Places: Tenths}},
	{"", "_g_per_h", Unit{Shown: "g/h", Places: Whole}},
	{"", "_ml_per_h", Unit{Shown: "ml/h", Places: Whole}},
	{"", "_kmh", KilometresPerHour()},
	{"", "_mps", Unit{Shown: "m/s", Miles: Converted{Shown: "mph", Factor: 3.6 / KmPerMile}}},
	{"", "_km", Kilometres()},
	{"", "_kcal", Unit{Shown: "kcal", Places: Whole}},
	{"", "_kj", Unit{Shown: "kJ", Places: Whole}},
	{"", "_j", Unit{Shown: "J", Places: Whole}},
	{"", "_kg", Kilograms()},
	{"", "_cm", Unit{
		Shown: "cm", Places: AsTold, Miles: Converted{Shown: "in", Factor: 1 / CmPerInch, Places: Tenths},
	}},
	// A mean over days is compared with bounds that may be only a beat apart, so it has
	// a decimal.
	{"mean_7d", "_bpm", Unit{Shown: "bpm", Places: Tenths}},
	{"usual_from", "_bpm", Unit{Shown: "bpm", Places: Tenths}},
	{"usual_to", "_bpm", Unit{Shown: "bpm", Places: Tenths}},
	{"", "_bpm", Unit{Shown: "bpm", Places: Whole}},
	{"", "_rpm", Unit{Shown: "rpm", Places: Whole, Steps: Converted{Shown: "spm", Factor: 2, Places: Whole}}},
	{"", "_spm", Unit{Shown: "spm", Places: Whole}},
	{"share", "_pct", Unit{Shown: "%", Places: Tenths}},
	{"grade", "_pct", Unit{Shown: "%", Places: Tenths}},
	{"", "_pct", Unit{Shown: "%", Places: AsTold}},
	{"polarization_index", "", Unit{Places: Hundredths}},
	{"percent_of_threshold", "", Unit{Shown: "%", Places: Whole}},
	{"", "_deg", Unit{Shown: "°"}},
	{"", "_mm", Unit{Shown: "mm", Places: AsTold}},
	{"", "_ms", Unit{Shown: "ms", Places: Whole}},
	{"", "_ml", Unit{Shown: "ml", Places: Whole}},
	{"", "_g", Unit{Shown: "g", Places: Whole}},
	{"", "_w", Unit{Shown: "W", Places: Whole}},
	{"", "_c", Degrees()},
	{"", "_h", Unit{Shown: "h", Places: AsTold}},
	{"", "_bytes", Unit{Shown: "MB", Factor: 1e-6, Places: Tenths}},
	// Distances are shown in yards only in the water.
	{"swum", "_m", MetresOfWay()},
	{"pool_length", "_m", MetresOfWay()},
	{"distance", "_m", Unit{
		Shown: "m", Places: Whole, Miles: Converted{Shown: "mi", Factor: 1 / (1000 * KmPerMile), Places: Way},
	}},
	{"", "_m", Metres()},
	{"", "_s", Unit{Clock: true}},
	{"seconds", "", Unit{Clock: true}},
	{"load", "", Unit{Places: Whole}},
	{"tss", "", Unit{Places: Whole}},
	{"trimp", "", Unit{Places: Whole}},
	{"ctl", "", Unit{Places: Whole}},
	{"atl", "", Unit{Places: Whole}},
	{"tsb", "", Unit{Places: Whole}},
	{"year", "", Unit{Places: Plain}},
	{"version", "", Unit{Places: Plain}},
}

// Native reports whether a number stays metric for readers who use miles: a pool whose
// length is not a whole number of yards was built in metres.
func (u FieldUnit) Native(x float64) bool {
	yards := x / MPerYard
	return u.of == "pool_length" && math.Abs(yards-math.Round(yards)) > 0.02
}

// For returns the unit in which a reader sees a metric number.
func (u FieldUnit) For(r Reader, metric float64) Converted {
	switch {
	case r.Swims && u.Suffix == "_km":
		if yards := MetresOfWay().Miles; r.Miles {
			yards.Factor *= 1000
			return yards
		}
		return Converted{Shown: "m", Factor: 1000, Places: Whole}
	case r.OnFoot && u.Steps.Shown != "":
		return u.Steps
	case r.Miles && u.Miles.Shown != "" && !u.Native(metric):
		return u.Miles
	}
	return Converted{Shown: u.Shown, Factor: cmp.Or(u.Factor, 1), Places: u.Places}
}

// Display formats a tool's number for a reader, and returns it with its unit.
// told is the number in the tool's own digits.
func (u FieldUnit) Display(r Reader, metric float64, told string) (text, unit string) {
	c := u.For(r, metric)
	switch x := c.Of(metric); {
	case u.Clock:
		text = Clock(x)
	case c.Places == Plain:
		text = told
	default:
		text = Grouped(c.Text(x, told))
	}
	return text, c.Shown
}

// Told returns a tool's number with the unit in which the tool measures it.
func (u FieldUnit) Told(digits string) string {
	unit := u.Shown
	switch {
	case u.Clock:
		unit = "s" + u.Shown
	case u.Factor != 0:
		unit = u.Suffix[1:]
	}
	return strings.TrimSuffix(digits+" "+unit, " ")
}

// Grouped separates the thousands of a number.
func Grouped(number string) string {
	whole, rest, _ := strings.Cut(number, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return strings.TrimSuffix(whole+"."+rest, ".")
}

// UnitOf returns the unit of an answer's field, or "" if it has none.
func UnitOf(key string) FieldUnit {
	if strings.HasPrefix(key, "eddington_") {
		return FieldUnit{} // the number counts days, and would be different in miles
	}
	if strings.HasPrefix(key, "load_") {
		key = "load" // the load of a sport
	}
	for i := range fieldUnits {
		u := &fieldUnits[i]
		before, ok := strings.CutSuffix(key, u.Suffix)
		if ok {
			before, ok = strings.CutSuffix(before, u.of)
		}
		switch {
		case !ok:
		case strings.HasSuffix(before, "_per"):
			return FieldUnit{} // an unknown unit must not be read as its last part
		default:
			return *u
		}
	}
	return FieldUnit{}
}
