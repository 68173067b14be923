package statistics

// The units of Eddington numbers, in metres.
const (
	Kilometre = 1000.0
	Mile      = 1609.344
)

// Eddington is the number E and how many more days of E+1 units it takes to
// E+1.
type Eddington struct{ Number, DaysToNext int }

// EddingtonOf is the largest E such that on E days at least the sum of the day
// was at least E units (A. S. Eddington of his cycling, in miles; by
// en.wikipedia.org/wiki/Arthur_Eddington#Eddington_number_for_cycling). Filter
// by sport before.
func EddingtonOf(list []Activity, unitM float64) Eddington {
	e := 0
	for DaysOver(list, float64(e+1)*unitM) >= e+1 {
		e++
	}
	return Eddington{e, e + 1 - DaysOver(list, float64(e+1)*unitM)}
}

// DaysOver is on how many days at least so much was covered.
func DaysOver(list []Activity, metres float64) int {
	sums := map[string]int64{}
	for _, a := range list {
		sums[a.Day] += thousandths(a.DistanceM)
	}
	n := 0
	for _, sum := range sums {
		if sum >= thousandths(metres) {
			n++
		}
	}
	return n
}
