package generate

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/training"
)

// rest gives the time that is left to the easy sessions. If it is too little for all of them,
// some are left out.
func (m *maker) rest(k *week, all []session, minutes, uneven float64) []session {
	for {
		left, n := minutes, 0
		for i := range all {
			if all[i].role == easy || all[i].role == shakeout {
				n++
			}
			left -= all[i].minutes
		}
		// A taper has more than one session.
		lone := k.phase == phaseTaper && n == 1 && len(all) <= 2 && minutes-left+shortest <= 60*m.Hours
		if n == 0 || lone || left >= float64(n*shortest) {
			m.share(k, all, left/float64(n), uneven, n)
			return all
		}
		if all = m.shorter(k, all); len(all) == 0 {
			return nil
		}
	}
}

// shorter leaves out an easy session, or else makes the least important session easy. A taper
// keeps the sessions that are closest to the race.
func (m *maker) shorter(k *week, all []session) []session {
	last := func(r role, sport training.Sport) int {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].role == r && (sport == "" || all[i].sport == sport) {
				return i
			}
		}
		return -1
	}
	hard := last(quality, "")
	easies := 0
	for i := range all {
		if all[i].role == easy {
			easies++
		}
	}
	switch i := last(easy, ""); {
	case last(brick, "") >= 0:
		i = last(brick, "")
		return slices.Delete(all, i, i+1)
	case easies > 1 && k.phase == phaseTaper:
		i = slices.IndexFunc(all, func(s session) bool { return s.role == easy })
		return slices.Delete(all, i, i+1)
	case easies > 1 || i >= 0 && hard < 0 && k.phase != phaseTaper && len(all) > 2:
		return slices.Delete(all, i, i+1)
	case hard >= 0 && k.phase != phaseTaper:
		all[hard] = session{day: all[hard].day, sport: all[hard].sport}
		return all
	case i >= 0:
		return slices.Delete(all, i, i+1)
	}
	if i := last(shakeout, ""); i >= 0 {
		return slices.Delete(all, i, i+1)
	}
	return all
}

// share divides the minutes that are left among the easy sessions; every other one is longer.
func (m *maker) share(k *week, all []session, mean, uneven float64, n int) {
	at := 0
	for i := range all {
		s := &all[i]
		if s.role != easy && s.role != shakeout {
			continue
		}
		weight := []float64{1 + uneven, 1 - uneven}[at%2]
		if n == 1 || at == n-1 && n%2 == 1 {
			weight = 1
		}
		meant := mean * weight
		at++
		most := m.mostEasy(k, s, all)
		s.minutes = max(shortest, round(min(meant, most)))
		s.load = math.Round(s.minutes / 60 * perHour(s.sport, s.role))
		m.walk(k, s, most)
	}
}

// mostEasy returns the longest easy session of a sport: custom, and never longer than the long one.
func (m *maker) mostEasy(k *week, s *session, all []session) float64 {
	most := map[training.Sport]float64{training.Running: 80, training.Cycling: 150, training.Swimming: 60}[s.sport]
	if s.role == shakeout {
		most = 30
	}
	for i := range all {
		if l := &all[i]; l.role == long && l.sport == s.sport {
			most = min(most, max(shortest, 0.8*l.minutes))
		}
	}
	if m.near(k) {
		most = min(most, max(shortest, nearEasy*m.longestEasy(s.sport)))
	}
	if to := int(m.Race - s.day); m.Race != 0 && to <= m.days {
		most = min(most, max(shortest, m.taperAt(to)*taperEasy*cmp.Or(m.fullest, m.normal)/float64(m.Days)))
	}
	return min(most, m.mostOf(s.sport, s.day))
}

// longestEasy returns the longest easy session of a sport so far, in minutes.
func (m *maker) longestEasy(s training.Sport) float64 {
	most := 0.0
	for i := range m.done {
		if m.done[i].sport == s && m.done[i].role == easy {
			most = max(most, m.done[i].minutes)
		}
	}
	return most
}

// These are the longest easy session of a taper, against the mean session of a full week, and of
// the week before it, against the longest one so far: custom.
const (
	taperEasy = 0.9
	nearEasy  = 0.8
)

// walk turns a beginner's easy run into one with walking breaks.
func (m *maker) walk(k *week, s *session, most float64) {
	if s.role == easy && m.walks() && k.number <= walkWeeks {
		l := m.linear("run-walk")
		n := max(leastWalks, l.fill(s.minutes))
		if got := l.at(n); got.minutes <= max(most, m.mostOf(s.sport, s.day)) {
			s.key, s.minutes, s.load, s.hard = key{id: "run-walk", from: n}, got.minutes, got.load, 0
		}
	}
}
