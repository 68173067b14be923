package efforts

import "math"

// ComplianceVersion of the rules in this package.
const ComplianceVersion = 1

// Band says in which stretch of the familiar colours a share lies.
type Band string

// The bands: within a fifth of the plan, within a half, and beyond. A session
// that was missed is red.
const (
	Green  Band = "green"  // 80 to 120 %
	Yellow Band = "yellow" // 50 to 79 % and 121 to 150 %
	Red    Band = "red"    // under 50 % and over 150 %
)

// Percent is how much of the plan was done, in whole percent, halves away
// from zero; false without a plan above zero or where either is not finite.
func Percent(planned, done float64) (float64, bool) {
	if !(planned > 0) || !(done >= 0) || math.IsInf(planned, 0) || math.IsInf(done, 0) {
		return 0, false
	}
	p := math.Round(done / planned * 100)
	return p, !math.IsInf(p, 0)
}

// BandOf is the band of a share in whole percent.
func BandOf(percent float64) Band {
	switch {
	case percent >= 80 && percent <= 120:
		return Green
	case percent >= 50 && percent <= 150:
		return Yellow
	}
	return Red
}
