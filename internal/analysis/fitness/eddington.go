package fitness

import (
	"cmp"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Eddington is the largest number E of a sport such that on at least E days at
// least E km (or miles) were covered, and how many more days it takes until E
// is one larger.
type Eddington struct {
	Sport         training.Sport `json:"sport"`
	KM            int            `json:"eddington_km"`
	KMMissing     int            `json:"km_days_to_next"`
	Miles         int            `json:"eddington_mi"`
	MilesMissing  int            `json:"mi_days_to_next"`
	LongestDayKM  *float64       `json:"longest_day_km,omitempty"`
	DaysWithMoved int            `json:"days"`
}

const (
	metresPerKM   = 1000
	metresPerMile = 1609.344
	// mostEddingtons is how many sports have their number.
	mostEddingtons = 6
)

// eddingtons are those of the sports of activities in order of day, the
// largest first.
func eddingtons(all []store.LoadInput) (out []Eddington) {
	days := map[training.Sport][]float64{} // metres of each day
	last := map[training.Sport]training.Day{}
	for i := range all {
		in := &all[i]
		if in.DistanceM <= 0 || in.Sport == training.Transition {
			continue
		}
		list := days[in.Sport]
		if n := len(list); n > 0 && last[in.Sport] == in.Day {
			list[n-1] += in.DistanceM
			continue
		}
		days[in.Sport], last[in.Sport] = append(list, in.DistanceM), in.Day
	}
	for sport, list := range days {
		e := Eddington{Sport: sport, DaysWithMoved: len(list), LongestDayKM: shown(slices.Max(list), metresPerKM, 2)}
		e.KM, e.KMMissing = EddingtonOf(list, metresPerKM)
		e.Miles, e.MilesMissing = EddingtonOf(list, metresPerMile)
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Eddington) int {
		return cmp.Or(b.KM-a.KM, b.DaysWithMoved-a.DaysWithMoved, cmp.Compare(a.Sport, b.Sport))
	})
	return out[:min(len(out), mostEddingtons)]
}

// EddingtonOf is the Eddington number of distances by day, and how many days
// are missing for the next one. Both are in the unit of the number.
func EddingtonOf(days []float64, unit float64) (number, missing int) {
	least := make([]int, len(days)+2) // days of at least so much, beyond their number it makes no difference
	for _, d := range days {
		least[min(wholes(d, unit), len(days)+1)]++
	}
	for e := len(days); e >= 0; e-- {
		above := least[e+1]
		if least[e] += above; least[e] >= e {
			return e, e + 1 - above
		}
	}
	return 0, 1
}

// wholes is how many whole units a distance has.
func wholes(metres, unit float64) int { return int((metres + half) / unit) }
