package load

import "math"

// WeekVersion is the version of the rules in this file.
const WeekVersion = 1

// Monotony is Foster's (1998): the mean daily load of a week over its
// standard deviation (n − 1). It is not defined, and false, for fewer than two days
// and where all days are equal.
func Monotony(days []float64) (float64, bool) {
	if len(days) < 2 {
		return 0, false
	}
	m, squares := mean(days), 0.0
	for _, l := range days {
		squares += (l - m) * (l - m)
	}
	if squares <= 0 {
		return 0, false
	}
	return m / math.Sqrt(squares/float64(len(days)-1)), true
}

// Strain is Foster's: the load of a week times its monotony.
func Strain(days []float64) (float64, bool) {
	mono, ok := Monotony(days)
	return mono * mean(days) * float64(len(days)), ok
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
