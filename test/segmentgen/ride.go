package segmentgen

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Point is a place on the ground.
type Point struct{ LatDeg, LonDeg, AltitudeM float64 }

// Row is a row of a device at a whole Unix second. Positions are NaN in
// tunnels. The distance comes from the wheel: up to 0.3 % off, without the
// errors of positions, and NaN in a recording without one.
type Row struct{ TimeS, LatDeg, LonDeg, AltitudeM, DistanceM float64 }

// Segment is a polyline with a point every 5 to 15 m, and its length.
type Segment struct {
	Name    string
	Points  []Point
	LengthM float64
}

// Effort is one true effort, in Unix seconds. A slack is how long the rider
// stood a few metres from the gate: positions with errors cannot show when in
// that time it was passed. PausedS is the part with the timer stopped, TunnelM
// the distance without positions.
type Effort struct {
	Segment                 int // index in Ride.Segments
	EntryS, ExitS           float64
	EntrySlackS, ExitSlackS float64
	PausedS, TunnelM        float64
}

// Why is the reason why an attempt is not an effort.
type Why string

// The reasons.
const (
	OtherDirection Why = "other_direction" // along the whole segment in the wrong direction
	OtherRoad      Why = "other_road"      // parallel to it, AsideM away, in its direction
	Leaves         Why = "leaves"          // over the start gate, then off it, never over the end gate
	OtherWay       Why = "other_way"       // over both gates, with another way between them
	StartsInside   Why = "starts_inside"   // the recording begins on it
	EndsInside     Why = "ends_inside"     // the recording ends on it
	TurnsBack      Why = "turns_back"      // over the start gate, and back over it
)

// Miss is an attempt that is not an effort, from the place next to the
// segment's start to where it leaves the segment, in Unix seconds.
type Miss struct {
	Segment    int
	FromS, ToS float64
	Why        Why
	AsideM     float64
}

// Span is a stretch of Unix seconds.
type Span struct{ FromS, ToS float64 }

// Ride is a recording and its truth. Efforts and Misses are in order of time
// within a segment, and by segment. Pauses are the times with the timer
// stopped, Tunnels those without positions. Spike is the row that is far off,
// -1 for none.
type Ride struct {
	Shape      string
	Seed       uint64
	Conditions Conditions
	Rows       []Row
	Segments   []Segment
	Efforts    []Effort
	Misses     []Miss
	Pauses     []Span
	Tunnels    []Span
	Spike      int
}

// Shapes names every shape, sorted.
func Shapes() []string {
	var names []string
	for name := range shapes() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Make generates the ride of a shape and a seed, or returns false for an
// unknown shape.
func Make(shape string, seed uint64, c Conditions) (Ride, bool) {
	draw, ok := shapes()[shape]
	if !ok {
		return Ride{}, false
	}
	course := rand.New(rand.NewPCG(seed, 0x5e9))
	p := draw(course)
	p.finish(course)
	m := ridden(p, course)
	ride := Ride{Shape: shape, Seed: seed, Conditions: c, Spike: -1}
	g := globe{place: c.Place, turnRad: course.Float64() * 6.28, eastM: 600 * course.NormFloat64(), northM: 300 * course.NormFloat64()}
	for _, s := range p.segments {
		ride.Segments = append(ride.Segments, s.on(g))
	}
	m.truth(&ride)
	m.record(&ride, g, rand.New(rand.NewPCG(seed, 0xe44)))
	return ride, true
}

// Rate is how often a device writes a row.
type Rate string

// The rates: each second, irregularly every 2 to 8 s, every 5 s.
const (
	EverySecond Rate = "1s"
	Smart       Rate = "smart"
	Every5S     Rate = "5s"
)

// Conditions determine how a ride is recorded. WhiteM is the standard deviation
// of an error that is new in each row, east and north; DriftM limits one that
// wanders within a minute or two. Spike moves one row 150 to 500 m off. TunnelM
// removes the positions of that much of an effort of at least 500 m, at most a
// third of it.
type Conditions struct {
	Place          Place
	Rate           Rate
	WhiteM, DriftM float64
	Spike          bool
	TunnelM        float64
	NoDistance     bool
}

// Clean returns conditions with a row each second and no error.
func Clean(place Place) Conditions { return Conditions{Place: place, Rate: EverySecond} }

// Rough draws typical conditions: every place and rate, white noise up to 3 m,
// drift up to 12 m, now and then a spike, a tunnel, or no distance.
func Rough(seed uint64) Conditions {
	r := rand.New(rand.NewPCG(seed, 0x209))
	c := Conditions{
		Place: Places()[r.IntN(len(Places()))], Rate: []Rate{EverySecond, Smart, Every5S}[r.IntN(3)],
		WhiteM: 3 * r.Float64(), DriftM: 12 * r.Float64(), Spike: r.IntN(3) == 0, NoDistance: r.IntN(4) == 0,
	}
	if r.IntN(3) == 0 {
		c.TunnelM = between(r, 200, 800)
	}
	return c
}

// record writes the rows.
func (m *motion) record(ride *Ride, g globe, r *rand.Rand) {
	c, begin := ride.Conditions, begins(ride.Seed)
	from, to, dark := m.tunnel(c.TunnelM, r)
	if dark {
		ride.Tunnels = []Span{{begin + m.seconds(from), begin + m.seconds(to)}}
		for i, e := range ride.Efforts {
			if e.EntryS < ride.Tunnels[0].FromS && e.ExitS > ride.Tunnels[0].ToS {
				ride.Efforts[i].TunnelM = to - from
			}
		}
	}
	wheel, errs := 1+between(r, -0.003, 0.003), newErrors(c, r)
	var places []node
	for _, t := range m.rows(c.Rate, r) {
		s := m.metres(t)
		x := errs.add(m.place(s), t)
		p := g.point(x.e, x.n, x.h)
		if dark && s >= from && s <= to {
			p.LatDeg, p.LonDeg = math.NaN(), math.NaN()
		}
		row := Row{begin + t, p.LatDeg, p.LonDeg, p.AltitudeM, s * wheel}
		if c.NoDistance {
			row.DistanceM = math.NaN()
		}
		ride.Rows, places = append(ride.Rows, row), append(places, x)
	}
	if c.Spike {
		m.spike(ride, places, g, r)
	}
}

// rows returns the whole seconds that get a row: none while the timer is
// paused, except the last before and the first after a pause, and the very last
// one.
func (m *motion) rows(rate Rate, r *rand.Rand) []float64 {
	end := math.Floor(m.t[len(m.t)-1])
	due, out := 0.0, []float64(nil)
	for t := 0.0; t <= end; t++ {
		paused, edge := false, t == end
		for i, x := range m.stands {
			if m.paused[i] {
				paused = paused || t > x.FromS+1 && t < x.ToS
				edge = edge || t == math.Ceil(x.FromS) || t == math.Ceil(x.ToS)
			}
		}
		if paused || t < due && !edge {
			continue
		}
		out = append(out, t)
		switch rate {
		case Smart:
			due = t + float64(2+r.IntN(7))
		case Every5S:
			due = t + 5
		default:
			due = t + 1
		}
	}
	return out
}

// errors are the errors of positions and of altitude.
type errors struct {
	c          Conditions
	r          *rand.Rand
	t          float64
	e, n, high float64
}

func newErrors(c Conditions, r *rand.Rand) *errors {
	x := &errors{c: c, r: r}
	x.e, x.n, x.high = x.driftM()*r.NormFloat64(), x.driftM()*r.NormFloat64(), r.NormFloat64()
	return x
}

// driftM returns the standard deviation of the drift on one axis.
func (x *errors) driftM() float64 { return x.c.DriftM / 2.2 }

// add returns a position as the device records it. The drift decays in 80 s and
// is renewed by as much (an Ornstein-Uhlenbeck process); the white noise is
// new.
func (x *errors) add(p node, t float64) node {
	keep := math.Exp(-(t - x.t) / 80)
	fresh := math.Sqrt(1 - keep*keep)
	x.t = t
	x.e = keep*x.e + fresh*x.driftM()*x.r.NormFloat64()
	x.n = keep*x.n + fresh*x.driftM()*x.r.NormFloat64()
	x.high = keep*x.high + fresh*x.r.NormFloat64()
	if far := math.Hypot(x.e, x.n); far > x.c.DriftM && far > 0 {
		x.e, x.n = x.e*x.c.DriftM/far, x.n*x.c.DriftM/far
	}
	return node{p.e + x.e + x.c.WhiteM*x.r.NormFloat64(), p.n + x.n + x.c.WhiteM*x.r.NormFloat64(), p.h + x.high}
}

// tunnel finds a place for a tunnel: within an effort of at least 500 m, at
// most a third of it, and 150 m from each gate. It gets shorter if there is no
// room.
func (m *motion) tunnel(lengthM float64, r *rand.Rand) (from, to float64, ok bool) {
	for ; lengthM >= 100 && len(m.plan.efforts) > 0; lengthM *= 0.8 {
		for range 20 {
			e := m.plan.efforts[r.IntN(len(m.plan.efforts))]
			from = between(r, e.fromM, e.toM)
			to = from + lengthM
			if e.toM-e.fromM >= 500 && 3*lengthM <= e.toM-e.fromM && m.away(from-150, to+150) {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// away reports whether there is no gate and no stop between two distances.
func (m *motion) away(from, to float64) bool {
	in := func(at float64) bool { return at >= from && at <= to }
	for _, list := range [][]stretch{m.plan.efforts, m.plan.misses} {
		for _, x := range list {
			if in(x.fromM) || in(x.toM) {
				return false
			}
		}
	}
	for _, x := range m.plan.stops {
		if in(x.atM) && x.standsS > 0 {
			return false
		}
	}
	return from > 0 && to < m.way.length()
}

// spike moves one row off, 15 s from every gate and pause, and in no effort
// with a tunnel.
func (m *motion) spike(ride *Ride, places []node, g globe, r *rand.Rand) {
	for range 100 {
		i := 3 + r.IntN(len(ride.Rows)-6)
		if !ride.quiet(ride.Rows[i].TimeS) {
			continue
		}
		sin, cos := math.Sincos(6.28 * r.Float64())
		far := between(r, 150, 500)
		p := g.point(places[i].e+far*cos, places[i].n+far*sin, places[i].h)
		ride.Rows[i].LatDeg, ride.Rows[i].LonDeg, ride.Spike = p.LatDeg, p.LonDeg, i
		return
	}
}

func (ride *Ride) quiet(t float64) bool {
	near := func(at float64) bool { return math.Abs(t-at) < 15 }
	for _, e := range ride.Efforts {
		if near(e.EntryS) || near(e.ExitS) || e.TunnelM > 0 && t > e.EntryS && t < e.ExitS {
			return false
		}
	}
	for _, list := range [][]Span{ride.Pauses, ride.Tunnels} {
		for _, x := range list {
			if t > x.FromS-15 && t < x.ToS+15 {
				return false
			}
		}
	}
	return true
}

// EarthM is the mean radius of the Earth, as used for haversine distances.
const EarthM = 6371008.8

// Place is a location on Earth for a course.
type Place string

// The places: both hemispheres, far north, and the lines where signs change.
const (
	Sydney    Place = "sydney"
	Oslo      Place = "oslo"
	Equator   Place = "equator"
	DateLine  Place = "date_line"
	Greenwich Place = "greenwich"
	Svalbard  Place = "svalbard"
)

// Places returns all places.
func Places() []Place { return []Place{Sydney, Oslo, Equator, DateLine, Greenwich, Svalbard} }

func (p Place) centre() (latDeg, lonDeg float64) {
	switch p {
	case Sydney:
		return -33.87, 151.21
	case Equator:
		return 0, -78.45
	case DateLine:
		return -16.8, 180
	case Greenwich:
		return 51.48, 0
	case Svalbard:
		return 78.22, 15.65
	default:
		return 59.92, 10.75
	}
}

// globe projects the plane onto the Earth, rotated and moved by the seed.
type globe struct {
	place                  Place
	turnRad, eastM, northM float64
}

// point returns the position by the inverse azimuthal equidistant projection
// (Snyder 1987, 25).
func (g globe) point(e, n, altitude float64) Point {
	sin, cos := math.Sincos(g.turnRad)
	e, n = e*cos-n*sin+g.eastM, e*sin+n*cos+g.northM
	latDeg, lonDeg := g.place.centre()
	lat, c := latDeg*math.Pi/180, math.Hypot(e, n)/EarthM
	if c == 0 {
		return Point{latDeg, lonDeg, altitude}
	}
	sinC, cosC := math.Sincos(c)
	sinLat, cosLat := math.Sincos(lat)
	east, north := e/(c*EarthM), n/(c*EarthM)
	outLat := math.Asin(cosC*sinLat + north*sinC*cosLat)
	outLon := lonDeg + math.Atan2(east*sinC, cosLat*cosC-north*sinLat*sinC)*180/math.Pi
	if outLon >= 180 {
		outLon -= 360
	}
	return Point{outLat * 180 / math.Pi, outLon, altitude}
}

// HaversineM returns the distance between two points on the sphere.
func HaversineM(a, b Point) float64 {
	lat1, lat2 := a.LatDeg*math.Pi/180, b.LatDeg*math.Pi/180
	dLat, dLon := (lat2-lat1)/2, (b.LonDeg-a.LonDeg)*math.Pi/360
	h := math.Sin(dLat)*math.Sin(dLat) + math.Cos(lat1)*math.Cos(lat2)*math.Sin(dLon)*math.Sin(dLon)
	return 2 * EarthM * math.Asin(math.Min(1, math.Sqrt(h)))
}
