package naive

import "math"

// MinettiCost returns the cost of running in J/kg/m at a grade (0.1 is 10 %),
// limited to ±45 %.
func MinettiCost(grade float64) float64 {
	g := math.Max(-0.45, math.Min(0.45, grade))
	return 155.4*math.Pow(g, 5) - 30.4*math.Pow(g, 4) - 43.3*g*g*g + 46.3*g*g + 19.5*g + 3.6
}

// GAP returns the speed on the flat with the same cost.
func GAP(speed, grade float64) float64 { return speed * MinettiCost(grade) / MinettiCost(0) }

// VDOT returns Daniels and Gilbert's VDOT for metres and minutes.
func VDOT(metres, minutes float64) float64 {
	v := metres / minutes
	share := 0.8 + 0.1894393*math.Exp(-0.012778*minutes) + 0.2989558*math.Exp(-0.1932605*minutes)
	return (-4.6 + 0.182258*v + 0.000104*v*v) / share
}

// Riegel returns the time for another distance, t·(d2/d1)^1.06.
func Riegel(seconds, d1, d2 float64) float64 { return seconds * math.Pow(d2/d1, 1.06) }

// Cameron returns the time for another distance by Cameron's factors, in
// metres.
func Cameron(seconds, d1, d2 float64) float64 {
	f := func(m float64) float64 { return 13.49681 - 0.000030363*m + 835.7114/math.Pow(m, 0.7905) }
	return seconds * d2 / d1 * f(d1) / f(d2)
}

// PowerLaw returns the time for a distance on the straight line through two
// races in logarithms.
func PowerLaw(t1, d1, t2, d2, metres float64) float64 {
	exponent := math.Log(t2/t1) / math.Log(d2/d1)
	return t1 * math.Pow(metres/d1, exponent)
}

// CriticalSpeed fits distance = CS·t + D' in m/s and m.
func CriticalSpeed(seconds, metres []float64) (cs, dPrime float64) {
	l := FitLine(seconds, metres)
	return l.Slope, l.Intercept
}

// MarathonNeeds returns Runalyze's weekly km and long run km for a VO2max,
// which is at least 25 in the formula.
func MarathonNeeds(vo2max float64) (weeklyKM, longRunKM float64) {
	v := math.Max(25, vo2max)
	return math.Pow(v, 1.135), 12 * math.Log(v/4)
}

// Fiets returns the Fiets index of a climb, H²/(10·D), plus (T − 1000)/1000 if
// its top T is above 1000; all are in m.
func Fiets(heightM, distanceM, topM float64) float64 {
	return heightM*heightM/(10*distanceM) + math.Max(0, (topM-1000)/1000)
}

// StravaCategory returns the category by length in m times grade in percent,
// for grades of at least 3; "none" otherwise.
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

// Tabled returns the value at x by linear interpolation in a table ordered by
// x; beyond its ends it is the nearest point's.
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

// Line is an ordinary least squares fit y = Slope·x + Intercept. SEE is the
// standard error of the estimate over n − 2, NaN for fewer than three points.
type Line struct{ Slope, Intercept, SlopeSE, InterceptSE, SEE float64 }

// FitLine fits a line with the textbook sums.
func FitLine(x, y []float64) Line {
	mx, my := Mean(x), Mean(y)
	var xx, xy, squares, rest float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
		squares += x[i] * x[i]
	}
	l := Line{Slope: xy / xx, Intercept: my - xy/xx*mx}
	for i := range x {
		e := y[i] - l.Slope*x[i] - l.Intercept
		rest += e * e
	}
	n := float64(len(x))
	l.SEE, l.SlopeSE, l.InterceptSE = math.NaN(), math.NaN(), math.NaN()
	if n > 2 {
		l.SEE = math.Sqrt(rest / (n - 2))
		l.SlopeSE = l.SEE / math.Sqrt(xx)
		l.InterceptSE = l.SEE * math.Sqrt(squares/(n*xx))
	}
	return l
}

// Critical is a two-parameter model of W and J with their standard errors.
type Critical struct{ CP, WPrime, CPSE, WPrimeSE float64 }

// CriticalByWork fits work = CP·t + W'.
func CriticalByWork(seconds, watts []float64) Critical {
	work := make([]float64, len(seconds))
	for i := range work {
		work[i] = seconds[i] * watts[i]
	}
	l := FitLine(seconds, work)
	return Critical{l.Slope, l.Intercept, l.SlopeSE, l.InterceptSE}
}

// CriticalByInverse fits P = W'·(1/t) + CP.
func CriticalByInverse(seconds, watts []float64) Critical {
	inverse := make([]float64, len(seconds))
	for i := range inverse {
		inverse[i] = 1 / seconds[i]
	}
	l := FitLine(inverse, watts)
	return Critical{l.Intercept, l.Slope, l.InterceptSE, l.SlopeSE}
}

// CriticalByTime fits t = W'/(P − CP), the residuals in seconds: the best W' is
// known for each CP, and CP is searched. Standard errors are those of the model
// linearised at the solution.
func CriticalByTime(seconds, watts []float64) Critical {
	wPrime := func(cp float64) float64 {
		var tx, xx float64
		for i := range seconds {
			x := 1 / (watts[i] - cp)
			tx += seconds[i] * x
			xx += x * x
		}
		return tx / xx
	}
	loss := func(cp float64) float64 {
		sum, w := 0.0, wPrime(cp)
		for i := range seconds {
			e := seconds[i] - w/(watts[i]-cp)
			sum += e * e
		}
		return sum
	}
	cp := leastOf(loss, 0, lowest(watts))
	c := Critical{CP: cp, WPrime: wPrime(cp)}
	var aa, ab, bb float64 // JᵀJ, a for CP and b for W'
	for i := range seconds {
		b := 1 / (watts[i] - cp)
		a := c.WPrime * b * b
		aa, ab, bb = aa+a*a, ab+a*b, bb+b*b
	}
	variance, det := loss(cp)/float64(len(seconds)-2), aa*bb-ab*ab
	c.CPSE, c.WPrimeSE = math.Sqrt(variance*bb/det), math.Sqrt(variance*aa/det)
	return c
}

// Morton fits P = W'/(t + k) + CP with k = W'/(Pmax − CP), with the least error in watts: for
// each k this is a line in 1/(t + k), and k is searched.
func Morton(seconds, watts []float64) (cp, wPrime, pMax float64) {
	line := func(k float64) (Line, float64) {
		x, sum := make([]float64, len(watts)), 0.0
		for i, t := range seconds {
			x[i] = 1 / (t + k)
		}
		l := FitLine(x, watts)
		for i := range x {
			e := watts[i] - l.Slope*x[i] - l.Intercept
			sum += e * e
		}
		return l, sum
	}
	k := leastOf(func(k float64) float64 { _, sum := line(k); return sum }, 0, 300)
	l, _ := line(k)
	return l.Intercept, l.Slope, l.Intercept + l.Slope/k
}

func lowest(values []float64) float64 {
	low := math.Inf(1)
	for _, v := range values {
		low = math.Min(low, v)
	}
	return low
}

// leastOf searches a grid, then again around its best point, each time a
// hundred times finer.
func leastOf(f func(float64) float64, low, high float64) float64 {
	best := low
	for range 8 {
		step, found := (high-low)/1000, math.Inf(1)
		for i := 1; i < 1000; i++ {
			if x := low + float64(i)*step; f(x) < found {
				found, best = f(x), x
			}
		}
		low, high = best-5*step, best+5*step
	}
	return best
}

// OmniDomain returns the power for a duration by Puchowicz 2020, with A in W
// per e-fold of time beyond half an hour.
func OmniDomain(t, cp, wPrime, pMax, a float64) float64 {
	p := wPrime/t*(1-math.Exp(-t*(pMax-cp)/wPrime)) + cp
	if t > 1800 {
		p -= a * math.Log(t/1800)
	}
	return p
}

// PowerIndex returns a power in percent of what GoldenCheetah's reference
// athlete can hold for the time: CP 261 W, W' 15.5 kJ, Pmax 1100 W.
func PowerIndex(watts, t float64) float64 {
	return 100 * watts / (15500/(t-15500/(261.0-1100)) + 261)
}

// VO2MaxACSM returns ml/kg/min from the best five minutes in W and the weight
// in kg.
func VO2MaxACSM(watts, kg float64) float64 { return 10.8*watts/kg + 7 }

// KeytelKcal returns the kcal of a number of minutes at an average heart rate
// by Keytel 2005. The weight term is negative for women, as printed.
func KeytelKcal(hr, kg, years, minutes float64, female bool) float64 {
	perMinute := -55.0969 + 0.6309*hr + 0.1988*kg + 0.2017*years
	if female {
		perMinute = -20.4022 + 0.4472*hr - 0.1263*kg + 0.074*years
	}
	return perMinute / 4.184 * minutes
}

// Length is one length of a pool; NaN strokes were not counted.
type Length struct {
	Seconds, Strokes float64
	Active           bool
}

// AverageSWOLF returns the mean of seconds + strokes over the swum lengths with
// strokes.
func AverageSWOLF(lengths []Length) float64 {
	var swolf []float64
	for _, l := range lengths {
		if l.Active && !math.IsNaN(l.Strokes) {
			swolf = append(swolf, l.Seconds+l.Strokes)
		}
	}
	return Mean(swolf)
}
