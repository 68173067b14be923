package predict

import (
	"fmt"
	"math"
)

func (a *asker) tellTimes() {
	for i, m := range a.q.Targets {
		low, high := a.view.FastestS[i], a.view.SlowestS[i]
		if low == nil {
			a.view.Words = append(a.view.Words, distance(m)+": no model holds.")
			continue
		}
		a.view.Words = append(a.view.Words, fmt.Sprintf("%s: %s to %s (%s confidence).", distance(m), clock(*low), clock(*high), a.view.Confidence[i]))
	}
}

func (a *asker) tellPowers() {
	for i, s := range a.q.Targets {
		low, high := a.view.LowestW[i], a.view.HighestW[i]
		if low == nil {
			a.view.Words = append(a.view.Words, clock(s)+": no model holds.")
			continue
		}
		a.view.Words = append(a.view.Words, fmt.Sprintf("%s: %.0f to %.0f W (%s confidence).", clock(s), *low, *high, a.view.Confidence[i]))
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

// clock writes seconds as m:ss or h:mm:ss.
func clock(seconds float64) string {
	s := int(math.Round(seconds))
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
