package derive

import (
	"math"
	"slices"

	"lapkeep/internal/metrics/route"
)

// EncodeRoute writes the sketch of a way and its profile, the line last, so
// that what tells most sketches apart is read without it.
func EncodeRoute(s *route.Sketch) []byte {
	w := newWriter(16 + 5*len(s.Line) + 2*len(s.ProfileDM))
	w.int(s.DistanceDM)
	w.int(s.TimerDS)
	e := &s.Extent
	for _, v := range []int64{int64(e.South), int64(e.North), int64(e.West), int64(e.East), e.LengthDM} {
		w.int(v)
	}
	w.uint(uint64(len(s.ProfileDM)))
	before := int32(0)
	for _, dm := range s.ProfileDM {
		w.int(int64(dm) - int64(before))
		before = dm
	}
	w.line(s.Line)
	return w.b
}

func (w *writer) line(line []route.Point) {
	w.uint(uint64(len(line)))
	last := route.Point{}
	for _, p := range line {
		w.int(int64(p.Lat) - int64(last.Lat))
		w.int(int64(p.Lon) - int64(last.Lon))
		last = p
	}
}

// DecodeRoute reads what [EncodeRoute] wrote.
func DecodeRoute(b []byte) (*route.Sketch, error) {
	r := newReader(b)
	s := r.routeHead()
	s.Line = r.line()
	if !r.done() || s.DistanceDM < 0 || s.TimerDS < 0 {
		return nil, damaged("route")
	}
	return s, nil
}

// line is a line as the writer's method has it, nil if it is empty.
func (r *reader) line() (line []route.Point) {
	if n := r.count(2); n > 0 {
		line = make([]route.Point, n)
	}
	lat, lon := int64(0), int64(0)
	for i := range line {
		lat, lon = r.sum(lat), r.sum(lon)
		line[i] = route.Point{Lat: int32(lat), Lon: int32(lon)}
	}
	return line
}

// DecodeRouteHead reads all but the line, which line holds as it is stored.
func DecodeRouteHead(b []byte) (s *route.Sketch, line []byte, err error) {
	r := newReader(b)
	s = r.routeHead()
	if r.bad || s.DistanceDM < 0 || s.TimerDS < 0 {
		return nil, nil, damaged("route")
	}
	return s, r.b, nil
}

// DecodeRouteLine reads a line that a head was followed by, into the room of a
// former one.
func DecodeRouteLine(b []byte, room []route.Point) ([]route.Point, error) {
	r := &reader{b: b}
	n := r.count(2)
	line := slices.Grow(room[:0], n)
	lat, lon := int64(0), int64(0)
	for range n {
		if b := r.b; len(b) >= 4 && b[0]&b[2] >= 0x80 && b[1]|b[3] < 0x80 { // most steps are two bytes each
			y, x := int64(b[0]&0x7f)|int64(b[1])<<7, int64(b[2]&0x7f)|int64(b[3])<<7
			lat, lon = lat+(y>>1^-(y&1)), lon+(x>>1^-(x&1))
			r.b = b[4:]
			if lat != int64(int32(lat)) || lon != int64(int32(lon)) {
				r.fail()
			}
		} else {
			lat, lon = r.sum(lat), r.sum(lon)
		}
		line = append(line, route.Point{Lat: int32(lat), Lon: int32(lon)})
	}
	if !r.done() {
		return nil, damaged("route")
	}
	return line, nil
}

func (r *reader) routeHead() *route.Sketch {
	s := &route.Sketch{DistanceDM: r.int(), TimerDS: r.int()}
	s.Extent = route.Extent{South: r.int32(), North: r.int32(), West: r.int32(), East: r.int32(), LengthDM: r.int()}
	if n := r.count(1); n > 0 {
		s.ProfileDM = make([]int32, n)
	}
	dm := int64(0)
	for i := range s.ProfileDM {
		dm = r.sum(dm)
		s.ProfileDM[i] = int32(dm)
	}
	return s
}

// sum is the next difference added to the value before it, which has to be an int32.
func (r *reader) sum(before int64) int64 {
	d := r.int()
	if d < -math.MaxUint32 || d > math.MaxUint32 || before+d < math.MinInt32 || before+d > math.MaxInt32 {
		r.fail()
		return 0
	}
	return before + d
}
