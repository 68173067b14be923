package i18n

import "strings"

// twofold is a text as an operand that is written anew in each system of units,
// because its quantities stand too close together to be operands of their own.
type twofold struct{ metric, miles string }

// InUnits is a sentence of a text and of the same text for who reads miles and
// feet. No language has another.
func InUnits(metric, miles string) Sentence {
	if metric == miles {
		return Name(metric)
	}
	return Sentencef("%s", twofold{metric, miles})
}

func (t twofold) String() string { return t.metric }

// isTwofold is the kind of an operand of two parts: the metric text and the other.
const isTwofold = '2'

func (t twofold) kept() string {
	var b strings.Builder
	part(&b, t.metric)
	part(&b, t.miles)
	return b.String()
}

// readTwofold reads what kept wrote.
func readTwofold(text string) (t twofold, ok bool) {
	p := split(text)
	if len(p) != 2 {
		return t, false
	}
	return twofold{p[0], p[1]}, true
}
