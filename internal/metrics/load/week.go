package load

import "math"

// WeekVersion is the version of the rules in this file.
const WeekVersion = 1

// Deviation says which standard deviation monotony divides by.
type Deviation string

// The deviations: over one day less, which is ours, and over all days, which
// is Runalyze's.
const (
	SampleDeviation     Deviation = "sample"
	PopulationDeviation Deviation = "population"
)

// Monotony is Foster's (1998): the mean daily load of a week over its
// standard deviation. It is not defined, and false, for fewer than two days
// and where all days are equal.
func Monotony(days []float64, d Deviation) (float64, bool) {
	if len(days) < 2 {
		return 0, false
	}
	m, squares := mean(days), 0.0
	for _, l := range days {
		squares += (l - m) * (l - m)
	}
	over := float64(len(days))
	if d != PopulationDeviation {
		over--
	}
	if squares <= 0 {
		return 0, false
	}
	return m / math.Sqrt(squares/over), true
}

// Strain is Foster's: the load of a week times its monotony.
func Strain(days []float64, d Deviation) (float64, bool) {
	mono, ok := Monotony(days, d)
	return mono * mean(days) * float64(len(days)), ok
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
