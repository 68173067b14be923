package stream

import "math"

// Line is y = Slope·x + Intercept with standard errors, which are 0 where two
// points leave nothing to judge them by.
type Line struct {
	Slope, Intercept     float64
	SlopeSE, InterceptSE float64
	SEE                  float64 // standard error of the estimate, in units of y
}

// Least fits y on x; false with fewer than two different values of x.
func Least(x, y []float64) (Line, bool) {
	n := float64(len(x))
	if len(x) < 2 || len(x) != len(y) {
		return Line{}, false
	}
	mx, my := mean(x), mean(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
	}
	if xx == 0 {
		return Line{}, false
	}
	l := Line{Slope: xy / xx}
	l.Intercept = my - l.Slope*mx
	if len(x) > 2 {
		rss := 0.0
		for i := range x {
			r := y[i] - l.Slope*x[i] - l.Intercept
			rss += r * r
		}
		l.SEE = math.Sqrt(rss / (n - 2))
		l.SlopeSE = l.SEE / math.Sqrt(xx)
		l.InterceptSE = l.SEE * math.Sqrt(1/n+mx*mx/xx)
	}
	return l, true
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
