package segments

import (
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

// The rule of one climb: two ascents of one sport are of the same climb if
// their tops lie within topM, and each follows the other's way upwards, as
// [route.Matcher.Along] has it. So feet that one ride finds a little later than
// another do not make two climbs of one.
const topM = 200.0

// ends finds ways by where they end.
type ends[T any] map[cell][]ending[T]

type ending[T any] struct {
	sport training.Sport // empty is any
	way   []route.Point
	of    T
}

var endings = grid{2 * topM}

func (e ends[T]) add(sport training.Sport, way []route.Point, of T) {
	k := endings.of(way[len(way)-1])
	e[k] = append(e[k], ending[T]{sport, way, of})
}

// find is the likest of those that are the same way in one sport.
func (e ends[T]) find(sport training.Sport, way []route.Point) (found T, ok bool) {
	var matcher *route.Matcher
	best, end := 0.0, way[len(way)-1]
	endings.around(end, func(k cell) {
		for _, x := range e[k] {
			if x.sport != "" && x.sport != sport || metres(end, x.way[len(x.way)-1]) > topM {
				continue
			}
			if matcher == nil {
				matcher = route.NewMatcher(way)
			}
			m, along := matcher.Along(x.way)
			if !along || m.Reversed || m.Share <= best {
				continue
			}
			if back, along := route.NewMatcher(x.way).Along(way); along && back.Share > best {
				best, found, ok = min(m.Share, back.Share), x.of, true
			}
		}
	})
	return found, ok
}

// Saved are ways that need not be proposed.
type Saved struct{ ends ends[string] }

// NewSaved is without any.
func NewSaved() *Saved { return &Saved{ends[string]{}} }

// Add takes in the way of a segment; no sport is any.
func (s *Saved) Add(id string, sport training.Sport, way []route.Point) {
	if len(way) > 1 {
		s.ends.add(sport, way, id)
	}
}

// Of is the segment that a way of a sport is the way of.
func (s *Saved) Of(sport training.Sport, way []route.Point) (id string, ok bool) {
	return s.ends.find(sport, way)
}
