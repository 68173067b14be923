package segmentgen

import "math"

// EarthM is the mean radius of the Earth, as haversine distances have it.
const EarthM = 6371008.8

// Place is where on Earth a course lies.
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

// Places lists all of them.
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

// globe lays the plane onto the Earth, turned and moved as the seed has it.
type globe struct {
	place                  Place
	turnRad, eastM, northM float64
}

// point is the inverse azimuthal equidistant projection (Snyder 1987, 25).
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

// HaversineM is the distance of two points on the sphere.
func HaversineM(a, b Point) float64 {
	lat1, lat2 := a.LatDeg*math.Pi/180, b.LatDeg*math.Pi/180
	dLat, dLon := (lat2-lat1)/2, (b.LonDeg-a.LonDeg)*math.Pi/360
	h := math.Sin(dLat)*math.Sin(dLat) + math.Cos(lat1)*math.Cos(lat2)*math.Sin(dLon)*math.Sin(dLon)
	return 2 * EarthM * math.Asin(math.Min(1, math.Sqrt(h)))
}
