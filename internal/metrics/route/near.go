package route

// sketchShare of the length of a way is more than its sketch may lie beside it,
// with sketchM besides: points that a sketch keeps are farther apart than half of its
// tolerance, which grew only while there were more than mostPoints.
const (
	sketchShare = 2.0 / mostPoints
	sketchM     = asideM + toleranceM + thinM
)

// room is how far beside the sketch the recording may have been on a way.
func (s *Sketch) room() float64 {
	return sketchShare*float64(max(s.Extent.LengthDM, s.DistanceDM))/10 + sketchM
}

// MayPass says quickly whether the recording may have come to a place: false
// is certain.
func (s *Sketch) MayPass(p Point) bool {
	e, room := &s.Extent, s.room()
	north := int32(room / metresPerStep)
	east := int32(min(room/max(planeAt(p).east, 1e-6), fullTurn/2))
	if len(s.Line) < 2 || p.Lat < e.South-north || p.Lat > e.North+north {
		return false
	}
	lon := p.Lon + turns(p.Lon, e.West/2+e.East/2)
	return lon >= e.West-east && lon <= e.East+east
}

// MayFollow says from the sketch of a recording whether it may have gone over
// the way: false is certain.
func (w *Way) MayFollow(s *Sketch) bool {
	return len(s.Line) > 1 && w.passesGates(s.Line, s.room())
}

// pointXY places a point of a sketch on the way's plane.
func (w *Way) pointXY(p Point) (x, y float64) {
	const scale = (1 << 31) / (180.0 * stepsPerDegree)
	return w.scale.x(int32(int64(float64(p.Lon) * scale))), w.scale.y(int32(float64(p.Lat) * scale)) //nolint:gosec // longitudes wrap
}

// passesGates says whether a line comes near both gates.
func (w *Way) passesGates(line []Point, roomM float64) bool {
	var start, end bool
	x, y := w.pointXY(line[0])
	for _, p := range line[1:] {
		toX, toY := w.pointXY(p)
		s := segment{x: x, y: y, dx: toX - x, dy: toY - y}
		s.square = s.dx*s.dx + s.dy*s.dy
		if !start {
			d, _ := s.project(w.start.x, w.start.y)
			start = d <= roomM*roomM
		}
		if !end {
			d, _ := s.project(w.end.x, w.end.y)
			end = d <= roomM*roomM
		}
		if start && end {
			return true
		}
		x, y = toX, toY
	}
	return false
}
