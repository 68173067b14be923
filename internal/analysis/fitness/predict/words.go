package predict

import (
	"fmt"

	"lapkeep/internal/platform/phrase"
)

func (a *asker) tellTimes() {
	for i, m := range a.q.Targets {
		low, high := a.view.FastestS[i], a.view.SlowestS[i]
		if low == nil {
			a.view.Words = append(a.view.Words, distance(m)+": no model holds.")
			continue
		}
		a.view.Words = append(a.view.Words, fmt.Sprintf("%s: %s to %s (%s confidence).", distance(m), phrase.Clock(*low),
			phrase.Clock(*high), a.view.Confidence[i]))
	}
}

func (a *asker) tellPowers() {
	for i, s := range a.q.Targets {
		low, high := a.view.LowestW[i], a.view.HighestW[i]
		if low == nil {
			a.view.Words = append(a.view.Words, phrase.Clock(s)+": no model holds.")
			continue
		}
		a.view.Words = append(a.view.Words, fmt.Sprintf("%s: %.0f to %.0f W (%s confidence).", phrase.Clock(s), *low,
			*high, a.view.Confidence[i]))
	}
}

func distance(m float64) string {
	switch m {
	case halfM:
		return "Half marathon"
	case marathonM:
		return "Marathon"
	}
	if m < 1000 {
		return fmt.Sprintf("%g m", m)
	}
	return fmt.Sprintf("%.4g km", m/1000)
}
