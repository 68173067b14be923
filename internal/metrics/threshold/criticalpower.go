package threshold

import (
	"math"

	"lapkeep/internal/metrics/powermodel"
)

// CPVersion is the version of the rule of [CriticalPower].
const CPVersion = 1

// CPFit is critical power with the efforts that it was fitted to.
type CPFit struct {
	powermodel.Critical
	Points []Effort
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
	efforts := make([]powermodel.Effort, len(points))
	for i, p := range points {
		efforts[i] = powermodel.Effort{DurationS: p.DurationS, PowerW: p.Value}
	}
	fit, ok := powermodel.WorkTime.Fit(efforts)
	if !ok || fit.WPrimeJ < minWPrimeJ || fit.WPrimeJ > maxWPrimeJ {
		return CPFit{}, notMaximal
	}
	return CPFit{fit, points}, ""
}

// apart is how far two values differ, as a share of the second.
func apart(a, b float64) float64 { return math.Abs(a-b) / b }
