package segments

import (
	"cmp"
	"slices"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

// Ascent is one time up a climb.
type Ascent struct {
	Activity training.ActivityID
	Number   int // of the activity's climbs, from 0
	Day      training.Day
	Sport    training.Sport

	route.Climb
}

// Climb is a climb with every time up it, in order of day.
type Climb struct {
	Sport   training.Sport
	Ascents []Ascent
	// Way is that of the first time up.
	Way []route.Point
}

// ID names the climb by its first ascent.
func (c *Climb) ID() ID {
	first := &c.Ascents[0]
	return ID{ClimbKind, first.Activity, training.Span{FromS: first.Span.FromS, ToS: first.Span.ToS}}
}

// Typical is what is said of the climb itself: the medians of its ascents.
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

// Best is the fastest time up, the first of equal ones.
func (c *Climb) Best() *Ascent {
	best := &c.Ascents[0]
	for i := range c.Ascents {
		if a := &c.Ascents[i]; a.TimerS < best.TimerS {
			best = a
		}
	}
	return best
}

// Rank is the place of a time among all, 1 the fastest; equal times share it.
func (c *Climb) Rank(timerS float64) int {
	rank := 1
	for i := range c.Ascents {
		if c.Ascents[i].TimerS < timerS {
			rank++
		}
	}
	return rank
}

// RiddenClimbs gathers ascents into climbs. It depends on their order alone: each
// joins the climb that it is likest to, or is the first of one.
type RiddenClimbs struct {
	all   []*Climb
	ends  ends[*Climb]
	of    map[training.ActivityID]map[int]*Climb
	until training.Day
}

// NewClimbs is without any.
func NewClimbs() *RiddenClimbs {
	return &RiddenClimbs{ends: ends[*Climb]{}, of: map[training.ActivityID]map[int]*Climb{}}
}

// Add takes in an ascent with its way. One without a way is nowhere.
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

// Of is the climb that is the activity's of this number; nil if it is none here.
func (c *RiddenClimbs) Of(id training.ActivityID, number int) *Climb { return c.of[id][number] }

// At is the climb of an id, by whichever of its ascents.
func (c *RiddenClimbs) At(id ID) *Climb {
	for _, x := range c.of[id.Activity] {
		if slices.ContainsFunc(x.Ascents, func(a Ascent) bool { return a.Activity == id.Activity && id.same(a.Span) }) {
			return x
		}
	}
	return nil
}

// Ridden lists the climbs that were ridden so often, most often first.
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
