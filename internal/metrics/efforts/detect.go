package efforts

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Of returns the intervals of a recording, or the reason why there are none.
//
// The basis is cut into pieces that each have one level. The level that separates the
// pieces best (with the largest variance between two classes, weighted by time)
// distinguishes work from rest. Work must stand out from rest by a minimum contrast, be
// even within itself, and explain most of the variation in the session. Otherwise there
// are no intervals: a steady ride and a ride that follows the terrain have none. Laps
// marked as work and rest are used as they are; other laps move the bounds near them.
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

// stretch is a work interval, given by indexes into the series.
type stretch struct {
	from, to     int
	kind         Kind
	first, last  float64
	startS, endS int32 // in s of the recording
	byLaps       int   // how many of its bounds are those of the device's laps
}

// detector holds the state while one recording is analysed.
type detector struct {
	rules  rules
	s      *Series
	laps   []training.Lap
	pieces []Piece
	// penalty is the squared error that a change point has to save.
	penalty float64
	// easy and hard are the levels of the two classes, and border is the level that
	// separates them.
	easy, hard, border float64
}

func (d *detector) stretch(from, to int, kind Kind) stretch {
	mean := d.s.Mean(from, to)
	return stretch{from: from, to: to, kind: kind, first: mean, last: mean, startS: d.s.TimeS[from], endS: d.s.EndS(to)}
}

// session returns the session with the intervals that were found, their levels and their
// means.
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

// rest returns the mean value of the basis outside the intervals.
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

// These are the reasons why a recording has no intervals.
const (
	NoBasis   = "no power, pace or heart rate was recorded to find intervals in"
	NoneFound = "no effort stands out, so there are no intervals"
	TooShort  = "the recording is shorter than five minutes"
)

// least is the minimum number of seconds with a value of the basis for a recording to be searched.
const least = 300

// rules holds the limits for one basis.
type rules struct {
	basis Basis
	// contrast is the minimum ratio of the mean level of work to the easy level.
	contrast float64
	// rough is the maximum coefficient of variation of ten-second means within one
	// effort.
	rough float64
	// shortest is the minimum duration of an interval in s.
	shortest int
	// apart is the minimum difference between neighbouring parts of a block, as a
	// share of their level, at which they remain separate.
	apart float64
	// rampS is the minimum duration of a ramp in s.
	rampS int
	// bridgeS is the duration in s below which a dip during work does not count as rest.
	bridgeS int
}

func rulesOf(b Basis) rules {
	switch b {
	case BySpeed:
		return rules{basis: b, contrast: 1.15, rough: 0.09, shortest: 12, apart: 0.06, rampS: 300, bridgeS: 8}
	case ByHR:
		return rules{basis: b, contrast: 1.10, rough: 0.06, shortest: 40, apart: 0.06, rampS: 300, bridgeS: 25}
	default:
		return rules{basis: b, contrast: 1.22, rough: 0.16, shortest: 8, apart: 0.08, rampS: 120, bridgeS: 8}
	}
}

// basisOf chooses the first channel in the sport's order that covers the recording.
// Speed on wheels and skis follows the terrain and is never used.
func basisOf(v *stream.View) (Basis, *Series) {
	var order []Basis
	switch v.Recording.Sport {
	case training.Running, training.Walking, training.Hiking:
		order = []Basis{BySpeed, ByPower, ByHR}
	case training.Cycling, training.Fitness:
		order = []Basis{ByPower, ByHR}
	case training.Rowing, training.Paddling, training.Swimming:
		order = []Basis{ByPower, BySpeed, ByHR}
	case training.CrossCountry, training.Skating:
		order = []Basis{ByPower, ByHR}
	}
	for _, b := range order {
		ch := b.Channel()
		if !v.Has(ch) || v.Coverage(ch) < coverage {
			continue
		}
		s := SegmentOf(v, ch)
		if b == ByHR {
			s = demand(s)
		}
		return b, s
	}
	return "", nil
}

// Channel returns the channel that is measured in a basis.
func (b Basis) Channel() training.Channel {
	switch b {
	case ByPower:
		return training.Power
	case ByHR:
		return training.HeartRate
	}
	return training.Speed
}

// coverage is the minimum share of the time for which a basis must have values.
const coverage = 0.8

// These are the time constants in s with which heart rate follows work. It rises faster
// than it falls.
const (
	riseS = 25
	fallS = 45
)

// slopeS is the number of seconds on each side over which the slope of heart rate
// is computed.
const slopeS = 5

// demand returns the heart rate to which the work in each second would lead: the heart rate
// plus its slope times the time constant. This turns the slow rise and fall into steps.
func demand(hr *Series) *Series {
	x := make([]float64, hr.Len())
	for i := range x {
		a, b := max(0, i-slopeS), min(hr.Len()-1, i+slopeS)
		slope := 0.0
		if dt := hr.TimeS[b] - hr.TimeS[a]; dt > 0 && dt <= 2*slopeS+PauseS {
			slope = (hr.X[b] - hr.X[a]) / float64(dt)
		}
		lag := float64(riseS)
		if slope < 0 {
			lag = fallS
		}
		x[i] = hr.X[i] + lag*slope
	}
	return hr.With(x)
}

const (
	// oneEffort is the maximum difference between the parts of a block, as a share
	// of its level, for them to count as one effort with uneven pacing.
	oneEffort = 0.18
	// leastPartS is the minimum duration in s of a part of a block, and leastTurnS the
	// minimum for an alternating part.
	leastPartS, leastTurnS = 30, 12
	// betweenS is the minimum duration in s of a part with a level between those of
	// its neighbours.
	betweenS = 40
	// leastTurns is the minimum number of parts in an alternation.
	leastTurns = 4
	// evenTurns is the maximum variation of the durations of each of the two
	// sorts of parts.
	evenTurns = 0.25
	// mostTurn is the maximum ratio of the level of overs to that of unders.
	mostTurn = 1.5
)

// block splits a stretch of work into its parts.
func (d *detector) block(pieces []Piece) []stretch {
	from, to := pieces[0].From, pieces[len(pieces)-1].To
	if len(pieces) == 1 {
		return []stretch{d.stretch(from, to, Work)}
	}
	parts := d.parts(pieces, leastTurnS)
	if f, ok := d.ramp(from, to, parts); ok {
		return []stretch{f}
	}
	if out, ok := d.alternation(parts); ok {
		return out
	}
	parts = d.parts(parts, leastPartS)
	low, high := math.Inf(1), 0.0
	for _, p := range parts {
		low, high = min(low, p.Mean), max(high, p.Mean)
	}
	if high-low < oneEffort*d.s.Mean(from, to) {
		return []stretch{d.stretch(from, to, Work)}
	}
	out := make([]stretch, 0, len(parts))
	for _, p := range parts {
		out = append(out, d.stretch(p.From, p.To, Work))
	}
	return out
}

// parts joins neighbours that hardly differ. It adds a part that is too short, or short
// with a level between those of its neighbours, to the neighbour with the closer level.
func (d *detector) parts(pieces []Piece, least int) []Piece {
	out := slices.Clone(pieces)
	for len(out) > 1 {
		at, closest := -1, math.Inf(1)
		for i := 0; i+1 < len(out); i++ {
			a, b := out[i], out[i+1]
			gap := math.Abs(a.Mean-b.Mean) / d.s.Mean(a.From, b.To)
			join := gap < d.rules.apart || min(a.Seconds(), b.Seconds()) < least || between(out, i) || between(out, i+1)
			if join && gap < closest {
				at, closest = i, gap
			}
		}
		if at < 0 {
			break
		}
		out[at].To = out[at+1].To
		out[at].Mean = d.s.Mean(out[at].From, out[at].To)
		out = slices.Delete(out, at+1, at+2)
	}
	return Refine(d.s, out)
}

// between reports whether a part is a short one on the way from one level to another.
func between(parts []Piece, i int) bool {
	if i == 0 || i+1 >= len(parts) || parts[i].Seconds() >= betweenS {
		return false
	}
	return (parts[i].Mean-parts[i-1].Mean)*(parts[i+1].Mean-parts[i].Mean) > 0
}

// alternation returns the block as overs and unders: parts that go up and down
// in turn. It returns false if the block does not alternate.
func (d *detector) alternation(parts []Piece) ([]stretch, bool) {
	if len(parts) < leastTurns {
		return nil, false
	}
	for i := 2; i < len(parts); i++ {
		if (parts[i].Mean-parts[i-1].Mean)*(parts[i-1].Mean-parts[i-2].Mean) >= 0 {
			return nil, false
		}
	}
	if high, low := max(parts[0].Mean, parts[1].Mean), min(parts[0].Mean, parts[1].Mean); high > mostTurn*low {
		return nil, false
	}
	if odd, even := durations(parts); middleVariation(odd) > evenTurns || middleVariation(even) > evenTurns {
		return nil, false
	}
	out := make([]stretch, len(parts))
	for i, p := range parts {
		kind := Under
		if (i > 0 && p.Mean > parts[i-1].Mean) || (i == 0 && p.Mean > parts[1].Mean) {
			kind = Over
		}
		out[i] = d.stretch(p.From, p.To, kind)
	}
	return out, true
}

// durations returns the durations in s of the odd and the even parts.
func durations(parts []Piece) (odd, even []float64) {
	for i, p := range parts {
		if i%2 == 0 {
			odd = append(odd, float64(p.Seconds()))
		} else {
			even = append(even, float64(p.Seconds()))
		}
	}
	return odd, even
}
