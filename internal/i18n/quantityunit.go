package i18n

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unit is the unit in which a number is shown.
type Unit struct {
	Shown  string // text after the metric number, such as "/km" after a time
	Miles  Converted
	Steps  Converted // for athletes on foot: of both feet
	Clock  bool      // it is a time, written as 4:05
	Factor float64   // from the tool's number, 1 if it is 0
	Places Rounding  // of the metric number
}

// Converted converts a number into another unit: the result is Factor times the
// metric number, plus Shift. Shown is empty for a unit that is not converted.
type Converted struct {
	Shown         string
	Factor, Shift float64
	Places        Rounding
}

// Rounding is the rule for the decimals of a shown number. Tool output is never
// rounded; a converted number is no more precise than the metric one.
type Rounding int

// These are the rules for rounding.
const (
	BySize     Rounding = iota // three figures, at most two after the point
	Tenths                     // one decimal
	Whole                      // no decimals
	AsTold                     // as many decimals as the tool's number, but at most one
	Hundredths                 // two decimals
	Way                        // for distances: two below 20, one below 1000
	Plain                      // the tool's digits without separators, for values that are not quantities
)

// These are the exact ratios that follow from the international yard and pound of 1959.
const (
	KmPerMile = 1.609344
	MPerFoot  = 0.3048
	MPerYard  = 0.9144
	KgPerLb   = 0.45359237
	CmPerInch = 2.54
)

// Kilometres returns the unit of distances, which is miles for readers who use miles.
func Kilometres() Unit {
	return Unit{Shown: "km", Places: Way, Miles: Converted{Shown: "mi", Factor: 1 / KmPerMile, Places: Way}}
}

// Metres returns the unit of heights, which is feet for readers who use miles.
func Metres() Unit {
	return Unit{Shown: "m", Places: Whole, Miles: Converted{Shown: "ft", Factor: 1 / MPerFoot, Places: Whole}}
}

// MetresOfWay returns the unit of short distances, such as in a pool or on a track, which
// is yards for readers who use miles.
func MetresOfWay() Unit {
	return Unit{Shown: "m", Places: Whole, Miles: Converted{Shown: "yd", Factor: 1 / MPerYard, Places: Whole}}
}

// Kilograms returns the unit of weights, which is pounds for readers who use miles.
func Kilograms() Unit {
	return Unit{Shown: "kg", Places: Tenths, Miles: Converted{Shown: "lb", Factor: 1 / KgPerLb, Places: Tenths}}
}

// Degrees returns the unit of temperatures, which is °F for readers who use miles.
func Degrees() Unit {
	return Unit{Shown: "°C", Places: AsTold, Miles: Converted{Shown: "°F", Factor: 1.8, Shift: 32, Places: AsTold}}
}

// KilometresPerHour returns the unit of speeds, which is mph for readers who use miles.
func KilometresPerHour() Unit {
	return Unit{Shown: "km/h", Places: Tenths, Miles: Converted{Shown: "mph", Factor: 1 / KmPerMile, Places: Tenths}}
}

// MetresPerHour returns the unit of climbing speed, which is feet per hour for
// readers who use miles.
func MetresPerHour() Unit {
	return Unit{Shown: "m/h", Places: Whole, Miles: Converted{Shown: "ft/h", Factor: 1 / MPerFoot, Places: Whole}}
}

// PacePerKm returns the unit of time per kilometre, or per mile for readers who use miles.
func PacePerKm() Unit {
	return Unit{Shown: "/km", Miles: Converted{Shown: "/mi", Factor: KmPerMile}, Clock: true}
}

// PacePer100m returns the unit of time per 100 m, or per 100 yd for readers who use miles.
func PacePer100m() Unit {
	return Unit{Shown: "/100 m", Miles: Converted{Shown: "/100 yd", Factor: MPerYard}, Clock: true}
}

// Of converts a metric number to this unit.
func (c Converted) Of(f float64) float64 { return f*c.Factor + c.Shift }

// Fixed writes a number with so many decimals. It rounds a tie away from zero, like a browser
// and like a person: 458.5 is 459, and 1.005 is 1.01 although its binary form is less.
func Fixed(x float64, decimals int) string { return strconv.FormatFloat(untied(x), 'f', decimals, 64) }

// untied returns the next number further from zero, so that it is not in the middle of two.
func untied(x float64) float64 { return math.Nextafter(x, math.Copysign(math.MaxFloat64, x)) }

// Text formats a number in this unit; told is the metric number in the tool's
// digits.
func (c Converted) Text(f float64, told string) string {
	text := Fixed(f, c.decimals(math.Abs(f), told))
	if strings.Trim(text, "-0.") == "" {
		return "0"
	}
	return text
}

// Decimals returns the maximum number of decimals on an axis in this unit.
func (c Converted) Decimals() int { return c.decimals(20, "0.00") }

func (c Converted) decimals(size float64, told string) int {
	_, after, _ := strings.Cut(told, ".")
	n := 2
	switch c.Places {
	case Whole, Plain:
		return 0
	case Tenths:
		return 1
	case Hundredths:
		return 2
	case AsTold:
		return min(1, len(after))
	case Way: // the same for all distances in a column
		if size >= 1000 {
			return 0
		} else if size >= 20 {
			return 1
		}
		return 2
	case BySize:
		if size >= 100 {
			n = 0
		} else if size >= 10 {
			n = 1
		}
	}
	if c.Factor == 1 && c.Shift == 0 {
		n = min(n, len(after))
	}
	return n
}

// Quantity is a number with its unit as an operand of a sentence. It is metric
// by default; [InMiles] converts it for readers who use miles and feet.
type Quantity struct {
	format    string // format of the number and the space before its unit, as in "%.1f "
	value, to float64
	unit      Unit
}

// Measured returns a quantity whose number is formatted by format, such as "%.1f ",
// which includes the space before the unit. format is empty for a pace.
func Measured(format string, value float64, unit Unit) Quantity {
	return Quantity{format, value, value, unit}
}

// Pace returns a quantity of seconds per kilometre.
func Pace(seconds float64) Quantity { return Paces(seconds, seconds) }

// Paces returns a range of paces, which is written as a single pace if both ends
// have the same text.
func Paces(from, to float64) Quantity { return Quantity{"", from, to, PacePerKm()} }

func (q Quantity) String() string {
	if q.unit.Clock {
		return clocks(q.value, q.to) + q.unit.Shown
	}
	return formatted(q.format, q.value) + q.unit.Shown
}

func clocks(from, to float64) string {
	a, b := Clock(from), Clock(to)
	if a == b {
		return a
	}
	return a + "–" + b
}

// InMiles formats the quantity for a reader who uses miles.
func (q Quantity) InMiles() string {
	c := q.unit.Miles
	if c.Shown == "" {
		return q.String()
	}
	if q.unit.Clock {
		return clocks(c.Of(q.value), c.Of(q.to)) + c.Shown
	}
	told := formatted(q.format, q.value)
	number := strings.TrimRight(told, " ")
	text := c.Text(c.Of(q.value), number) + told[len(number):] + c.Shown
	if strings.HasPrefix(told, "+") && !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	return text
}

// isQuantity marks an operand that is a quantity. It has several parts: the format, the
// number, and all values of the unit.
const isQuantity = 'q'

func (q Quantity) kept() string {
	var b strings.Builder
	c := q.unit.Miles
	for _, s := range []string{
		q.format, number(q.value), number(q.to), q.unit.Shown, strconv.FormatBool(q.unit.Clock),
		c.Shown, number(c.Factor), number(c.Shift), strconv.Itoa(int(c.Places)),
	} {
		part(&b, s)
	}
	return b.String()
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func readQuantity(text string) (q Quantity, ok bool) {
	p := split(text)
	if len(p) != 9 {
		return q, false
	}
	float := func(i int) float64 { x, _ := strconv.ParseFloat(p[i], 64); return x }
	places, _ := strconv.Atoi(p[8])
	return Quantity{p[0], float(1), float(2), Unit{
		Shown: p[3], Clock: p[4] == "true",
		Miles: Converted{Shown: p[5], Factor: float(6), Shift: float(7), Places: Rounding(places)},
	}}, true
}

// InEnglish formats a sentence in English.
func InEnglish(format string, args ...any) string {
	for _, arg := range args {
		switch arg.(type) {
		case string, int, float64, plain: // a sentence would keep these as they are
		default:
			return Sentencef(format, args...).String()
		}
	}
	return formatted(format, args...)
}

// InMiles returns a say function that formats quantities for readers who use miles and
// feet, and everything else like say; a nil say means English.
func InMiles(say func(format string, args ...any) string) func(format string, args ...any) string {
	if say == nil {
		say = InEnglish
	}
	return func(format string, args ...any) string {
		out := make([]any, len(args))
		for i, arg := range args {
			out[i] = inMiles(arg)
		}
		return say(format, out...)
	}
}

func inMiles(arg any) any {
	switch x := arg.(type) {
	case Quantity:
		return x.InMiles()
	case twofold:
		return x.miles
	case Sentence:
		return x.inMiles()
	case failure:
		return failure(Sentence(x).inMiles())
	case Sentential:
		return x.Sentence().inMiles()
	}
	return arg
}

func (s Sentence) inMiles() Sentence {
	format, args := s.Parts()
	if len(args) == 0 {
		return s
	}
	for i := range args {
		args[i] = inMiles(args[i])
	}
	return Sentencef(format, args...)
}

// Clock writes seconds as m:ss or h:mm:ss, with a minus sign for negative
// values.
func Clock(seconds float64) string {
	s, sign := int64(math.Round(seconds)), ""
	if s < 0 {
		s, sign = -s, "-"
	}
	if s < 3600 {
		return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
}

// Minutes returns the unit of minutes in the language of say.
func Minutes(say func(format string, args ...any) string) string { return strings.TrimSpace(say("%s min", "")) }

// Hours returns the unit of hours in the language of say.
func Hours(say func(format string, args ...any) string) string { return strings.TrimSpace(say("%s h", "")) }
