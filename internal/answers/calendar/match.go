package calendar

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// These are the ways to pair an event with an activity, the strongest first.
const (
	ByAthlete = "athlete"  // the athlete paired them
	BySource  = "source"   // the calendar paired them
	BySameDay = "same_day" // the same day and sport
	ByMoved   = "moved"    // done on another day of its week, or one day earlier or later
)

// A Pairing says how a planned session was done.
type Pairing struct {
	By string
	// Activity is nil if the calendar pairs the event with an activity that is not here.
	Activity *Activity
	// Repeats compares the completed repeats with those in the steps.
	Repeats Repeats
}

// Repeats counts the repeats of a session. It is zero if the session has none,
// or if the intervals are unknown.
type Repeats struct {
	Done  int `json:"done"`
	Asked int `json:"asked"`
	// Work is the completed share of their time or distance, regardless of the pieces.
	Work float64 `json:"-"`
}

// Matching is the input for pairing besides events and activities.
type Matching struct {
	// Paired maps each DoneBy of an event to an activity; it omits activities that
	// are not here.
	Paired map[string]training.ActivityID
	Today  training.Day
	Week   time.Weekday // first day of a week
	// Repeats counts repeats for an event and an activity; nil counts none.
	Repeats func(*Event, *Activity) Repeats
}

// Match pairs planned sessions with activities, by event id. Pairings by the
// athlete come first, then those in the calendar. The remaining ones need the same
// sport, and the most similar are paired first: similar amounts on the same day;
// then similar amounts on another day of the session's week or on an adjacent day;
// then what remains on a day. A race counts only on its own day. Two pairs are
// swapped if that makes them more similar. Each activity is paired at most once.
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

// said adds the pairs that the athlete (own) or the calendar names.
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

// candidates returns all possible pairs, the most similar first.
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
// another: at most a day apart, or in the same week.
func (m *matcher) within(planned, done, apart training.Day) bool {
	return apart <= 1 || planned.WeekStart(m.Week) == done.WeekStart(m.Week)
}

// nearest pairs the remaining events and activities among some candidates.
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

// exchange swaps two pairs if that makes them more similar, until no swap does.
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

// better reports whether two pairs should be swapped: the swap makes them more
// similar, or equally similar on one day and in chronological order.
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

// These are the costs of pairs, as logarithms of a ratio: 0.69 is an activity
// of half or twice the length.
const (
	// Another day costs movedFirst, and each further day movedMore.
	movedFirst, movedMore = 0.25, 0.05
	// sportless is the cost of a session without a sport: one that names the
	// activity's sport is preferred.
	sportless = 0.3
	// least is the minimum gain from swapping two pairs.
	least = 0.05
)

func movedCost(apart training.Day) float64 {
	if apart == 0 {
		return 0
	}
	return movedFirst + movedMore*float64(apart-1)
}

// sameSport reports whether an activity may count for a session of the planned
// sport. A session without a sport, or for cross training, matches any.
func sameSport(planned, done training.Sport) bool {
	onFoot := func(s training.Sport) bool { return s == training.Walking || s == training.Hiking }
	return anySport(planned) || planned == done || onFoot(planned) && onFoot(done)
}

func anySport(planned training.Sport) bool { return planned == "" || planned == training.Other }

// shares calls each with the planned and completed amount of each value that both have.
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

// unlike returns how much an activity differs from the plan; 0 means no
// difference. One that cannot be compared counts like one of half the length.
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

// unlike returns how much the repeats differ from the plan: 0 if all were done,
// and as much as half the length if none was.
func (r Repeats) unlike() float64 {
	if r.Asked == 0 {
		return 0
	}
	return math.Ln2 * (1 - r.share())
}

// share returns the completed share of the planned repeats, by their number or
// by the amount of work, whichever is larger.
func (r Repeats) share() float64 { return min(1, max(r.Work, float64(r.Done)/float64(r.Asked))) }

// none reports whether none of the planned repeats was done.
func (r Repeats) none() bool { return r.Asked > 0 && r.share() == 0 }

// An activity counts for a session between these percentages of the plan, by
// the first value that both have.
const (
	begunPct  = 25  // below this, it is something else, even on the session's own day
	halfPct   = 50  // below this, other days are searched first
	enoughPct = 80  // from here on, a session is done; only such a session can be moved
	morePct   = 150 // above this, an activity on another day is another session
)

// percent returns an activity in percent of a session, by the first value that
// both have, and false if there is none.
func percent(e *Event, a *Activity) (float64, bool) {
	p, found := 0.0, false
	shares(e, a, func(_ string, planned, done float64) {
		if !found {
			p, found = efforts.Percent(planned, done)
		}
	})
	return p, found
}

// fit says how well an activity fits a session, regardless of its cost.
type fit int

const (
	unfit  fit = iota // it is something else
	poorly            // on its day, but too little or too much of it, or without its repeats
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
