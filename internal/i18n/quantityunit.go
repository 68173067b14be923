package i18n

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unit is the unit in which a number is shown.
type Unit struct {
	Shown string // after the metric number; "/km" after a time
	Miles Converted
	Steps Converted // of who is on foot: of both feet
	Clock bool      // it is a time, written as 4:05
}

// Converted is a number in another unit: Factor times the metric one, and Shift
// more. Shown is empty for a unit that is not converted.
type Converted struct {
	Shown         string
	Factor, Shift float64
	Places        Rounding
}

// Rounding is the rule for the decimals of a converted number. Tool output is
// never rounded; a converted number is no more precise than the metric one.
type Rounding int

// The ways of rounding.
const (
	BySize  Rounding = iota // three figures, at most two after the point
	OneMore                 // a tenth, finer than the tools' metric tenth: pounds, inches
	Whole                   // yards of a pool
	AsTold                  // degrees: as many decimals as the tool's, at most one
)

// The exact ratios of the international yard and pound of 1959.
const (
	KmPerMile = 1.609344
	MPerFoot  = 0.3048
	MPerYard  = 0.9144
	KgPerLb   = 0.45359237
	CmPerInch = 2.54
)

// Kilometres returns the unit of distances, miles for readers of miles.
func Kilometres() Unit {
	return Unit{Shown: "km", Miles: Converted{Shown: "mi", Factor: 1 / KmPerMile}}
}

// Metres returns the unit of heights, feet for readers of miles.
func Metres() Unit { return Unit{Shown: "m", Miles: Converted{Shown: "ft", Factor: 1 / MPerFoot}} }

// MetresOfWay returns the unit of short distances, in a pool or on a track:
// yards for readers of miles.
func MetresOfWay() Unit {
	return Unit{Shown: "m", Miles: Converted{Shown: "yd", Factor: 1 / MPerYard, Places: Whole}}
}

// Kilograms returns the unit of weights, pounds for readers of miles.
func Kilograms() Unit {
	return Unit{Shown: "kg", Miles: Converted{Shown: "lb", Factor: 1 / KgPerLb, Places: OneMore}}
}

// Degrees returns the unit of temperatures, Fahrenheit for readers of miles.
func Degrees() Unit {
	return Unit{Shown: "°C", Miles: Converted{Shown: "°F", Factor: 1.8, Shift: 32, Places: AsTold}}
}

// KilometresPerHour returns the unit of speeds, mph for readers of miles.
func KilometresPerHour() Unit {
	return Unit{Shown: "km/h", Miles: Converted{Shown: "mph", Factor: 1 / KmPerMile}}
}

// MetresPerHour returns the unit of climbing speed, feet an hour for readers of
// miles.
func MetresPerHour() Unit {
	return Unit{Shown: "m/h", Miles: Converted{Shown: "ft/h", Factor: 1 / MPerFoot}}
}

// PacePerKm returns the unit of time per kilometre, per mile for readers of
// miles.
func PacePerKm() Unit {
	return Unit{Shown: "/km", Miles: Converted{Shown: "/mi", Factor: KmPerMile}, Clock: true}
}

// PacePer100m returns the unit of time per 100 m, per 100 yd for readers of
// miles.
func PacePer100m() Unit {
	return Unit{Shown: "/100 m", Miles: Converted{Shown: "/100 yd", Factor: MPerYard}, Clock: true}
}

// Of converts a metric number to this unit.
func (c Converted) Of(f float64) float64 { return f*c.Factor + c.Shift }

// Text formats a converted number; told is the metric one with the tool's
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

// Quantity is a number with its unit as an operand of a sentence. It is metric
// by default; [InMiles] converts it for readers of miles and feet.
type Quantity struct {
	format    string // of the number and the space before its unit: "%.1f "
	value, to float64
	unit      Unit
}

// Measured returns a quantity whose number is formatted by format: "%.1f ",
// including the space before its unit. format is empty for a pace.
func Measured(format string, value float64, unit Unit) Quantity {
	return Quantity{format, value, value, unit}
}

// Pace returns a quantity of seconds per kilometre.
func Pace(seconds float64) Quantity { return Paces(seconds, seconds) }

// Paces returns a range of two paces, written as one if they look the same.
func Paces(from, to float64) Quantity { return Quantity{"", from, to, PacePerKm()} }

func (q Quantity) String() string {
	if q.unit.Clock {
		return clocks(q.value, q.to) + q.unit.Shown
	}
	return fmt.Sprintf(q.format, q.value) + q.unit.Shown
}

func clocks(from, to float64) string {
	a, b := Clock(from), Clock(to)
	if a == b {
		return a
	}
	return a + "–" + b
}

// InMiles formats the quantity for a reader of miles.
func (q Quantity) InMiles() string {
	c := q.unit.Miles
	if c.Shown == "" {
		return q.String()
	}
	if q.unit.Clock {
		return clocks(c.Of(q.value), c.Of(q.to)) + c.Shown
	}
	told := fmt.Sprintf(q.format, q.value)
	number := strings.TrimRight(told, " ")
	text := c.Text(c.Of(q.value), number) + told[len(number):] + c.Shown
	if strings.HasPrefix(told, "+") && !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	return text
}

// isQuantity is the kind of an operand of several parts: the format, the
// number, and the whole unit.
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
func InEnglish(format string, args ...any) string { return Sentencef(format, args...).String() }

// InMiles returns a say function that formats quantities for readers of miles
// and feet, and everything else like say; nil means English.
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
