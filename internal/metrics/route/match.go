package route

import (
	"math"
	"slices"
)

// These constants define when two tracks follow the same route.
const (
	// CorridorM is the maximum distance in m between two tracks of the same route.
	CorridorM = 50.0
	// SameShare is the minimum share of each track that must be in the other's corridor.
	SameShare = 0.8
	// lengthShare is the maximum relative difference between their lengths.
	lengthShare = 0.1
	// There are at most mostSamples samples, which are at least leastStepM metres apart.
	leastStepM, mostSamples = 25.0, 100
	// window is the number of segments on either side that are searched before
	// all others.
	window = 3
	// backShare is the minimum share of backward steps for a track to follow the other
	// one in reverse.
	backShare = 0.8
)

// Extent is the extent of a track, which can quickly show that two tracks do not follow
// the same route.
type Extent struct {
	South, North, West, East int32
	LengthDM                 int64 // along the line, in dm
}

// ExtentOf measures a line. It is zero for an empty line.
func ExtentOf(line []Point) Extent {
	if len(line) == 0 {
		return Extent{}
	}
	e, metres := Extent{South: line[0].Lat, North: line[0].Lat, West: line[0].Lon, East: line[0].Lon}, 0.0
	east, last := planeAt(line[0]).east, line[0]
	for _, p := range line {
		e.South, e.North = min(e.South, p.Lat), max(e.North, p.Lat)
		e.West, e.East = min(e.West, p.Lon), max(e.East, p.Lon)
		dx, dy := float64(p.Lon-last.Lon)*east, float64(p.Lat-last.Lat)*metresPerStep
		metres += math.Sqrt(dx*dx + dy*dy)
		last = p
	}
	e.LengthDM = int64(math.Round(metres * 10))
	return e
}

// Near reports whether two tracks may be the same: at most a fifth of one may be outside the
// other's corridor, so a track that leaves the corridor and comes back gets at most a tenth
// of its length away from it.
func (e Extent) Near(o Extent) bool {
	long, short := float64(max(e.LengthDM, o.LengthDM))/10, float64(min(e.LengthDM, o.LengthDM))/10
	if short <= 0 || long > short*(1+lengthShare) {
		return false
	}
	shift := turns(o.West, e.West)
	f := planeAt(Point{e.South, e.West})
	room := (1-SameShare)/2*long + 2*CorridorM
	north, east := int32(room/metresPerStep), int32(math.Min(room/max(f.east, 1e-6), fullTurn))
	near := func(a, b, room int32) bool { return a-b <= room && b-a <= room }
	return near(e.South, o.South, north) && near(e.North, o.North, north) &&
		near(e.West, o.West+shift, east) && near(e.East, o.East+shift, east)
}

// Match describes the part that two tracks have in common.
type Match struct {
	// Share is the share of a track that is in the other's corridor, from 0 to 1, for the
	// track with the smaller share.
	Share float64
	// Reversed is set if one was followed in the opposite direction.
	Reversed bool
}

// Matcher compares one line with many. It must not be used concurrently.
type Matcher struct {
	plane      plane
	own, other sampled
	corridor   *corridor // corridor of its own line, made at the first comparison
}

// NewMatcher returns a matcher for a line. A line of a single point matches nothing.
func NewMatcher(line []Point) *Matcher {
	m := &Matcher{plane: planeAt(line[0])}
	m.own.segments = m.plane.segments(line, nil)
	if len(line) > 1 {
		m.own.sample(nil)
	}
	return m
}

// Same compares the matcher's line with another. It returns false if they follow
// different routes.
func (m *Matcher) Same(line []Point) (Match, bool) {
	if len(line) < 2 || len(m.own.segments) == 0 {
		return Match{}, false
	}
	if m.corridor == nil {
		m.corridor = corridorOf(m.own.segments)
	}
	m.other.segments = m.plane.segments(line, m.other.segments)
	if !m.other.sample(m.corridor) {
		return Match{}, false
	}
	share, reversed := m.own.within(m.other.segments)
	if share < SameShare {
		return Match{}, false
	}
	back, _ := m.other.within(m.own.segments)
	return Match{min(share, back), reversed}, back >= SameShare
}

// sampled is a line in metres, with samples along it.
type sampled struct {
	segments segments
	samples  []sample
	step     float64 // m between two samples
}

type sample struct{ x, y float64 }

// mostMissed returns how many of n samples may be outside the corridor.
func mostMissed(n int) int { return int(float64(n) * (1 - SameShare)) }

// sample computes the samples. If there is a corridor, it returns false as soon
// as too many of them are far from it.
func (l *sampled) sample(near *corridor) bool {
	length := l.segments[len(l.segments)-1].to
	l.step = max(leastStepM, length/mostSamples)
	n, far, k := int(length/l.step)+1, 0, 0
	l.samples = slices.Grow(l.samples[:0], n)
	for i := range n {
		d := float64(i) * l.step
		for k < len(l.segments)-1 && l.segments[k].to < d {
			k++
		}
		x, y := l.segments[k].position(d)
		l.samples = append(l.samples, sample{x, y})
		if near != nil && near.far(x, y) {
			if far++; far > mostMissed(n) {
				return false
			}
		}
	}
	return true
}

// within returns the share of the line that is in the other's corridor, or 0 if it is
// less than [SameShare], and whether the line follows the other backwards. The search for
// each sample starts near the last one.
func (l *sampled) within(o segments) (share float64, reversed bool) {
	n := len(l.samples)
	most, missed, steps, backward := mostMissed(n), 0, 0, 0
	segment, lastAlong, near := 0, 0.0, false
	for _, at := range l.samples {
		if !near {
			segment = -1
		}
		s, along, ok := o.find(at.x, at.y, segment)
		if !ok {
			if missed++; missed > most {
				return 0, false
			}
			near = false
			continue
		}
		if moved := along - lastAlong; near && math.Abs(moved) <= 4*l.step {
			steps++
			if moved < 0 {
				backward++
			}
		}
		segment, lastAlong, near = s, along, true
	}
	return 1 - float64(missed)/float64(n), float64(backward) > backShare*float64(steps)
}

// Simplified returns a course as a line for comparison, like the line that [Of]
// makes from a recording. It returns nil if the course is too short.
func Simplified(way []Point) []Point {
	if len(way) < 2 {
		return nil
	}
	line := make([]Point, 0, len(way))
	for _, p := range way {
		if n := len(line); n > 0 {
			p.Lon += turns(p.Lon, line[n-1].Lon)
		}
		line = append(line, p)
	}
	p := planeAt(line[0]).path(line)
	if p.length() < leastLineM {
		return nil
	}
	return p.line(line)
}

// Covers reports whether a track may include all of another one: at most a fifth of the
// other one may be outside, so a track that leaves the corridor and comes back gets at most
// a tenth of its length away from it.
func (e Extent) Covers(o Extent) bool {
	if e.LengthDM == 0 || o.LengthDM == 0 || float64(e.LengthDM) < SameShare*float64(o.LengthDM)*(1-lengthShare) {
		return false
	}
	shift := turns(o.West, e.West)
	f := planeAt(Point{e.South, e.West})
	room := (1-SameShare)*float64(o.LengthDM)/10 + 2*CorridorM
	north, east := int32(room/metresPerStep), int32(min(room/max(f.east, 1e-6), fullTurn))
	return o.South >= e.South-north && o.North <= e.North+north && o.West+shift >= e.West-east && o.East+shift <= e.East+east
}

// Along reports whether a line follows the matcher's line from end to end, possibly as part
// of a longer line: [SameShare] of the matcher's line must be in its corridor.
func (m *Matcher) Along(line []Point) (Match, bool) {
	if len(line) < 2 || len(m.own.segments) == 0 {
		return Match{}, false
	}
	m.other.segments = m.plane.segments(line, m.other.segments)
	share, reversed := m.own.within(m.other.segments)
	return Match{share, reversed}, share >= SameShare
}

// segment joins two points of a line, in metres: the start, the vector to the
// end, the square of the length, and the distances along the line of both ends.
type segment struct{ x, y, dx, dy, square, from, to float64 }

type segments []segment

// segments places a line of two or more points on the plane. It reuses the memory of room.
func (f plane) segments(line []Point, room segments) segments {
	out := slices.Grow(room[:0], len(line)-1)
	shift, sum := turns(line[0].Lon, f.origin.Lon)-f.origin.Lon, 0.0
	x, y := float64(line[0].Lon+shift)*f.east, float64(line[0].Lat-f.origin.Lat)*metresPerStep
	for _, p := range line[1:] {
		nextX, nextY := float64(p.Lon+shift)*f.east, float64(p.Lat-f.origin.Lat)*metresPerStep
		s := segment{x: x, y: y, dx: nextX - x, dy: nextY - y, from: sum}
		s.square = s.dx*s.dx + s.dy*s.dy
		s.to = sum + math.Sqrt(s.square)
		out = append(out, s)
		x, y, sum = nextX, nextY, s.to
	}
	return out
}

// position returns the position d metres along the line, which is in the
// segment.
func (s *segment) position(d float64) (x, y float64) {
	share := 0.0
	if long := s.to - s.from; long > 0 {
		share = min(1, (d-s.from)/long)
	}
	return s.x + share*s.dx, s.y + share*s.dy
}

// project returns the squared distance of a position from the segment, and the
// distance along the line of the segment's nearest point.
func (s *segment) project(x, y float64) (squared, along float64) {
	share := 0.0
	if s.square > 0 {
		share = min(1, max(0, ((x-s.x)*s.dx+(y-s.y)*s.dy)/s.square))
	}
	ex, ey := s.x+share*s.dx-x, s.y+share*s.dy-y
	return ex*ex + ey*ey, s.from + share*(s.to-s.from)
}

// beside reports whether a position is in the corridor next to the segment and not
// beyond its ends. It is called very often, so it divides only if there is a result.
func (s *segment) beside(x, y float64) (along float64, ok bool) {
	ex, ey := x-s.x, y-s.y
	dot := ex*s.dx + ey*s.dy
	if dot <= 0 || dot >= s.square {
		return 0, false
	}
	if cross := ex*s.dy - ey*s.dx; cross*cross > CorridorM*CorridorM*s.square {
		return 0, false
	}
	return s.from + dot/s.square*(s.to-s.from), true
}

// find returns a segment whose corridor contains a position, and the distance along the line
// there. Among the segments near the given index, it returns the first one next to the
// position, or else the nearest. If none of these contains the position, or if the index is
// negative, it searches all segments.
func (l segments) find(x, y float64, around int) (segment int, along float64, ok bool) {
	if around < 0 {
		return l.search(x, y)
	}
	last := min(len(l), around+window+1)
	for k := around; k < last; k++ {
		if along, ok := l[k].beside(x, y); ok {
			return k, along, true
		}
	}
	best := CorridorM * CorridorM
	for k := max(0, around-window); k < last; k++ {
		if d, a := l[k].project(x, y); d <= best {
			best, segment, along, ok = d, k, a, true
		}
	}
	if ok {
		return segment, along, true
	}
	return l.search(x, y)
}

// search returns the first of all segments whose corridor contains a position. At a
// distance D from a segment, it skips a stretch of D minus the width of the corridor,
// because no segment in that stretch can be near.
func (l segments) search(x, y float64) (segment int, along float64, ok bool) {
	for k := 0; k < len(l); {
		d, a := l[k].project(x, y)
		if d <= CorridorM*CorridorM {
			return k, a, true
		}
		out := l[k].to + math.Sqrt(d) - CorridorM
		for k++; k < len(l) && l[k].to < out; k++ {
		}
	}
	return 0, 0, false
}

// corridor is a grid in which the cells around a line are marked. It quickly rejects most
// positions outside the line's corridor.
type corridor struct {
	west, south, cells float64 // the corner, and cells per metre
	marked             [gridSide][gridSide / 64]uint64
}

const (
	gridSide = 256
	// leastCellM is the minimum side of a cell in m. A line is marked at least every half
	// cell, so a position in its corridor is within CorridorM plus a quarter of a cell of
	// a marked place, which is at most one cell away.
	leastCellM = 70.0
	// gridEdge is the number of cells beyond the line on each side.
	gridEdge = 2
)

func corridorOf(line segments) *corridor {
	west, south := line[0].x, line[0].y
	east, north := west, south
	for i := range line {
		x, y := line[i].x+line[i].dx, line[i].y+line[i].dy
		west, east, south, north = min(west, x), max(east, x), min(south, y), max(north, y)
	}
	cell := max(leastCellM, max(east-west, north-south)/(gridSide-2*gridEdge-1))
	c := &corridor{west: west - gridEdge*cell, south: south - gridEdge*cell, cells: 1 / cell}
	for i := range line {
		s := &line[i]
		n := math.Ceil(2 * (s.to - s.from) * c.cells)
		for k := 0.0; k <= n; k++ {
			share := k / max(1, n)
			c.mark(s.x+share*s.dx, s.y+share*s.dy)
		}
	}
	return c
}

// mark marks the cell of a place and the cells around it.
func (c *corridor) mark(x, y float64) {
	column, row := int((x-c.west)*c.cells), int((y-c.south)*c.cells)
	for r := row - 1; r <= row+1; r++ {
		for k := column - 1; k <= column+1; k++ {
			c.marked[r][k/64] |= 1 << (k % 64)
		}
	}
}

// far reports whether a position is certainly outside the corridor.
func (c *corridor) far(x, y float64) bool {
	column, row := int((x-c.west)*c.cells), int((y-c.south)*c.cells)
	return uint(column) >= gridSide || uint(row) >= gridSide || c.marked[row][column/64]&(1<<(column%64)) == 0
}
