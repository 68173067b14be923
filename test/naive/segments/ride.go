// Package segments finds the efforts of a ride on a segment slowly, by trying
// everything that its definition of an effort allows, for tests of the fast
// matcher. It is for tests only: the product must not import it.
//
// The definition: Both lines are projected onto a plane by the azimuthal
// equidistant projection about the segment's first point. The segment is a
// series of points at most [Tolerances].StepM apart. The ride is its rows with
// positions, joined by straight lines with points as dense; time is linear on
// each line.
//
// A row is removed as a stray if the distance through it is more than StrayM
// longer than past it, the worst first, until there is none. A join is unseen
// if a row without a position or a stray one is between its ends, or if it is
// longer than JoinM, or takes longer than JoinS and is longer than CorridorM;
// all others are seen. A gate is the line through an end of the segment at a
// right angle to its first or last leg.
//
// An effort is a part of the ride from time A to time B that meets all of these
// conditions:
//
//   - At A the ride crosses the start gate in the segment's direction, on a
//     seen join, and at B the end gate.
//   - Two walkers, one on the ride from A to B and one on the segment, can get
//     from end to end without a step back and never further apart than
//     CorridorM: their Fréchet distance is at most that. This means that the
//     ride keeps to the corridor, follows the segment in order, and leaves
//     nothing out. It allows a rider to go back some metres while the other
//     walker can wait within reach. Between two rows the ride may be further
//     off by the distance to the nearer of them, because its position there is
//     unknown. Over an unseen join the segment's walker continues, at no more
//     than MaxSpeedMPS.
//   - Half the rows from A to B are within TypicalM of a position that the
//     segment's walker can have then. This distinguishes a parallel road from
//     an error of positions.
//   - The ride's distance from A to B, if it has one, differs from the
//     segment's length by at most twice CorridorM or LengthShare of the
//     length.
//   - Unseen joins are at most two thirds of the segment's length.
//
// Efforts are found one after the other. The first is the one with the earliest
// A, and of these the earliest B. The search for the next starts OverlapS
// before its end, because the gates of a closed segment need not be one line,
// but after its middle.
package segments

import (
	"math"
	"slices"
)

// Point is a point of a segment's polyline.
type Point struct{ LatDeg, LonDeg float64 }

// Row is a row of a recording: Unix seconds, a position and a distance, NaN if
// missing.
type Row struct{ TimeS, LatDeg, LonDeg, DistanceM float64 }

// Tolerances are the constants of the definition.
type Tolerances struct {
	StepM       float64
	CorridorM   float64
	TypicalM    float64
	StrayM      float64
	JoinM       float64
	JoinS       float64
	MaxSpeedMPS float64
	LengthShare float64
	OverlapS    float64
}

// Default returns tolerances for typical device errors. Drift up to 12 m and
// white noise of 3 m (rarely more than three deviations) for a rider 3 m from
// the middle of the road add up to 24 m, and rows are up to 8 s apart.
func Default() Tolerances {
	return Tolerances{
		StepM: 1, CorridorM: 30, TypicalM: 15, StrayM: 100, JoinM: 150, JoinS: 15, MaxSpeedMPS: 25, LengthShare: 0.1, OverlapS: 10,
	}
}

type xy struct{ x, y float64 }

func apart(a, b xy) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

const (
	earthM = 6371008.8
	radian = math.Pi / 180
)

// plane projects a position onto the plane about another, with the distance and
// direction that it has on the sphere.
func plane(centre Point, latDeg, lonDeg float64) xy {
	lat1, lat2, dLon := centre.LatDeg*radian, latDeg*radian, (lonDeg-centre.LonDeg)*radian
	h := math.Pow(math.Sin((lat2-lat1)/2), 2) + math.Cos(lat1)*math.Cos(lat2)*math.Pow(math.Sin(dLon/2), 2)
	far := 2 * earthM * math.Asin(math.Min(1, math.Sqrt(h)))
	east := math.Sin(dLon) * math.Cos(lat2)
	north := math.Cos(lat1)*math.Sin(lat2) - math.Sin(lat1)*math.Cos(lat2)*math.Cos(dLon)
	if far == 0 {
		return xy{}
	}
	long := math.Hypot(east, north)
	return xy{far * east / long, far * north / long}
}

// place is a point of the dense ride: its time and distance, the distance to
// the nearer row, and whether the join that leads to it is unseen.
type place struct {
	xy
	t, d   float64
	rowM   float64
	unseen bool
}

// placed returns the rows with plausible positions; unseen marks those with
// other rows between them and the previous one.
func placed(centre Point, rows []Row, strayM float64) []place {
	var out []place
	unseen := false
	for _, r := range rows {
		if math.IsNaN(r.LatDeg) || math.IsNaN(r.LonDeg) {
			unseen = true
			continue
		}
		out = append(out, place{xy: plane(centre, r.LatDeg, r.LonDeg), t: r.TimeS, d: r.DistanceM, unseen: unseen})
		unseen = false
	}
	for {
		worst, most := -1, strayM
		for i := 1; i < len(out)-1; i++ {
			a, b, c := out[i-1].xy, out[i].xy, out[i+1].xy
			if longer := apart(a, b) + apart(b, c) - apart(a, c); longer > most {
				worst, most = i, longer
			}
		}
		if worst < 0 {
			return out
		}
		out[worst+1].unseen = true
		out = append(out[:worst], out[worst+1:]...)
	}
}

// dense fills the seen joins with points.
func (tol Tolerances) dense(rows []place) []place {
	var out []place
	for i, b := range rows {
		if i == 0 {
			out = append(out, b)
			continue
		}
		a := rows[i-1]
		long := apart(a.xy, b.xy)
		b.unseen = b.unseen || long > tol.JoinM || b.t-a.t > tol.JoinS && long > tol.CorridorM
		steps := int(math.Max(1, math.Ceil(long/tol.StepM)))
		for k := 1; k < steps && !b.unseen; k++ {
			out = append(out, between(a, b, float64(k)/float64(steps)))
		}
		out = append(out, b)
	}
	return out
}

func between(a, b place, share float64) place {
	p := place{xy: xy{a.x + share*(b.x-a.x), a.y + share*(b.y-a.y)}, t: a.t + share*(b.t-a.t), d: a.d + share*(b.d-a.d)}
	p.rowM = math.Min(a.rowM+apart(a.xy, p.xy), b.rowM+apart(b.xy, p.xy))
	return p
}

// resampled returns a polyline with points at equal distances on each leg.
func resampled(segment []Point, stepM float64) []xy {
	out := []xy{{}}
	last := xy{}
	for _, p := range segment[1:] {
		next := plane(segment[0], p.LatDeg, p.LonDeg)
		steps := math.Ceil(apart(last, next) / stepM)
		for k := 1.0; k <= steps; k++ {
			out = append(out, xy{last.x + (next.x-last.x)*k/steps, last.y + (next.y-last.y)*k/steps})
		}
		last = next
	}
	return out
}

// Effort is an effort in Unix seconds. Half of its rows are within OffM of the
// segment; it also has the unseen part of its distance.
type Effort struct{ EntryS, ExitS, OffM, UnseenM float64 }

// Find returns every effort of a ride on a segment of two or more points, in
// order of time. Repeated points are skipped.
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

// gate is the line through at, perpendicular to the leg from a to b.
type gate struct{ a, b, at xy }

func (g gate) beyond(p xy) float64 {
	return ((p.x-g.at.x)*(g.b.x-g.a.x) + (p.y-g.at.y)*(g.b.y-g.a.y)) / apart(g.a, g.b)
}

// passed returns where the line from one point to the next crosses the gate, or
// false if it does not.
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

// near reports whether the two walkers may be at p and at point j of the
// segment.
func (s *search) near(p place, j int) bool {
	return apart(p.xy, s.segment[j]) <= s.tol.CorridorM+p.rowM
}

// from searches the earliest end of an effort that starts at a place before
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

// walkers holds the points of the segment where its walker can be while the
// ride's walker is at one position: those from low to high for which can is
// true.
type walkers struct {
	can       []bool
	low, high int
}

func (w *walkers) any() bool { return w.low <= w.high }

func (w *walkers) clone() walkers { return walkers{slices.Clone(w.can), w.low, w.high} }

// trim recomputes low and high within two bounds.
func (w *walkers) trim(low, high int) {
	w.low, w.high = low, min(high, len(w.can)-1)
	for w.low <= w.high && !w.can[w.low] {
		w.low++
	}
	for w.high >= w.low && !w.can[w.high] {
		w.high--
	}
}

// walkersAt returns the initial state: the segment's walker is at its start, or
// continues from there while the other one waits.
func (s *search) walkersAt(p place) walkers {
	w := walkers{can: make([]bool, len(s.segment))}
	j := 0
	for ; j < len(s.segment) && s.near(p, j); j++ {
		w.can[j] = true
	}
	w.trim(0, j)
	return w
}

// step moves the ride's walker to the next point, by less than StepM. The other
// one stays or continues as far as possible, point by point.
func (s *search) step(w *walkers, p place) {
	was, is, j := false, false, w.low
	for ; j < len(w.can) && (j <= w.high+1 || is); j++ {
		could := w.can[j]
		is = (could || was || is) && s.near(p, j)
		w.can[j], was = is, could
	}
	w.trim(w.low, j)
}

// leap moves the ride's walker over an unseen join. The other one continues as
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

// offM returns the distance in m from the ride to the nearest position of the
// other walker.
func (s *search) offM(w *walkers, p place) float64 {
	best := math.Inf(1)
	for j := w.low; j <= w.high; j++ {
		if w.can[j] {
			best = math.Min(best, apart(p.xy, s.segment[j]))
		}
	}
	return best
}

// median returns the lower median, 0 for no values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}
