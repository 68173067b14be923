package curve

import (
	"math"

	"lapkeep/internal/i18n"
)

// CPVersion is the version of the rule of [CriticalPower].
const CPVersion = 1 + HullVersion

// CPFit is critical power with the efforts that it was fitted to.
type CPFit struct {
	Critical
	Points []ThresholdEffort
	// Slack counts the bests that were left out: see [curve.Hull].
	Slack int
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

// leastPoints is how few efforts leave nothing to judge a fit by.
const leastPoints = 3

// CriticalPower estimates critical power and W′ from the best powers over 3,
// 5, 8, 12 and 20 minutes that lie on their upper hull, or says why it cannot.
func CriticalPower(in Input) (CPFit, i18n.Sentence) {
	byDuration := map[float64]ThresholdEffort{}
	var efforts []PowerModelEffort
	for _, d := range cpDurationsS {
		if e, ok := at(in.Power, d); ok {
			byDuration[d] = e
			efforts = append(efforts, PowerModelEffort{DurationS: d, PowerW: e.Value})
		}
	}
	if len(efforts) < leastPoints {
		return CPFit{}, "fewer than three best powers between 3 and 20 minutes"
	}
	hull := Hull(efforts)
	fit, ok := WorkTime.Fit(hull)
	if !ok || len(hull) < leastPoints || fit.WPrimeJ < minWPrimeJ || fit.WPrimeJ > maxWPrimeJ {
		return CPFit{}, notMaximal
	}
	out := CPFit{Critical: fit, Slack: len(efforts) - len(hull)}
	for _, e := range hull {
		out.Points = append(out.Points, byDuration[e.DurationS])
	}
	return out, ""
}

// apart is how far two values differ, as a share of the second.
func apart(a, b float64) float64 { return math.Abs(a-b) / b }
