package reading

import (
	"math"

	"lapkeep/internal/training"
)

// earthRadiusM is the mean radius of the earth (IUGG R1).
const earthRadiusM = 6371008.8

// addDistance fills the distance channel from the positions: the sum of the
// great-circle distances between them.
func addDistance(c *training.Columns) {
	if !c.Has(training.Latitude) {
		return
	}
	sum, have := 0.0, false
	var lastLat, lastLon float64
	for i := range c.TimeS {
		y, okY := c.At(training.Latitude, i)
		x, okX := c.At(training.Longitude, i)
		if !okX || !okY {
			continue
		}
		lat, lon := radians(y), radians(x)
		if have {
			sum += haversine(lastLat, lastLon, lat, lon)
		}
		lastLat, lastLon, have = lat, lon, true
		if cm := math.Round(sum * 100); cm <= math.MaxInt32 {
			c.Put(training.Distance, i, int32(cm))
		}
	}
	c.Pad()
}

func radians(semicircles int32) float64 { return float64(semicircles) * math.Pi / (1 << 31) }

// haversine is the distance in metres between two positions in radians.
func haversine(lat1, lon1, lat2, lon2 float64) float64 {
	sy, sx := math.Sin((lat2-lat1)/2), math.Sin((lon2-lon1)/2)
	h := sy*sy + math.Cos(lat1)*math.Cos(lat2)*sx*sx
	return 2 * earthRadiusM * math.Asin(math.Min(1, math.Sqrt(h)))
}
