package segments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

// RiddenKind is the kind of a proposal.
type RiddenKind string

// These are the kinds of proposals.
const (
	ClimbKind   RiddenKind = "climb" // its span is in seconds
	StretchKind RiddenKind = "way"   // its span is in metres
)

// ID identifies a proposal by a part of an activity, so that it can be saved
// regardless of later proposals: "climb:xu5dfeps4c@1200-2400".
type ID struct {
	Kind     RiddenKind
	Activity training.ActivityID
	Span     training.Span
}

func (id ID) String() string {
	return fmt.Sprintf("%s:%s@%.0f-%.0f", id.Kind, id.Activity, id.Span.FromS, id.Span.ToS)
}

// ParseID parses the id of a proposal. It returns false if the text is not such an id.
func ParseID(text string) (id ID, ok bool) {
	kind, rest, _ := strings.Cut(strings.TrimSpace(text), ":")
	at := strings.LastIndexByte(rest, '@')
	id.Kind = RiddenKind(strings.ToLower(kind))
	if id.Kind != ClimbKind && id.Kind != StretchKind || at <= 0 {
		return ID{}, false
	}
	var from, to uint32
	if n, err := fmt.Sscanf(rest[at+1:], "%d-%d", &from, &to); n != 2 || err != nil || fmt.Sprintf("%d-%d", from, to) != rest[at+1:] {
		return ID{}, false
	}
	id.Activity, id.Span = training.ActivityID(rest[:at]), training.Span{FromS: float64(from), ToS: float64(to)}
	return id, from < to
}

// same reports whether a span equals that of the id, after rounding to whole numbers.
func (id ID) same(s training.Span) bool {
	return id.Kind == ClimbKind && math.Abs(s.FromS-id.Span.FromS) <= 0.5 && math.Abs(s.ToS-id.Span.ToS) <= 0.5
}

// cell is a cell of a grid with rows of equal height in latitude. The number of
// columns depends on the row, so that a cell is about as wide as it is high.
type cell struct{ row, column int32 }

// grid finds objects near a position. It wraps around the earth.
type grid struct{ sideM float64 }

// columns returns the number of cells in a row around the earth; one at a pole.
func (g grid) columns(row int32) int32 {
	lat := (float64(row) + 0.5) * g.sideM / training.MetresPerDegree
	return max(1, int32(360*training.MetresPerDegree*max(0, math.Cos(lat*math.Pi/180))/g.sideM))
}

func (g grid) row(p route.Point) int32 {
	return int32(math.Floor(float64(p.Lat) / route.StepsPerDegree * training.MetresPerDegree / g.sideM))
}

// at returns the cell of a position in the given row.
func (g grid) at(p route.Point, row int32) cell {
	n := g.columns(row)
	turn := float64(p.Lon) / (360 * route.StepsPerDegree)
	return cell{row, int32((turn-math.Floor(turn))*float64(n)) % n}
}

func (g grid) of(p route.Point) cell { return g.at(p, g.row(p)) }

// around calls f with the cell of a position and the adjacent cells: anything
// outside these cells is at least half a cell away.
func (g grid) around(p route.Point, f func(cell)) {
	for row := g.row(p) - 1; row <= g.row(p)+1; row++ {
		c, n := g.at(p, row), g.columns(row)
		for d := range min(3, n) {
			f(cell{row, (c.column + n + d - 1) % n})
		}
	}
}

// metres returns the distance in metres between two nearby positions.
func metres(a, b route.Point) float64 {
	const step = training.MetresPerDegree / route.StepsPerDegree
	east := math.Remainder(float64(b.Lon)-float64(a.Lon), 360*route.StepsPerDegree) * math.Cos(float64(a.Lat)/route.StepsPerDegree*math.Pi/180)
	return math.Hypot((float64(b.Lat)-float64(a.Lat))*step, east*step)
}

// These are the limits of the search for the most ridden stretches. The search counts each track
// in the grid cells that the track crosses and in adjacent cells, separately by sport and
// direction. Around the cell with the most tracks, the search cuts a stretch out of the newest
// track, as long as nearly as many tracks follow it. [route.Matcher.Along] then counts
// exactly how often the stretch was ridden.
const (
	// StretchDays is the number of days before the newest track from which tracks are used.
	StretchDays = 730
	mostWays    = 1500
	// leastRidden is the minimum number of times that a stretch was ridden.
	leastRidden = 4
	// A stretch is between leastM and mostM metres long, and is sampled every sampleM metres.
	leastM, mostM, sampleM = 1000.0, 8000.0, 50.0
	// endM metres are cut from both ends of each track, so that no stretch begins or ends
	// at the ends of rides.
	endM = 500.0
	// keptShare is the minimum number of tracks at each point of a stretch,
	// relative to its busiest point.
	keptShare = 0.7
	// mostStretches is the maximum number of results, and mostTries the maximum number of
	// cells that are tried.
	mostStretches, mostTries = 12, 60
	// mostOfOne is the maximum number of stretches from one activity, so that a
	// frequently ridden loop does not become a dozen stretches.
	mostOfOne = 3
)

var crossings = grid{60}

// Way is the track of one activity.
type Way struct {
	Activity training.ActivityID
	Sport    training.Sport
	Line     []route.Point
	Extent   route.Extent
	// Scale is the number of recorded metres per metre along the line.
	Scale float64
}

// Stretch is a part of a way that was ridden repeatedly.
type Stretch struct {
	ID     ID // its span is in m of recorded distance in the activity
	Sport  training.Sport
	Line   []route.Point
	Metres float64
	// Ridden is the number of activities that followed the stretch.
	Ridden int
}

// crossing is a cell crossed in one of four directions in one sport.
type crossing struct {
	cell
	quarter int8
	sport   training.Sport
}

// sample is a position along a track, with its crossing.
type sample struct {
	at route.Point
	in crossing
}

// Most finds the stretches that most ways follow. The newest ways must come last.
func Most(ctx context.Context, ways []Way) ([]Stretch, error) {
	s := search{ways: ways, by: map[crossing][]int32{}, spent: map[crossing]bool{}, seen: make([]int, len(ways))}
	for i := range ways {
		s.cross(i)
	}
	var out []Stretch
	tries, of := 0, map[training.ActivityID]int{}
	for _, peak := range s.busiest() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s.spent[peak] {
			continue // part of a stretch that was examined
		}
		if tries++; tries > mostTries || len(out) == mostStretches {
			break
		}
		if x, ok := s.around(peak); ok && of[x.ID.Activity] < mostOfOne {
			if x.Ridden = s.along(&x); x.Ridden >= leastRidden {
				out = append(out, x)
				of[x.ID.Activity]++
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Stretch) int { return cmp.Compare(b.Ridden, a.Ridden) })
	return out, nil
}

type search struct {
	ways    []Way
	samples [][]sample
	by      map[crossing][]int32 // indices of the ways through each crossing, in order
	spent   map[crossing]bool
	seen    []int // the number of the look in which each way was last seen
	looks   int
}

// cross adds the crossings of a way, each once.
func (s *search) cross(i int) {
	s.samples = append(s.samples, samplesOf(&s.ways[i]))
	for _, p := range s.samples[i] {
		if by := s.by[p.in]; len(by) == 0 || by[len(by)-1] != int32(i) { //nolint:gosec // at most mostWays
			s.by[p.in] = append(by, int32(i)) //nolint:gosec // the same
		}
	}
}

// busiest lists the crossings with enough ways, those with the most first.
func (s *search) busiest() []crossing {
	order := make([]crossing, 0, len(s.by))
	for c, by := range s.by {
		if len(by) >= leastRidden {
			order = append(order, c)
		}
	}
	slices.SortFunc(order, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(len(s.by[b]), len(s.by[a])), cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column),
			cmp.Compare(a.quarter, b.quarter), cmp.Compare(a.sport, b.sport))
	})
	return order
}

// beside calls f with the crossings of the same road: in the cell and adjacent
// cells, and in nearly the same direction.
func (p sample) beside(f func(crossing)) {
	crossings.around(p.at, func(c cell) {
		for turn := int8(-1); turn <= 1; turn++ {
			f(crossing{c, (p.in.quarter + turn) & 3, p.in.sport})
		}
	})
}

// through returns the number of ways that pass through a position.
func (s *search) through(p sample) (n int) {
	s.looks++
	p.beside(func(c crossing) {
		for _, i := range s.by[c] {
			if s.seen[i] != s.looks {
				s.seen[i] = s.looks
				n++
			}
		}
	})
	return n
}

// samplesOf returns samples along a way, without its ends.
func samplesOf(w *Way) (out []sample) {
	along, next, end := 0.0, endM, float64(w.Extent.LengthDM)/10-endM
	for k := 1; k < len(w.Line); k++ {
		a, b := w.Line[k-1], w.Line[k]
		long := metres(a, b)
		for ; next <= along+long && next <= end && long > 0; next += sampleM {
			share := (next - along) / long
			p := route.Point{Lat: a.Lat + int32(share*float64(b.Lat-a.Lat)), Lon: a.Lon + int32(share*float64(b.Lon-a.Lon))}
			north, east := float64(b.Lat-a.Lat), float64(b.Lon-a.Lon)*math.Cos(float64(a.Lat)/route.StepsPerDegree*math.Pi/180)
			quarter := int8(math.Floor((math.Atan2(north, east)+math.Pi)/(math.Pi/2))) & 3
			out = append(out, sample{p, crossing{crossings.of(p), quarter, w.Sport}})
		}
		along += long
	}
	return out
}

// around cuts the stretch around the busiest place out of the newest way there,
// and removes it from the search.
func (s *search) around(peak crossing) (Stretch, bool) {
	s.spent[peak] = true
	i := s.by[peak][len(s.by[peak])-1]
	w, all := &s.ways[i], s.samples[i]
	at := slices.IndexFunc(all, func(p sample) bool { return p.in == peak })
	least := int(math.Ceil(keptShare * float64(s.through(all[at]))))
	busy := func(k int) bool {
		return k >= 0 && k < len(all) && !s.spent[all[k].in] && s.through(all[k]) >= least
	}
	from, to := at, at
	for more := true; more && float64(to-from)*sampleM < mostM; {
		more = false
		if busy(from - 1) {
			from, more = from-1, true
		}
		if busy(to + 1) {
			to, more = to+1, true
		}
	}
	cut := all[from : to+1]
	for _, p := range cut {
		p.beside(func(c crossing) { s.spent[c] = true })
	}
	long := float64(len(cut)-1) * sampleM
	if long < leastM {
		return Stretch{}, false
	}
	x := Stretch{Sport: w.Sport, Metres: long}
	for _, p := range cut {
		x.Line = append(x.Line, p.at)
	}
	start := (endM + float64(from)*sampleM) * w.Scale
	x.ID = ID{StretchKind, w.Activity, training.Span{FromS: math.Round(start), ToS: math.Round(start + long*w.Scale)}}
	return x, true
}

// along returns the number of activities in the sport that followed the stretch.
func (s *search) along(x *Stretch) int {
	matcher, extent, n := route.NewMatcher(x.Line), route.ExtentOf(x.Line), 0
	for i := range s.ways {
		w := &s.ways[i]
		if w.Sport != x.Sport || !w.Extent.Covers(extent) {
			continue
		}
		if m, ok := matcher.Along(w.Line); ok && !m.Reversed {
			n++
		}
	}
	return n
}

// topM is the maximum distance between the tops of two ascents of one climb. Each ascent
// must also follow the other's track uphill, as in [route.Matcher.Along], so a climb may be
// detected a little later on some rides.
const topM = 200.0

// ends finds ways by their end points.
type ends[T any] map[cell][]ending[T]

type ending[T any] struct {
	sport training.Sport // empty means any
	way   []route.Point
	of    T
}

var endings = grid{2 * topM}

func (e ends[T]) add(sport training.Sport, way []route.Point, of T) {
	k := endings.of(way[len(way)-1])
	e[k] = append(e[k], ending[T]{sport, way, of})
}

// find returns the most similar stored way with the same track and sport.
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

// Saved holds ways that need not be proposed.
type Saved struct{ ends ends[string] }

// NewSaved returns an empty set of saved segments.
func NewSaved() *Saved { return &Saved{ends[string]{}} }

// Add adds the track of a segment; an empty sport means any.
func (s *Saved) Add(id string, sport training.Sport, way []route.Point) {
	if len(way) > 1 {
		s.ends.add(sport, way, id)
	}
}

// Of returns the segment with the given track and sport.
func (s *Saved) Of(sport training.Sport, way []route.Point) (id string, ok bool) {
	return s.ends.find(sport, way)
}
