package timezone

import (
	"math"
	"sync"
)

// outlines finds time zones by their outlines. Reading all outlines of the
// world takes much time and memory, so at first only their bounds are read. An
// outline is read only if a position may be inside it.
type outlines struct {
	mu    sync.Mutex
	read  bool
	zones []region
	kept  int // number of points in the outlines that were read
}

// region is a time zone. Its islands and exclaves are separate parts.
type region struct {
	name  string
	parts []*part
}

// part is an outline with its holes, encoded as in the table.
type part struct {
	box
	outer []byte
	holes [][]byte

	known *polygon // nil until it is needed
}

// maxKept is the maximum number of points kept in memory. A point takes eight bytes.
const maxKept = 1 << 19

// These are the numbers of fields in the table of outlines.
const (
	outlinesZone              = 2
	zoneParts, zoneName       = 1, 2
	outlinePoints, outlineGap = 1, 2
)

// name returns the first time zone that contains a position.
func (o *outlines) name(latDeg, lonDeg float64) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.read {
		o.read, o.zones = true, readOutlines(unpack(packedOutlines))
	}
	for _, z := range o.zones {
		for _, p := range z.parts {
			if p.near(latDeg, lonDeg) && o.polygon(p).holds(lonDeg, latDeg) {
				return z.name
			}
		}
	}
	return ""
}

func (o *outlines) polygon(p *part) *polygon {
	if p.known != nil {
		return p.known
	}
	g := &polygon{outer: ringOf(p.outer)}
	n := len(g.outer)
	for _, hole := range p.holes {
		g.holes = append(g.holes, ringOf(hole))
		n += len(g.holes[len(g.holes)-1])
	}
	if o.kept+n > maxKept {
		o.forget()
	}
	o.kept += n
	p.known = g
	return g
}

func (o *outlines) forget() {
	for _, z := range o.zones {
		for _, p := range z.parts {
			p.known = nil
		}
	}
	o.kept = 0
}

func readOutlines(world message) []region {
	var zones []region
	for f, ok := world.next(); ok; f, ok = world.next() {
		if f.tag == outlinesZone {
			zones = append(zones, readZone(f.text))
		}
	}
	return zones
}

func readZone(m message) (z region) {
	for f, ok := m.next(); ok; f, ok = m.next() {
		switch f.tag {
		case zoneName:
			z.name = string(f.text)
		case zoneParts:
			p := &part{}
			p.outer, p.holes = readPart(f.text)
			p.box = boxOf(p.outer)
			z.parts = append(z.parts, p)
		}
	}
	return z
}

func readPart(m message) (outer []byte, holes [][]byte) {
	for f, ok := m.next(); ok; f, ok = m.next() {
		switch f.tag {
		case outlinePoints:
			outer = f.text
		case outlineGap:
			hole, _ := readPart(f.text)
			holes = append(holes, hole)
		}
	}
	return outer, holes
}

// box holds the bounds of an outline, in hundred-thousandths of a degree, as in polylines.
type box struct{ west, south, east, north int64 }

func boxOf(line []byte) box {
	b := box{math.MaxInt64, math.MaxInt64, math.MinInt64, math.MinInt64}
	walk(line, func(lon, lat int64) {
		b.west, b.east = min(b.west, lon), max(b.east, lon)
		b.south, b.north = min(b.south, lat), max(b.north, lat)
	})
	return b
}

// near reports whether a position is in the box, or at most a thousandth of a degree outside.
func (b box) near(latDeg, lonDeg float64) bool {
	const slack = 100
	lon, lat := int64(lonDeg*perDegree), int64(latDeg*perDegree)
	return b.west <= lon+slack && b.east >= lon-slack && b.south <= lat+slack && b.north >= lat-slack
}

// polygon is a closed line with holes.
type polygon struct {
	outer ring
	holes []ring
}

// holds reports whether a position is inside the polygon. Its lines, and those
// of its holes, count as inside.
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

// ring is a closed line. Its last point need not repeat the first.
type ring []point

// point is a position in degrees, with the precision of the table.
type point struct{ x, y float32 }

// side is the position relative to a ring.
type side uint8

const (
	outside side = iota
	inside
	upon
)

// side determines the position relative to the ring by counting how often a ray
// to the east crosses it.
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

// ringOf decodes an encoded line.
func ringOf(line []byte) ring {
	var r ring
	walk(line, func(lon, lat int64) {
		r = append(r, point{float32(float64(lon) / perDegree), float32(float64(lat) / perDegree)})
	})
	return r
}

// walk decodes a line in Google's polyline encoding, with the longitude first.
// It stops at the first invalid character. The encoding is described at
// https://developers.google.com/maps/documentation/utilities/polylinealgorithm.
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
