package efforts

import (
	"math"
	"slices"
)

// middleVariation is how far values lie from their median, as a share of it:
// the median of the deviations, scaled to a standard deviation.
func middleVariation(x []float64) float64 {
	m := median(x)
	if m <= 0 {
		return math.Inf(1)
	}
	d := make([]float64, len(x))
	for i, v := range x {
		d[i] = math.Abs(v - m)
	}
	return 1.4826 * median(d) / m
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Clone(x)
	slices.Sort(s)
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}
