// Package segmenttest makes recordings and segments of the rides of package
// segmentgen, for tests of what finds efforts.
package segmenttest

import (
	"math"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/segmentgen"
)

// Recording is a generated ride as it is stored. Its clock begins at its first row.
func Recording(ride *segmentgen.Ride) *training.Recording {
	begin := ride.Rows[0].TimeS
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, Start: time.Unix(int64(begin), 0).UTC(),
		ElapsedS: ride.Rows[len(ride.Rows)-1].TimeS - begin, Sessions: 1,
	}
	for i, row := range ride.Rows {
		r.Columns.TimeS = append(r.Columns.TimeS, int32(row.TimeS-begin))
		for ch, v := range map[training.Channel]float64{
			training.Latitude: row.LatDeg, training.Longitude: row.LonDeg,
			training.Altitude: row.AltitudeM, training.Distance: row.DistanceM,
		} {
			if !math.IsNaN(v) {
				r.Columns.Put(ch, i, int32(int64(math.Round(v*ch.Scale()))))
			}
		}
	}
	r.Columns.Pad()
	r.TimerS = r.ElapsedS
	for _, p := range ride.Pauses {
		r.Pauses = append(r.Pauses, training.Span{FromS: p.FromS - begin, ToS: p.ToS - begin})
		r.TimerS -= p.ToS - p.FromS
	}
	return r
}

// Points are those of a segment.
func Points(s *segmentgen.Segment) []training.RoutePoint {
	out := make([]training.RoutePoint, len(s.Points))
	for i, p := range s.Points {
		out[i] = training.RoutePoint{LatDeg: p.LatDeg, LonDeg: p.LonDeg, AltitudeM: &p.AltitudeM}
	}
	return out
}
