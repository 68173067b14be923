package route

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Point is a position in steps of 1e-5 degrees, which is 1.1 m. A line that
// crosses the 180th meridian goes on beyond 180°.
type Point struct{ Lat, Lon int32 }

// Sketch holds the parts of a recording that are compared with others.
type Sketch struct {
	// Line is the way, simplified; empty if there is none.
	Line []Point
	// Extent is that of the line, zero without one.
	Extent Extent
	// ProfileDM is the altitude in dm at [ProfilePoints] equal parts of the
	// distance; empty if it is not known.
	ProfileDM []int32
	// DistanceDM and TimerDS are the distance in dm, 0 if it is not known, and
	// the timer time in tenths of a second.
	DistanceDM, TimerDS int64
}

// LeastWay is the length of way that a sketch needs.
func LeastWay() i18n.Quantity { return i18n.Measured("%.0f ", leastLineM, i18n.MetresOfWay()) }

// LeastProfile is the length of way whose altitude a profile needs.
func LeastProfile() i18n.Quantity {
	return i18n.Measured("%g ", leastProfileM/1000, i18n.Kilometres())
}

// nothing is the reason why a recording has no sketch.
func nothing() i18n.Sentence {
	return i18n.Sentencef("neither %s of way nor %s of way with altitude was recorded", LeastWay(), LeastProfile())
}

// Of sketches a recording, or says why there is nothing to sketch.
func Of(v *stream.View) (Sketch, i18n.Sentence) {
	s := Sketch{Line: lineOf(v)}
	s.Extent = ExtentOf(s.Line)
	var metres float64
	s.ProfileDM, metres = profileOf(v)
	if len(s.Line) == 0 && len(s.ProfileDM) == 0 {
		return Sketch{}, nothing()
	}
	s.DistanceDM = int64(math.Round(metres * 10))
	if len(v.Columns.TimeS) > 0 {
		s.TimerDS = int64(math.Round(10 * v.TimerIn(whole(v))))
	}
	return s, ""
}

func whole(v *stream.View) training.Span {
	t := v.Columns.TimeS
	return training.Span{FromS: float64(t[0]), ToS: float64(t[len(t)-1]) + 1}
}
