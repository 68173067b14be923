package segments

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Ascent is one time up a climb.
type Ascent struct {
	Activity training.ActivityID
	Number   int // index among the activity's climbs
	Day      training.Day
	Sport    training.Sport

	route.Climb
}

// Climb is a climb with all of the athlete's ascents, in order of day.
type Climb struct {
	Sport   training.Sport
	Ascents []Ascent
	// Way is the track of the first ascent.
	Way []route.Point
}

// ID identifies the climb by its first ascent.
func (c *Climb) ID() ID {
	first := &c.Ascents[0]
	return ID{ClimbKind, first.Activity, training.Span{FromS: first.Span.FromS, ToS: first.Span.ToS}}
}

// Typical returns a typical ascent of the climb, with the medians of all.
func (c *Climb) Typical() route.Climb {
	return route.Climb{
		LengthM:  c.median(func(a *Ascent) float64 { return a.LengthM }),
		GainM:    c.median(func(a *Ascent) float64 { return a.GainM }),
		FootM:    c.median(func(a *Ascent) float64 { return a.FootM }),
		SteepPct: c.median(func(a *Ascent) float64 { return a.SteepPct }),
	}
}

func (c *Climb) median(of func(*Ascent) float64) float64 {
	all := make([]float64, len(c.Ascents))
	for i := range c.Ascents {
		all[i] = of(&c.Ascents[i])
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// Best returns the fastest ascent. If several are equally fast, it returns the first.
func (c *Climb) Best() *Ascent {
	best := &c.Ascents[0]
	for i := range c.Ascents {
		if a := &c.Ascents[i]; a.TimerS < best.TimerS {
			best = a
		}
	}
	return best
}

// Rank returns the rank of a time among all ascents, 1 for the fastest. Equal
// times share a rank.
func (c *Climb) Rank(timerS float64) int {
	rank := 1
	for i := range c.Ascents {
		if c.Ascents[i].TimerS < timerS {
			rank++
		}
	}
	return rank
}

// RiddenClimbs groups ascents by climb. The result depends only on their order:
// each ascent joins the most similar climb, or is the first of a new one.
type RiddenClimbs struct {
	all   []*Climb
	ends  ends[*Climb]
	of    map[training.ActivityID]map[int]*Climb
	until training.Day
}

// NewClimbs returns an empty collection of climbs.
func NewClimbs() *RiddenClimbs {
	return &RiddenClimbs{ends: ends[*Climb]{}, of: map[training.ActivityID]map[int]*Climb{}}
}

// Add adds an ascent with its track. It ignores an ascent without a track.
func (c *RiddenClimbs) Add(a Ascent, way []route.Point) {
	if len(way) < 2 || a.TimerS <= 0 {
		return
	}
	c.until = max(c.until, a.Day)
	climb, ok := c.ends.find(a.Sport, way)
	if !ok {
		climb = &Climb{Sport: a.Sport, Way: way}
		c.all = append(c.all, climb)
		c.ends.add(a.Sport, way, climb)
	}
	climb.Ascents = append(climb.Ascents, a)
	if c.of[a.Activity] == nil {
		c.of[a.Activity] = map[int]*Climb{}
	}
	c.of[a.Activity][a.Number] = climb
}

// Of returns the climb with the given index in an activity, or nil if there is none.
func (c *RiddenClimbs) Of(id training.ActivityID, number int) *Climb { return c.of[id][number] }

// At returns the climb with the given id, which may identify any of its ascents.
func (c *RiddenClimbs) At(id ID) *Climb {
	for _, x := range c.of[id.Activity] {
		if slices.ContainsFunc(x.Ascents, func(a Ascent) bool { return a.Activity == id.Activity && id.same(a.Span) }) {
			return x
		}
	}
	return nil
}

// Ridden lists the climbs with at least the given number of ascents, most ridden first.
func (c *RiddenClimbs) Ridden(least int) []*Climb {
	var out []*Climb
	for _, x := range c.all {
		if len(x.Ascents) >= least {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b *Climb) int {
		return cmp.Or(cmp.Compare(len(b.Ascents), len(a.Ascents)), cmp.Compare(b.Ascents[0].GainM, a.Ascents[0].GainM))
	})
	return out
}

// ClimbIndex finds climbs and stretches in one store. It keeps the results
// until activities change, so one index serves all calls.
type ClimbIndex struct {
	r store.Reader

	mu     sync.Mutex
	climbs map[training.Scope]*followed

	stretches cache.Cache[training.Scope, []Stretch]
}

// followed holds the climbs as of a position in the change log.
type followed struct {
	*RiddenClimbs

	seq int64
}

// NewIndex returns an empty index over a store; it reads nothing yet.
func NewIndex(r store.Reader) *ClimbIndex {
	x := &ClimbIndex{r: r, climbs: map[training.Scope]*followed{}}
	x.stretches.On = ledger.OnActivities(ledger.ChangeAthlete)
	return x
}

// Climbs calls f with the climbs that the audience may know about. f must not keep or
// modify them. Other questions wait until f returns.
func (x *ClimbIndex) Climbs(ctx context.Context, s training.Scope, f func(*RiddenClimbs)) error {
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

// fewChanged is the maximum number of changed activities that are examined one by one, to
// avoid reading everything again.
const fewChanged = 32

// follow updates the index to seq. If the only change is one new activity later than all
// others, it adds this activity, which has the same result as reading everything. After
// any other change that affects climbs, it reads everything.
func (x *ClimbIndex) follow(ctx context.Context, s training.Scope, have *followed, seq int64) (*followed, error) {
	if have == nil {
		return x.read(ctx, s, seq)
	}
	changed, few, err := x.changed(ctx, s.Athlete, have.seq, seq)
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

// changed returns the athlete's activities that changed between two positions
// in the log; few is false if there are more than fewChanged.
func (x *ClimbIndex) changed(ctx context.Context, a training.AthleteID, after, upTo int64) (
	changed map[training.ActivityID]bool, few bool, err error,
) {
	changed = map[training.ActivityID]bool{}
	for c, err := range cache.Since(ctx, x.r, after, upTo) {
		if err != nil {
			return nil, false, err
		}
		if c.Athlete == a && (c.Kind == store.ChangeActivity || c.Kind == store.ChangeDerived) {
			changed[training.ActivityID(c.ID)] = true
		}
		if len(changed) > fewChanged {
			return changed, false, nil
		}
	}
	return changed, true, nil
}

// read collects the climbs of the whole history.
func (x *ClimbIndex) read(ctx context.Context, s training.Scope, seq int64) (*followed, error) {
	figures := map[training.ActivityID][]byte{}
	for p, err := range x.r.Primitives(ctx, s, derive.Climbs, answers.EveryDay) {
		if err != nil {
			return nil, err
		}
		figures[p.Activity] = append([]byte(nil), p.Data...)
	}
	out := &followed{NewClimbs(), seq}
	for p, err := range x.r.Primitives(ctx, s, derive.ClimbWays, answers.EveryDay) {
		if err != nil {
			return nil, err
		}
		out.add(&p, figures[p.Activity])
	}
	return out, ctx.Err()
}

// add adds the climbs of an activity. It skips damaged data, which will be
// derived again and must not hide the others.
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

// Stretches returns the stretches that were ridden most in the last two years
// of the history, most ridden first.
func (x *ClimbIndex) Stretches(ctx context.Context, s training.Scope) ([]Stretch, error) {
	return x.stretches.Get(ctx, x.r, s, func() ([]Stretch, error) {
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
				continue // a damaged sketch will be derived again
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

// LineOf converts points to a line for comparisons.
func LineOf(points []training.RoutePoint) []route.Point {
	way := make([]route.Point, len(points))
	for i, p := range points {
		way[i] = route.PointAt(p.LatDeg, p.LonDeg)
	}
	return way
}
