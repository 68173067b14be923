package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Nth is the activity of a number, from 1, as they happened.
func Nth(list []Activity, n int) (Activity, bool) {
	if n < 1 || n > len(list) {
		return Activity{}, false
	}
	return inOrder(list)[n-1], true
}

// Reached is the activity with which the sum of all up to it came to an
// amount; its day is the day of the milestone.
func Reached(list []Activity, m Measure, amount float64) (Activity, bool) {
	sum := int64(0)
	for _, a := range inOrder(list) {
		sum += thousandths(a.Of(m))
		if sum >= thousandths(amount) {
			return a, true
		}
	}
	return Activity{}, false
}

// Best is an activity with what it is ranked by.
type Best struct {
	Activity
	Value float64
}

// Ranked are the activities that have a value, the highest first and of equal
// ones the earliest.
func Ranked(list []Activity, value func(Activity) float64) []Best {
	var out []Best
	for _, a := range inOrder(list) {
		if x := value(a); !math.IsNaN(x) {
			out = append(out, Best{a, x})
		}
	}
	slices.SortStableFunc(out, func(a, b Best) int { return cmp.Compare(b.Value, a.Value) })
	return out
}

// By ranks by a measure.
func By(m Measure) func(Activity) float64 { return func(a Activity) float64 { return a.Of(m) } }

// FastestOver ranks by distance over the timer's time, in m/s, the activities
// of at least some metres.
func FastestOver(metres float64) func(Activity) float64 {
	return func(a Activity) float64 {
		if math.IsNaN(a.DistanceM) || thousandths(a.DistanceM) < thousandths(metres) || !(a.TimerS > 0) {
			return math.NaN()
		}
		return a.DistanceM / a.TimerS
	}
}

// MaxSpeed ranks by the highest speed.
func MaxSpeed(a Activity) float64 { return a.MaxSpeedMPS }

// AvgPower ranks by the mean power.
func AvgPower(a Activity) float64 { return a.AvgPowerW }

// MaxPower ranks by the highest power.
func MaxPower(a Activity) float64 { return a.MaxPowerW }
