package i18n

import (
	"fmt"
	"strconv"
	"strings"
)

// Quantity is a number with its unit as an operand of a sentence. It is metric
// where nobody says otherwise; [InMiles] says it to who reads miles and feet.
type Quantity struct {
	format    string // of the number and of what is between it and its unit: "%.1f "
	value, to float64
	unit      Unit
}

// Measured is a quantity whose number is written as the format says: "%.1f ",
// with what stands between the number and its unit. That of a pace is left out.
func Measured(format string, value float64, unit Unit) Quantity {
	return Quantity{format, value, value, unit}
}

// Pace is the time in s for a kilometre.
func Pace(seconds float64) Quantity { return Paces(seconds, seconds) }

// Paces are two such times, told as one where they read alike.
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

// InMiles is the quantity as who reads miles is told it.
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

// isQuantity is the kind of an operand of parts: the format, the number, and the
// unit with all that is known of it.
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

// readQuantity reads what kept wrote.
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

// InEnglish is the say of English.
func InEnglish(format string, args ...any) string { return Sentencef(format, args...).String() }

// InMiles is a say that says quantities to who reads miles and feet, and else as
// say does; nil is English.
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

// inMiles is an operand with its quantities told in miles.
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
