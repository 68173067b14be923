package segments

import (
	"context"
	"iter"
	"math"
	"sync"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// RiddenReader reads what was derived, and what changed.
type RiddenReader interface {
	LastChange(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error)
	Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error)
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
}

// RiddenIndex answers about one store. It keeps what it found until activities
// change, so one of them serves all calls.
type RiddenIndex struct {
	r RiddenReader

	mu     sync.Mutex
	climbs map[training.Scope]*followed

	stretches activityindex.Cache[training.Scope, []Stretch]
}

// followed are the climbs as of a place in the change log.
type followed struct {
	*RiddenClimbs

	seq int64
}

// NewIndex makes an index over a store; it reads nothing yet.
func NewIndex(r RiddenReader) *RiddenIndex {
	return &RiddenIndex{r: r, climbs: map[training.Scope]*followed{}}
}

// Climbs calls f with the climbs that the audience may know of. f must not keep
// or change them, and no other question is answered meanwhile.
func (x *RiddenIndex) Climbs(ctx context.Context, s training.Scope, f func(*RiddenClimbs)) error {
	seq, err := x.r.LastChange(ctx)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	have := x.climbs[s]
	if have == nil || have.seq != seq {
		if have, err = x.follow(ctx, s, have, seq); err != nil {
			delete(x.climbs, s)
			return err
		}
		x.climbs[s] = have
	}
	f(have.RiddenClimbs)
	return nil
}

// fewChanged is how many activities may be new for them to be added to what is
// there, instead of everything being read again.
const fewChanged = 32

// follow brings what is there up to seq. New activities that follow all others
// are added, which gives the same as reading everything; any other change of
// activities has everything read.
func (x *RiddenIndex) follow(ctx context.Context, s training.Scope, have *followed, seq int64) (*followed, error) {
	if have == nil {
		return x.read(ctx, s, seq)
	}
	changed, few, err := x.changed(ctx, s.Athlete, have.seq)
	if err != nil {
		return nil, err
	}
	for id := range changed {
		p, err := x.r.Primitive(ctx, s, id, derive.ClimbWays)
		switch {
		case err != nil && training.KindOf(err) != training.KindNotFound:
			return nil, err
		case have.of[id] != nil, !few, err == nil && (p.Day <= have.until || len(changed) > 1):
			return x.read(ctx, s, seq)
		case err == nil:
			all, err := x.r.Primitive(ctx, s, id, derive.Climbs)
			if err != nil {
				return x.read(ctx, s, seq)
			}
			have.add(&p, all.Data)
		}
	}
	have.seq = seq
	return have, nil
}

// changed are the athlete's activities that changed since a place in the log.
func (x *RiddenIndex) changed(ctx context.Context, a training.AthleteID, after int64) (map[training.ActivityID]bool, bool, error) {
	const batch = 512
	changed := map[training.ActivityID]bool{}
	for {
		changes, err := x.r.Changes(ctx, after, batch)
		if err != nil {
			return nil, false, err
		}
		for _, c := range changes {
			if c.Athlete == a && (c.Kind == store.ChangeActivity || c.Kind == store.ChangeDerived) {
				changed[training.ActivityID(c.ID)] = true
			}
			after = c.Seq
		}
		if len(changes) < batch || len(changed) > fewChanged {
			return changed, len(changed) <= fewChanged, nil
		}
	}
}

// always is every day that an activity can have.
var always = training.DayRange{From: training.NewDay(1900, 1, 1), To: training.NewDay(2999, 12, 31)}

// read gathers the climbs of the whole history.
func (x *RiddenIndex) read(ctx context.Context, s training.Scope, seq int64) (*followed, error) {
	figures := map[training.ActivityID][]byte{}
	for p, err := range x.r.Primitives(ctx, s, derive.Climbs, always) {
		if err != nil {
			return nil, err
		}
		figures[p.Activity] = append([]byte(nil), p.Data...)
	}
	out := &followed{NewClimbs(), seq}
	for p, err := range x.r.Primitives(ctx, s, derive.ClimbWays, always) {
		if err != nil {
			return nil, err
		}
		out.add(&p, figures[p.Activity])
	}
	return out, ctx.Err()
}

// add takes in the climbs of an activity. What is damaged derive writes anew;
// it must not hide the others.
func (f *followed) add(p *store.Primitive, figures []byte) {
	climbs, err := derive.DecodeClimbs(figures)
	if err != nil {
		return
	}
	ways, err := derive.DecodeWays(p.Data)
	if err != nil || len(ways) != len(climbs) {
		return
	}
	for i, c := range climbs {
		if stream.Climb(c.GainM, c.TimerS) == "" {
			f.Add(Ascent{Activity: p.Activity, Number: i, Day: p.Day, Sport: p.Sport, Climb: c}, ways[i])
		}
	}
}

// Stretches are the stretches that were ridden most in the last two years of
// the history, most often first.
func (x *RiddenIndex) Stretches(ctx context.Context, s training.Scope) ([]Stretch, error) {
	seq, err := x.r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return x.stretches.Get(ctx, seq, s, func() ([]Stretch, error) {
		span, ok, err := x.r.DaySpan(ctx, s)
		if err != nil || !ok {
			return nil, err
		}
		var ways []Way
		for p, err := range x.r.Primitives(ctx, s, derive.Route, training.DayRange{From: span.To - StretchDays, To: span.To}) {
			if err != nil {
				return nil, err
			}
			sketch, err := derive.DecodeRoute(p.Data)
			if err != nil || len(sketch.Line) < 2 {
				continue // derive writes a damaged one anew
			}
			w := Way{Activity: p.Activity, Sport: p.Sport, Line: sketch.Line, Extent: sketch.Extent, Scale: 1}
			if sketch.DistanceDM > 0 && sketch.Extent.LengthDM > 0 {
				w.Scale = float64(sketch.DistanceDM) / float64(sketch.Extent.LengthDM)
			}
			ways = append(ways, w)
		}
		if n := len(ways); n > mostWays {
			ways = ways[n-mostWays:]
		}
		return Most(ctx, ways)
	})
}

// LineOf is the way of points as a line that others are compared with.
func LineOf(points []training.RoutePoint) []route.Point {
	way := make([]route.Point, len(points))
	for i, p := range points {
		way[i] = route.Point{Lat: int32(math.Round(p.LatDeg * stepsPerDegree)), Lon: int32(math.Round(p.LonDeg * stepsPerDegree))}
	}
	return way
}
