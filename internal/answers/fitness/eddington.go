package fitness

import (
	"cmp"
	"iter"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Eddington is the largest number E of a sport such that on at least E days at
// least E km (or miles) were covered, and how many more days it takes until E
// is one larger.
type Eddington struct {
	Sport        training.Sport `json:"sport"`
	KM           int            `json:"eddington_km"`
	KMMissing    int            `json:"km_days_to_next"`
	Miles        int            `json:"eddington_mi"`
	MilesMissing int            `json:"mi_days_to_next"`
	LongestDayKM *float64       `json:"longest_day_km,omitempty"`
	// Days are those with a distance.
	Days int `json:"days"`
}

const (
	metresPerKM   = 1000
	metresPerMile = 1609.344
	// mostEddingtons is how many sports have their number.
	mostEddingtons = 6
)

// eddingtons are those of the sports of activities in order of day, the
// largest first.
func eddingtons(all iter.Seq[*store.LoadInput]) (out []Eddington) {
	type sums struct {
		days []int64 // thousandths of a metre
		last training.Day
	}
	of := map[training.Sport]*sums{}
	for in := range all {
		if in.DistanceM <= 0 || in.Sport == training.Transition {
			continue
		}
		s := of[in.Sport]
		if s == nil {
			s = &sums{}
			of[in.Sport] = s
		}
		if n := len(s.days); n == 0 || s.last != in.Day {
			s.days, s.last = append(s.days, 0), in.Day
		}
		s.days[len(s.days)-1] += thousandths(in.DistanceM)
	}
	for sport, s := range of {
		e := Eddington{Sport: sport, Days: len(s.days), LongestDayKM: shown(float64(slices.Max(s.days))/1000, metresPerKM, 2)}
		e.KM, e.KMMissing = eddingtonOf(s.days, metresPerKM)
		e.Miles, e.MilesMissing = eddingtonOf(s.days, metresPerMile)
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Eddington) int { return cmp.Or(b.KM-a.KM, b.Days-a.Days, cmp.Compare(a.Sport, b.Sport)) })
	return out[:min(len(out), mostEddingtons)]
}

// eddingtonOf is the number of distances by day, in thousandths, for a unit in
// metres, and how many days are missing for the next one.
func eddingtonOf(days []int64, unitM float64) (number, missing int) {
	unit := thousandths(unitM)
	most := int64(len(days)) + 1      // beyond their number it makes no difference
	least := make([]int, len(days)+2) // days of at least so much
	for _, d := range days {
		least[min(d/unit, most)]++
	}
	for e := len(days); e > 0; e-- {
		least[e] += least[e+1]
		if least[e] >= e {
			return e, e + 1 - least[e+1]
		}
	}
	return 0, 1
}
