package structure

import (
	"context"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// The rule of like sets: the least ratios of duration, distance, number and
// rest, and the most that their levels may differ.
const (
	likeWork, likeDistance, likeCount, likeRest = 0.85, 0.95, 0.7, 0.5
	// likePercent is in percent of the thresholds of their days; without any,
	// likeLevel is the least ratio of the levels.
	likePercent, likeLevel = 12.0, 0.85
	// LikeShare is the least likeness of two sessions.
	LikeShare = 0.75
)

// Subject is the session that others are compared with.
type Subject struct {
	ID      training.ActivityID
	Sport   training.Sport
	Day     training.Day
	Session *efforts.Session
}

// Alike is a session that is like another.
type Alike struct {
	ID  training.ActivityID
	Day training.Day
	// Share is how like it is, up to 1.
	Share float64
}

// Alike lists the sessions of a sport whose work is that of another, by day:
// sets of one pattern, alike in duration or distance, number, rest and level.
func (x *Index) Alike(ctx context.Context, s training.Scope, of Subject) ([]Alike, error) {
	history, err := x.r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	timeline := fitness.NewTimeline(history)
	own := likener{of.Session.Basis, gistsOf(of.Session.Sets()), thresholdAt(timeline, of.Session.Basis, of.Sport, of.Day)}
	var out []Alike
	err = x.months.Each(ctx, s, derive.Intervals, always, func(_ fitness.MonthlyMonth, all sessions) error {
		for i := range all {
			e := &all[i]
			if e.sport != of.Sport || e.id == of.ID {
				continue
			}
			if !own.mayBeLike(e) {
				continue
			}
			other := likener{e.basis, e.sets, thresholdAt(timeline, e.basis, e.sport, e.day)}
			if share := own.likeness(&other); share >= LikeShare {
				out = append(out, Alike{e.id, e.day, share})
			}
		}
		return ctx.Err()
	})
	return out, err
}

// always is every day that an activity can have.
var always = training.DayRange{From: training.NewDay(1900, 1, 1), To: training.NewDay(2999, 12, 31)}

func thresholdAt(t *fitness.Timeline, b efforts.Basis, sport training.Sport, day training.Day) float64 {
	_, threshold := scaleOf(b, t.At(sport, day))
	return threshold
}

// likener is a session with the threshold of its day, 0 without one.
type likener struct {
	basis     efforts.Basis
	sets      []gist
	threshold float64
}

// likeness is the share of the work of two sessions that belongs to like sets,
// each weighted by how like they are.
func (l *likener) likeness(o *likener) float64 {
	like, all := 0.0, 0.0
	for i := range l.sets {
		all += workS(&l.sets[i])
	}
	for k := range o.sets {
		all += workS(&o.sets[k])
	}
	used := make([]bool, len(o.sets))
	for i := range l.sets {
		best, at := 0.0, -1
		for k := range o.sets {
			if used[k] {
				continue
			}
			if share := l.alike(&l.sets[i], o, &o.sets[k]); share > best {
				best, at = share, k
			}
		}
		if at >= 0 {
			used[at] = true
			like += best * (workS(&l.sets[i]) + workS(&o.sets[at]))
		}
	}
	if all <= 0 {
		return 0
	}
	return like / all
}

func workS(t *gist) float64 { return float64(t.count) * t.workS }

// mayBeLike reports a session with a set that is like one of these but for
// its level, which most have not: it asks for no threshold.
func (l *likener) mayBeLike(e *session) bool {
	for i := range l.sets {
		for k := range e.sets {
			if l.sameShape(&l.sets[i], e.basis, &e.sets[k]) > 0 {
				return true
			}
		}
	}
	return false
}

// alike is how like two sets are, 0 if they are not.
func (l *likener) alike(a *gist, o *likener, b *gist) float64 {
	share := l.sameShape(a, o.basis, b)
	if share > 0 && !l.sameLevel(a, o, b) {
		return 0
	}
	return share
}

// sameShape is how like two sets are in all but their level.
func (l *likener) sameShape(a *gist, basis efforts.Basis, b *gist) float64 {
	if a.pattern != b.pattern || a.ramp != b.ramp {
		return 0
	}
	work, count, rest := ratio(a.workS, b.workS), ratio(float64(a.count), float64(b.count)), 1.0
	if byPace(l.basis) && byPace(basis) {
		if metres := ratio(a.workM, b.workM); metres >= likeDistance {
			work = max(work, metres)
		}
	}
	if a.restS > 0 && b.restS > 0 {
		rest = ratio(a.restS, b.restS)
	}
	if work < likeWork || count < likeCount || rest < likeRest {
		return 0
	}
	if a.pattern == overUnders && min(ratio(a.partS[0], b.partS[0]), ratio(a.partS[1], b.partS[1])) < likeWork {
		return 0
	}
	return (2*work + 2*count + rest) / 5
}

// sameLevel compares in percent where both days have a threshold. Levels in
// unlike units cannot be compared without.
func (l *likener) sameLevel(a *gist, o *likener, b *gist) bool {
	if l.threshold > 0 && o.threshold > 0 {
		d := 100 * (a.level/l.threshold - b.level/o.threshold)
		return d <= likePercent && d >= -likePercent
	}
	return l.basis != o.basis || ratio(a.level, b.level) >= likeLevel
}

func byPace(b efforts.Basis) bool { return b == efforts.BySpeed || b == efforts.ByLengths }

// ratio is the smaller of two over the larger, 0 if one is not known.
func ratio(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return min(a, b) / max(a, b)
}
