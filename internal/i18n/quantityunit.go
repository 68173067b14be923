package i18n

import (
	"math"
	"strconv"
	"strings"
)

// Unit is what a number is shown in.
type Unit struct {
	Shown string // behind the metric number; "/km" of a time
	Miles Converted
	Clock bool // it is a time, written as 4:05
}

// Converted is a number in the units of miles and feet: Factor times the metric
// one, and Shift more. A unit without them has no name here.
type Converted struct {
	Shown         string
	Factor, Shift float64
	Places        Rounding
}

// Rounding says how many decimals a converted number has. A text of the tool is
// never rounded; a conversion has no more of them than the metric number is
// exact to.
type Rounding int

// The ways of rounding.
const (
	BySize  Rounding = iota // three figures, at most two of them behind the point
	OneMore                 // a tenth, which is finer than the metric tenth that tools say: pounds, inches
	Whole                   // yards of a pool
	AsTold                  // degrees: as many decimals as the tool gave, at most one
)

// The exact ratios of the international yard and pound of 1959.
const (
	KmPerMile = 1.609344
	MPerFoot  = 0.3048
	MPerYard  = 0.9144
	KgPerLb   = 0.45359237
	CmPerInch = 2.54
)

// Kilometres are of distances: a unit that readers of miles have another for.
func Kilometres() Unit {
	return Unit{Shown: "km", Miles: Converted{Shown: "mi", Factor: 1 / KmPerMile}}
}

// Metres are of heights.
func Metres() Unit { return Unit{Shown: "m", Miles: Converted{Shown: "ft", Factor: 1 / MPerFoot}} }

// MetresOfWay are of short distances, in a pool or on a track.
func MetresOfWay() Unit {
	return Unit{Shown: "m", Miles: Converted{Shown: "yd", Factor: 1 / MPerYard, Places: Whole}}
}

// Kilograms are of weights.
func Kilograms() Unit {
	return Unit{Shown: "kg", Miles: Converted{Shown: "lb", Factor: 1 / KgPerLb, Places: OneMore}}
}

// Degrees are of temperatures.
func Degrees() Unit {
	return Unit{Shown: "°C", Miles: Converted{Shown: "°F", Factor: 1.8, Shift: 32, Places: AsTold}}
}

// KilometresPerHour are of speeds.
func KilometresPerHour() Unit {
	return Unit{Shown: "km/h", Miles: Converted{Shown: "mph", Factor: 1 / KmPerMile}}
}

// MetresPerHour are of climbing.
func MetresPerHour() Unit {
	return Unit{Shown: "m/h", Miles: Converted{Shown: "ft/h", Factor: 1 / MPerFoot}}
}

// PacePerKm is the time for a kilometre.
func PacePerKm() Unit {
	return Unit{Shown: "/km", Miles: Converted{Shown: "/mi", Factor: KmPerMile}, Clock: true}
}

// PacePer100m is the time for 100 m.
func PacePer100m() Unit {
	return Unit{Shown: "/100 m", Miles: Converted{Shown: "/100 yd", Factor: MPerYard}, Clock: true}
}

// Of is a metric number in this unit.
func (c Converted) Of(f float64) float64 { return f*c.Factor + c.Shift }

// Text is a converted number as it is read; told is the metric one in the tool's
// digits.
func (c Converted) Text(f float64, told string) string {
	n := 0
	switch c.Places {
	case Whole:
	case OneMore:
		n = 1
	case BySize:
		if size := math.Abs(f); size < 10 {
			n = 2
		} else if size < 100 {
			n = 1
		}
	case AsTold:
		if _, after, ok := strings.Cut(told, "."); ok {
			n = min(1, len(after))
		}
	}
	text := strconv.FormatFloat(f, 'f', n, 64)
	if strings.Trim(text, "-0.") == "" {
		return "0"
	}
	return text
}
