package dashboard

import (
	"math"

	load "lapkeep/internal/analysis/fitness"
)

// formAt is where a form lies on a scale from −40 to +40, of 100 units.
func formAt(tsb num) string {
	return coordinate(math.Max(1, math.Min(99, onGauge(tsb))))
}

func onGauge(tsb num) float64 { return (float(tsb) + 40) * 100 / 80 }

// formBand is a band of form as the chart and the gauge draw it; an open end is
// empty.
type formBand struct{ from, to, class, name, span string }

// formBands are those of the tool, lowest first.
func (p *page) formBands() []formBand {
	classes := []string{"risk", "optimal", "grey", "fresh", "transition"}
	var out []formBand
	for i, b := range load.FormScale() {
		out = append(out, formBand{b.From, b.To, classes[i%len(classes)], b.Name.In(p.say), b.Range.In(p.say)})
	}
	return out
}

// at and wide are where a band lies on the gauge of form.
func (b formBand) at() string { return coordinate(b.low()) }

func (b formBand) wide() string {
	high := 100.0
	if b.to != "" {
		high = onGauge(num(b.to))
	}
	return coordinate(high - b.low())
}

func (b formBand) low() float64 {
	if b.from == "" {
		return 0
	}
	return onGauge(num(b.from))
}
