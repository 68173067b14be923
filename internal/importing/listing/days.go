package listing

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"lapkeep/internal/training"
)

// Days yields what an export says of days, a year at a time, the newest first.
// Days of which it says nothing are left out.
func (x *Export) Days(source string, asOf time.Time, days []training.WellnessDay) bool {
	years := map[int][]training.WellnessDay{}
	for _, w := range days {
		if !w.Empty() {
			y := w.Day.Time(time.UTC).Year()
			years[y] = append(years[y], w)
		}
	}
	for _, y := range slices.Backward(slices.Sorted(maps.Keys(years))) {
		slices.SortFunc(years[y], func(a, b training.WellnessDay) int { return cmp.Compare(b.Day, a.Day) })
		it := Item{Path: x.Shown("wellness of " + strconv.Itoa(y)), AsOf: asOf, Wellness: &Wellness{Source: source, Days: years[y]}}
		if !x.Yield(it) {
			return false
		}
	}
	return true
}
