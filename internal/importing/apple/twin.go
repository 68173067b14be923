package apple

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/training"
)

// outing is a workout with what decides which of several that are one outing
// is kept.
type outing struct {
	*workout
	routes   int  // files that the export has
	streams  bool // there is a route or a sample
	sameAs   *outing
	position int
}

// commonOf is how much of the shorter of two must be in both.
const commonOf = 0.8

// twins finds the workouts that several sources wrote of one outing: the
// richest is kept, and the others know which.
func (h *health) twins(ctx context.Context, list []*outing) error {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b *outing) int { return h.richer(a, b) })
	// Those kept, the richest first, by the stretches of time that they touch:
	// no workout is longer than a stretch, so that one touches two at most.
	kept := map[int64][]*outing{}
	for _, o := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		first, last := o.start.unix/longestS, o.end.unix/longestS
		for n := first; n <= last; n++ {
			near := kept[n]
			i := slices.IndexFunc(near, func(k *outing) bool { return k.from != o.from && oneOuting(k.workout, o.workout) })
			if i >= 0 && (o.sameAs == nil || h.richer(near[i], o.sameAs) < 0) {
				o.sameAs = near[i]
			}
		}
		for n := first; n <= last && o.sameAs == nil; n++ {
			kept[n] = append(kept[n], o)
		}
	}
	return nil
}

// richer puts what has more first.
func (h *health) richer(a, b *outing) int {
	truth := func(v bool) int {
		if v {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(truth(b.several()), truth(a.several())),
		cmp.Compare(min(b.routes, 1), min(a.routes, 1)),
		cmp.Compare(truth(b.streams), truth(a.streams)),
		h.source(a.from).before(h.source(b.from)),
		cmp.Compare(b.end.unix-b.start.unix, a.end.unix-a.start.unix),
		cmp.Compare(a.position, b.position),
	)
}

func oneOuting(a, b *workout) bool {
	common := min(a.end.unix, b.end.unix) - max(a.start.unix, b.start.unix)
	shorter := min(a.end.unix-a.start.unix, b.end.unix-b.start.unix)
	if common <= 0 || float64(common) < commonOf*float64(shorter) {
		return false
	}
	return a.several() || b.several() || alike(sportOf(a.word), sportOf(b.word))
}

// alike says that two programs may mean one thing by two sports.
func alike(a, b training.Sport) bool {
	onFoot := func(s training.Sport) bool {
		return s == training.Running || s == training.Walking || s == training.Hiking
	}
	return a == b || a == training.Other || b == training.Other || onFoot(a) && onFoot(b)
}
