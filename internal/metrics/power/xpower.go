package power

import "math"

// XPowerVersion is the version of the rule of [XPower].
const XPowerVersion = 1

// The two weights in use for a 25 s average at one sample a second.
const (
	AlphaGoldenCheetah = 1.0 / 26             // dt/(25 s + dt)
	AlphaExponential   = 0.039210560847676823 // 1 − e^(−1/25)
)

// XPower is the fourth-power mean in W of an exponential average with the
// weight alpha, seeded with 0 (Skiba 2006); false without samples.
func XPower(samples []int32, alpha float64) (float64, bool) {
	if len(samples) == 0 {
		return 0, false
	}
	e, sum := 0.0, 0.0
	for _, w := range samples {
		e += alpha * (float64(w) - e)
		q := e * e
		sum += q * q
	}
	return root4(sum / float64(len(samples))), true
}

func root4(x float64) float64 { return math.Sqrt(math.Sqrt(x)) }
