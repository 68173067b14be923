package curve

// VO2MaxVersion is the version of the rules in this file.
const VO2MaxVersion = 1

// VO2Max is an estimate of maximal oxygen uptake in ml/kg/min as a range.
type VO2Max struct{ Low, Estimate, High float64 }

// acsmShare is the width of the range around the ACSM equation. A best of
// five minutes is no steady state, so the equation's own error, about 7 %, is
// the least that one can be off by.
const acsmShare = 0.07

// VO2MaxFromPower is the ACSM equation for cycling on the best five minutes,
// 10.8·W/kg + 7; false without both numbers.
func VO2MaxFromPower(best5MinW, weightKg float64) (VO2Max, bool) {
	if !(best5MinW > 0) || !(weightKg > 0) {
		return VO2Max{}, false
	}
	x := 10.8*best5MinW/weightKg + 7
	return VO2Max{x * (1 - acsmShare), x, x * (1 + acsmShare)}, true
}

// uthSEE is the standard error of Uth's ratio in ml/kg/min.
const uthSEE = 2.7

// VO2MaxFromHR is 15.3 times the ratio of highest to resting heart rate (Uth
// 2004, trained men); false without both numbers in their order.
func VO2MaxFromHR(maxBpm, restBpm float64) (VO2Max, bool) {
	if !(restBpm > 0) || !(maxBpm > restBpm) {
		return VO2Max{}, false
	}
	x := 15.3 * maxBpm / restBpm
	return VO2Max{x - uthSEE, x, x + uthSEE}, true
}
