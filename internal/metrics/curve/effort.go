package curve

import (
	"cmp"
	"math"
	"slices"
)

// PowerModelEffort is a mean power held for a time.
type PowerModelEffort struct {
	DurationS float64
	PowerW    float64
}

// usable is the efforts that say something, by duration; of one duration the
// best counts.
func usable(efforts []PowerModelEffort) []PowerModelEffort {
	var out []PowerModelEffort
	for _, e := range efforts {
		if e.DurationS > 0 && e.PowerW > 0 && !math.IsInf(e.DurationS, 0) && !math.IsInf(e.PowerW, 0) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b PowerModelEffort) int {
		return cmp.Or(cmp.Compare(a.DurationS, b.DurationS), cmp.Compare(b.PowerW, a.PowerW))
	})
	return slices.CompactFunc(out, func(a, b PowerModelEffort) bool { return a.DurationS == b.DurationS })
}

func columns(efforts []PowerModelEffort) (seconds, watts []float64) {
	for _, e := range efforts {
		seconds, watts = append(seconds, e.DurationS), append(watts, e.PowerW)
	}
	return seconds, watts
}

// Residuals are the efforts' watts less the model's, and their root mean
// square.
func Residuals(efforts []PowerModelEffort, power func(seconds float64) float64) (watts []float64, rms float64) {
	sum := 0.0
	for _, e := range efforts {
		r := e.PowerW - power(e.DurationS)
		watts, sum = append(watts, r), sum+r*r
	}
	if len(efforts) == 0 {
		return nil, 0
	}
	return watts, math.Sqrt(sum / float64(len(efforts)))
}
