package calendar

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// These are the ways in which an event and an activity are paired, strongest first.
const (
	ByAthlete = "athlete"  // the athlete paired them
	BySource  = "source"   // a service's calendar paired them
	BySameDay = "same_day" // they have the same day and sport
	ByMoved   = "moved"    // the session was done on another day of the week, or on the day before or after
)

// Pairing connects a planned session with the activity that completed it.
type Pairing struct {
	By string
	// Activity is nil if the event is paired with an activity that is not stored here.
	Activity *Activity
	// Repeats compares the completed repeats with the planned ones.
	Repeats Repeats
}

// Repeats holds the number of repeats of a session. It is zero if the session
// has no repeats, or if the intervals are unknown.
type Repeats struct {
	Done  int `json:"done"`
	Asked int `json:"asked"`
	// Work is the completed share of the repeats' total time or distance, regardless of
	// how it was divided into repeats.
	Work float64 `json:"-"`
}

// Matching holds the input for matching, in addition to events and activities.
type Matching struct {
	// Paired maps the reference in each event's DoneBy to an activity. It has no
	// entry if the activity is not stored here.
	Paired map[string]training.ActivityID
	Today  training.Day
	Week   time.Weekday // first day of a week
	// Repeats counts the repeats of an event in an activity; it may be nil.
	Repeats func(*Event, *Activity) Repeats
}

// Match pairs planned sessions with activities. The result is keyed by event id. Pairings by
// the athlete come first, and then those in a service's calendar. All other pairs must have
// the same sport. They are made in three rounds, and in each the most similar come first:
// similar amounts on the same day, similar amounts on another day of the session's week or on
// an adjacent day, and whatever is left on each day. A race can be done only on its own day.
// Two pairs are swapped if that makes them more similar. Each activity is paired at most once.
func Match(events []Event, done []Activity, by Matching) map[string]Pairing {
	m := matcher{Matching: by, events: events, done: done, out: map[string]Pairing{}, taken: make([]bool, len(done))}
	m.said(true)
	m.said(false)
	all := m.candidates()
	m.nearest(all, func(c *candidate) bool { return c.apart == 0 && c.fit == well })
	m.nearest(all, func(c *candidate) bool { return c.apart > 0 })
	m.nearest(all, func(c *candidate) bool { return c.apart == 0 })
	m.exchange(all)
	return m.out
}

type matcher struct {
	Matching
	events []Event
	done   []Activity
	out    map[string]Pairing
	taken  []bool
	chosen []*candidate
}

// said adds the pairs that the athlete made or, if own is not set, those that a calendar made.
func (m *matcher) said(own bool) {
	for i := range m.events {
		e := &m.events[i]
		if e.DoneBy == "" || e.DoneBy == Unpaired || !e.Session() || slices.Contains(e.Own, "done_by") != own {
			continue
		}
		p := Pairing{By: BySource}
		if own {
			p.By = ByAthlete
		}
		id, here := m.Paired[e.DoneBy]
		at := slices.IndexFunc(m.done, func(a Activity) bool { return here && a.ID == id })
		if at >= 0 {
			if m.taken[at] {
				continue
			}
			m.taken[at], p.Activity, p.Repeats = true, &m.done[at], m.repeats(e, &m.done[at])
		}
		m.out[e.ID] = p
	}
}

func (m *matcher) repeats(e *Event, a *Activity) Repeats {
	if m.Repeats == nil {
		return Repeats{}
	}
	return m.Repeats(e, a)
}

// candidate is an event and an activity that may belong together.
type candidate struct {
	event, done int
	apart       training.Day
	fit         fit
	cost        float64
	repeats     Repeats
}

// candidates returns all possible pairs, most similar first.
func (m *matcher) candidates() []candidate {
	var all []candidate
	for i := range m.events {
		e := &m.events[i]
		if _, said := m.out[e.ID]; said || !e.Session() || e.DoneBy == Unpaired || e.Days.From > m.Today+weekDays {
			continue
		}
		for j := range m.done {
			if apart := m.done[j].Day - e.Days.From; m.taken[j] || apart > weekDays || apart < -weekDays {
				continue
			}
			if c, ok := m.candidate(i, j); ok {
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.event, b.event), cmp.Compare(a.done, b.done))
	})
	return all
}

func (m *matcher) candidate(event, done int) (candidate, bool) {
	e, a := &m.events[event], &m.done[done]
	c := candidate{event: event, done: done, apart: max(a.Day-e.Days.From, e.Days.From-a.Day)}
	if !m.within(e.Days.From, a.Day, c.apart) || c.apart > 0 && e.Category.Race() || !sameSport(e.Sport, a.Sport) {
		return c, false
	}
	c.repeats = m.repeats(e, a)
	c.cost = unlike(e, a) + c.repeats.unlike() + movedCost(c.apart)
	c.fit = fits(e, a, c.repeats, c.apart)
	return c, c.fit != unfit
}

// within reports whether a session planned for one day may have been done on
// another, which must be at most a day away or in the same week.
func (m *matcher) within(planned, done, apart training.Day) bool {
	return apart <= 1 || planned.WeekStart(m.Week) == done.WeekStart(m.Week)
}

// nearest pairs the remaining events and activities, using only candidates that among
// accepts.
func (m *matcher) nearest(all []candidate, among func(*candidate) bool) {
	for i := range all {
		c := &all[i]
		if _, ok := m.out[m.events[c.event].ID]; ok || m.taken[c.done] || !among(c) {
			continue
		}
		m.choose(c)
		m.chosen = append(m.chosen, c)
	}
}

func (m *matcher) choose(c *candidate) {
	p := Pairing{By: BySameDay, Activity: &m.done[c.done], Repeats: c.repeats}
	if c.apart > 0 {
		p.By = ByMoved
	}
	m.taken[c.done], m.out[m.events[c.event].ID] = true, p
}

// exchange swaps the partners of two pairs if that makes them more similar, until no swap does.
func (m *matcher) exchange(all []candidate) {
	if len(m.chosen) < 2 {
		return
	}
	at := map[[2]int]*candidate{}
	for i := range all {
		at[[2]int{all[i].event, all[i].done}] = &all[i]
	}
	for again := true; again; {
		again = false
		for i := range m.chosen {
			for j := range i {
				a, b := m.chosen[i], m.chosen[j]
				if apart := m.events[a.event].Days.From - m.events[b.event].Days.From; max(apart, -apart) > weekDays {
					continue
				}
				x, y := at[[2]int{a.event, b.done}], at[[2]int{b.event, a.done}]
				if x == nil || y == nil || x.fit != well || y.fit != well || !m.better(a, b, x.cost+y.cost) {
					continue
				}
				m.chosen[i], m.chosen[j], again = x, y, true
				m.choose(x)
				m.choose(y)
			}
		}
	}
}

// better reports whether the partners of two pairs should be swapped. That is
// the case if they become more similar, or if they remain equally similar on
// the same day and come into chronological order.
func (m *matcher) better(a, b *candidate, crossed float64) bool {
	if gain := a.cost + b.cost - crossed; gain > least || gain < -1e-9 {
		return gain > least
	}
	if a.apart+b.apart > 0 || m.events[a.event].Days.From != m.events[b.event].Days.From {
		return false
	}
	order := cmp.Or(cmp.Compare(m.done[a.done].Hour, m.done[b.done].Hour), cmp.Compare(a.done, b.done))
	return order*cmp.Compare(a.event, b.event) < 0
}

// These are the costs of pairs, which are logarithms of ratios. An activity of
// half or twice the planned length costs 0.69.
const (
	// movedFirst is the cost of moving a session by a day, and movedMore the cost of each further day.
	movedFirst, movedMore = 0.25, 0.05
	// sportless is the cost of a session without a sport, so that a session with the same
	// sport as the activity is preferred.
	sportless = 0.3
	// least is the minimum gain for which two pairs are swapped.
	least = 0.05
)

func movedCost(apart training.Day) float64 {
	if apart == 0 {
		return 0
	}
	return movedFirst + movedMore*float64(apart-1)
}

// sameSport reports whether an activity may be the one planned, judging by
// sport. A session without a sport, or a cross-training session, matches any activity.
func sameSport(planned, done training.Sport) bool {
	onFoot := func(s training.Sport) bool { return s == training.Walking || s == training.Hiking }
	return anySport(planned) || planned == done || onFoot(planned) && onFoot(done)
}

func anySport(planned training.Sport) bool { return planned == "" || planned == training.Other }

// shares calls each for every value that both the event and the activity have, with the
// planned and the completed amount.
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

// unlike returns how much an activity differs from the plan; 0 means not at
// all. If it cannot be compared, it counts like an activity of half the length.
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

// unlike returns how much the completed repeats differ from the planned ones. It
// returns 0 if all were done. If none was done, they count like half the length.
func (r Repeats) unlike() float64 {
	if r.Asked == 0 {
		return 0
	}
	return math.Ln2 * (1 - r.share())
}

// share returns the completed share of the planned repeats, by number or by
// amount of work, whichever is larger.
func (r Repeats) share() float64 { return min(1, max(r.Work, float64(r.Done)/float64(r.Asked))) }

// none reports whether none of the planned repeats was done.
func (r Repeats) none() bool { return r.Asked > 0 && r.share() == 0 }

// These limits decide whether an activity counts for a session. They are percentages of
// the planned amount, for the first value that both the session and the activity have.
const (
	begunPct  = 25  // below this, it is something else, even on the planned day
	halfPct   = 50  // below this, sessions on other days take precedence
	enoughPct = 80  // from here on, a session counts as done; only then can it count as moved
	morePct   = 150 // above this, sessions on other days take precedence
	movedPct  = 120 // above this, an activity on another day is not the planned session, but a longer one of its own
)

// percent returns the completed amount as a percentage of the planned one, for
// the first value that both the event and the activity have, or false if there is none.
func percent(e *Event, a *Activity) (float64, bool) {
	p, found := 0.0, false
	shares(e, a, func(_ string, planned, done float64) {
		if !found {
			p, found = efforts.Percent(planned, done)
		}
	})
	return p, found
}

// fit rates how well an activity fits a session.
type fit int

const (
	unfit  fit = iota // the activity is something else
	poorly            // on the planned day, but too little, too much, or without the repeats
	well
)

func fits(e *Event, a *Activity, r Repeats, apart training.Day) fit {
	p, compared := percent(e, a)
	switch {
	case apart > 0 && (!compared || p < enoughPct || p > movedPct || r.Asked > 0 && 100*r.share() < enoughPct):
		return unfit
	case compared && p < begunPct:
		return unfit
	case compared && (p < halfPct || p > morePct) || r.none():
		return poorly
	}
	return well
}
