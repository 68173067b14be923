package curves

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// best is a best effort of any kind: seconds or metres, and watts or speed.
type best struct {
	id         training.ActivityID
	size, rate float64
}

// How slowly a rate may fall with size, as an exponent, within one activity:
// half of what it does between maximal efforts, which is about 0.06 on foot and
// on the bike and 0.03 in water.
const (
	pieceFall        = 0.03
	pieceFallInWater = 0.01
)

// dropPieces leaves out, in their order, the bests that are pieces of a longer
// one of the same activity: an even hour has bests of 10 and 30 minutes which
// the athlete could surpass, so they say nothing of how power or speed falls.
func dropPieces[E any](bests []E, of func(E) best, fall float64) []E {
	return slices.DeleteFunc(slices.Clone(bests), func(e E) bool {
		b := of(e)
		return slices.ContainsFunc(bests, func(e E) bool {
			long := of(e)
			return long.id == b.id && long.size > b.size && b.rate < long.rate*math.Pow(long.size/b.size, fall)
		})
	})
}
