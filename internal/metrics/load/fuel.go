package load

import "lapkeep/internal/training"

// FuelVersion of the rules in this package.
const FuelVersion = 1

const hourS = 3600.0

// leastS is the time from which an amount is told by the hour: of a gel before
// a sprint a rate would say nothing.
const leastS = 30 * 60

// PerHour is an amount by the hour; false where there is none, or less than
// half an hour.
func PerHour(amount, seconds float64) (float64, bool) {
	if amount <= 0 || seconds < leastS {
		return 0, false
	}
	return amount / (seconds / hourS), true
}

// The most that is believed of an hour, about twice what anybody is known to
// take: 150 g of carbohydrate and 2 l.
const (
	MostCarbsGPerH  = 300.0
	MostFluidMLPerH = 4000.0
)

// CheckFuel refuses amounts that nobody takes in some seconds. What is taken in
// less than an hour is held against an hour, because it may be taken before.
func CheckFuel(carbsG, fluidML, seconds float64) error {
	hours := max(1, seconds/hourS)
	for _, a := range []struct {
		what, unit   string
		amount, most float64
	}{{"carbs_g", "g", carbsG, MostCarbsGPerH}, {"fluid_ml", "ml", fluidML, MostFluidMLPerH}} {
		if !(a.amount >= 0 && a.amount <= a.most*hours) {
			return training.Errorf(training.KindInvalid, "%s cannot be %.0f %s in %.1f h.", a.what, a.amount, a.unit, hours).
				WithFix("Give what was taken on the way, at most %.0f %s an hour.", a.most, a.unit)
		}
	}
	return nil
}

// Range is what the literature gives for an hour, as a fact with its source.
type Range struct{ LowPerH, HighPerH float64 }

// The sources of the ranges.
const (
	CarbsSource = "Jeukendrup 2014 (Sports Med 44:S25)"
	FluidSource = "ACSM position stand 2007 (Med Sci Sports Exerc 39:377)"
)

// Bounds between the ranges of carbohydrate, in s: under the first the source
// names no amount, over the second it names more, of glucose with fructose.
const (
	carbsFromS = 75 * 60.0
	carbsMoreS = 2.5 * hourS
)

// CarbRange is that of carbohydrate in g for so many seconds, or why there is none.
func CarbRange(seconds float64) (r Range, missing string) {
	switch {
	case seconds < carbsFromS:
		return Range{}, "under 75 minutes the literature names no amount but small ones, or a rinse of the mouth"
	case seconds <= carbsMoreS:
		return Range{30, 60}, ""
	}
	return Range{60, 90}, ""
}

// FluidRange is that of fluid in ml.
func FluidRange() Range { return Range{400, 800} }
