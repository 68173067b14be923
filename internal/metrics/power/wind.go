package power

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Air is what is known of the air of a ride.
type Air struct {
	TempC float64 // NaN is not known
	// WindMPS is the wind's speed at 10 m, as weather services tell it, and
	// FromDeg where it came from: 0 is north, 90 east. No speed is no wind known.
	WindMPS, FromDeg float64
}

// riderWind is the share of the wind at 10 m that is left at 1.2 m over open
// land with some obstacles: ln(1.2/z)/ln(10/z) with a roughness length z of
// 0.1 m (logarithmic profile, class "roughly open" by Davenport 1960).
var riderWind = math.Log(1.2/0.1) / math.Log(10/0.1)

// wayHalfS makes a heading that of the way within 3 s of a row: a step of one
// second is too near to what positions scatter by.
const wayHalfS = 3

// leastWayDeg is the way, in degrees of latitude, that has a direction: 5 m.
const leastWayDeg = 5.0 / 111_195

// wind is that of a ride, by where it comes from.
type wind struct {
	northMPS, eastMPS float64
	// shrink is how much shorter a degree of longitude is than one of latitude,
	// at the ride's first position: over 200 km it turns a heading by a degree.
	shrink float64
}

// windOf is the wind at the rider; false where none is known.
func windOf(a Air) (w wind, ok bool) {
	from, mps := a.FromDeg*math.Pi/180, a.WindMPS*riderWind
	return wind{northMPS: mps * math.Cos(from), eastMPS: mps * math.Sin(from)}, mps > 0
}

// ahead is the wind from ahead in m/s at row i; false where no position, or
// hardly any way, is within seconds of it.
func (w *wind) ahead(v *stream.View, i int) (mps float64, ok bool) {
	a, b := i, i
	times := v.Columns.TimeS
	for a > 0 && times[i]-times[a-1] <= wayHalfS && placed(v, a-1) {
		a--
	}
	for b+1 < len(times) && times[b+1]-times[i] <= wayHalfS && placed(v, b+1) {
		b++
	}
	if !placed(v, a) || !placed(v, b) {
		return 0, false
	}
	lat, lon := v.Columns.Data[training.Latitude].Values, v.Columns.Data[training.Longitude].Values
	scale := training.Latitude.Scale()
	if w.shrink == 0 {
		w.shrink = math.Cos(float64(lat[i]) / scale * math.Pi / 180)
	}
	north := float64(lat[b]-lat[a]) / scale
	east := float64(lon[b]-lon[a]) / scale * w.shrink // semicircles wrap at 180° as an int32 does
	way := north*north + east*east
	if way < leastWayDeg*leastWayDeg {
		return 0, false
	}
	return (w.northMPS*north + w.eastMPS*east) / math.Sqrt(way), true
}

func placed(v *stream.View, i int) bool {
	_, lat := v.At(training.Latitude, i)
	_, lon := v.At(training.Longitude, i)
	return lat && lon
}
