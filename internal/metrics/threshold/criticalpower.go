package threshold

import (
	"math"

	"lapkeep/internal/metrics/linefit"
)

// CPVersion is the version of the rules of [FitCP] and [CriticalPower].
const CPVersion = 1

// CPFit is a two-parameter fit of work on time with its standard errors,
// which are 0 where two points leave nothing to judge them by.
type CPFit struct {
	CPW, WPrimeJ   float64
	CPSE, WPrimeSE float64 // W, J
	SEEJ           float64 // standard error of the estimate, J
	Points         []Effort
}

// FitCP fits W = CP·t + W′ by least squares (Monod and Scherrer 1965); false
// with fewer than two distinct durations or without a positive CP and W′.
func FitCP(points []Effort) (CPFit, bool) {
	var x, y []float64
	for _, p := range points {
		x, y = append(x, p.DurationS), append(y, p.DurationS*p.Value)
	}
	l, ok := linefit.Least(x, y)
	if !ok || l.Slope <= 0 || l.Intercept <= 0 {
		return CPFit{}, false
	}
	return CPFit{
		CPW: l.Slope, WPrimeJ: l.Intercept, CPSE: l.SlopeSE, WPrimeSE: l.InterceptSE, SEEJ: l.SEE, Points: points,
	}, true
}

// cpDurationsS are the durations that a fit takes its points from: the two to
// twenty minutes in which the model holds.
var cpDurationsS = [...]float64{180, 300, 480, 720, 1200}

// The bounds outside which a fit says that the bests were not maximal.
const (
	minWPrimeJ = 3_000
	maxWPrimeJ = 60_000
)

// notMaximal is why bests that are there give no fit.
const notMaximal = "the best powers between 3 and 20 minutes do not look maximal"

// CriticalPower estimates critical power and W′ from the best powers over 3,
// 5, 8, 12 and 20 minutes, or says why it cannot.
func CriticalPower(in Input) (CPFit, string) {
	var points []Effort
	for _, d := range cpDurationsS {
		if e, ok := at(in.Power, d); ok {
			points = append(points, e)
		}
	}
	if len(points) < 3 {
		return CPFit{}, "fewer than three best powers between 3 and 20 minutes"
	}
	fit, ok := FitCP(points)
	if !ok || fit.WPrimeJ < minWPrimeJ || fit.WPrimeJ > maxWPrimeJ {
		return CPFit{}, notMaximal
	}
	return fit, ""
}

// apart is how far two values differ, as a share of the second.
func apart(a, b float64) float64 { return math.Abs(a-b) / b }
