package curve

import (
	"math"

	"lapkeep/internal/metrics/stream"
)

// CriticalVersion is the version of the rules of [ByWork], [ByInverse] and
// [ByTime].
const CriticalVersion = 1

// Method names one of the regressions of the two-parameter model. On efforts
// that do not lie on the model exactly they give different answers, since
// each takes another quantity for the one that errs.
type Method string

// The regressions. [WorkTime] is the canonical one: it is linear and the
// long efforts, which pin critical power down, weigh most.
const (
	WorkTime    Method = "work_time"    // work = CP·t + W′, the error in joules
	InverseTime Method = "inverse_time" // P = W′·(1/t) + CP, the error in watts
	Hyperbola   Method = "time"         // t = W′/(P − CP), the error in seconds
)

// Critical is the two-parameter model P = W′/t + CP (Monod and Scherrer
// 1965) with standard errors, which are 0 where two efforts leave nothing to
// judge them by.
type Critical struct {
	CPW, WPrimeJ   float64
	CPSE, WPrimeSE float64 // W, J
	// SEE is the standard error of the estimate in the regression's own unit:
	// J for work, W for 1/t, s for time.
	SEE float64
}

// Power is the model's power in W for a time in s.
func (c Critical) Power(seconds float64) float64 { return c.WPrimeJ/seconds + c.CPW }

// Fit fits by a method; false with fewer than two different durations, or
// without a critical power and W′ above zero.
func (m Method) Fit(efforts []PowerModelEffort) (Critical, bool) {
	efforts = usable(efforts)
	if len(efforts) < 2 {
		return Critical{}, false
	}
	var c Critical
	ok := false
	switch m {
	case WorkTime:
		c, ok = byWork(efforts)
	case InverseTime:
		c, ok = byInverse(efforts)
	case Hyperbola:
		c, ok = byTime(efforts)
	}
	return c, ok && c.CPW > 0 && c.WPrimeJ > 0
}

func byWork(efforts []PowerModelEffort) (Critical, bool) {
	seconds, joules := columns(efforts)
	for i := range joules {
		joules[i] *= seconds[i]
	}
	l, ok := stream.Least(seconds, joules)
	return Critical{l.Slope, l.Intercept, l.SlopeSE, l.InterceptSE, l.SEE}, ok
}

func byInverse(efforts []PowerModelEffort) (Critical, bool) {
	inverse, watts := columns(efforts)
	for i := range inverse {
		inverse[i] = 1 / inverse[i]
	}
	l, ok := stream.Least(inverse, watts)
	return Critical{l.Intercept, l.Slope, l.InterceptSE, l.SlopeSE, l.SEE}, ok
}

// byTime looks for the critical power below the lowest effort with the least
// squares of time; for each the best W′ is known.
func byTime(efforts []PowerModelEffort) (Critical, bool) {
	seconds, watts := columns(efforts)
	loss := func(cp float64) float64 {
		w, sum := wPrimeAt(seconds, watts, cp), 0.0
		for i := range seconds {
			e := seconds[i] - w/(watts[i]-cp)
			sum += e * e
		}
		return sum
	}
	cp, ok := leastBelow(loss, least(watts))
	if !ok {
		return Critical{}, false
	}
	c := Critical{CPW: cp, WPrimeJ: wPrimeAt(seconds, watts, cp)}
	n := float64(len(efforts))
	if n <= 2 {
		return c, true
	}
	c.SEE = math.Sqrt(loss(cp) / (n - 2))
	c.CPSE, c.WPrimeSE = timeErrors(watts, c)
	return c, true
}

// wPrimeAt is the W′ with the least squares of time for a critical power.
func wPrimeAt(seconds, watts []float64, cp float64) float64 {
	var tx, xx float64
	for i := range seconds {
		x := 1 / (watts[i] - cp)
		tx, xx = tx+seconds[i]*x, xx+x*x
	}
	return tx / xx
}

// timeErrors are the standard errors of the model made linear at the
// solution.
func timeErrors(watts []float64, c Critical) (cpSE, wPrimeSE float64) {
	var aa, ab, bb float64 // JᵀJ, a for CP and b for W′
	for _, p := range watts {
		b := 1 / (p - c.CPW)
		a := c.WPrimeJ * b * b
		aa, ab, bb = aa+a*a, ab+a*b, bb+b*b
	}
	det := aa*bb - ab*ab
	if det <= 0 {
		return 0, 0
	}
	return c.SEE * math.Sqrt(bb/det), c.SEE * math.Sqrt(aa/det)
}
