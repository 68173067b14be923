package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// picked is the best at every step that was asked for and has one.
type picked struct {
	points     map[float64]Point
	fresh      map[float64]Point // at any time, where work was asked for
	activities int
	short      bool // not every recording was read that could hold a best
}

func (p picked) empty() bool { return len(p.points) == 0 }

// pick finds the best at ascending steps: from what is kept, or else from the
// recordings that can hold it.
func (c *Index) pick(ctx context.Context, s training.Scope, q Query, days training.DayRange, steps []float64, w work) (picked, error) {
	if w.none() {
		return c.pickFrom(ctx, s, q, days, steps, w, q.name())
	}
	name := fatigued
	if levelAt(w.leastJ) < 0 {
		name = Power
	}
	p, err := c.pickFrom(ctx, s, q, days, steps, w, name)
	if err != nil {
		return p, err
	}
	fresh, err := c.pickFrom(ctx, s, q, days, steps, work{}, Power)
	p.fresh, p.short = fresh.points, p.short || fresh.short
	return p, err
}

func (c *Index) pickFrom(ctx context.Context, s training.Scope, q Query, days training.DayRange, steps []float64, w work, name string) (picked, error) {
	// The number is read before the rows: what is newer is looked at again.
	seq, err := c.r.LastChange(ctx)
	if err != nil {
		return picked{}, err
	}
	of := c.built().kinds[name]
	best, err := c.built().index.Best(ctx, s, q.rows(of), days, q.groups)
	if err != nil {
		return picked{}, err
	}
	kept := c.kept(of, best, w, steps)
	k := &seeker{
		c: c, scope: s, seq: seq, name: name, rows: q.rows(of), days: days, sports: q.groups, work: w, loaded: map[training.ActivityID]*recorded{},
	}
	points := make([]Point, 0, len(steps))
	for i, at := range steps {
		p, ok := kept[i], kept[i].At > 0
		if _, onGrid := slices.BinarySearch(of.steps, at); !onGrid || !w.none() && !w.stored() {
			if p, ok, err = k.above(ctx, p, ok, at); err != nil {
				return picked{}, err
			}
		} else if p.At != at {
			ok = false
		}
		if ok {
			p.At = at
			points = append(points, p)
		}
	}
	if of.unit > 0 {
		fall(points)
	}
	out := picked{points: make(map[float64]Point, len(points)), activities: best.Activities, short: k.short}
	for _, p := range points {
		out.points[p.At] = p
	}
	return out, nil
}

// kept is the best at or beyond each step of windows that count for sure:
// those of the lowest stored level that is no less than any work asked for.
func (c *Index) kept(of *kind, best bests.Best, w work, steps []float64) []Point {
	if w.none() {
		return of.heldAt(steps, best, 0)
	}
	level, ok := levelFrom(w.mostJ)
	if !ok || of != c.built().kinds[fatigued] {
		return make([]Point, len(steps))
	}
	return of.heldAt(steps, best, level*len(curve.Coarse()))
}

// above is the best at a step that is more than p, which was held for longer
// or after more work and so counts too; else p.
func (k *seeker) above(ctx context.Context, p Point, known bool, at float64) (Point, bool, error) {
	least := int32(bests.None)
	if known {
		least = int32(math.Round(p.Value * k.c.built().kinds[k.name].unit))
	}
	better, ok, err := k.best(ctx, at, least)
	if err != nil || !ok {
		return p, known, err
	}
	return better, true, nil
}
