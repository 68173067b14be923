package training

import (
	"encoding/json"
	"math"
)

// Route is a way to follow, as it was drawn or as a service has it; it was
// not recorded.
type Route struct {
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
	Sport       Sport  `json:"sport,omitempty"`
	// DistanceKm is the length of the line through the points.
	DistanceKm float64      `json:"distance_km,omitempty"`
	Points     []RoutePoint `json:"points,omitempty"`
}

// RoutePoint is one point of a route, in degrees and metres. Its JSON is an
// array of latitude, longitude and, if it is known, altitude.
type RoutePoint struct {
	LatDeg, LonDeg float64
	AltitudeM      *float64
}

// MarshalJSON writes the array, to a decimetre of the place.
func (p RoutePoint) MarshalJSON() ([]byte, error) {
	const places, metres = 1e6, 10
	out := []float64{math.Round(p.LatDeg*places) / places, math.Round(p.LonDeg*places) / places}
	if p.AltitudeM != nil {
		out = append(out, math.Round(*p.AltitudeM*metres)/metres)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the array and refuses what is no place on earth.
func (p *RoutePoint) UnmarshalJSON(b []byte) error {
	var a []float64
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	if len(a) < 2 || len(a) > 3 || !(math.Abs(a[0]) <= 90) || !(math.Abs(a[1]) <= 180) {
		return Errorf(KindCorrupt, "%s is not a point of a route.", b)
	}
	*p = RoutePoint{LatDeg: a[0], LonDeg: a[1]}
	if len(a) == 3 {
		p.AltitudeM = &a[2]
	}
	return nil
}

// PrivacyZone is a circle that hides every position in it from assistants.
type PrivacyZone struct {
	Name    string  `json:"name,omitempty"`
	LatDeg  float64 `json:"lat_deg"`
	LonDeg  float64 `json:"lon_deg"`
	RadiusM float64 `json:"radius_m"`
}
