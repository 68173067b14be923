package calendar

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/training"
)

// The ways in which an event and an activity find each other, the strongest
// first.
const (
	ByAthlete = "athlete"  // the athlete said so
	BySource  = "source"   // the calendar's own pairing
	BySameDay = "same_day" // the same day and sport
	ByMoved   = "moved"    // done a day earlier or later
)

// A Pairing is what became of a planned session.
type Pairing struct {
	By string
	// Activity is nil if the calendar pairs the event with one that is not here.
	Activity *Activity
}

// movedDays is how far from its day a session is looked for.
const movedDays = 1

// Match pairs planned sessions with what was done, by event id. The athlete's
// own pairing wins, then the calendar's; then the same day and sport, the
// most alike first; then sessions of days before today with an activity of a
// day beside it that is not another's and about as long. Each activity is
// paired once. paired says what an event's DoneBy is here; one that is not
// here is not in it.
func Match(events []Event, done []Activity, paired map[string]training.ActivityID, today training.Day) map[string]Pairing {
	m := matcher{events: events, done: done, today: today, out: map[string]Pairing{}, taken: make([]bool, len(done))}
	m.said(paired, true)
	m.said(paired, false)
	m.nearest(0, BySameDay)
	m.nearest(movedDays, ByMoved)
	return m.out
}

type matcher struct {
	events []Event
	done   []Activity
	today  training.Day
	out    map[string]Pairing
	taken  []bool
}

// said makes the pairs that the athlete (own) or the calendar names.
func (m *matcher) said(paired map[string]training.ActivityID, own bool) {
	for i := range m.events {
		e := &m.events[i]
		if e.DoneBy == "" || e.DoneBy == Unpaired || !e.Session() || slices.Contains(e.Own, "done_by") != own {
			continue
		}
		p := Pairing{By: BySource}
		if own {
			p.By = ByAthlete
		}
		id, here := paired[e.DoneBy]
		at := slices.IndexFunc(m.done, func(a Activity) bool { return here && a.ID == id })
		if at >= 0 {
			if m.taken[at] {
				continue
			}
			m.taken[at], p.Activity = true, &m.done[at]
		}
		m.out[e.ID] = p
	}
}

// candidate is an event and an activity that could belong together.
type candidate struct {
	event, done int
	cost        float64
}

// nearest pairs what is left and so many days apart, the most alike first.
func (m *matcher) nearest(apart training.Day, by string) {
	var all []candidate
	for i := range m.events {
		if e := &m.events[i]; m.open(e) {
			all = m.candidates(all, i, e, apart)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.event, b.event), cmp.Compare(a.done, b.done))
	})
	for _, c := range all {
		id := m.events[c.event].ID
		if _, ok := m.out[id]; !ok && !m.taken[c.done] {
			m.taken[c.done], m.out[id] = true, Pairing{By: by, Activity: &m.done[c.done]}
		}
	}
}

// open says that an event waits for its activity.
func (m *matcher) open(e *Event) bool {
	_, done := m.out[e.ID]
	return !done && e.Session() && e.DoneBy != Unpaired && e.Days.From <= m.today
}

func (m *matcher) candidates(all []candidate, at int, e *Event, apart training.Day) []candidate {
	for j := range m.done {
		a := &m.done[j]
		gap := max(a.Day-e.Days.From, e.Days.From-a.Day)
		if m.taken[j] || gap != apart || !sameSport(e.Sport, a.Sport) {
			continue
		}
		if apart > 0 && (e.Days.From >= m.today || !aboutAsMuch(e, a)) {
			continue
		}
		all = append(all, candidate{at, j, unlike(e, a)})
	}
	return all
}

// sameSport: a plan that names no sport is done by any.
func sameSport(planned, done training.Sport) bool {
	onFoot := func(s training.Sport) bool { return s == training.Walking || s == training.Hiking }
	return planned == "" || planned == done || onFoot(planned) && onFoot(done)
}

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
	if c := clock(e.Start); c != "" {
		hour := int(c[0]-'0')*10 + int(c[1]-'0')
		cost += math.Abs(float64(a.Hour-hour)) / 24
	}
	return cost
}

// aboutAsMuch says that the first value that can be compared is not red.
func aboutAsMuch(e *Event, a *Activity) bool {
	found, near := false, false
	shares(e, a, func(_ string, planned, done float64) {
		if found {
			return
		}
		p, ok := compliance.Percent(planned, done)
		found, near = true, ok && compliance.BandOf(p) != compliance.Red
	})
	return near
}
