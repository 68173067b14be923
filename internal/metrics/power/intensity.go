package power

import "lapkeep/internal/metrics/stream"

// IntensityFactor is np in proportion to ftp, both in W; false if either is
// not positive.
func IntensityFactor(np, ftp float64) (float64, bool) { return 0, false }

// TSS is the training stress score: hours of full windows · IF² · 100.
func TSS(np NP, ftp float64) (float64, bool) { return 0, false }

// TSSOver is TSS over a time in seconds that the caller chooses, as variants
// that count timer time do.
func TSSOver(np, ftp, seconds float64) (float64, bool) { return 0, false }

// WorkJ is the energy in J of the power rows, each over the seconds that it
// stands for; false if there is no power.
func WorkJ(v *stream.View) (float64, bool) { return 0, false }

// Decoupling is how much power to heart rate (Pw:Hr) fell from the first half
// to the second, in percent, or the reason why it is not given.
func Decoupling(v *stream.View) (pct float64, missing string) { return 0, "" }
