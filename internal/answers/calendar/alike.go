package calendar

import (
	"math"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// The costs by which pairs are weighed, in the logarithm of a ratio: 0.69 is an
// activity of half or twice the length.
const (
	// another day costs movedFirst, and each further one movedMore.
	movedFirst, movedMore = 0.25, 0.05
	// sportless is the cost of a session of any sport: one that names the sport
	// of the activity comes first.
	sportless = 0.3
	// least is by how much two pairs must be more alike crosswise.
	least = 0.05
)

func movedCost(apart training.Day) float64 {
	if apart == 0 {
		return 0
	}
	return movedFirst + movedMore*float64(apart-1)
}

// sameSport: a plan that names no sport, or cross training, is done by any.
func sameSport(planned, done training.Sport) bool {
	onFoot := func(s training.Sport) bool { return s == training.Walking || s == training.Hiking }
	return anySport(planned) || planned == done || onFoot(planned) && onFoot(done)
}

func anySport(planned training.Sport) bool { return planned == "" || planned == training.Other }

// shares calls f with planned and done of each value that both have.
func shares(e *Event, a *Activity, each func(name string, planned, done float64)) {
	f := e.Figures()
	for _, v := range []struct {
		name          string
		planned, done float64
	}{{byDuration, f.DurationS, a.DurationS}, {byDistance, f.DistanceKm, a.DistanceKm}, {byLoad, f.Load, a.Load}} {
		if v.planned > 0 && v.done > 0 {
			each(v.name, v.planned, v.done)
		}
	}
}

// unlike is 0 for an activity that is just what was planned. One that cannot
// be compared is as unlike as one of half the length.
func unlike(e *Event, a *Activity) float64 {
	sum, n := 0.0, 0
	shares(e, a, func(_ string, planned, done float64) {
		sum += math.Abs(math.Log(done / planned))
		n++
	})
	cost := math.Ln2
	if n > 0 {
		cost = sum / float64(n)
	}
	if anySport(e.Sport) {
		cost += sportless
	}
	if c := clock(e.Start); c != "" {
		hour := int(c[0]-'0')*10 + int(c[1]-'0')
		cost += math.Abs(float64(a.Hour-hour)) / 24
	}
	return cost
}

// unlike is 0 where all was done; none is as unlike as half the length.
func (r Repeats) unlike() float64 {
	if r.Asked == 0 {
		return 0
	}
	return math.Ln2 * (1 - r.share())
}

// share is how much of what was asked for was done: as it was, or as much work
// in other pieces.
func (r Repeats) share() float64 { return min(1, max(r.Work, float64(r.Done)/float64(r.Asked))) }

// none says that nothing of what was asked again and again was done.
func (r Repeats) none() bool { return r.Asked > 0 && r.share() == 0 }

// The shares in percent of what was planned, of the first value that can be
// compared, between which an activity is taken for a session.
const (
	begunPct  = 25  // below it is something else, even on the session's own day
	halfPct   = 50  // what is less is first looked for on other days
	enoughPct = 80  // from here a session is done; moved is only what was done
	morePct   = 150 // what is more on another day is another session
)

// percent is how much of a session an activity is, by the first value that both
// have; false where there is none.
func percent(e *Event, a *Activity) (float64, bool) {
	p, found := 0.0, false
	shares(e, a, func(_ string, planned, done float64) {
		if !found {
			p, found = efforts.Percent(planned, done)
		}
	})
	return p, found
}

// fit says how well an activity fits a session, apart from its cost.
type fit int

const (
	unfit  fit = iota // it is another
	poorly            // on its day, but little or too much of it, or without its repeats
	well
)

func fits(e *Event, a *Activity, r Repeats, apart training.Day) fit {
	p, compared := percent(e, a)
	switch {
	case apart > 0 && (!compared || p < enoughPct || p > morePct || r.Asked > 0 && 100*r.share() < enoughPct):
		return unfit
	case compared && p < begunPct:
		return unfit
	case compared && (p < halfPct || p > morePct) || r.none():
		return poorly
	}
	return well
}
