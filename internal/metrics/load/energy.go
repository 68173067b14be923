package load

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// EnergyVersion of the rules in this package.
const EnergyVersion = 1

const (
	kjPerKcal = 4.184
	// efficiency is the gross share of what a cyclist burns that reaches the
	// pedals; 0.20 to 0.25 in trained riders.
	efficiency = 0.24
)

// FromWork is the kcal burnt for work at the pedals in kJ.
func FromWork(kj float64) float64 { return kj / kjPerKcal / efficiency }

// Person is who burns.
type Person struct {
	Sex      training.Sex
	WeightKg float64
	AgeYears float64
}

// FromHR is the kcal burnt in some seconds at a mean heart rate by Keytel et
// al. 2005 (J Sports Sci 23:289), or the reason why it is not known. It was
// found on people who exercised steadily; low rates come out below nothing,
// which is not believed.
func FromHR(bpm, seconds float64, p Person) (kcal float64, missing i18n.Sentence) {
	switch {
	case bpm <= 0 || seconds <= 0:
		return 0, training.NoHeartRate
	case p.WeightKg <= 0:
		return 0, "no weight is set"
	case p.AgeYears <= 0:
		return 0, "the athlete's year of birth is not set"
	}
	var kjPerMin float64
	switch p.Sex {
	case training.Male:
		kjPerMin = -55.0969 + 0.6309*bpm + 0.1988*p.WeightKg + 0.2017*p.AgeYears
	case training.Female:
		kjPerMin = -20.4022 + 0.4472*bpm - 0.1263*p.WeightKg + 0.074*p.AgeYears
	default:
		return 0, "the athlete's sex is not set"
	}
	if kjPerMin <= 0 {
		return 0, "heart rate was below the range of the estimate"
	}
	return kjPerMin / kjPerKcal * seconds / 60, ""
}
