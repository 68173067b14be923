package timezone

// polygon is a closed line with holes.
type polygon struct {
	outer ring
	holes []ring
}

// holds reports whether a place lies within; the line itself, and that of a
// hole, do.
func (g *polygon) holds(x, y float64) bool {
	if g.outer.side(x, y) == outside {
		return false
	}
	for _, hole := range g.holes {
		if hole.side(x, y) == inside {
			return false
		}
	}
	return true
}

// ring is a closed line. The last point need not repeat the first.
type ring []point

// point is a place in degrees, in the precision that the table was made for.
type point struct{ x, y float32 }

// side is where a place lies of a ring.
type side uint8

const (
	outside side = iota
	inside
	upon
)

// side counts how often a ray to the east crosses the ring.
func (r ring) side(x, y float64) side {
	where := outside
	for i, j := 0, len(r)-1; i < len(r); j, i = i, i+1 {
		ax, ay, bx, by := float64(r[j].x), float64(r[j].y), float64(r[i].x), float64(r[i].y)
		if min(ay, by) > y || max(ay, by) < y || max(ax, bx) < x {
			continue
		}
		turn := (bx-ax)*(y-ay) - (by-ay)*(x-ax)
		if turn == 0 && x >= min(ax, bx) {
			return upon
		}
		if (ay > y) != (by > y) && (turn > 0) == (by > ay) && turn != 0 {
			where = inside - where
		}
	}
	return where
}

// perDegree is the unit of polylines: hundred-thousandths of a degree.
const perDegree = 1e5

// ringOf reads a line.
func ringOf(line []byte) ring {
	var r ring
	walk(line, func(lon, lat int64) {
		r = append(r, point{float32(float64(lon) / perDegree), float32(float64(lat) / perDegree)})
	})
	return r
}

// walk goes along a line in Google's polyline encoding, longitude first, up
// to what is none:
// https://developers.google.com/maps/documentation/utilities/polylinealgorithm
func walk(line []byte, visit func(lon, lat int64)) {
	const first, more, bits, most = 63, 32, 5, 60
	var at [2]int64
	var sum uint64
	axis, shift := 0, 0
	for _, c := range line {
		if c -= first; c >= 2*more || shift > most {
			return
		}
		sum |= uint64(c&(more-1)) << shift
		if shift += bits; c >= more {
			continue
		}
		at[axis] += int64(sum>>1) ^ -int64(sum&1) //nolint:gosec // zig-zag
		sum, shift = 0, 0
		if axis = 1 - axis; axis == 0 {
			visit(at[0], at[1])
		}
	}
}
