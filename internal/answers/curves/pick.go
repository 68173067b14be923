package curves

import (
	"context"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// picked is the best at every step that was asked for and has one.
type picked struct {
	points     map[float64]Point
	fresh      map[float64]Point // at any time, where work was asked for
	activities int
	gone       int // recordings that could hold a best and are not there
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
	p.fresh, p.gone = fresh.points, max(p.gone, fresh.gone)
	return p, err
}

func (c *Index) pickFrom(
	ctx context.Context, s training.Scope, q Query, days training.DayRange, steps []float64, w work, name string,
) (picked, error) {
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
	out := picked{points: make(map[float64]Point, len(steps)), activities: best.Activities}
	k := &seeker{
		c: c, scope: s, seq: seq, name: name, of: of, rows: q.rows(of), days: days, sports: q.groups, work: w,
		read: map[training.ActivityID][]int32{},
	}
	places := of.places(q.Sports)
	for _, at := range steps {
		p, ok := c.kept(of, &best, w, at)
		b := newBound(name, of, places, at)
		if !b.exact() || !w.none() && !w.stored() {
			k.ask(b, p, ok)
		} else if ok {
			out.points[at] = p
		}
	}
	if len(k.steps) == 0 {
		return out, nil
	}
	if err := k.seek(ctx, &best); err != nil {
		return picked{}, err
	}
	for i, at := range k.steps {
		if h := k.best[i]; isBest(h.value) {
			out.points[at] = Point{at, of.shown(h.value, at), h.ref}
		}
	}
	out.gone = k.gone
	return out, nil
}

// kept is the best that is kept of windows that count for sure: where work is
// asked for, those of the lowest stored level that is no less than any of it.
func (c *Index) kept(of *kind, best *Best, w work, at float64) (Point, bool) {
	if w.none() {
		return of.point(best, 0, at)
	}
	level, ok := levelFrom(w.mostJ)
	if !ok || of != c.built().kinds[fatigued] {
		return Point{}, false
	}
	return of.point(best, level*len(curve.Coarse()), at)
}
