package curve

import "math"

// PredictEffort is a distance and the time it took. Both are above zero.
type PredictEffort struct{ DistanceM, TimeS float64 }

// Speed is the mean speed in m/s.
func (e PredictEffort) Speed() float64 { return e.DistanceM / e.TimeS }

// riegelExponent is the exponent of time on distance for runners of all ages
// (Riegel 1981, American Scientist 69:285).
const riegelExponent = 1.06

// Riegel is the time in s for a distance in m, t·(d₂/d₁)^1.06.
func Riegel(e PredictEffort, distanceM float64) float64 {
	return e.TimeS * math.Pow(distanceM/e.DistanceM, riegelExponent)
}

// Cameron is the time in s for a distance in m by the factors that Cameron
// fitted to the records of 1998, from 400 m to 50 miles.
func Cameron(e PredictEffort, distanceM float64) float64 {
	return e.TimeS * distanceM / e.DistanceM * cameronFactor(e.DistanceM) / cameronFactor(distanceM)
}

func cameronFactor(m float64) float64 {
	return 13.49681 - 0.000030363*m + 835.7114/math.Pow(m, 0.7905)
}

// VDOT is the oxygen uptake in ml/kg/min that a race stands for (Daniels and
// Gilbert 1979): the cost of its speed over the share that its time leaves.
func VDOT(e PredictEffort) float64 {
	minutes := e.TimeS / 60
	v := e.DistanceM / minutes
	share := 0.8 + 0.1894393*math.Exp(-0.012778*minutes) + 0.2989558*math.Exp(-0.1932605*minutes)
	return (-4.60 + 0.182258*v + 0.000104*v*v) / share
}

// The speeds in m/s between which a time is looked for.
const slowestMPS, fastestMPS = 0.8, 12.0

// VDOTTime is the time in s in which a distance in m stands for a VDOT; false
// if no runner's speed does. It is the inverse of [VDOT], to a millisecond.
func VDOTTime(vdot, distanceM float64) (float64, bool) {
	low, high := distanceM/fastestMPS, distanceM/slowestMPS
	at := func(t float64) float64 { return VDOT(PredictEffort{distanceM, t}) }
	if !(at(low) >= vdot && vdot >= at(high)) {
		return 0, false
	}
	for high-low > 1e-3 {
		if mid := (low + high) / 2; at(mid) >= vdot {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2, true
}
