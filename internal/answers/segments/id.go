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

// RiddenKind says what is proposed.
type RiddenKind string

// The kinds of proposals.
const (
	ClimbKind   RiddenKind = "climb" // its span is of seconds
	StretchKind RiddenKind = "way"   // its span is of metres
)

// ID identifies a proposal by the part of the activity that it covers, so that
// it can be saved no matter what else has been proposed by then:
// "climb:xu5dfeps4c@1200-2400".
type ID struct {
	Kind     RiddenKind
	Activity training.ActivityID
	Span     training.Span
}

func (id ID) String() string {
	return fmt.Sprintf("%s:%s@%.0f-%.0f", id.Kind, id.Activity, id.Span.FromS, id.Span.ToS)
}

// ParseID reads an id; false if it is none of a proposal.
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

// same reports whether a span is the one that the id has to whole numbers.
func (id ID) same(s training.Span) bool {
	return id.Kind == ClimbKind && math.Abs(s.FromS-id.Span.FromS) <= 0.5 && math.Abs(s.ToS-id.Span.ToS) <= 0.5
}

// stepsPerDegree is that of a [route.Point].
const stepsPerDegree = 100_000

// cell is a place of a grid whose rows are even in latitude. Each row has
// columns of its own, so that a cell is about as wide as it is high.
type cell struct{ row, column int32 }

// grid finds what is near a position. Its cells are square and wrap around the
// earth.
type grid struct{ sideM float64 }

// columns returns how many cells a row has around the earth, one at the poles.
func (g grid) columns(row int32) int32 {
	lat := (float64(row) + 0.5) * g.sideM / training.MetresPerDegree
	return max(1, int32(360*training.MetresPerDegree*max(0, math.Cos(lat*math.Pi/180))/g.sideM))
}

func (g grid) row(p route.Point) int32 {
	return int32(math.Floor(float64(p.Lat) / stepsPerDegree * training.MetresPerDegree / g.sideM))
}

// at returns the cell of a position within a row.
func (g grid) at(p route.Point, row int32) cell {
	n := g.columns(row)
	turn := float64(p.Lon) / (360 * stepsPerDegree)
	return cell{row, int32((turn-math.Floor(turn))*float64(n)) % n}
}

func (g grid) of(p route.Point) cell { return g.at(p, g.row(p)) }

// around calls f with the cell of a place and those beside it: what is not in
// them is at least half a cell away.
func (g grid) around(p route.Point, f func(cell)) {
	for row := g.row(p) - 1; row <= g.row(p)+1; row++ {
		c, n := g.at(p, row), g.columns(row)
		for d := range min(3, n) {
			f(cell{row, (c.column + n + d - 1) % n})
		}
	}
}

// metres returns the distance in metres of two positions near each other.
func metres(a, b route.Point) float64 {
	const step = training.MetresPerDegree / stepsPerDegree
	east := math.Remainder(float64(b.Lon)-float64(a.Lon), 360*stepsPerDegree) * math.Cos(float64(a.Lat)/stepsPerDegree*math.Pi/180)
	return math.Hypot((float64(b.Lat)-float64(a.Lat))*step, east*step)
}

// The rule of what is ridden most. Ways of a sport are counted where they cross
// the cells of a grid or those beside them, each way round by itself; where most
// meet, a part of the newest is cut as long as nearly as many do. How often that
// was ridden is then counted exactly, by [route.Matcher.Along].
const (
	// StretchDays is how far back the ways are, before the newest.
	StretchDays = 730
	mostWays    = 1500
	// leastRidden is how often a stretch is ridden at least.
	leastRidden = 4
	// A stretch is leastM to mostM long, in samples sampleM apart.
	leastM, mostM, sampleM = 1000.0, 8000.0, 50.0
	// endM of each way is left out: where rides begin and end nobody is timed.
	endM = 500.0
	// keptShare is the share of the most that a stretch has everywhere.
	keptShare = 0.7
	// mostStretches bounds the answer, mostTries the search for it.
	mostStretches, mostTries = 12, 60
	// mostOfOne is how many are cut from one activity: a round that is ridden
	// again and again is no dozen stretches.
	mostOfOne = 3
)

var crossings = grid{60}

// Way is the way of one activity.
type Way struct {
	Activity training.ActivityID
	Sport    training.Sport
	Line     []route.Point
	Extent   route.Extent
	// Scale is a recorded metre for each metre along the line.
	Scale float64
}

// Stretch is a part of a way that was ridden again and again.
type Stretch struct {
	ID     ID // its span is of the activity's recorded distance, in m
	Sport  training.Sport
	Line   []route.Point
	Metres float64
	// Ridden is how many activities went along it.
	Ridden int
}

// crossing is a cell that was crossed in one of four directions by a sport.
type crossing struct {
	cell
	quarter int8
	sport   training.Sport
}

// sample is a position along a track, and the crossing that it is in.
type sample struct {
	at route.Point
	in crossing
}

// Most finds the stretches that most of some ways have in common, of which the
// newest are the last. It is pure.
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
			continue // within a stretch that was looked at
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
	by      map[crossing][]int32 // the ways through each, as indexes, in order
	spent   map[crossing]bool
	seen    []int // the last look at each way
	looks   int
}

// cross counts the crossings of a way, each once.
func (s *search) cross(i int) {
	s.samples = append(s.samples, samplesOf(&s.ways[i]))
	for _, p := range s.samples[i] {
		if by := s.by[p.in]; len(by) == 0 || by[len(by)-1] != int32(i) { //nolint:gosec // at most mostWays
			s.by[p.in] = append(by, int32(i)) //nolint:gosec // the same
		}
	}
}

// busiest lists the crossings of enough ways, those of most first.
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

// beside calls f with the crossings of the same road: of the cell and those
// around it, in nearly the same direction.
func (p sample) beside(f func(crossing)) {
	crossings.around(p.at, func(c cell) {
		for turn := int8(-1); turn <= 1; turn++ {
			f(crossing{c, (p.in.quarter + turn) & 3, p.in.sport})
		}
	})
}

// through returns how many tracks lead through a position.
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

// samplesOf walks along a way, less its ends.
func samplesOf(w *Way) (out []sample) {
	along, next, end := 0.0, endM, float64(w.Extent.LengthDM)/10-endM
	for k := 1; k < len(w.Line); k++ {
		a, b := w.Line[k-1], w.Line[k]
		long := metres(a, b)
		for ; next <= along+long && next <= end && long > 0; next += sampleM {
			share := (next - along) / long
			p := route.Point{Lat: a.Lat + int32(share*float64(b.Lat-a.Lat)), Lon: a.Lon + int32(share*float64(b.Lon-a.Lon))}
			north, east := float64(b.Lat-a.Lat), float64(b.Lon-a.Lon)*math.Cos(float64(a.Lat)/stepsPerDegree*math.Pi/180)
			quarter := int8(math.Floor((math.Atan2(north, east)+math.Pi)/(math.Pi/2))) & 3
			out = append(out, sample{p, crossing{crossings.of(p), quarter, w.Sport}})
		}
		along += long
	}
	return out
}

// around cuts the stretch around the busiest place of the newest way there, and
// takes it out of the search.
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

// along counts the activities of the sport that followed the stretch.
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

// The rule of one climb: two ascents of one sport are of the same climb if
// their tops are within topM, and each follows the other's track upwards, as in
// [route.Matcher.Along]. So feet that one ride finds a little later than
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

// find returns the most similar of the stored ways with the same track and
// sport.
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

// NewSaved returns an empty set of saved segments.
func NewSaved() *Saved { return &Saved{ends[string]{}} }

// Add adds the track of a segment; no sport means any.
func (s *Saved) Add(id string, sport training.Sport, way []route.Point) {
	if len(way) > 1 {
		s.ends.add(sport, way, id)
	}
}

// Of returns the segment with the track of a sport.
func (s *Saved) Of(sport training.Sport, way []route.Point) (id string, ok bool) {
	return s.ends.find(sport, way)
}
