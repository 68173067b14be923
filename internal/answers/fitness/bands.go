package fitness

import (
	"fmt"
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
)

// band is a named stretch of a scale, [low, high).
type band struct {
	low, high float64
	name      i18n.Sentence
	meaning   i18n.Sentence
}

// Band names the stretch that a value is in, and whose names they are.
type Band struct {
	Name    i18n.Sentence `json:"name"`
	Range   i18n.Sentence `json:"range"`
	Meaning i18n.Sentence `json:"meaning"`
	Source  i18n.Sentence `json:"source"`
}

// formBands divide TSB as the fitness chart of Intervals.icu does.
var formBands = scale{
	source: "Intervals.icu's form zones on TSB; a description of load, no medical statement",
	unit:   "TSB",
	bands: []band{
		{math.Inf(-1), -30, "high risk", "load is far above what is usual"},
		{-30, -10, "optimal", "building: load is above what is usual"},
		{-10, 5, "grey zone", "load is about what is usual"},
		{5, 20, "fresh", "load is below what is usual; good for a race"},
		{20, math.Inf(1), "transition", "rested for long; fitness is falling"},
	},
}

// rampBands divide the weekly change of CTL.
var rampBands = scale{
	source: "a coaches' rule of thumb on CTL per week; no medical statement",
	unit:   "CTL/week",
	bands: []band{
		{math.Inf(-1), -5, "falling fast", "fitness falls quickly, as in a long rest"},
		{-5, -0.5, "falling", "fitness falls slowly, as in an easy week"},
		{-0.5, 0.5, "steady", "fitness holds"},
		{0.5, 5, "rising", "fitness rises at a rate that most athletes hold for weeks"},
		{5, 8, "rising fast", "fitness rises at a rate that few hold for long"},
		{8, math.Inf(1), "rising very fast", "a rate for a training camp, followed by rest"},
	},
}

type scale struct {
	source i18n.Sentence
	unit   string
	bands  []band
}

func (s scale) of(v float64) Band {
	for _, b := range s.bands {
		if v < b.high {
			return Band{Name: b.name, Range: b.span(s.unit), Meaning: b.meaning, Source: s.source}
		}
	}
	return Band{}
}

func (b band) span(unit string) i18n.Sentence {
	switch {
	case math.IsInf(b.low, -1):
		return i18n.Sentencef("%s below %g", unit, b.high)
	case math.IsInf(b.high, 1):
		return i18n.Sentencef("%s %g and above", unit, b.low)
	}
	return i18n.Sentencef("%s %g to below %g", unit, b.low, b.high)
}

// Step is a band of a scale with its ends as they are written; an open end is
// empty.
type Step struct {
	From, To string
	Name     i18n.Sentence
	Range    i18n.Sentence
}

// FormScale are the bands of form, lowest first, for who draws them all.
func FormScale() []Step {
	var out []Step
	for _, b := range formBands.bands {
		s := Step{Name: b.name, Range: b.span(formBands.unit)}
		if !math.IsInf(b.low, -1) {
			s.From = fmt.Sprintf("%g", b.low)
		}
		if !math.IsInf(b.high, 1) {
			s.To = fmt.Sprintf("%g", b.high)
		}
		out = append(out, s)
	}
	return out
}

// signed writes a change with its sign, as people say it.
func signed(v float64) string {
	return fmt.Sprintf("%+g", answers.Round(v, 1))
}
