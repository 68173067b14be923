package route

// Simplified is a way to follow as a line that others are compared with, as
// [Of] makes it of a recording; nil if it is too short.
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

// Covers reports whether a way may hold all that has to be followed of
// another: what of that lies outside is a fifth at most, and goes out and
// comes back.
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

// Along reports whether a line follows the matcher's from end to end, as a
// part of a longer way too: [SameShare] of the matcher's lies in its corridor.
func (m *Matcher) Along(line []Point) (Match, bool) {
	if len(line) < 2 || len(m.own.segments) == 0 {
		return Match{}, false
	}
	m.other.segments = m.plane.segments(line, m.other.segments)
	share, reversed := m.own.within(m.other.segments)
	return Match{share, reversed}, share >= SameShare
}
