package curves

import (
	"lapkeep/internal/i18n"
)

func (a *asker) tellTimes() {
	for i, m := range a.q.Targets {
		low, high := a.view.FastestS[i], a.view.SlowestS[i]
		if low == nil {
			a.view.Words = append(a.view.Words, i18n.Sentencef("%s: no model holds.", distance(m)))
			continue
		}
		a.view.Words = append(a.view.Words, i18n.Sentencef("%s: %s to %s (%s confidence).", distance(m), i18n.Clock(*low),
			i18n.Clock(*high), i18n.Word(a.view.Confidence[i])))
	}
}

func (a *asker) tellPowers() {
	for i, s := range a.q.Targets {
		low, high := a.view.LowestW[i], a.view.HighestW[i]
		if low == nil {
			a.view.Words = append(a.view.Words, i18n.Sentencef("%s: no model holds.", i18n.Clock(s)))
			continue
		}
		a.view.Words = append(a.view.Words, i18n.Sentencef("%s: %.0f to %.0f W (%s confidence).", i18n.Clock(s), *low,
			*high, i18n.Word(a.view.Confidence[i])))
	}
}

func distance(m float64) i18n.Sentence {
	switch m {
	case halfM:
		return "Half marathon"
	case marathonM:
		return "Marathon"
	}
	if m < 1000 {
		return i18n.Sentencef("%s", i18n.Measured("%g ", m, i18n.MetresOfWay()))
	}
	return i18n.Sentencef("%s", i18n.Measured("%.4g ", m/1000, i18n.Kilometres()))
}
