package curve

import (
	"lapkeep/internal/metrics/stream"
)

// MortonVersion is the version of the rule of [FitMorton].
const MortonVersion = 1

// MortonMostS is the longest effort in s that the three-parameter model is
// made for.
const MortonMostS = 1200

// Morton is the three-parameter model (Morton 1996): t = W′/(P − CP) +
// W′/(CP − Pmax), so that power at no time is Pmax and not without bound.
type Morton struct {
	CPW, WPrimeJ, PMaxW float64
	SEES                float64 // standard error of the estimate, s
}

// Power is the model's power in W for a time in s.
func (m Morton) Power(seconds float64) float64 {
	return m.WPrimeJ/(seconds+m.WPrimeJ/(m.PMaxW-m.CPW)) + m.CPW
}

// FitMorton fits by least squares of time; false with fewer than three
// different durations, or without CP, W′ above zero and Pmax above CP.
func FitMorton(efforts []PowerModelEffort) (Morton, bool) {
	efforts = usable(efforts)
	if len(efforts) < 3 {
		return Morton{}, false
	}
	seconds, watts := columns(efforts)
	x := make([]float64, len(watts))
	line := func(cp float64) (stream.Line, float64) {
		for i, p := range watts {
			x[i] = 1 / (p - cp)
		}
		l, ok := stream.Least(x, seconds)
		if !ok {
			return l, inf
		}
		sum := 0.0
		for i := range x {
			e := seconds[i] - l.Slope*x[i] - l.Intercept
			sum += e * e
		}
		return l, sum
	}
	cp, ok := leastBelow(func(cp float64) float64 { _, sum := line(cp); return sum }, least(watts))
	if !ok {
		return Morton{}, false
	}
	l, sum := line(cp)
	m := Morton{CPW: cp, WPrimeJ: l.Slope, PMaxW: cp - l.Slope/l.Intercept, SEES: spread(sum, len(efforts), 3)}
	return m, m.WPrimeJ > 0 && m.PMaxW > cp && m.PMaxW < mostPMaxW
}

// mostPMaxW is the power beyond which a fit has found nothing but that the
// short efforts do not bend.
const mostPMaxW = 3000
