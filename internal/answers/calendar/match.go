package calendar

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// The ways in which an event and an activity find each other, the strongest
// first.
const (
	ByAthlete = "athlete"  // the athlete said so
	BySource  = "source"   // the calendar's own pairing
	BySameDay = "same_day" // the same day and sport
	ByMoved   = "moved"    // done on another day of its week, or on one beside its own
)

// A Pairing is what became of a planned session.
type Pairing struct {
	By string
	// Activity is nil if the calendar pairs the event with one that is not here.
	Activity *Activity
	// Repeats are those that were done of those that its steps ask for.
	Repeats Repeats
}

// Repeats counts the work of a session that asks for work again and again; the
// zero value is one that does not, or where the intervals are not known.
type Repeats struct {
	Done  int `json:"done"`
	Asked int `json:"asked"`
	// Work is the share of their time or way that was done in whatever pieces.
	Work float64 `json:"-"`
}

// Matching is what pairing follows beside planned and done.
type Matching struct {
	// Paired says what an event's DoneBy is here; one that is not here is not in it.
	Paired map[string]training.ActivityID
	Today  training.Day
	Week   time.Weekday // on which a week begins
	// Repeats counts for an event and an activity; nil counts none.
	Repeats func(*Event, *Activity) Repeats
}

// Match pairs planned sessions with what was done, by event id. The athlete's
// own pairing wins, then the calendar's. Of the others, those are paired that
// are of one sport, the most alike first: what is about as much on the same
// day; then what is as much on another day of the session's week or a day beside
// it; then what is left of a day. A race is done on its own day only. Two that are
// more alike crosswise than by their days were exchanged. Each activity is paired once.
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

// said makes the pairs that the athlete (own) or the calendar names.
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

// candidate is an event and an activity that could belong together.
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

// within reports whether a session of one day may have been done on another: a
// day apart at most, or in the same week.
func (m *matcher) within(planned, done, apart training.Day) bool {
	return apart <= 1 || planned.WeekStart(m.Week) == done.WeekStart(m.Week)
}

// nearest pairs what is left among some candidates.
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

// exchange crosses two pairs that are more alike so, again until none is.
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
// similar, or equally similar on one day and in the order of time.
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

// sameSport reports whether a session counts for a planned sport. A plan
// without a sport, or for cross training, matches any.
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

// unlike returns how much an activity differs from the plan, 0 if it matches
// exactly. One that cannot be compared counts like one of half the length.
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

// unlike returns how much the repeats differ from the plan: 0 if all were done;
// none counts like half the length.
func (r Repeats) unlike() float64 {
	if r.Asked == 0 {
		return 0
	}
	return math.Ln2 * (1 - r.share())
}

// share returns which share of the planned repeats was done, in the same pieces
// or as the same amount of work.
func (r Repeats) share() float64 { return min(1, max(r.Work, float64(r.Done)/float64(r.Asked))) }

// none reports whether none of the planned repeats was done.
func (r Repeats) none() bool { return r.Asked > 0 && r.share() == 0 }

// The shares in percent of what was planned, of the first value that can be
// compared, between which an activity is taken for a session.
const (
	begunPct  = 25  // below it is something else, even on the session's own day
	halfPct   = 50  // what is less is first looked for on other days
	enoughPct = 80  // from here a session is done; moved is only what was done
	morePct   = 150 // what is more on another day is another session
)

// percent returns an activity in percent of a session, by the first value that
// both have; false if there is none.
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
