package efforts

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Of finds the intervals of a recording, or the reason why there are none.
//
// The basis is cut into pieces of one level; the level that parts the pieces
// best (the largest variance between two classes, by time) tells work from
// the rest. Work has to stand out from the rest by a contrast, be even within
// itself, and explain most of the session, or there is none: a steady ride
// and a ride by the terrain have no intervals. Laps that are marked as work
// and rest say so themselves; other laps move bounds that they fit.
func Of(v *stream.View) (Session, i18n.Sentence) {
	if s, ok := poolOf(v.Recording); ok {
		if len(s.Intervals) == 0 {
			return Session{}, NoneFound
		}
		s.settle()
		return s, ""
	}
	basis, series := basisOf(v)
	switch {
	case series == nil:
		return Session{}, NoBasis
	case series.Len() < least:
		return Session{}, TooShort
	}
	d := &detector{rules: rulesOf(basis), s: series, laps: v.Recording.Laps}
	found, ok := d.marked()
	if !ok {
		d.pieces, d.penalty = Cut(series)
		found = d.work()
		d.keepTime(found)
		d.snap(found)
		if !d.convincing(found) {
			found = nil
		}
	}
	if len(found) == 0 {
		return Session{}, NoneFound
	}
	return d.session(v, found), ""
}

// stretch is a work interval in indexes of the series.
type stretch struct {
	from, to     int
	kind         Kind
	first, last  float64
	startS, endS int32 // of the recording
	byLaps       int   // how many of the bounds are the device's
}

// detector carries one recording through the steps.
type detector struct {
	rules  rules
	s      *Series
	laps   []training.Lap
	pieces []Piece
	// penalty is the squared error that a change point must at least save.
	penalty float64
	// easy and hard are the levels of the two classes, border the level between them.
	easy, hard, border float64
}

func (d *detector) stretch(from, to int, kind Kind) stretch {
	mean := d.s.Mean(from, to)
	return stretch{from: from, to: to, kind: kind, first: mean, last: mean, startS: d.s.TimeS[from], endS: d.s.EndS(to)}
}

// session fills in what is known of the intervals.
func (d *detector) session(v *stream.View, found []stretch) Session {
	out := Session{Basis: d.rules.basis, EasyLevel: d.rest(found), EndS: d.s.EndS(d.s.Len())}
	fill := newFiller(v)
	for i, f := range found {
		iv := Interval{
			StartS: f.startS, EndS: f.endS, Kind: f.kind, Level: d.s.Mean(f.from, f.to),
			FirstLevel: f.first, LastLevel: f.last, Laps: f.byLaps == 2, Means: fill.means(f.startS, f.endS),
		}
		if i+1 < len(found) {
			iv.RestLevel = max(0, d.s.Mean(f.to, found[i+1].from))
		}
		out.Intervals = append(out.Intervals, iv)
	}
	out.WarmUp = fill.means(0, out.Intervals[0].StartS)
	out.CoolDown = fill.means(out.Intervals[len(out.Intervals)-1].EndS, out.EndS)
	out.settle()
	return out
}

// rest is the mean of the basis outside of the intervals.
func (d *detector) rest(found []stretch) float64 {
	sum, n, at := 0.0, 0, 0
	for i := 0; i <= len(found); i++ {
		end := d.s.Len()
		if i < len(found) {
			end = found[i].from
		}
		sum += d.s.Mean(at, end) * float64(end-at)
		n += end - at
		if i < len(found) {
			at = found[i].to
		}
	}
	if n == 0 {
		return 0
	}
	return max(0, sum/float64(n))
}
