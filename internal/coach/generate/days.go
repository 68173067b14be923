package generate

import (
	"math"
	"slices"
	"time"

	"lapkeep/internal/training"
)

// choose returns the training days, the day of the long session first. The others are as far
// from it and from each other as possible.
func (w *Wish) choose() []time.Weekday {
	free := func(d time.Weekday) bool { return !slices.Contains(w.Off, d) }
	first := time.Wednesday // if the weekend is off
	for _, d := range slices.Concat(w.Long, []time.Weekday{time.Sunday, time.Saturday, first, time.Friday, time.Thursday, time.Tuesday}) {
		if free(d) {
			first = d
			break
		}
	}
	out := []time.Weekday{first}
	for _, after := range []time.Weekday{3, 5, 2, 6, 4, 1} {
		if d := (first + after) % 7; free(d) && len(out) < w.Days {
			out = append(out, d)
		}
	}
	return out
}

// asked reports whether the athlete has time for a long session on a day: on days that they
// named, or else on the weekend.
func (w *Wish) asked(d time.Weekday) bool {
	if len(w.Long) > 0 {
		return slices.Contains(w.Long, d)
	}
	return d == time.Sunday || d == time.Saturday
}

// workdayMin is the longest session on a day for which the athlete has no long session: custom.
const workdayMin = 120

// sessions returns the sessions of a week of some minutes.
func (m *maker) sessions(k *week, minutes float64, by shape) []session {
	out := m.roles(k)
	if len(out) == 0 {
		return nil
	}
	m.long(k, out, minutes, by.hard)
	left := m.hard(k, out, minutes, by.hard)
	out = m.brick(k, m.swim(k, out, left))
	for range by.fewer {
		out = m.shorter(k, out)
	}
	out = m.rest(k, out, minutes, by.uneven)
	slices.SortStableFunc(out, func(a, b session) int { return int(a.day - b.day) })
	return out
}

// roles puts the sessions of a week on days, with their sports. No long session is in the last
// days before a race, and no hard one on the days next to a long or a hard one.
func (m *maker) roles(k *week) []session {
	var out []session
	second := m.secondLong()
	for _, wd := range m.train {
		day := k.start + training.Day((int(wd)+6)%7)
		if day < m.Start || m.Race != 0 && day >= m.Race || m.raced(day) {
			continue
		}
		s := session{day: day, role: easy}
		far := m.Race == 0 || m.Race-day > noLongIn
		switch {
		case far && wd == m.train[0]:
			s.role, s.sport = long, m.longSport()
		case far && second >= 0 && wd == m.train[second]:
			s.role, s.sport = long, training.Running
		case m.Race != 0 && m.Race-day == 1:
			s.role = shakeout
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b session) int { return int(a.day - b.day) })
	m.harden(k, out)
	m.sports(k, out)
	return out
}

// raced reports whether a day is that of another race or one of the two before it: they have no session.
func (m *maker) raced(day training.Day) bool {
	return slices.ContainsFunc(m.Races, func(race training.Day) bool { return race != m.Race && day <= race && day >= race-restIn })
}

// longSport returns the sport of the longest session.
func (m *maker) longSport() training.Sport {
	if m.Sport == Triathlon {
		return training.Cycling
	}
	return training.Sport(m.Sport)
}

// secondLong returns the index of the training day with a triathlete's long run, or -1. It is
// the day farthest from the long ride.
func (m *maker) secondLong() int {
	if m.Sport != Triathlon || len(m.train) < 2 {
		return -1
	}
	return 1 + slices.IndexFunc(m.train[1:], func(d time.Weekday) bool {
		gap := (d - m.train[0] + 7) % 7
		return gap >= 2 && gap <= 5
	})
}

// harden gives the hard sessions of a week their days. In the week of the race, they are as
// late as the race allows.
func (m *maker) harden(k *week, all []session) {
	n := m.hardSessions(k)
	if k.phase == phasePeak && m.finishes(k) {
		n = max(1, n-1) // the end of the long session is hard
	}
	for at := range all {
		s := &all[at]
		if m.Race != 0 && m.Race-k.start < 7 {
			s = &all[len(all)-1-at]
		}
		if n > 0 && s.role == easy && (m.Race == 0 || m.Race-s.day > restIn) && m.rested(all, s.day) {
			s.role = quality
			n--
		}
	}
}

// rested reports whether no long or hard session is next to a day, and no long session with
// race pace within the two days before it.
func (m *maker) rested(all []session, day training.Day) bool {
	for i := range all {
		gap := (all[i].day - day + 7) % 7
		if all[i].role != easy && all[i].role != shakeout && (gap == 1 || gap == 6) {
			return false
		}
	}
	if len(m.done) == 0 {
		return true
	}
	last := &m.done[len(m.done)-1]
	return day-last.day > 1 && (last.role != long || last.key.id == "" || day-last.day > 2) || last.role == easy
}

// hardSessions returns the number of hard sessions in a week (custom).
func (m *maker) hardSessions(k *week) int {
	switch {
	case m.Goal == "return" && k.number < every, m.walks() && k.number <= every:
		return 0
	case m.Level == Beginner && k.phase == phaseBase && m.Sport != Triathlon:
		return 1
	case k.recovers || m.Days < 5 && !m.demand.sharp || k.phase == phaseBase || m.Level == Beginner || m.Days < 4:
		return 1
	case k.phase == phaseTaper:
		return 2
	case m.Level == Advanced && m.Days >= 6 && m.Sport == Triathlon:
		return 3
	}
	return 2
}

// A beginner walks between easy runs in the first weeks, at least this many times: custom.
const (
	walkWeeks  = 8
	leastWalks = 4
)

// walks reports whether a beginner's runs are broken by walks: custom, from a CTL below 10.
func (m *maker) walks() bool {
	return m.Level == Beginner && m.CTL < 10 && m.Sport == string(training.Running)
}

// sports gives the sessions their sports. In triathlon, hard ones alternate between running,
// cycling and swimming. Easy ones are in the other sports, so that no sport has much more time in
// one week than in the next, and no easy run is on a day between two other runs.
func (m *maker) sports(k *week, all []session) {
	if m.Sport != Triathlon {
		for i := range all {
			all[i].sport = training.Sport(m.Sport)
		}
		return
	}
	hard, h := []training.Sport{training.Cycling, training.Running, training.Swimming}, k.number
	if m.Days >= 5 && m.Hours >= 7 {
		hard = hard[:2] // the swim is a second session of the day
	}
	if slices.IndexFunc(all, func(s session) bool { return s.role == easy }) < 0 {
		hard = []training.Sport{training.Swimming, training.Cycling, training.Running} // so that no week is without a swim
		h = 0
	}
	if m.Race != 0 && m.Race-k.start < 7 {
		h = 0 // the week of the race has a ride
	}
	calm := []training.Sport{training.Swimming, training.Running, training.Cycling}
	for i := range all {
		if s := &all[i]; s.role == quality {
			s.sport = hard[h%len(hard)]
			if len(calm) > 1 {
				calm = slices.DeleteFunc(calm, func(c training.Sport) bool { return c == s.sport })
			}
			h++
		}
	}
	for i := range all {
		s := &all[i]
		if s.role != easy && s.role != shakeout {
			continue
		}
		at := 0
		if len(calm) > 1 && calm[0] == training.Running && i > 0 && i+1 < len(all) && all[i-1].sport == training.Running &&
			all[i+1].sport == training.Running {
			at = 1
		}
		s.sport = calm[at]
		calm = append(slices.Delete(calm, at, at+1), s.sport)
	}
}

// long sets the lengths of the long sessions of a week, with some minutes of intensity at most.
func (m *maker) long(k *week, all []session, minutes, hard float64) {
	for i := range all {
		s := &all[i]
		if s.role != long {
			continue
		}
		most := min(m.mostOf(s.sport, s.day), m.grown(k)*float64(m.demand.longest(s.sport)), m.longShare(s.sport)*minutes)
		if !m.asked(s.day.Weekday()) {
			most = min(most, workdayMin)
		}
		peak := m.longestDone(s.sport)
		switch {
		case m.Race != 0 && m.Race-s.day <= m.cutIn() && peak > 0:
			most = min(most, cutLong*peak)
		case k.recovers && peak > 0:
			most = min(most, 0.75*peak)
		}
		least := float64(shortest)
		if m.walks() {
			least = m.linear("run-walk").at(leastWalks).minutes
		}
		s.minutes = max(least, round(most))
		s.load = math.Round(s.minutes / 60 * perHour(s.sport, long))
		m.finish(k, s, min(hard, 0.9*hardShare*minutes))
	}
}

// cutIn returns the days before a race in which the long session is shorter: custom.
func (m *maker) cutIn() training.Day { return training.Day(clamp(m.demand.taper, 7, 13)) }

// grown returns the share of the longest session that a week may have: custom. It leaves
// something to come where the athlete can already do the longest one.
func (m *maker) grown(k *week) float64 {
	building := 0
	for i := range m.weeks {
		if m.weeks[i].phase != phaseTaper {
			building++
		}
	}
	if building < every {
		return 1
	}
	return min(1, 0.7+0.3*float64(k.number)/float64(building-1))
}

// longShare returns the largest share of a week in its long session: custom. Where a week has
// few sessions, the share is larger.
func (m *maker) longShare(s training.Sport) float64 {
	switch {
	case m.Sport == Triathlon && s == training.Running:
		return 0.25
	case m.Sport == Triathlon:
		return 0.45
	case s == training.Cycling || m.Days <= 3:
		return 0.5
	case m.Days == 4:
		return 0.45
	}
	return 0.4
}

func (m *maker) longestDone(s training.Sport) float64 {
	most := 0.0
	for i := range m.done {
		if m.done[i].sport == s {
			most = max(most, m.done[i].minutes)
		}
	}
	return most
}

// finish puts race pace into every other long session of the peak.
func (m *maker) finish(k *week, s *session, hard float64) {
	id := m.demand.finish
	if !m.finishes(k) || sessionOf(id).Sport != s.sport || m.Race-s.day <= m.cutIn() {
		return
	}
	l := m.linear(id)
	n := l.fill(s.minutes)
	if got := l.at(n); n >= 30 && got.hard <= hard {
		s.key, s.minutes, s.load, s.hard = key{id: id, from: n}, got.minutes, got.load, got.hard
	}
}

// finishes reports whether a week's long session may end at race pace.
func (m *maker) finishes(k *week) bool {
	return m.demand.finish != "" && k.phase == phasePeak && !k.recovers && k.number%2 == 1 && m.Level != Beginner
}

func (m *maker) linear(id string) *linear {
	if m.Speeds[sessionOf(id).Sport] == 0 {
		l := usual()[id]
		return &l
	}
	l, known := m.takes[id]
	if !known {
		l = linearOf(id, m.Speeds)
		m.takes[id] = l
	}
	return &l
}

// near reports whether a week that is not yet a taper ends so close to the race that its long
// session is shorter. Its other sessions are not longer instead.
func (m *maker) near(k *week) bool { return m.Race != 0 && m.Race-k.start-6 <= m.cutIn() }

// brick adds a short run to the long ride of a triathlete, from the build phase on.
func (m *maker) brick(k *week, all []session) []session {
	if m.Sport != Triathlon || k.phase == phaseBase || k.phase == phaseTaper || k.phase == "Return" || k.recovers {
		return all
	}
	for i := range all {
		if s := &all[i]; s.role == long && s.sport == training.Cycling {
			l := m.linear("brick-run")
			n := 5
			if k.phase == phasePeak {
				n = m.length(k, key{from: 10, to: max(10, m.demand.brick)})
			}
			for most := m.mostOf(training.Running, s.day); n > 5 && l.at(n).minutes > most; {
				n--
			}
			got, spent := l.at(n), 0.0
			for j := range all {
				spent += all[j].minutes
			}
			if spent+got.minutes > 60*m.Hours {
				return all
			}
			return append(all, session{
				day: s.day, role: brick, sport: training.Running, minutes: got.minutes, load: got.load, hard: got.hard,
				key: key{id: "brick-run", from: n},
			})
		}
	}
	return all
}

// swim adds a second swim to the day of a triathlete's hard ride or run, if there is time for it.
func (m *maker) swim(k *week, all []session, left float64) []session {
	if m.Sport != Triathlon || m.Days < 5 || m.Hours < 7 || k.recovers || k.phase == phaseTaper {
		return all
	}
	for i := range all {
		if s := &all[i]; s.role == quality && s.sport != training.Swimming && (m.Race == 0 || int(m.Race-s.day) > m.days) {
			extra := session{day: s.day, role: quality, sport: training.Swimming}
			for _, of := range m.turn(k, false, training.Swimming, k.number) {
				if m.settle(k, &extra, of, left, longestHard(training.Swimming)) {
					return append(all, extra)
				}
			}
		}
	}
	return all
}
