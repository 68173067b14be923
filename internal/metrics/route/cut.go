package route

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Cut is the way of a recording in a span, with the places at its ends between
// the rows there; nil where none was recorded. [SegmentPoints] makes a segment
// of it.
func Cut(v *stream.View, span training.Span) (way []training.RoutePoint) {
	t := TrackOf(v)
	for i := range t.timeS {
		at := float64(t.timeS[i])
		if i > 0 && at > span.FromS && float64(t.timeS[i-1]) < span.FromS {
			way = append(way, t.between(v, i, span.FromS))
		}
		if at >= span.FromS && at <= span.ToS {
			way = append(way, t.point(v, i))
		}
		if i > 0 && at > span.ToS && float64(t.timeS[i-1]) < span.ToS {
			way = append(way, t.between(v, i, span.ToS))
		}
	}
	return way
}

// point is a position of the track, with its altitude where it was recorded.
func (t *Track) point(v *stream.View, i int) training.RoutePoint {
	p := training.RoutePoint{LatDeg: float64(t.lat[i]) / training.Latitude.Scale(), LonDeg: float64(t.lon[i]) / training.Longitude.Scale()}
	if cm, ok := v.At(training.Altitude, int(t.row[i])); ok {
		m := float64(cm) / training.Altitude.Scale()
		p.AltitudeM = &m
	}
	return p
}

// between is the place at a moment between a position and the one before it.
func (t *Track) between(v *stream.View, i int, atS float64) training.RoutePoint {
	a, b := t.point(v, i-1), t.point(v, i)
	share := (atS - float64(t.timeS[i-1])) / float64(t.timeS[i]-t.timeS[i-1])
	p := training.RoutePoint{
		LatDeg: a.LatDeg + share*(b.LatDeg-a.LatDeg),
		LonDeg: math.Remainder(a.LonDeg+share*math.Remainder(b.LonDeg-a.LonDeg, 360), 360),
	}
	if a.AltitudeM != nil && b.AltitudeM != nil {
		m := *a.AltitudeM + share*(*b.AltitudeM-*a.AltitudeM)
		p.AltitudeM = &m
	}
	return p
}
