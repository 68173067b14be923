package route

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Point is a position in steps of 1e-5 degrees, which are 1.1 m. A line that
// crosses the 180th meridian continues beyond 180°.
type Point struct{ Lat, Lon int32 }

// StepsPerDegree is the resolution of a [Point].
const StepsPerDegree = 100_000

// PointAt returns the point nearest to a position in degrees.
func PointAt(lat, lon float64) Point {
	return Point{Lat: int32(math.Round(lat * StepsPerDegree)), Lon: int32(math.Round(lon * StepsPerDegree))}
}

// Degrees returns the position in degrees.
func (p Point) Degrees() (lat, lon float64) {
	return float64(p.Lat) / StepsPerDegree, float64(p.Lon) / StepsPerDegree
}

// Sketch holds the parts of a recording that are compared with other recordings.
type Sketch struct {
	// Line is the simplified track, empty if there is none.
	Line []Point
	// Extent is the extent of the line; zero if there is none.
	Extent Extent
	// ProfileDM is the altitude in dm at [ProfilePoints] equal parts of the
	// distance; empty if unknown.
	ProfileDM []int32
	// DistanceDM and TimerDS are the distance in dm (0 if unknown) and the timer
	// time in tenths of a second.
	DistanceDM, TimerDS int64
}

// LeastWay returns the minimum length of a track for a sketch.
func LeastWay() i18n.Quantity { return i18n.Measured("%.0f ", leastLineM, i18n.MetresOfWay()) }

// LeastProfile returns the minimum length of a track with altitude for a profile.
func LeastProfile() i18n.Quantity {
	return i18n.Measured("%g ", leastProfileM/1000, i18n.Kilometres())
}

// nothing returns the reason why a recording has no sketch.
func nothing() i18n.Sentence {
	return i18n.Sentencef("neither %s of distance nor %s of distance with altitude was recorded", LeastWay(), LeastProfile())
}

// Of returns the sketch of a recording, or the reason why there is none.
func Of(v *stream.View) (Sketch, i18n.Sentence) {
	s := Sketch{Line: lineOf(v)}
	s.Extent = ExtentOf(s.Line)
	var metres float64
	s.ProfileDM, metres = profileOf(v)
	if len(s.Line) == 0 && len(s.ProfileDM) == 0 {
		return Sketch{}, nothing()
	}
	s.DistanceDM = int64(math.Round(metres * 10))
	if len(v.Columns.TimeS) > 0 {
		s.TimerDS = int64(math.Round(10 * v.TimerIn(whole(v))))
	}
	return s, ""
}

func whole(v *stream.View) training.Span {
	t := v.Columns.TimeS
	return training.Span{FromS: float64(t[0]), ToS: float64(t[len(t)-1]) + 1}
}

// These constants define the line of a sketch.
const (
	// thinM is the minimum distance in m between two points of a track.
	thinM = 10.0
	// toleranceM is the maximum distance in m between an omitted point and the line. It
	// doubles until the line has at most mostPoints.
	toleranceM = 10.0
	mostPoints = 600
	// leastLineM is the length in m of the shortest track; with a shorter one, the
	// sensor did not really move.
	leastLineM = 500.0
	// leastAcrossM is the minimum distance in m between the ends or corners of a track.
	leastAcrossM = 120.0
	// A position is rejected if it is more than jumpM metres farther away than the
	// sport's speed limit allows, unless this happens tries times in a row.
	jumpM = 100.0
	tries = 10
)

// metresPerStep is the length of a [Point] step along a meridian.
const metresPerStep = math.Pi / 180 * 6_371_000 / StepsPerDegree

const fullTurn = 360 * StepsPerDegree

// lineOf returns the simplified track of a recording, or nil if it is too short.
func lineOf(v *stream.View) []Point {
	if !v.Columns.Has(training.Latitude) || !v.Columns.Has(training.Longitude) {
		return nil
	}
	way := thinned(v, 0, v.Columns.Len())
	if len(way) < 2 {
		return nil
	}
	p := planeAt(way[0]).path(way)
	if p.length() < leastLineM || math.Hypot(slices.Max(p.x)-slices.Min(p.x), slices.Max(p.y)-slices.Min(p.y)) < leastAcrossM {
		return nil
	}
	return p.line(way)
}

// Between returns the track of a part of a recording as a line for comparison, or
// nil if no two positions are at least thinM apart.
func Between(v *stream.View, s training.Span) []Point {
	if !v.Columns.Has(training.Latitude) || !v.Columns.Has(training.Longitude) {
		return nil
	}
	row := func(t float64) int {
		i, _ := slices.BinarySearch(v.Columns.TimeS, int32(math.Ceil(t)))
		return i
	}
	way := thinned(v, row(s.FromS), row(s.ToS+1))
	if len(way) < 2 {
		return nil
	}
	return planeAt(way[0]).path(way).line(way)
}

// line returns those points of a track whose line keeps all other points within the tolerance.
func (p path) line(way []Point) []Point {
	for tolerance := toleranceM; ; tolerance *= 2 {
		keep := p.simplify(tolerance)
		if len(keep) > mostPoints {
			continue
		}
		line := make([]Point, len(keep))
		for i, k := range keep {
			line[i] = way[k]
		}
		return line
	}
}

// thinned returns the positions of the rows [from, to) that are at least thinM
// apart, without jumps.
func thinned(v *stream.View, from, to int) []Point {
	limit := float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000
	way := make([]Point, 0, max(0, to-from))
	var lat, lon, lastS int32
	east, lost := 0.0, 0
	for i := from; i < to; i++ {
		t := v.Columns.TimeS[i]
		y, ok := v.At(training.Latitude, i)
		if !ok {
			continue
		}
		x, ok := v.At(training.Longitude, i)
		if !ok {
			continue
		}
		if len(way) > 0 {
			// The difference of two longitudes wraps around the earth.
			dx, dy := float64(x-lon)*east, float64(y-lat)*metresPerSemicircle
			far := dx*dx + dy*dy
			if far < thinM*thinM {
				lastS, lost = t, 0
				continue
			}
			if most := limit*float64(t-lastS) + jumpM; limit > 0 && far > most*most && lost < tries {
				lost++
				continue
			}
			if lost == tries && len(way) == 1 {
				way = way[:0] // the track began with the jump
			}
		} else {
			east = metresPerSemicircle * math.Cos(float64(y)*math.Pi/(1<<31))
		}
		way, lat, lon, lastS, lost = append(way, pointOf(y, x, way)), y, x, t, 0
	}
	return way
}

// pointOf converts a position in semicircles, with a longitude within half a turn of that
// at the end of a line.
func pointOf(lat, lon int32, line []Point) Point {
	const scale = StepsPerDegree * 180.0 / (1 << 31)
	p := Point{int32(math.Round(float64(lat) * scale)), int32(math.Round(float64(lon) * scale))}
	if len(line) > 0 {
		p.Lon += turns(p.Lon, line[len(line)-1].Lon)
	}
	return p
}

// turns returns the number that must be added to a longitude to bring it within half a
// turn of another.
func turns(lon, of int32) int32 {
	if d := of - lon; d > -fullTurn/2 && d < fullTurn/2 {
		return 0
	}
	return int32(math.Round(float64(of-lon)/fullTurn)) * fullTurn
}

// plane converts positions to metres east and north of an origin.
type plane struct {
	origin Point
	east   float64 // metres per step of longitude
}

func planeAt(p Point) plane {
	return plane{p, metresPerStep * math.Cos(float64(p.Lat)/StepsPerDegree*math.Pi/180)}
}

// path is a line in metres; at is the distance along the line at each point.
type path struct{ x, y, at []float64 }

// path places a line on the plane.
func (f plane) path(line []Point) path {
	p := path{x: make([]float64, 0, len(line)), y: make([]float64, 0, len(line)), at: make([]float64, 0, len(line))}
	shift, sum := turns(line[0].Lon, f.origin.Lon), 0.0
	for i, q := range line {
		x, y := float64(q.Lon+shift-f.origin.Lon)*f.east, float64(q.Lat-f.origin.Lat)*metresPerStep
		if i > 0 {
			dx, dy := x-p.x[i-1], y-p.y[i-1]
			sum += math.Sqrt(dx*dx + dy*dy)
		}
		p.x, p.y, p.at = append(p.x, x), append(p.y, y), append(p.at, sum)
	}
	return p
}

func (p path) length() float64 { return p.at[len(p.at)-1] }

// simplify returns the indexes of the points whose line keeps all other points within a
// tolerance in m, by Douglas and Peucker (1973).
func (p path) simplify(toleranceM float64) []int {
	keep := make([]bool, len(p.x))
	keep[0], keep[len(keep)-1] = true, true
	type stretch struct{ from, to int }
	open := []stretch{{0, len(keep) - 1}}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if k := p.farthest(s.from, s.to, toleranceM*toleranceM); k > 0 {
			keep[k] = true
			open = append(open, stretch{s.from, k}, stretch{k, s.to})
		}
	}
	var out []int
	for i, k := range keep {
		if k {
			out = append(out, i)
		}
	}
	return out
}

// farthest returns the index of the point between two others that is farthest from
// the segment joining them, or 0 if no squared distance is above limit.
func (p path) farthest(from, to int, limit float64) int {
	ax, ay := p.x[from], p.y[from]
	dx, dy := p.x[to]-ax, p.y[to]-ay
	inverse := 0.0
	if square := dx*dx + dy*dy; square > 0 {
		inverse = 1 / square
	}
	best := 0
	for k := from + 1; k < to; k++ {
		x, y := p.x[k]-ax, p.y[k]-ay
		share := min(1, max(0, (x*dx+y*dy)*inverse))
		ex, ey := x-share*dx, y-share*dy
		if d := ex*ex + ey*ey; d > limit {
			best, limit = k, d
		}
	}
	return best
}

// The maximum deviation of a sketch is below sketchShare times the length of its track,
// plus sketchM: the points of a sketch are more than half its tolerance apart, and the
// tolerance grew only as long as there were more than mostPoints.
const (
	sketchShare = 2.0 / mostPoints
	sketchM     = asideM + toleranceM + thinM
)

// room returns the maximum distance in m between the recording and its sketch.
func (s *Sketch) room() float64 {
	return sketchShare*float64(max(s.Extent.LengthDM, s.DistanceDM))/10 + sketchM
}

// MayPass quickly reports whether the recording may have passed a position. If the result
// is false, it certainly did not.
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

// MayFollow reports, based on the sketch of a recording, whether the recording may
// have followed the segment. If the result is false, it certainly did not.
func (w *Way) MayFollow(s *Sketch) bool {
	return len(s.Line) > 1 && w.passesGates(s.Line, s.room())
}

// pointXY returns the position of a sketch's point on the plane of the segment.
func (w *Way) pointXY(p Point) (x, y float64) {
	const scale = (1 << 31) / (180.0 * StepsPerDegree)
	return w.scale.x(int32(int64(float64(p.Lon) * scale))), w.scale.y(int32(float64(p.Lat) * scale)) //nolint:gosec // longitudes wrap
}

// passesGates reports whether a line comes near both gates.
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
