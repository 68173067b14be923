package workout

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// axis is how the lengths of steps become widths.
type axis struct {
	axis   picture.Axis
	isTime bool
	// unknown is the width of a step that nobody knows the length of.
	unknown float64
}

// longM is the distance in m from which an axis is written in kilometres; in
// water it never is.
const longM = 2000

// perMile is a mile in m.
const perMile = 1000 * i18n.KmPerMile

// axisOf is one of distance for a workout that says distances alone, else one
// of time. Where something lasts for as long as the athlete wants, or nobody
// knows how long, it is drawn as wide as the rest is on average, and the axis
// has no numbers, which would be wrong.
func axisOf(v Voice, legs []Leg, sport training.Sport) axis {
	a := axis{isTime: !byDistance(legs)}
	sum, known, open := 0.0, 0, false
	for i := range legs {
		w := a.width(&legs[i])
		if sum += w; w > 0 {
			known++
		}
		open = open || w == 0 || legs[i].Step.Open
	}
	a.unknown = 1
	if known > 0 {
		a.unknown = sum / float64(known)
	}
	switch {
	case open:
		a.axis = picture.NoAxis()
	case a.isTime:
	case sport == training.Swimming || sum < longM:
		a.axis = picture.Distance("m", 1)
	case v.Miles:
		a.axis = picture.Distance("mi", perMile)
	default:
		a.axis = picture.Distance("km", 1000)
	}
	return a
}

// byDistance reports steps that say how far and never how long.
func byDistance(legs []Leg) bool {
	some := false
	for i := range legs {
		s := legs[i].Step
		if s.Exercise != nil || s.DistanceM == 0 && s.DurationS > 0 {
			return false
		}
		some = some || s.DistanceM > 0
	}
	return some
}

// width is how long a leg is; what an open one says is about so long.
func (a *axis) width(l *Leg) float64 {
	w := l.Seconds
	switch {
	case !a.isTime:
		w = l.Step.DistanceM
	case l.Step.Open:
		w = l.Step.DurationS
	}
	if w == 0 {
		return a.unknown
	}
	return w
}
