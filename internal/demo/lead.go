package demo

import (
	"math"

	"lapkeep/internal/training"
)

// The way out of the village that rides of some kinds begin with, and by which
// they come home: flat along the lake, then up to a saddle.
const (
	flatM  = 3600.0
	climbM = 4400.0
)

// leadStepM is how far the points of that way lie apart.
const leadStepM = 10

// lead is a stretch of the way out as places every leadStepM.
type lead []place

// newLead goes as far as asked, at most over the saddle.
func newLead(metres float64) lead {
	if metres == 0 {
		return nil
	}
	way := make(lead, int(metres/leadStepM)+1)
	at := place{altM: homeAltM}
	for i := range way {
		m := float64(i) * leadStepM
		heading, grade := 0.9+0.35*math.Sin(2*math.Pi*m/2900), 0.002*math.Sin(2*math.Pi*m/1200)
		if up := m - flatM; up >= 0 { // bends, and steeper in the middle
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

// end is where the loop begins.
func (l lead) end() place {
	if len(l) == 0 {
		return place{altM: homeAltM}
	}
	return l[len(l)-1]
}

// at is the place after some metres out.
func (l lead) at(metres float64) place {
	i := min(int(metres/leadStepM), len(l)-2)
	share := metres/leadStepM - float64(i)
	between := func(a, b float64) float64 { return a + share*(b-a) }
	a, b := l[i], l[i+1]
	return place{
		northM: between(a.northM, b.northM), eastM: between(a.eastM, b.eastM), altM: between(a.altM, b.altM), grade: a.grade,
	}
}

// leadOf is how far rides of a kind take that way.
func (k kind) leadM() float64 {
	switch k {
	case hillyRide, groupRide:
		return flatM + climbM
	case endurance:
		return flatM
	}
	return 0
}

// Segment is a stretch that the athlete is timed on, as they cut it from a ride.
type Segment struct {
	ID, Name     string
	Kind         training.SegmentKind
	Starred      bool
	FromKm, ToKm float64
	// Ride is what it was cut from.
	Ride Item
}

// Segments are the athlete's own, cut from the first ride that went there.
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
