package demo

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// routePoints is the number of straight segments in a loop.
const routePoints = 1024

// route is a closed loop, described by tables over the distance. It begins at
// the athlete's door, or at the end of a road that starts there.
type route struct {
	lengthM float64
	lead    lead
	// Each table has the values at the start of each straight segment and at the end of the last.
	north, east, altitude [routePoints + 1]float64 // m from the door; m above the sea
}

// homeNorth and homeEast are the coordinates of the door in degrees.
const (
	homeNorth = 47.137
	homeEast  = 8.214
	homeAltM  = 428
	degreeM   = 111_195
)

// newRoute creates a loop of the given length. hills is 1 for rolling terrain
// and 3 for climbs; number seeds the shape.
func newRoute(number uint64, lengthM, hills float64, way lead) *route {
	lengthM -= 2 * way.lengthM()
	rng := rand.New(rand.NewPCG(seed, number))
	r := &route{lengthM: lengthM, lead: way}
	bearing := rng.Float64() * 2 * math.Pi
	shape := [4]float64{0, 0, 0.25 * rng.NormFloat64(), 0.12 * rng.NormFloat64()}
	turn := [4]float64{0, 0, rng.Float64() * 6, rng.Float64() * 6}
	for i := range r.north {
		a := 2 * math.Pi * float64(i) / routePoints
		radius := 1 + shape[2]*math.Cos(2*a+turn[2]) + shape[3]*math.Cos(3*a+turn[3])
		r.north[i], r.east[i] = radius*math.Cos(a+bearing), radius*math.Sin(a+bearing)
	}
	r.spread(lengthM)
	r.raise(rng, hills*lengthM/60_000)
	return r
}

// spread moves the loop so that it starts at the athlete's door, scales it to its length, and
// spaces its points evenly.
func (r *route) spread(lengthM float64) {
	var along [routePoints + 1]float64
	for i := 1; i <= routePoints; i++ {
		along[i] = along[i-1] + math.Hypot(r.north[i]-r.north[i-1], r.east[i]-r.east[i-1])
	}
	scale := lengthM / along[routePoints]
	north, east := r.north, r.east
	piece := 0
	for i := range r.north {
		target := along[routePoints] * float64(i) / routePoints
		for piece < routePoints-1 && along[piece+1] < target {
			piece++
		}
		share := (target - along[piece]) / (along[piece+1] - along[piece])
		r.north[i] = scale * (north[piece] + share*(north[piece+1]-north[piece]) - north[0])
		r.east[i] = scale * (east[piece] + share*(east[piece+1]-east[piece]) - east[0])
	}
}

// raise adds hills of several wavelengths to the loop.
func (r *route) raise(rng *rand.Rand, hills float64) {
	for _, wave := range []struct{ count, metres float64 }{{1, 34}, {2, 26}, {3, 20}, {5, 15}, {8, 9}, {13, 5}} {
		phase := rng.Float64() * 2 * math.Pi
		height := hills * wave.metres * (0.6 + 0.8*rng.Float64())
		for i := range r.altitude {
			a := 2 * math.Pi * float64(i) / routePoints
			r.altitude[i] += height * (math.Sin(wave.count*a+phase) - math.Sin(phase))
		}
	}
	if r.lead != nil {
		r.mirror()
		return
	}
	lowest := 0.0
	for _, a := range r.altitude {
		lowest = math.Min(lowest, a)
	}
	// Deep valleys would be below the lake, so the whole loop is raised instead.
	for i := range r.altitude {
		r.altitude[i] += math.Max(homeAltM, 390-lowest)
	}
}

// mirror reflects everything below the lake's surface upwards, because the
// beginning of the loop cannot be moved.
func (r *route) mirror() {
	const shoreM = 400
	for i, a := range r.altitude {
		r.altitude[i] = shoreM + math.Abs(a+r.lead.end().altM-shoreM)
	}
}

// place is a point of a route.
type place struct {
	northM, eastM, altM, grade float64
}

// at returns the position after a distance in metres, going around the loop again if necessary.
func (r *route) at(metres float64) place {
	if r.lead != nil {
		out := r.lead.lengthM()
		whole := r.lengthM + 2*out
		switch metres = math.Mod(metres, whole); {
		case metres < out:
			return r.lead.at(metres)
		case metres > whole-out:
			p := r.lead.at(whole - metres)
			p.grade = -p.grade
			return p
		}
		metres -= out
	}
	start := r.lead.end()
	x := math.Mod(metres, r.lengthM) / r.lengthM * routePoints
	i := min(int(x), routePoints-1)
	share := x - float64(i)
	between := func(t *[routePoints + 1]float64) float64 { return t[i] + share*(t[i+1]-t[i]) }
	return place{
		northM: start.northM + between(&r.north), eastM: start.eastM + between(&r.east), altM: between(&r.altitude),
		grade: (r.altitude[i+1] - r.altitude[i]) / r.lengthM * routePoints,
	}
}

func (r *rows) track(p place) {
	r.put(training.Altitude, 20*math.Round(5*p.altM)) // devices store altitude in steps of 0.2 m
	r.put(training.Latitude, (homeNorth+p.northM/degreeM)*training.Latitude.Scale())
	r.put(training.Longitude, (homeEast+p.eastM/(degreeM*cosHome))*training.Longitude.Scale())
}

// cosHome is the cosine of the door's latitude.
const cosHome = 0.68025

// This is the road out of the village, on which some kinds of rides begin and end. It is
// flat along the lake and then climbs to a saddle.
const (
	flatM  = 3600.0
	climbM = 4400.0
)

// leadStepM is the distance in m between the points of that road.
const leadStepM = 10

// lead is the first part of that road, with a point every leadStepM metres.
type lead []place

// newLead returns the first metres of the road, at most up to the saddle, or nil for 0.
func newLead(metres float64) lead {
	if metres == 0 {
		return nil
	}
	way := make(lead, int(metres/leadStepM)+1)
	at := place{altM: homeAltM}
	for i := range way {
		m := float64(i) * leadStepM
		heading, grade := 0.9+0.35*math.Sin(2*math.Pi*m/2900), 0.002*math.Sin(2*math.Pi*m/1200)
		if up := m - flatM; up >= 0 { // steeper in the middle, and with bends
			heading = 0.9 + 0.35*math.Sin(2*math.Pi*flatM/2900) + 1.2*math.Sin(2*math.Pi*up/950)
			ends := math.Min(1, math.Min(up, climbM-up)/250)
			grade = ends * (0.062 + 0.016*math.Sin(3*math.Pi*up/climbM))
		}
		at.grade = grade
		way[i] = at
		at.northM += leadStepM * math.Cos(heading)
		at.eastM += leadStepM * math.Sin(heading)
		at.altM += leadStepM * grade
	}
	return way
}

func (l lead) lengthM() float64 { return leadStepM * float64(max(0, len(l)-1)) }

// end returns the point where the loop begins.
func (l lead) end() place {
	if len(l) == 0 {
		return place{altM: homeAltM}
	}
	return l[len(l)-1]
}

// at returns the position after the given metres of the road.
func (l lead) at(metres float64) place {
	i := min(int(metres/leadStepM), len(l)-2)
	share := metres/leadStepM - float64(i)
	between := func(a, b float64) float64 { return a + share*(b-a) }
	a, b := l[i], l[i+1]
	return place{
		northM: between(a.northM, b.northM), eastM: between(a.eastM, b.eastM), altM: between(a.altM, b.altM), grade: a.grade,
	}
}

// leadM returns the number of metres of the road that rides of this kind use.
func (k kind) leadM() float64 {
	switch k {
	case hillyRide, groupRide:
		return flatM + climbM
	case endurance:
		return flatM
	}
	return 0
}

// Segment is a stretch that was cut from one of the athlete's rides.
type Segment struct {
	ID, Name     string
	Kind         training.SegmentKind
	Starred      bool
	FromKm, ToKm float64
	// Ride is the ride that the segment was cut from.
	Ride Item
}

// Segments returns the athlete's own segments, cut from the first ride over
// them.
func (p Plan) Segments() []Segment {
	const metresPerKm = 1000
	out := []Segment{
		{
			ID: "demo-saddle", Name: "Chapel Saddle", Kind: training.SegmentClimb, Starred: true,
			FromKm: (flatM + 100) / metresPerKm, ToKm: (flatM + climbM - 100) / metresPerKm,
		},
		{ID: "demo-lake-road", Name: "Lake Road", Kind: training.SegmentStretch, FromKm: 0.4, ToKm: (flatM - 200) / metresPerKm},
	}
	for it := range p.plain() {
		for i := range out {
			if r, is := it.work.(ride); is && out[i].Ride.ID == "" && it.kind.leadM() > metresPerKm*out[i].ToKm && r.lengthM > 0 {
				out[i].Ride = it
			}
		}
	}
	return out
}

// MarkName is the name of the file that marks a home as a demo.
const MarkName = "DEMO"

// Mark marks a home as a demo.
type Mark struct {
	About string `json:"about"`
	// Born is the day for which the athlete was invented. It is the zero day if an
	// earlier version of Lapkeep made the home.
	Born training.Day `json:"born,omitempty"`
	// Until is the time up to which the demo's data is complete, and zero while the demo
	// is being built.
	Until time.Time `json:"until,omitzero"`
	// Story is the value of [Story] when the home was made.
	Story int `json:"story,omitempty"`
}

// Story is the version of the athlete's story. A demo with another version is
// not extended, because its roads and gear are different.
const Story = 4

// Earlier reports whether the home was made by an earlier version of Lapkeep or with another story.
func (m Mark) Earlier() bool { return m.Born == 0 || m.Story != Story && !m.Until.IsZero() }

// ReadMark reads the mark of a home. The error wraps [fs.ErrNotExist] if the home is not a demo.
func ReadMark(home string) (Mark, error) {
	data, err := os.ReadFile(filepath.Join(home, MarkName))
	if err != nil {
		return Mark{}, err
	}
	var m Mark
	if json.Unmarshal(data, &m) != nil {
		m = Mark{} // earlier versions wrote a sentence instead of JSON
	}
	return m, nil
}

// IsHome reports whether a home is a demo.
func IsHome(home string) (bool, error) {
	_, err := os.Stat(filepath.Join(home, MarkName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Write writes the mark into a home.
func (m Mark) Write(home string) error {
	m.About = "This folder holds an invented athlete. It may be deleted."
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return disk.WriteAtomic(filepath.Join(home, MarkName), append(data, '\n'), 0o600)
}
