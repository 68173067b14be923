package derive

import (
	"math"

	"lapkeep/internal/training"
)

// wayStep is a step of a way in degrees: 0.1 m.
const wayStep = 1e-6

// EncodeWay writes the way of a segment, without altitudes.
func EncodeWay(points []training.RoutePoint) []byte {
	w := newWriter(10 + 4*len(points))
	w.uint(uint64(len(points)))
	lat, lon := int64(0), int64(0)
	for _, p := range points {
		y, x := int64(math.Round(p.LatDeg/wayStep)), int64(math.Round(p.LonDeg/wayStep))
		w.int(y - lat)
		w.int(x - lon)
		lat, lon = y, x
	}
	return w.b
}

// DecodeWay reads what [EncodeWay] wrote.
func DecodeWay(b []byte) ([]training.RoutePoint, error) {
	r := newReader(b)
	points := make([]training.RoutePoint, r.count(2))
	lat, lon := int64(0), int64(0)
	for i := range points {
		lat, lon = r.sum(lat), r.sum(lon)
		points[i] = training.RoutePoint{LatDeg: float64(lat) * wayStep, LonDeg: float64(lon) * wayStep}
	}
	if !r.done() {
		return nil, damaged("segment")
	}
	return points, nil
}
