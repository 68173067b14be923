package document_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// far is the great-circle distance in m, by the haversine formula.
func far(lat1, lon1, lat2, lon2 float64) float64 {
	rad := func(d float64) float64 { return d * math.Pi / 180 }
	a := math.Pow(math.Sin(rad(lat2-lat1)/2), 2) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*math.Pow(math.Sin(rad(lon2-lon1)/2), 2)
	return 2 * 6_371_000 * math.Asin(math.Min(1, math.Sqrt(a)))
}

func semicircles(deg float64) int32 { return int32(math.Round(deg * (1 << 31) / 180)) }

func track(points ...[2]float64) *training.Columns {
	c := &training.Columns{}
	for i, p := range points {
		c.TimeS = append(c.TimeS, int32(i))
		for ch, v := range map[training.Channel]int32{
			training.Latitude:  semicircles(p[0]),
			training.Longitude: semicircles(p[1]), training.Power: 200,
		} {
			col := &c.Data[ch]
			if col.Values == nil {
				col.Values, col.Valid = make([]int32, len(points)), training.NewBitmap(len(points))
			}
			col.Values[i] = v
			col.Valid.Set(i)
		}
	}
	return c
}

// TestNothingWithinIsLeft: what is left lies outside by the great circle, and
// what lies well outside is left as it was; also across the 180th meridian.
func TestNothingWithinIsLeft(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		home := training.PrivacyZone{
			LatDeg: rapid.Float64Range(-75, 75).Draw(t, "lat"), RadiusM: rapid.Float64Range(100, 2000).Draw(t, "radius"),
			LonDeg: rapid.SampledFrom([]float64{8, -120, 179.999, -179.999, 0}).Draw(t, "lon"),
		}
		var points [][2]float64
		var route []training.RoutePoint
		for range rapid.IntRange(1, 20).Draw(t, "points") {
			lat := home.LatDeg + rapid.Float64Range(-0.04, 0.04).Draw(t, "north")
			lon := math.Remainder(home.LonDeg+rapid.Float64Range(-0.06, 0.06).Draw(t, "east"), 360)
			points = append(points, [2]float64{lat, lon})
			route = append(route, training.RoutePoint{LatDeg: lat, LonDeg: lon})
		}
		c := track(points...)
		set := document.HiddenPlaces{{LatDeg: -80, RadiusM: 500}, home}
		set.Blank(c)
		left := set.Outside(route)
		n := 0
		for i, p := range points {
			_, lat := c.At(training.Latitude, i)
			_, lon := c.At(training.Longitude, i)
			_, power := c.At(training.Power, i)
			d := far(p[0], p[1], home.LatDeg, home.LonDeg)
			if d < 0.995*home.RadiusM && (lat || lon) || d > 1.005*home.RadiusM && (!lat || !lon) || lat != lon || !power {
				t.Fatalf("%v is %.0f m from the centre of %.0f m: %v %v", p, d, home.RadiusM, lat, lon)
			}
			if !lat && (c.Data[training.Latitude].Values[i] != 0 || c.Data[training.Longitude].Values[i] != 0) {
				t.Fatal("the value is there still")
			}
			if lat {
				n++
			}
		}
		if diff := len(left) - n; diff < -1 || diff > 1 || len(route) != len(points) {
			t.Fatalf("%d points of the route are left, %d of the track", len(left), n)
		}
		for _, p := range left {
			if far(p.LatDeg, p.LonDeg, home.LatDeg, home.LonDeg) < 0.995*home.RadiusM {
				t.Fatalf("%+v is left", p)
			}
		}
	})
}

// TestAZoneLiesAtItsPlace: near the 180th meridian, where a step of a degree
// that lost its fraction adds up to more than a metre.
func TestAZoneLiesAtItsPlace(t *testing.T) {
	t.Parallel()
	const metre = 360 / (2 * math.Pi * 6_371_000) // in degrees
	for _, lon := range []float64{179.99, -179.99} {
		for _, side := range []float64{-1, 1} {
			c := track([2]float64{0, lon + side*99.5*metre}, [2]float64{0, lon + side*100.5*metre})
			document.HiddenPlaces{{LonDeg: lon, RadiusM: 100}}.Blank(c)
			_, within := c.At(training.Longitude, 0)
			_, outside := c.At(training.Longitude, 1)
			if within || !outside {
				t.Errorf("%v, side %v: within %v, outside %v", lon, side, within, outside)
			}
		}
	}
}

// TestHalfOfAPositionIsNone: without its longitude nothing tells whether a
// latitude is to be hidden.
func TestHalfOfAPositionIsNone(t *testing.T) {
	t.Parallel()
	c := track([2]float64{47, 8})
	c.Data[training.Longitude] = training.Column{}
	document.HiddenPlaces{{LatDeg: 10, RadiusM: 100}}.Blank(c)
	if c.Has(training.Latitude) {
		t.Error("a latitude is left")
	}
	c = track([2]float64{47, 8})
	document.HiddenPlaces{}.Blank(c)
	if !c.Has(training.Latitude) || !c.Has(training.Longitude) {
		t.Error("without zones nothing is hidden")
	}
	document.HiddenPlaces{{LatDeg: 10, RadiusM: 100}}.Blank(&training.Columns{})
}
