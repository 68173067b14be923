package segmentgen

import (
	"math/rand/v2"
	"slices"
)

// Point is a place on the ground.
type Point struct{ LatDeg, LonDeg, AltitudeM float64 }

// Row is what a device writes down at one time, in Unix seconds, whole ones.
// Positions are NaN in tunnels. The distance is the wheel's: up to 0.3 % off,
// and without the errors of positions; NaN in a recording without one.
type Row struct{ TimeS, LatDeg, LonDeg, AltitudeM, DistanceM float64 }

// Segment is a polyline with a point every 5 to 15 m, and its length.
type Segment struct {
	Name    string
	Points  []Point
	LengthM float64
}

// Effort is one true effort, in Unix seconds. A slack is how long the rider
// stood a few metres from the gate: positions with errors cannot say when in
// that time it was passed. PausedS is for how much of it the timer stood,
// TunnelM how much of the way has no positions.
type Effort struct {
	Segment                 int // of Ride.Segments
	EntryS, ExitS           float64
	EntrySlackS, ExitSlackS float64
	PausedS, TunnelM        float64
}

// Why says why something like an effort is none.
type Why string

// The reasons.
const (
	OtherDirection Why = "other_direction" // along all of it the wrong way
	OtherRoad      Why = "other_road"      // beside it, AsideM away, in its direction
	Leaves         Why = "leaves"          // over the start gate, then off it, never over the end gate
	OtherWay       Why = "other_way"       // over both gates, on another way between them
	StartsInside   Why = "starts_inside"   // the recording begins on it
	EndsInside     Why = "ends_inside"     // the recording ends on it
	TurnsBack      Why = "turns_back"      // over the start gate, and back over it
)

// Miss is an attempt that is no effort, from where it comes abreast of the
// segment to where it leaves it, in Unix seconds.
type Miss struct {
	Segment    int
	FromS, ToS float64
	Why        Why
	AsideM     float64
}

// Span is a stretch of Unix seconds.
type Span struct{ FromS, ToS float64 }

// Ride is a recording and its truth. Efforts and Misses are in order of time
// within a segment, segments in order; Pauses are when the timer stood, Tunnels
// when there were no positions. Spike is the row that is far off, -1 for none.
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

// Make generates the ride of a shape and a seed; false for an unknown shape.
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
