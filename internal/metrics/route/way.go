package route

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// These constants define the track of a segment.
const (
	// wayToleranceM is the maximum distance in m between an omitted point and the line.
	// It is less than the error of receivers. It doubles until at most mostWayPoints
	// remain.
	wayToleranceM = 2.0
	mostWayPoints = 2000
	// aimM is the length in m of the part of the segment that determines the
	// direction of a gate.
	aimM = 20.0
)

// Way is the track of a segment, prepared for matching. Matching does not change it.
type Way struct {
	scale      scale
	line       segments
	start, end gate
}

// metresPerSemicircle is the length in m of a semicircle (a unit of angle) of latitude.
const metresPerSemicircle = math.Pi * 6_371_000 / (1 << 31)

// scale converts semicircles to metres on a plane, from an origin. The difference of two
// longitudes wraps around the earth.
type scale struct {
	lat, lon    int32
	north, east float64
}

func (s *scale) x(lon int32) float64 { return float64(lon-s.lon) * s.east }
func (s *scale) y(lat int32) float64 { return float64(lat-s.lat) * s.north }

// gate is a line across the way, defined by its middle and a unit vector in the direction
// of travel.
type gate struct{ x, y, dx, dy float64 }

// before returns the distance in m of a position before the gate (negative after it), and
// its sideways distance from the gate's middle.
func (g *gate) before(x, y float64) (before, aside float64) {
	x, y = g.x-x, g.y-y
	return x*g.dx + y*g.dy, x*g.dy - y*g.dx
}

// SegmentPoints returns the points of a track that a segment keeps; all others are within
// 2 m of the line through them. If the track is unsuitable, the error states the limits.
func SegmentPoints(way []training.RoutePoint) ([]training.RoutePoint, error) {
	p, err := measured(way)
	if err != nil {
		return nil, err
	}
	for tolerance := wayToleranceM; ; tolerance *= 2 {
		keep := p.simplify(tolerance)
		if len(keep) > mostWayPoints {
			continue
		}
		out := make([]training.RoutePoint, len(keep))
		for i, k := range keep {
			out[i] = way[k]
		}
		return out, nil
	}
}

// WayLengthM returns the length in m of the line through points.
func WayLengthM(way []training.RoutePoint) float64 {
	metres := 0.0
	for i := 1; i < len(way); i++ {
		a, b := &way[i-1], &way[i]
		north := (b.LatDeg - a.LatDeg) * StepsPerDegree * metresPerStep
		east := math.Remainder(b.LonDeg-a.LonDeg, 360) * StepsPerDegree * metresPerStep
		metres += math.Hypot(north, east*math.Cos((a.LatDeg+b.LatDeg)/2*math.Pi/180))
	}
	return metres
}

func inMetres(m float64) i18n.Quantity { return i18n.Measured("%.0f ", m, i18n.MetresOfWay()) }

func inKm(km float64) i18n.Quantity { return i18n.Measured("%.0f ", km, i18n.Kilometres()) }

// measured places a track on a plane, or returns an error with the reason why it cannot
// be a segment.
func measured(way []training.RoutePoint) (path, error) {
	refused := func(what string, args ...any) error {
		return training.Errorf(training.KindInvalid, what, args...).WithFix("Choose a track of %s to %s.",
			inMetres(training.MinSegmentM), inKm(training.MaxSegmentKm))
	}
	if len(way) < 2 {
		return path{}, refused("A segment needs a track of two points or more.")
	}
	for _, q := range way {
		if !(math.Abs(q.LatDeg) <= training.MaxSegmentLatDeg) {
			return path{}, refused("A segment cannot lie nearer to a pole than %.0f degrees of latitude.", training.MaxSegmentLatDeg)
		}
	}
	switch metres := WayLengthM(way); {
	case !(metres >= training.MinSegmentM):
		return path{}, refused("The track is %s long, which is too short for a segment.", inMetres(metres))
	case metres > training.MaxSegmentKm*1000:
		return path{}, refused("The track is %s long, which is too long for a segment.", inKm(metres/1000))
	}
	s := scaleOf(way)
	p := path{x: make([]float64, len(way)), y: make([]float64, len(way)), at: make([]float64, len(way))}
	for i, q := range way {
		p.x[i], p.y[i] = s.x(semicircles(q.LonDeg)), s.y(semicircles(q.LatDeg))
		if i > 0 {
			p.at[i] = p.at[i-1] + math.Hypot(p.x[i]-p.x[i-1], p.y[i]-p.y[i-1])
		}
	}
	return p, nil
}

// scaleOf returns the scale with its origin at the first point of a track and
// the length of a degree of longitude at its middle latitude.
func scaleOf(way []training.RoutePoint) scale {
	south, north := way[0].LatDeg, way[0].LatDeg
	for _, q := range way {
		south, north = min(south, q.LatDeg), max(north, q.LatDeg)
	}
	east := metresPerSemicircle * math.Cos((south+north)/2*math.Pi/180)
	return scale{semicircles(way[0].LatDeg), semicircles(way[0].LonDeg), metresPerSemicircle, east}
}

// semicircles converts degrees. It wraps at 180 degrees, as columns do.
func semicircles(degrees float64) int32 {
	return int32(int64(math.Round(degrees * (1 << 31) / 180))) //nolint:gosec // the angle wraps
}

// NewWay returns the track of a segment through points, or an error with the reason why
// they cannot be a segment.
func NewWay(points []training.RoutePoint) (*Way, error) {
	p, err := measured(points)
	if err != nil {
		return nil, err
	}
	w := &Way{scale: scaleOf(points), line: make(segments, 0, len(points)-1)}
	for i := 1; i < len(points); i++ {
		s := segment{x: p.x[i-1], y: p.y[i-1], dx: p.x[i] - p.x[i-1], dy: p.y[i] - p.y[i-1], from: p.at[i-1], to: p.at[i]}
		s.square = s.dx*s.dx + s.dy*s.dy
		w.line = append(w.line, s)
	}
	aim := min(aimM, w.LengthM()/4)
	w.start, w.end = w.gateAt(0, 0, aim), w.gateAt(w.LengthM(), w.LengthM()-aim, w.LengthM())
	return w, nil
}

// LengthM returns the length of the segment in m.
func (w *Way) LengthM() float64 { return w.line[len(w.line)-1].to }

// gateAt returns the gate at a distance in m along the segment, in the direction
// from one position to another.
func (w *Way) gateAt(at, from, to float64) gate {
	x, y := w.at(at)
	fromX, fromY := w.at(from)
	toX, toY := w.at(to)
	dx, dy := toX-fromX, toY-fromY
	if long := math.Hypot(dx, dy); long > 0 {
		return gate{x, y, dx / long, dy / long}
	}
	return gate{x, y, 0, 1}
}

// at returns the position at a distance in m along the segment.
func (w *Way) at(metres float64) (x, y float64) {
	k := 0
	for k < len(w.line)-1 && w.line[k].to < metres {
		k++
	}
	return w.line[k].position(metres)
}

// Track holds the plausible positions of a recording. The positions are read once and
// matched with many segments.
type Track struct {
	timeS    []int32
	lat, lon []int32 // semicircles
	row      []int32
	distance []int32 // cm, nil if none was recorded
	// limit is the highest possible speed in the sport in m/s, or 0 if there is none.
	limit float64
}

// TrackOf returns the positions of a recording: the first one in each second.
func TrackOf(v *stream.View) *Track {
	n := v.Columns.Len()
	t := &Track{
		timeS: make([]int32, 0, n), lat: make([]int32, 0, n), lon: make([]int32, 0, n), row: make([]int32, 0, n),
		limit: float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000,
	}
	for i, at := range v.Columns.TimeS {
		lat, ok := v.At(training.Latitude, i)
		if !ok {
			continue
		}
		lon, ok := v.At(training.Longitude, i)
		if !ok || len(t.timeS) > 0 && t.timeS[len(t.timeS)-1] == at {
			continue
		}
		t.timeS, t.lat, t.lon = append(t.timeS, at), append(t.lat, lat), append(t.lon, lon)
		t.row = append(t.row, int32(i)) //nolint:gosec // there are fewer rows
	}
	t.withoutStrays()
	if slices.Contains(v.Derived, training.Distance) || !v.Has(training.Distance) {
		return t
	}
	t.distance = make([]int32, len(t.row))
	last := int32(0)
	for i, row := range t.row {
		if cm, ok := v.At(training.Distance, int(row)); ok {
			last = cm
		}
		t.distance[i] = last
	}
	return t
}

// went returns the recorded distance in m between two positions, or false if
// there is none.
func (t *Track) went(from, to int) (metres float64, ok bool) {
	if t.distance == nil {
		return 0, false
	}
	return float64(t.distance[to]-t.distance[from]) / training.Distance.Scale(), true
}

// A position is an error if, within strayS seconds, the path through it is strayM metres
// longer than the direct path, because nobody goes there and back in that time.
const (
	strayM = 200.0
	strayS = 30
)

// withoutStrays removes single positions that are far off.
func (t *Track) withoutStrays() {
	n := 0
	for i := range t.timeS {
		if n > 0 && i+1 < len(t.timeS) && t.isStray(n-1, i, i+1) {
			continue
		}
		t.timeS[n], t.lat[n], t.lon[n], t.row[n] = t.timeS[i], t.lat[i], t.lon[i], t.row[i]
		n++
	}
	t.timeS, t.lat, t.lon, t.row = t.timeS[:n], t.lat[:n], t.lon[:n], t.row[:n]
}

// isStray reports whether a position between two others is an error.
func (t *Track) isStray(before, i, after int) bool {
	if t.timeS[after]-t.timeS[before] > strayS || t.near(before, i) && t.near(i, after) {
		return false
	}
	return t.apart(before, i)+t.apart(i, after)-t.apart(before, after) > strayM
}

// near reports whether two positions are less than strayM/2 apart, as nearly
// all are.
func (t *Track) near(a, b int) bool {
	const most = 7000 // semicircles, 68 m on either axis
	lat, lon := t.lat[b]-t.lat[a], t.lon[b]-t.lon[a]
	return lat < most && lat > -most && lon < most && lon > -most
}

// apart returns the distance between two positions in metres.
func (t *Track) apart(a, b int) float64 {
	s := scale{lat: t.lat[a], lon: t.lon[a], north: metresPerSemicircle}
	s.east = s.north * math.Cos(float64(t.lat[a])*math.Pi/(1<<31))
	return math.Hypot(s.x(t.lon[b]), s.y(t.lat[b]))
}

// Cut returns the track of a recording in a span, with interpolated positions at its ends,
// or nil if no track was recorded. [SegmentPoints] makes a segment from it.
func Cut(v *stream.View, span training.Span) (way []training.RoutePoint) {
	t := TrackOf(v)
	for i := range t.timeS {
		at := float64(t.timeS[i])
		if i > 0 && at > span.FromS && float64(t.timeS[i-1]) < span.FromS {
			way = append(way, t.between(v, i, span.FromS))
		}
		if at >= span.FromS && at <= span.ToS {
			way = append(way, t.point(v, i))
		}
		if i > 0 && at > span.ToS && float64(t.timeS[i-1]) < span.ToS {
			way = append(way, t.between(v, i, span.ToS))
		}
	}
	return way
}

// point returns a position of the track, with its altitude if one was recorded.
func (t *Track) point(v *stream.View, i int) training.RoutePoint {
	p := training.RoutePoint{LatDeg: float64(t.lat[i]) / training.Latitude.Scale(), LonDeg: float64(t.lon[i]) / training.Longitude.Scale()}
	if cm, ok := v.At(training.Altitude, int(t.row[i])); ok {
		m := float64(cm) / training.Altitude.Scale()
		p.AltitudeM = &m
	}
	return p
}

// between returns the position at a moment between position i and the previous one.
func (t *Track) between(v *stream.View, i int, atS float64) training.RoutePoint {
	a, b := t.point(v, i-1), t.point(v, i)
	share := (atS - float64(t.timeS[i-1])) / float64(t.timeS[i]-t.timeS[i-1])
	p := training.RoutePoint{
		LatDeg: a.LatDeg + share*(b.LatDeg-a.LatDeg),
		LonDeg: math.Remainder(a.LonDeg+share*math.Remainder(b.LonDeg-a.LonDeg, 360), 360),
	}
	if a.AltitudeM != nil && b.AltitudeM != nil {
		m := *a.AltitudeM + share*(*b.AltitudeM-*a.AltitudeM)
		p.AltitudeM = &m
	}
	return p
}
