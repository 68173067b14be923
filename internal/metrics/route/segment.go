package route

import (
	"math"
	"slices"
)

// segment joins two points of a line, in metres: where it begins, where it leads to
// from there, the square of its length, and how far along the line its ends are.
type segment struct{ x, y, dx, dy, square, from, to float64 }

type segments []segment

// segments places a line of two points or more on the plane, in the room of a
// former one.
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

// position is the place d metres along the line, which is in the segment.
func (s *segment) position(d float64) (x, y float64) {
	share := 0.0
	if long := s.to - s.from; long > 0 {
		share = min(1, (d-s.from)/long)
	}
	return s.x + share*s.dx, s.y + share*s.dy
}

// project is the squared distance of a position from the segment, and how far
// along the line the nearest point of it lies.
func (s *segment) project(x, y float64) (squared, along float64) {
	share := 0.0
	if s.square > 0 {
		share = min(1, max(0, ((x-s.x)*s.dx+(y-s.y)*s.dy)/s.square))
	}
	ex, ey := s.x+share*s.dx-x, s.y+share*s.dy-y
	return ex*ex + ey*ey, s.from + share*(s.to-s.from)
}

// beside reports whether a position lies in the corridor beside the segment,
// not beyond its ends. It is asked so often that it divides only for an answer.
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

// find is a segment whose corridor a position lies in, and how far along that
// is: one that it lies beside, or else the nearest, of those around a segment;
// else, and where around is none, the first of all.
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

// search is the first segment of all whose corridor a position lies in. From a
// place D away, D less the corridor is passed over: nothing of it can be near.
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
