// Package segmenttest makes recordings and segments from the rides of package
// segmentgen, for tests of the matcher.
package segmenttest

import (
	"math"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/segmentgen"
)

// Recording returns a generated ride in stored form. Its clock begins at its
// first row.
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

// Points returns the points of a segment.
func Points(s *segmentgen.Segment) []training.RoutePoint {
	out := make([]training.RoutePoint, len(s.Points))
	for i, p := range s.Points {
		out[i] = training.RoutePoint{LatDeg: p.LatDeg, LonDeg: p.LonDeg, AltitudeM: &p.AltitudeM}
	}
	return out
}

// Hour returns a ride of an hour with a row per second, power and heart rate,
// on the n-th of several rings around a location, 80 m apart. Rings with the
// same n are on the same road.
func Hour(n, rings int) *training.Recording {
	const (
		rows    = 3600
		metre   = 180 / (math.Pi * 6_371_000)
		radiusM = 4500.0
		apartM  = 80.0
	)
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, Start: time.Unix(1_600_000_000+int64(n)*86_400, 0).UTC(),
		ElapsedS: rows, TimerS: rows, Sessions: 1,
	}
	far := radiusM + apartM*float64(n%rings)
	for i := range rows {
		angle := 2 * math.Pi * (float64(i)/rows - 0.3)
		r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
		r.Columns.Put(training.Latitude, i, int32((47+far*math.Sin(angle)*metre)*training.Latitude.Scale()))
		r.Columns.Put(training.Longitude, i, int32((8+far*math.Cos(angle)*metre/math.Cos(47*math.Pi/180))*training.Latitude.Scale()))
		r.Columns.Put(training.Distance, i, int32(100*far*2*math.Pi*float64(i)/rows))
		r.Columns.Put(training.Altitude, i, int32(50_000+4000*math.Sin(3*angle)))
		r.Columns.Put(training.Power, i, int32(200+40*math.Sin(40*angle)))
		r.Columns.Put(training.HeartRate, i, int32(140+10*math.Sin(20*angle)))
	}
	return r
}

// Part returns the track of an hour's ride between two seconds.
func Part(r *training.Recording, from, to int) (out []training.RoutePoint) {
	for i := from; i <= to; i++ {
		lat, _ := r.Columns.At(training.Latitude, i)
		lon, _ := r.Columns.At(training.Longitude, i)
		out = append(out, training.RoutePoint{
			LatDeg: float64(lat) / training.Latitude.Scale(), LonDeg: float64(lon) / training.Latitude.Scale(),
		})
	}
	return out
}
