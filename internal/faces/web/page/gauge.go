package page

import (
	"math"

	"lapkeep/internal/answers/fitness"
)

// FormAt is where a form lies on a scale from −40 to +40, of 100 units.
func FormAt(tsb Num) string {
	return Coordinate(math.Max(1, math.Min(99, onGauge(tsb))))
}

func onGauge(tsb Num) float64 { return (Float(tsb) + 40) * 100 / 80 }

// formBand is a band of form as the chart and the gauge draw it; an open end is
// empty.
type formBand struct{ From, To, Class, Name, Span string }

// FormBands are those of the tool, lowest first.
func (p *Page) FormBands() []formBand {
	classes := []string{"risk", "optimal", "grey", "fresh", "transition"}
	var out []formBand
	for i, b := range fitness.FormScale() {
		out = append(out, formBand{b.From, b.To, classes[i%len(classes)], b.Name.In(p.Say), b.Range.In(p.Say)})
	}
	return out
}

// At and wide are where a band lies on the gauge of form.
func (b formBand) At() string { return Coordinate(b.low()) }

func (b formBand) Wide() string {
	high := 100.0
	if b.To != "" {
		high = onGauge(Num(b.To))
	}
	return Coordinate(high - b.low())
}

func (b formBand) low() float64 {
	if b.From == "" {
		return 0
	}
	return onGauge(Num(b.From))
}
