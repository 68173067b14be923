package power

import "lapkeep/internal/metrics/stream"

// NormalizedVersion is the version of the rule of [Normalized].
const NormalizedVersion = 1

// WindowS is the length in seconds of normalized power's running mean.
const WindowS = 30

// NP is a fourth-power mean of running means.
type NP struct {
	Watts   float64 // not rounded
	Windows int     // full windows that entered; TSS is counted over them
}

// Normalized is the canonical normalized power of samples of one second, in
// W, each 0 to 65535: the fourth root of the mean fourth power of all full
// 30 s windows. False if there are fewer than 30 samples.
func Normalized(samples []int32) (NP, bool) { return NP{}, false }

// Variant names a way of computing normalized power.
type Variant string

// The variants: the canonical rule and what others compute.
const (
	Canonical     Variant = "canonical"
	Garmin        Variant = "garmin"
	Wahoo         Variant = "wahoo"
	GoldenCheetah Variant = "goldencheetah"
	IGPSport      Variant = "igpsport"
)

// Variants lists them in the order in which they are shown.
func Variants() []Variant {
	return []Variant{Canonical, Garmin, Wahoo, GoldenCheetah, IGPSport}
}

// Of computes a variant for a whole recording; false if it has no value.
func Of(v *stream.View, variant Variant) (NP, bool) { return NP{}, false }

// DropsZeros detects a device that leaves coasting out of its averages and
// out of its normalized power: an Edge 800 with non-zero averaging. Its own
// values cannot be compared with the canonical ones.
func DropsZeros(v *stream.View) bool { return false }
