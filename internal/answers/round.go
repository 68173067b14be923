package answers

import (
	"math"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/training"
)

// Round keeps v to so many decimals, halves away from zero. It never returns
// a negative zero.
func Round(v float64, decimals int) float64 {
	p := math.Pow10(decimals)
	r := math.Round(v*p) / p
	if r == 0 {
		return 0
	}
	return r
}

// Finite reports whether v may leave the package: neither NaN nor infinite.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Decimals is how many decimals an answer gives of a metric.
func Decimals(m training.Metric) int { return glossary.Decimals(m) }

// Rounded copies v with each metric at its [Decimals]; what is not finite is
// left out.
func Rounded(v training.Values) training.Values {
	out := make(training.Values, len(v))
	for m, x := range v {
		if Finite(x) {
			out[m] = Round(x, Decimals(m))
		}
	}
	return out
}
