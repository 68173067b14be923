package curve

import (
	"math"

	"lapkeep/internal/metrics/stream"
)

// PowerLaw is t = a·d^b through several efforts. With two of them it is the
// two-point formula.
type PowerLaw struct {
	Exponent float64
	logA     float64
	// SEELog is the standard error of the estimate in the logarithm of time, 0
	// where two efforts leave nothing to judge it by.
	SEELog float64
}

// The exponents that a person can have: time never grows slower than
// distance, and beyond 1.2 the longer effort was not maximal.
const leastExponent, mostExponent = 1.0, 1.2

// leastRatio is how far apart the distances of a fit have to be.
const leastRatio = 2

// FitPowerLaw fits the logarithms by least squares; false with efforts that
// are not a factor of two apart, or for an exponent outside 1 to 1.2.
func FitPowerLaw(efforts []PredictEffort) (PowerLaw, bool) {
	if !predictSpread(efforts) {
		return PowerLaw{}, false
	}
	var x, y []float64
	for _, e := range efforts {
		x, y = append(x, math.Log(e.DistanceM)), append(y, math.Log(e.TimeS))
	}
	l, ok := stream.Least(x, y)
	if !ok || l.Slope < leastExponent || l.Slope > mostExponent {
		return PowerLaw{}, false
	}
	return PowerLaw{Exponent: l.Slope, logA: l.Intercept, SEELog: l.SEE}, true
}

// Time is the time in s for a distance in m.
func (p PowerLaw) Time(distanceM float64) float64 {
	return math.Exp(p.logA + p.Exponent*math.Log(distanceM))
}

func predictSpread(efforts []PredictEffort) bool {
	least, most := math.Inf(1), 0.0
	for _, e := range efforts {
		least, most = min(least, e.DistanceM), max(most, e.DistanceM)
	}
	return most >= leastRatio*least
}

// CriticalSpeed is d = CS·t + D′ with standard errors, which are 0 where two
// efforts leave nothing to judge them by (Hughson 1984, after Monod and
// Scherrer).
type CriticalSpeed struct{ MPS, DPrimeM, MPSSE, DPrimeSE float64 }

// CriticalFromS is the least time in s of efforts and races that the model
// holds for, criticalToS the most.
const (
	CriticalFromS = 120
	criticalToS   = 2400
)

// FitCriticalSpeed fits distance on time by least squares over the efforts of
// 2 to 40 minutes; false with fewer than two that are a factor of two apart,
// or without a speed and a D′ above zero.
func FitCriticalSpeed(efforts []PredictEffort) (CriticalSpeed, bool) {
	var x, y []float64
	var in []PredictEffort
	for _, e := range efforts {
		if e.TimeS >= CriticalFromS && e.TimeS <= criticalToS {
			in, x, y = append(in, e), append(x, e.TimeS), append(y, e.DistanceM)
		}
	}
	l, ok := stream.Least(x, y)
	if !ok || !predictSpread(in) || l.Slope <= 0 || l.Intercept <= 0 {
		return CriticalSpeed{}, false
	}
	return CriticalSpeed{MPS: l.Slope, DPrimeM: l.Intercept, MPSSE: l.SlopeSE, DPrimeSE: l.InterceptSE}, true
}

// Time is the time in s for a distance in m; false outside the times that the
// model holds for.
func (c CriticalSpeed) Time(distanceM float64) (float64, bool) {
	t := (distanceM - c.DPrimeM) / c.MPS
	return t, t >= CriticalFromS && t <= criticalToS
}
