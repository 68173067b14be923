package fitness

import (
	"cmp"
	"maps"
	"slices"

	"lapkeep/internal/training"
)

// mostSports is how many sports a series tells apart. The load of all others is
// added up as that of other, so that the parts make the whole.
const mostSports = 6

// addOf adds the load of an activity of the actual days to its sport.
func (c *loadCourse) addOf(sport training.Sport, day training.Day, tss float64) {
	if tss == 0 {
		return
	}
	if c.bySport[sport] == nil {
		c.bySport[sport] = make([]float64, c.actual.Days())
	}
	c.bySport[sport][day-c.actual.From] += tss
}

// sportLoads parts the load of bins by sport, the sport with the most of it first
// and other last.
func (c *loadCourse) sportLoads(bins []bin) []SportLoad {
	loads, whole := map[training.Sport][]float64{}, map[training.Sport]float64{}
	for sport, days := range c.bySport {
		of := make([]float64, len(bins))
		for i, b := range bins {
			for _, l := range days[b.days.From-c.actual.From : b.days.To-c.actual.From+1] {
				of[i] += l
			}
			whole[sport] += of[i]
		}
		if whole[sport] > 0 {
			loads[sport] = of
		}
	}
	own := slices.SortedFunc(maps.Keys(loads), func(a, b training.Sport) int {
		return cmp.Or(cmp.Compare(whole[b], whole[a]), cmp.Compare(a, b))
	})
	own = slices.DeleteFunc(own, func(s training.Sport) bool { return s == training.Other })
	for len(own) > mostSports {
		loads[training.Other] = plus(loads[training.Other], loads[own[len(own)-1]])
		own = own[:len(own)-1]
	}
	if loads[training.Other] != nil {
		own = append(own, training.Other)
	}
	var out []SportLoad
	for _, sport := range own {
		shown := loads[sport]
		for i := range shown {
			shown[i] = one(shown[i])
		}
		out = append(out, SportLoad{Sport: sport, Load: shown})
	}
	return out
}

// plus adds b to a, which may be nil.
func plus(a, b []float64) []float64 {
	if a == nil {
		return b
	}
	for i := range a {
		a[i] += b[i]
	}
	return a
}
