package segments

import (
	"math"
	"slices"
)

// Effort is an effort in Unix seconds: where half of its rows lie no further
// from the segment than OffM, and how much of the way is unseen.
type Effort struct{ EntryS, ExitS, OffM, UnseenM float64 }

// Find is every effort of a ride on a segment of two or more points, in order
// of time. Points that repeat the one before are left out.
func Find(segment []Point, rows []Row, tol Tolerances) []Effort {
	segment = slices.Compact(slices.Clone(segment))
	s := search{tol: tol, segment: resampled(segment, tol.StepM)}
	s.ride = tol.dense(placed(segment[0], rows, tol.StrayM))
	s.along = make([]float64, len(s.segment))
	for j := 1; j < len(s.segment); j++ {
		s.along[j] = s.along[j-1] + apart(s.segment[j-1], s.segment[j])
	}
	last := len(s.segment) - 1
	s.start, s.end = gate{s.segment[0], s.segment[1], s.segment[0]}, gate{s.segment[last-1], s.segment[last], s.segment[last]}
	var out []Effort
	from := math.Inf(-1)
	for i := 1; i < len(s.ride); i++ {
		at, ok := s.start.passed(s.ride[i-1], s.ride[i])
		if !ok || at.t < from {
			continue
		}
		if e, ok := s.from(at, i); ok {
			out = append(out, e)
			from = math.Max(e.ExitS-tol.OverlapS, (e.EntryS+e.ExitS)/2)
		}
	}
	return out
}

// gate is the line through at that stands on the leg from a to b.
type gate struct{ a, b, at xy }

func (g gate) beyond(p xy) float64 {
	return ((p.x-g.at.x)*(g.b.x-g.a.x) + (p.y-g.at.y)*(g.b.y-g.a.y)) / apart(g.a, g.b)
}

// passed is where the way from one point to the next goes over the gate.
func (g gate) passed(a, b place) (place, bool) {
	before, after := g.beyond(a.xy), g.beyond(b.xy)
	if b.unseen || before >= 0 || after < 0 {
		return place{}, false
	}
	return between(a, b, before/(before-after)), true
}

type search struct {
	tol        Tolerances
	segment    []xy
	along      []float64
	ride       []place
	start, end gate
}

func (s *search) length() float64 { return s.along[len(s.along)-1] }

// near says that the two walkers may be at p and at point j of the segment.
func (s *search) near(p place, j int) bool {
	return apart(p.xy, s.segment[j]) <= s.tol.CorridorM+p.rowM
}

// from looks for the earliest end of an effort that starts at a place before
// point i of the ride.
func (s *search) from(at place, i int) (Effort, bool) {
	w := s.walkersAt(at)
	var off []float64
	unseen, before := 0.0, at
	for ; i < len(s.ride) && w.any(); i++ {
		p := s.ride[i]
		if y, ok := s.end.passed(before, p); ok && !p.unseen {
			last := w.clone()
			s.step(&last, y)
			e := Effort{EntryS: at.t, ExitS: y.t, OffM: median(off), UnseenM: unseen}
			if last.can[len(last.can)-1] && e.OffM <= s.tol.TypicalM && 3*unseen <= 2*s.length() && s.asLong(y.d-at.d) {
				return e, true
			}
		}
		if p.unseen {
			unseen += apart(before.xy, p.xy)
			s.leap(&w, before, p)
		} else {
			s.step(&w, p)
		}
		if p.rowM == 0 && w.any() {
			off = append(off, s.offM(&w, p))
		}
		before = p
	}
	return Effort{}, false
}

func (s *search) asLong(d float64) bool {
	return math.IsNaN(d) || math.Abs(d-s.length()) <= math.Max(2*s.tol.CorridorM, s.tol.LengthShare*s.length())
}

// walkers are the points of the segment where its walker can be, while the
// ride's is at one place: those from low to high for which can says so.
type walkers struct {
	can       []bool
	low, high int
}

func (w *walkers) any() bool { return w.low <= w.high }

func (w *walkers) clone() walkers { return walkers{slices.Clone(w.can), w.low, w.high} }

// trim finds low and high anew within two bounds.
func (w *walkers) trim(low, high int) {
	w.low, w.high = low, min(high, len(w.can)-1)
	for w.low <= w.high && !w.can[w.low] {
		w.low++
	}
	for w.high >= w.low && !w.can[w.high] {
		w.high--
	}
}

// walkersAt is the start: the segment's walker is at its start, or goes on from
// there while the other one waits.
func (s *search) walkersAt(p place) walkers {
	w := walkers{can: make([]bool, len(s.segment))}
	j := 0
	for ; j < len(s.segment) && s.near(p, j); j++ {
		w.can[j] = true
	}
	w.trim(0, j)
	return w
}

// step moves the ride's walker on to the next point, by less than StepM: the
// other one stays, or goes on as far as it likes, point by point.
func (s *search) step(w *walkers, p place) {
	was, is, j := false, false, w.low
	for ; j < len(w.can) && (j <= w.high+1 || is); j++ {
		could := w.can[j]
		is = (could || was || is) && s.near(p, j)
		w.can[j], was = is, could
	}
	w.trim(w.low, j)
}

// leap moves the ride's walker over an unseen join: the other one goes on as
// far as it can in the time.
func (s *search) leap(w *walkers, a, b place) {
	can := make([]bool, len(w.can))
	low, high := len(can), -1
	for j := w.low; j <= w.high; j++ {
		for k := j; w.can[j] && k < len(can); k++ {
			if s.along[k]-s.along[j] <= s.tol.MaxSpeedMPS*(b.t-a.t) && s.near(b, k) {
				can[k], low, high = true, min(low, k), max(high, k)
			}
		}
	}
	w.can = can
	w.trim(low, high)
}

// offM is how far the ride is from the nearest place of the other walker.
func (s *search) offM(w *walkers, p place) float64 {
	best := math.Inf(1)
	for j := w.low; j <= w.high; j++ {
		if w.can[j] {
			best = math.Min(best, apart(p.xy, s.segment[j]))
		}
	}
	return best
}

// median is the lower middle one; of nothing it is 0.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}
