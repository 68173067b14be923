package fitness

import (
	"iter"
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Milestone is a sum over all that was done until the end of the period, and
// the round numbers that it passed within it.
type Milestone struct {
	Of    string  `json:"of"` // activities, or a metric with its unit
	Total float64 `json:"total"`
	// Reached are those of the period, the latest last, and ReachedOn their days.
	Reached   []float64      `json:"reached,omitempty"`
	ReachedOn []training.Day `json:"reached_on,omitempty"`
	// Next is the round number that comes, and ToNext what is missing of it.
	Next   float64 `json:"next"`
	ToNext float64 `json:"to_next"`
}

// mostReached is how many milestones of a kind are told.
const mostReached = 8

// milestoneSums are what is added up, in the unit that is told, from the least
// round number on.
var milestoneSums = []struct {
	of    string
	least float64
	unit  float64
	value func(in *store.LoadInput) float64
}{
	{"activities", 10, 1, func(*store.LoadInput) float64 { return 1 }},
	{"distance_km", 100, 1000, func(in *store.LoadInput) float64 { return in.DistanceM }},
	{"duration_h", 10, 3600, func(in *store.LoadInput) float64 { return in.TimerS }},
	{"elevation_gain_m", 1000, 1, func(in *store.LoadInput) float64 { return in.GainM }},
}

// milestones are those of all that was done until the end of a period. The
// days are local ones: a sum is what was done on all days up to one.
func milestones(all iter.Seq[*store.LoadInput], done training.DayRange) (out []Milestone) {
	for _, k := range milestoneSums {
		m, sum, next := Milestone{Of: k.of, Next: k.least}, int64(0), thousandths(k.least*k.unit)
		for in := range all {
			sum += thousandths(k.value(in))
			for sum >= next {
				if in.Day >= done.From {
					m.Reached, m.ReachedOn = append(m.Reached, m.Next), append(m.ReachedOn, in.Day)
				}
				m.Next = roundAfter(m.Next)
				next = thousandths(m.Next * k.unit)
			}
		}
		if sum == 0 {
			continue
		}
		cut := max(0, len(m.Reached)-mostReached)
		m.Reached, m.ReachedOn = m.Reached[cut:], m.ReachedOn[cut:]
		total := float64(sum) / 1000 / k.unit
		m.Total, m.ToNext = answers.Round(total, 1), answers.Round(m.Next-total, 1)
		out = append(out, m)
	}
	return out
}

// thousandths is an amount as it is compared, mm or ms: adding them leaves
// nothing behind, so that 0.1 and 0.2 km are 0.3.
func thousandths(x float64) int64 { return int64(math.Round(x * 1000)) }

// roundAfter is the next of 1, 2, 5, 10, 20, 50, and so on.
func roundAfter(n float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(n)+1e-9))
	if math.Round(n/power) == 2 {
		return 5 * power
	}
	return 2 * n
}
