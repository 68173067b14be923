package document

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// HiddenPlaces are the privacy zones of one athlete. They keep the surroundings of a home
// from assistants: places within them are taken out of columns and routes.
type HiddenPlaces []training.PrivacyZone

// metresPerDegree is a degree of latitude.
const metresPerDegree = 6_371_000 * math.Pi / 180

// circle is a zone on the plane around its centre.
type circle struct{ lat, lon, north, east, squared float64 }

// circles have metresPer steps of a degree.
func (s HiddenPlaces) circles(stepsPerDegree float64) []circle {
	out := make([]circle, len(s))
	for i, z := range s {
		north := metresPerDegree / stepsPerDegree
		out[i] = circle{
			z.LatDeg * stepsPerDegree, z.LonDeg * stepsPerDegree,
			north, north * math.Cos(z.LatDeg*math.Pi/180), z.RadiusM * z.RadiusM,
		}
	}
	return out
}

// holds reports whether a place lies in the circle; turn is a full turn.
func (c *circle) holds(lat, lon, turn float64) bool {
	dy := (lat - c.lat) * c.north
	if dy*dy > c.squared {
		return false
	}
	dx := lon - c.lon
	dx -= turn * math.Round(dx/turn) // longitudes wrap
	dx *= c.east
	return dx*dx+dy*dy <= c.squared
}

// fullTurn and semicircles are the steps in which degrees and columns count.
// semicircles is no integer: divided by 180 it would lose its fraction, and
// zones would lie up to 1.2 m beside their place.
const (
	fullTurn            = 360
	semicircles float64 = 1 << 31
)

// Blank takes the positions within the zones out of columns.
func (s HiddenPlaces) Blank(c *training.Columns) {
	lat, lon := &c.Data[training.Latitude], &c.Data[training.Longitude]
	if len(s) == 0 || len(lat.Values) == 0 && len(lon.Values) == 0 {
		return
	}
	if len(lat.Values) != len(lon.Values) { // half of a position cannot be told from a hidden one
		*lat, *lon = training.Column{}, training.Column{}
		return
	}
	all := s.circles(semicircles / 180)
	for i := range lat.Values {
		y, x := float64(lat.Values[i]), float64(lon.Values[i])
		if slices.ContainsFunc(all, func(z circle) bool { return z.holds(y, x, 2*semicircles) }) {
			blank(lat, i)
			blank(lon, i)
		}
	}
}

func blank(c *training.Column, i int) {
	c.Values[i] = 0
	if c.Valid.Get(i) {
		c.Valid.Clear(i)
	}
}

// Hold reports whether a place lies in one of the zones.
func (s HiddenPlaces) Hold(latDeg, lonDeg float64) bool {
	return slices.ContainsFunc(s.circles(1), func(z circle) bool { return z.holds(latDeg, lonDeg, fullTurn) })
}

// Outside is the points of a route that lie in no zone.
func (s HiddenPlaces) Outside(points []training.RoutePoint) []training.RoutePoint {
	if len(s) == 0 {
		return points
	}
	all := s.circles(1)
	return slices.DeleteFunc(slices.Clone(points), func(p training.RoutePoint) bool {
		return slices.ContainsFunc(all, func(z circle) bool { return z.holds(p.LatDeg, p.LonDeg, fullTurn) })
	})
}

// betweenGates is the points of a segment that lie in no zone; none if a gate
// does: the others and the length would lead to it.
func (s HiddenPlaces) betweenGates(points []training.RoutePoint) []training.RoutePoint {
	if n := len(points); n > 0 && (s.Hold(points[0].LatDeg, points[0].LonDeg) || s.Hold(points[n-1].LatDeg, points[n-1].LonDeg)) {
		return []training.RoutePoint{}
	}
	return s.Outside(points)
}
