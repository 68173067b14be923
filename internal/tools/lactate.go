package tools

import "lapkeep/internal/training"

// LactateTest is the name that a lactate test is given by.
const LactateTest = string(training.KeyLactateTest)

const (
	leastSteps = 3
	mostSteps  = 12
)

// CheckLactate checks a lactate test: bpm and mmol/l of each step in turn, with
// heart rate rising, or the A and B of the athlete's own curve.
func CheckLactate(v []float64) error {
	const fix = "Give bpm and mmol/l of 3 to 12 steps in turn, such as 120, 1.1, 140, 1.7, 160, 3.2; or the A and B of the curve."
	if len(v) == 2 {
		if v[0] >= 0.01 && v[0] <= 10 && v[1] >= 0.5 && v[1] <= 8 {
			return nil
		}
		return training.Errorf(training.KindInvalid,
			"%g and %g are not constants of a lactate curve: A is 0.01 to 10, B 0.5 to 8.", v[0], v[1]).WithFix(fix)
	}
	if len(v)%2 != 0 || len(v) < 2*leastSteps || len(v) > 2*mostSteps {
		return training.Errorf(training.KindInvalid, "lactate_test has %d numbers.", len(v)).WithFix(fix)
	}
	for i := 0; i < len(v); i += 2 {
		switch bpm, mmol := v[i], v[i+1]; {
		case bpm < 40 || bpm > 250 || mmol < 0.1 || mmol > 30:
			return training.Errorf(training.KindInvalid, "A step of %g bpm and %g mmol/l is not possible.", bpm, mmol).WithFix(fix)
		case i > 0 && bpm <= v[i-2]:
			return training.Errorf(training.KindInvalid, "The steps of lactate_test do not rise in heart rate.").WithFix(fix)
		}
	}
	return nil
}
