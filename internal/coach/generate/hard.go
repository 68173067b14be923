package generate

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// hard chooses the hard sessions of a week from the lists of its phase. One that does not fit
// into the week becomes easy. It returns the minutes of intensity that are left.
func (m *maker) hard(k *week, all []session, minutes, left float64) float64 {
	spent, rest := 0.0, 0.0 // rest is the time of the easy sessions at least
	for i := range all {
		left -= all[i].hard
		spent += all[i].minutes
		if all[i].role == easy || all[i].role == shakeout {
			rest += shortest
		}
	}
	turn := k.number
	for i := range all {
		s := &all[i]
		if s.role != quality {
			continue
		}
		sport, open := s.sport, m.Race != 0 && m.Race-s.day <= openIn
		keys := m.turn(k, open, s.sport, turn)
		if k.phase == phaseTaper { // whatever fits, rather than nothing hard
			for _, other := range m.sportsOf() {
				keys = append(keys, m.turn(k, open, other, turn)...)
			}
		}
		turn++
		settled := func(keys []key, room float64) bool {
			return slices.ContainsFunc(keys, func(of key) bool { return m.settle(k, s, of, left, room) })
		}
		own := len(keysOf(m.keys(k, open), s.sport)) // the sessions of the phase are tried first
		for _, some := range [][]key{keys[:own], keys[own:]} {
			room := minutes - spent - rest
			// Easy sessions make room for the intensity of a taper, but for no more than it needs.
			for !settled(some, room) && k.phase == phaseTaper && room < 60*m.Hours-spent {
				room = min(room+stepMin, 60*m.Hours-spent)
			}
			if s.key.id != "" {
				break
			}
		}
		if s.key.id == "" {
			s.role, s.sport = easy, sport
			continue
		}
		left -= s.hard
		spent += s.minutes
	}
	return left
}

// sportsOf returns the sports of the plan.
func (m *maker) sportsOf() []training.Sport {
	if m.Sport == Triathlon {
		return []training.Sport{training.Cycling, training.Running, training.Swimming}
	}
	return []training.Sport{training.Sport(m.Sport)}
}

// turn returns the sessions to try in a sport: those of the phase, from another one each time,
// and then those of the phases before it, which fit into short weeks.
func (m *maker) turn(k *week, open bool, s training.Sport, turn int) []key {
	keys := keysOf(m.keys(k, open), s)
	if len(keys) > 0 {
		at := turn % len(keys)
		keys = slices.Concat(keys[at:], keys[:at])
	}
	return slices.Concat(keys, keysOf(m.demand.build, s), keysOf(m.demand.base, s))
}

// keys returns the hard sessions of a week's phase.
func (m *maker) keys(k *week, open bool) []string {
	d := m.demand
	switch {
	case m.walks() && k.number <= walkWeeks:
		return d.base
	case open && m.Sport == Triathlon:
		return []string{d.open, "race-week-run 3-4", "fast-hundreds 4-4"}
	case open:
		return []string{d.open}
	case k.phase == phaseTaper:
		if m.Level == Beginner {
			return []string{d.open}
		}
		return d.peak
	case k.phase == phasePeak:
		return d.peak
	case k.phase == phaseBuild:
		return d.build
	}
	return d.base
}

// settle makes a session one of the library, as long as the phase has advanced and as it fits.
func (m *maker) settle(k *week, s *session, of key, hard, minutes float64) bool {
	tags := sessionOf(of.id).Tags
	if m.Level == Beginner && (slices.Contains(tags, "all-out") || slices.Contains(tags, "fresh") && k.phase != phaseTaper) {
		return false
	}
	l := m.linear(of.id)
	if s.sport = sessionOf(of.id).Sport; k.phase == phaseTaper && l.each.hard == 0 {
		return false
	}
	minutes = min(minutes, m.mostOf(s.sport, s.day), longestHard(s.sport))
	for n := m.length(k, of); n >= max(1, of.from-1) || n >= 1 && k.phase == phaseTaper; n-- {
		if got := l.at(n); got.hard <= hard && got.minutes <= minutes {
			s.key, s.minutes, s.load, s.hard = key{id: of.id, from: n}, got.minutes, got.load, got.hard
			return true
		}
	}
	return false
}

// longestHard returns the longest hard session of a sport in minutes: custom.
func longestHard(s training.Sport) float64 {
	return map[training.Sport]float64{training.Running: 90, training.Cycling: 120, training.Swimming: 75}[s]
}

// length returns the main set of a hard session: from its least to its most over the phase,
// the least in a recovery week, and less in a taper.
func (m *maker) length(k *week, of key) int {
	n, at := 0, 0
	for i := range m.weeks {
		if w := &m.weeks[i]; w.phase == k.phase {
			if w.number <= k.number {
				at++
			}
			n++
		}
	}
	to := of.to
	if m.Level == Beginner {
		to = max(of.from, of.to-1)
	}
	switch {
	case k.phase == phaseTaper:
		return max(1, (of.from+to)/2*2/3)
	case k.recovers || n < 2 || m.near(k):
		return of.from
	}
	return of.from + int(math.Round(float64((to-of.from)*(at-1))/float64(n-1)))
}
