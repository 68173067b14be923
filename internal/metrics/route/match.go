package route

import "math"

// The rule of one way.
const (
	// CorridorM is how far apart two ways may be and count as one.
	CorridorM = 50.0
	// SameShare is the share of each that has to lie in the other's corridor.
	SameShare = 0.8
	// lengthShare is by how much their lengths may differ.
	lengthShare = 0.1
	// Samples are taken at least leastStepM apart, mostSamples at most.
	leastStepM, mostSamples = 25.0, 100
	// window is how many segments on either side are looked at before all.
	window = 3
	// backShare is the share of the steps that go back in a reversed way.
	backShare = 0.8
)

// Extent is what tells quickly that two ways cannot be the same.
type Extent struct {
	South, North, West, East int32
	LengthDM                 int64 // along the line, in dm
}

// ExtentOf measures a line; it is zero for none.
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

// Near reports whether two ways may be the same. What of one lies outside the
// other's corridor is a fifth of it at most, and goes out and comes back.
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

// Match is how much two ways have in common.
type Match struct {
	// Share is the smaller of the shares of each that lie in the other's
	// corridor, 0 to 1.
	Share float64
	// Reversed says that one was followed the other way round.
	Reversed bool
}

// Matcher compares one line with many. It is not for concurrent use.
type Matcher struct {
	plane plane
	own   path
	other path
}

// NewMatcher makes the matcher of a line of two points or more.
func NewMatcher(line []Point) *Matcher {
	m := &Matcher{plane: planeAt(line[0])}
	m.own = m.plane.path(line, nil)
	return m
}

// Same compares with a line; false if it is another way.
func (m *Matcher) Same(line []Point) (Match, bool) {
	if len(line) < 2 || len(m.own.x) < 2 {
		return Match{}, false
	}
	m.other = m.plane.path(line, &m.other)
	share, reversed := m.own.within(&m.other)
	if share < SameShare {
		return Match{}, false
	}
	back, _ := m.other.within(&m.own)
	return Match{min(share, back), reversed}, back >= SameShare
}

// within is the share of the path that lies in the other's corridor, 0 if it
// is less than [SameShare], and whether it follows the other backwards. Every
// sample is looked for near the last one first.
func (p *path) within(o *path) (share float64, reversed bool) {
	step := max(leastStepM, p.length()/mostSamples)
	n := int(p.length()/step) + 1
	mostMissed := int(float64(n) * (1 - SameShare))
	missed, steps, backward := 0, 0, 0
	segment, lastAlong, near := 0, 0.0, false
	for i, k := 0, 0; i < n; i++ {
		d := float64(i) * step
		for k < len(p.at)-2 && p.at[k+1] < d {
			k++
		}
		x, y := p.position(k, d)
		if !near {
			segment = -1
		}
		s, along, ok := o.find(x, y, segment)
		if !ok {
			if missed++; missed > mostMissed {
				return 0, false
			}
			near = false
			continue
		}
		if moved := along - lastAlong; near && math.Abs(moved) <= 4*step {
			steps++
			if moved < 0 {
				backward++
			}
		}
		segment, lastAlong, near = s, along, true
	}
	return 1 - float64(missed)/float64(n), float64(backward) > backShare*float64(steps)
}

// position is the place d metres along the path, which is in segment k.
func (p *path) position(k int, d float64) (x, y float64) {
	share := 0.0
	if long := p.at[k+1] - p.at[k]; long > 0 {
		share = min(1, (d-p.at[k])/long)
	}
	return p.x[k] + share*(p.x[k+1]-p.x[k]), p.y[k] + share*(p.y[k+1]-p.y[k])
}

// find is a segment whose corridor a position lies in, and how far along that
// is: one that it lies beside, or else the nearest, of those around a segment;
// else, and where around is none, the first of all.
func (p *path) find(x, y float64, around int) (segment int, along float64, ok bool) {
	if around < 0 {
		return p.search(x, y)
	}
	last := len(p.x) - 1
	for k := around; k < min(last, around+window+1); k++ {
		if along, ok := p.beside(x, y, k); ok {
			return k, along, true
		}
	}
	best := CorridorM * CorridorM
	for k := max(0, around-window); k < min(last, around+window+1); k++ {
		if d, a := p.project(x, y, k); d <= best {
			best, segment, along, ok = d, k, a, true
		}
	}
	if ok {
		return segment, along, true
	}
	return p.search(x, y)
}

// search is the first segment of all whose corridor a position lies in. From a
// place D away, D less the corridor is passed over: nothing of it can be near.
func (p *path) search(x, y float64) (segment int, along float64, ok bool) {
	for k := 0; k < len(p.x)-1; {
		d, a := p.project(x, y, k)
		if d <= CorridorM*CorridorM {
			return k, a, true
		}
		k++
		for out := p.at[k] + math.Sqrt(d) - CorridorM; k < len(p.x)-1 && p.at[k+1] < out; {
			k++
		}
	}
	return 0, 0, false
}

// beside reports whether a position lies in the corridor beside segment k, not
// beyond its ends. It is asked so often that it divides only for an answer.
func (p *path) beside(x, y float64, k int) (along float64, ok bool) {
	ax, ay := p.x[k], p.y[k]
	dx, dy := p.x[k+1]-ax, p.y[k+1]-ay
	ex, ey := x-ax, y-ay
	dot, square := ex*dx+ey*dy, dx*dx+dy*dy
	if dot <= 0 || dot >= square {
		return 0, false
	}
	if cross := ex*dy - ey*dx; cross*cross > CorridorM*CorridorM*square {
		return 0, false
	}
	return p.at[k] + dot/square*(p.at[k+1]-p.at[k]), true
}
