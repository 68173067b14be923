package naive

import "math"

// Line is an ordinary least squares fit y = Slope·x + Intercept. SEE is the
// standard error of the estimate over n − 2, NaN for fewer than three points.
type Line struct{ Slope, Intercept, SlopeSE, InterceptSE, SEE float64 }

// FitLine fits by the sums of the textbook.
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

// CriticalByTime fits t = W'/(P − CP), the residuals in seconds: for each CP
// the best W' is known, and CP is searched. Standard errors are those of the
// model made linear at the solution.
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

// Morton fits t = W'/(P − CP) − W'/(Pmax − CP): for each CP that is a line in
// 1/(P − CP), and CP is searched.
func Morton(seconds, watts []float64) (cp, wPrime, pMax float64) {
	line := func(cp float64) (Line, float64) {
		x, sum := make([]float64, len(watts)), 0.0
		for i, p := range watts {
			x[i] = 1 / (p - cp)
		}
		l := FitLine(x, seconds)
		for i := range x {
			e := seconds[i] - l.Slope*x[i] - l.Intercept
			sum += e * e
		}
		return l, sum
	}
	cp = leastOf(func(cp float64) float64 { _, sum := line(cp); return sum }, 0, lowest(watts))
	l, _ := line(cp)
	return cp, l.Slope, cp - l.Slope/l.Intercept
}

func lowest(values []float64) float64 {
	low := math.Inf(1)
	for _, v := range values {
		low = math.Min(low, v)
	}
	return low
}

// leastOf looks along a grid, then again around its best point, each time
// finer by a hundred.
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

// OmniDomain is the power of a duration by Puchowicz 2020, A in W per e-fold
// of time beyond half an hour.
func OmniDomain(t, cp, wPrime, pMax, a float64) float64 {
	p := wPrime/t*(1-math.Exp(-t*(pMax-cp)/wPrime)) + cp
	if t > 1800 {
		p -= a * math.Log(t/1800)
	}
	return p
}

// PowerIndex is a power in percent of what the reference athlete of
// GoldenCheetah holds for the time: CP 261 W, W' 15.5 kJ, Pmax 1100 W.
func PowerIndex(watts, t float64) float64 {
	return 100 * watts / (15500/(t-15500/(261.0-1100)) + 261)
}

// VO2MaxACSM is ml/kg/min from the best five minutes, W and kg.
func VO2MaxACSM(watts, kg float64) float64 { return 10.8*watts/kg + 7 }

// KeytelKcal is kcal of some minutes at an average heart rate, Keytel 2005.
// The weight's term is negative for women, as printed.
func KeytelKcal(hr, kg, years, minutes float64, female bool) float64 {
	perMinute := -55.0969 + 0.6309*hr + 0.1988*kg + 0.2017*years
	if female {
		perMinute = -20.4022 + 0.4472*hr - 0.1263*kg + 0.074*years
	}
	return perMinute / 4.184 * minutes
}
