package i18n

import (
	"math"
	"strings"
)

// FieldUnit is the unit of the fields of answers whose names have a suffix, for
// pages and commands. Answers themselves and CSV files stay metric.
type FieldUnit struct {
	of     string // the part before the suffix, if it matters
	Suffix string // of the name, which the unit replaces
	Unit
}

// fieldUnits lists longer endings before their own endings.
var fieldUnits = []FieldUnit{
	{"", "_s_per_km", PacePerKm()},
	{"", "_s_per_100m", PacePer100m()},
	{"", "_w_per_kg", Unit{Shown: "W/kg"}}, // used worldwide, also with pounds
	{"", "_kj_per_kg", Unit{Shown: "kJ/kg"}},
	{"", "_m_per_km", Unit{
		Shown: "m/km", Miles: Converted{Shown: "ft/mi", Factor: KmPerMile / MPerFoot},
	}},
	{"", "_m_per_h", MetresPerHour()},
	{"", "_kn_per_m", Unit{Shown: "kN/m"}},
	{"", "_g_per_h", Unit{Shown: "g/h"}},
	{"", "_ml_per_h", Unit{Shown: "ml/h"}},
	{"", "_kmh", KilometresPerHour()},
	{"", "_mps", Unit{Shown: "m/s", Miles: Converted{Shown: "mph", Factor: 3.6 / KmPerMile}}},
	{"", "_km", Kilometres()},
	{"", "_kcal", Unit{Shown: "kcal"}},
	{"", "_kj", Unit{Shown: "kJ"}},
	{"", "_j", Unit{Shown: "J"}},
	{"", "_kg", Kilograms()},
	{"", "_cm", Unit{
		Shown: "cm", Miles: Converted{Shown: "in", Factor: 1 / CmPerInch, Places: OneMore},
	}},
	{"", "_bpm", Unit{Shown: "bpm"}},
	{"", "_rpm", Unit{Shown: "rpm", Steps: Converted{Shown: "spm", Factor: 2, Places: AsTold}}},
	{"", "_spm", Unit{Shown: "spm"}},
	{"", "_pct", Unit{Shown: "%"}},
	{"percent_of_threshold", "", Unit{Shown: "%"}},
	{"", "_deg", Unit{Shown: "°"}},
	{"", "_mm", Unit{Shown: "mm"}},
	{"", "_ms", Unit{Shown: "ms"}},
	{"", "_ml", Unit{Shown: "ml"}},
	{"", "_g", Unit{Shown: "g"}},
	{"", "_w", Unit{Shown: "W"}},
	{"", "_c", Degrees()},
	{"", "_h", Unit{Shown: "h"}},
	// Distances are given in yards only in the water.
	{"swum", "_m", MetresOfWay()},
	{"pool_length", "_m", MetresOfWay()},
	{"distance", "_m", Unit{Shown: "m", Miles: Converted{Shown: "mi", Factor: 1 / (1000 * KmPerMile)}}},
	{"", "_m", Metres()},
	{"", "_s", Unit{Clock: true}},
	{"seconds", "", Unit{Clock: true}},
}

// Native reports whether a number stays metric for readers of miles: a pool that
// is not a whole number of yards long was built in metres.
func (u FieldUnit) Native(x float64) bool {
	yards := x / MPerYard
	return u.of == "pool_length" && math.Abs(yards-math.Round(yards)) > 0.02
}

// UnitOf returns the unit of a field of an answer, empty if it has none.
func UnitOf(key string) FieldUnit {
	if strings.HasPrefix(key, "eddington_") {
		return FieldUnit{} // it counts days, and miles give another number
	}
	for _, u := range fieldUnits {
		before, ok := strings.CutSuffix(key, u.of+u.Suffix)
		if strings.HasSuffix(before, "_per") {
			return FieldUnit{} // an unknown unit must not be read as its last part
		}
		if ok {
			return u
		}
	}
	return FieldUnit{}
}
