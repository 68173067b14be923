package naive

import "math"

// MinettiCost is J/kg/m of running at a grade (0.1 is 10 %), cut to ±45 %.
func MinettiCost(grade float64) float64 {
	g := math.Max(-0.45, math.Min(0.45, grade))
	return 155.4*math.Pow(g, 5) - 30.4*math.Pow(g, 4) - 43.3*g*g*g + 46.3*g*g + 19.5*g + 3.6
}

// GAP is the speed on the flat of equal cost.
func GAP(speed, grade float64) float64 { return speed * MinettiCost(grade) / MinettiCost(0) }

// VDOT is Daniels and Gilbert's of metres and minutes.
func VDOT(metres, minutes float64) float64 {
	v := metres / minutes
	share := 0.8 + 0.1894393*math.Exp(-0.012778*minutes) + 0.2989558*math.Exp(-0.1932605*minutes)
	return (-4.6 + 0.182258*v + 0.000104*v*v) / share
}

// Riegel is the time for another distance, t·(d2/d1)^1.06.
func Riegel(seconds, d1, d2 float64) float64 { return seconds * math.Pow(d2/d1, 1.06) }

// Cameron is the time for another distance by his factors, metres.
func Cameron(seconds, d1, d2 float64) float64 {
	f := func(m float64) float64 { return 13.49681 - 0.000030363*m + 835.7114/math.Pow(m, 0.7905) }
	return seconds * d2 / d1 * f(d1) / f(d2)
}

// PowerLaw is the time for a distance on the line through two races in the
// logarithms.
func PowerLaw(t1, d1, t2, d2, metres float64) float64 {
	exponent := math.Log(t2/t1) / math.Log(d2/d1)
	return t1 * math.Pow(metres/d1, exponent)
}

// CriticalSpeed fits distance = CS·t + D' in m/s and m.
func CriticalSpeed(seconds, metres []float64) (cs, dPrime float64) {
	l := FitLine(seconds, metres)
	return l.Slope, l.Intercept
}

// MarathonNeeds are Runalyze's weekly km and long run km for a VO2max, which
// counts as 25 at least.
func MarathonNeeds(vo2max float64) (weeklyKM, longRunKM float64) {
	v := math.Max(25, vo2max)
	return math.Pow(v, 1.135), 12 * math.Log(v/4)
}

// Fiets is the index of a climb: H²/(10·D) and what lies above 1000 m, all m.
func Fiets(heightM, distanceM, topM float64) float64 {
	return heightM*heightM/(10*distanceM) + math.Max(0, (topM-1000)/1000)
}

// StravaCategory is by length in m times grade in percent, from a grade of 3.
func StravaCategory(lengthM, gradePct float64) string {
	if gradePct < 3 {
		return "none"
	}
	name := "none"
	for _, c := range []struct {
		above float64
		name  string
	}{{8000, "4"}, {16000, "3"}, {32000, "2"}, {64000, "1"}, {80000, "HC"}} {
		if lengthM*gradePct > c.above {
			name = c.name
		}
	}
	return name
}

// Tabled is the value at x on the straight lines through a table's points, in
// order of x; beyond its ends the nearest point's.
func Tabled(xs, ys []float64, x float64) float64 {
	if x <= xs[0] {
		return ys[0]
	}
	for i := 1; i < len(xs); i++ {
		if x <= xs[i] {
			return ys[i-1] + (ys[i]-ys[i-1])*(x-xs[i-1])/(xs[i]-xs[i-1])
		}
	}
	return ys[len(ys)-1]
}
