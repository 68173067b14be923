package power

// XPowerVersion is the version of the rule of [XPower].
const XPowerVersion = 1

// XPower is the fourth-power mean in W of an exponential average with the
// weight alpha, seeded with 0; false without samples.
func XPower(samples []int32, alpha float64) (float64, bool) { return 0, false }

// The two weights in use for a 25 s average at one sample a second.
const (
	AlphaGoldenCheetah = 1.0 / 26
	AlphaExponential   = 0.039210560847676823 // 1 − e^(−1/25)
)
