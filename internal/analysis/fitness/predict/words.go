package predict

import (
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/quantity"
)

func (a *asker) tellTimes() {
	for i, m := range a.q.Targets {
		low, high := a.view.FastestS[i], a.view.SlowestS[i]
		if low == nil {
			a.view.Words = append(a.view.Words, phrase.Sentencef("%s: no model holds.", distance(m)))
			continue
		}
		a.view.Words = append(a.view.Words, phrase.Sentencef("%s: %s to %s (%s confidence).", distance(m), phrase.Clock(*low),
			phrase.Clock(*high), phrase.Word(a.view.Confidence[i])))
	}
}

func (a *asker) tellPowers() {
	for i, s := range a.q.Targets {
		low, high := a.view.LowestW[i], a.view.HighestW[i]
		if low == nil {
			a.view.Words = append(a.view.Words, phrase.Sentencef("%s: no model holds.", phrase.Clock(s)))
			continue
		}
		a.view.Words = append(a.view.Words, phrase.Sentencef("%s: %.0f to %.0f W (%s confidence).", phrase.Clock(s), *low,
			*high, phrase.Word(a.view.Confidence[i])))
	}
}

func distance(m float64) phrase.Sentence {
	switch m {
	case halfM:
		return "Half marathon"
	case marathonM:
		return "Marathon"
	}
	if m < 1000 {
		return phrase.Sentencef("%s", phrase.Measured("%g ", m, quantity.MetresOfWay()))
	}
	return phrase.Sentencef("%s", phrase.Measured("%.4g ", m/1000, quantity.Kilometres()))
}
