package recording

import (
	"math"

	"lapkeep/internal/training"
)

// mostPoints is how many points a route keeps; the least distance between
// two of them doubles until it has no more.
const mostPoints = 10_000

// earthM is the mean radius of the earth.
const earthM = 6_371_000.0

// Metres is the great-circle distance of two points, by the haversine formula.
func Metres(a, b training.RoutePoint) float64 {
	rad := math.Pi / 180
	y, x := math.Sin((b.LatDeg-a.LatDeg)*rad/2), math.Sin((b.LonDeg-a.LonDeg)*rad/2)
	h := y*y + math.Cos(a.LatDeg*rad)*math.Cos(b.LatDeg*rad)*x*x
	return 2 * earthM * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Measure thins a route out and says how long it is; false if it is no way.
func Measure(r *training.Route) bool {
	for least := 0.5; ; least *= 2 {
		r.Points = apart(r.Points, least)
		if len(r.Points) <= mostPoints {
			break
		}
	}
	sum := 0.0
	for i := 1; i < len(r.Points); i++ {
		sum += Metres(r.Points[i-1], r.Points[i])
	}
	r.DistanceKm = math.Round(sum) / 1000
	return len(r.Points) > 1
}

// apart keeps the ends and points that lie some metres from the one before.
func apart(points []training.RoutePoint, leastM float64) []training.RoutePoint {
	var out []training.RoutePoint
	for i, p := range points {
		if len(out) == 0 || Metres(out[len(out)-1], p) >= leastM {
			out = append(out, p)
		} else if i == len(points)-1 && len(out) > 1 {
			out[len(out)-1] = p
		}
	}
	return out
}

// CourseOf is the way of a recording, for files that only seem to be recorded;
// false if it has none.
func CourseOf(rec *training.Recording) (training.Route, bool) {
	r := training.Route{Name: rec.Name, Description: rec.Description, Sport: rec.Sport}
	c := &rec.Columns
	for i := range c.TimeS {
		lat, ok1 := c.At(training.Latitude, i)
		lon, ok2 := c.At(training.Longitude, i)
		if !ok1 || !ok2 {
			continue
		}
		p := training.RoutePoint{LatDeg: float64(lat) / training.Latitude.Scale(), LonDeg: float64(lon) / training.Longitude.Scale()}
		if a, ok := c.At(training.Altitude, i); ok {
			m := float64(a) / training.Altitude.Scale()
			p.AltitudeM = &m
		}
		r.Points = append(r.Points, p)
	}
	ok := Measure(&r)
	return r, ok
}
