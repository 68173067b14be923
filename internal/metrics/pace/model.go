package pace

import "math"

// Model is a rule for how much faster a runner would go on the flat for the
// cost, or the effort, of a grade.
type Model string

// The models of graded pace.
const (
	// Minetti is the metabolic cost of running on grades (Minetti et al.
	// 2002, J Appl Physiol 93:1039), relative to that of level running.
	Minetti Model = "minetti"
	// Damped is Minetti's cost ratio to the power of 0.83, as Runalyze
	// converts pace.
	Damped Model = "runalyze"
	// HeartRateBased is the curve that Strava published in 2017, made from
	// the pace and heart rate of many runners, as digitised by others.
	HeartRateBased Model = "strava2017"
)

// Canonical is the model of the published values.
const Canonical = Minetti

// Models lists them all.
func Models() []Model { return []Model{Minetti, Damped, HeartRateBased} }

// MaxGrade is the steepest grade that was measured by Minetti; beyond it cost
// stays what it is there.
const MaxGrade = 0.45

// Cost is the energy of running in J/kg/m at a grade (0.1 is 10 %):
// 155.4g⁵ − 30.4g⁴ − 43.3g³ + 46.3g² + 19.5g + 3.6.
func Cost(grade float64) float64 {
	g := min(max(grade, -MaxGrade), MaxGrade)
	return ((((155.4*g-30.4)*g-43.3)*g+46.3)*g+19.5)*g + levelCost
}

const (
	levelCost    = 3.6
	dampExponent = 0.83
)

// Factor is the speed on the flat that a speed at a grade (0.1 is 10 %) is
// worth, divided by that speed: above 1 uphill.
func (m Model) Factor(grade float64) float64 {
	switch m {
	case Damped:
		return math.Pow(Cost(grade)/levelCost, dampExponent)
	case HeartRateBased:
		return tabled(grade * 100)
	default:
		return Cost(grade) / levelCost
	}
}
