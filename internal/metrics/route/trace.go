package route

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// These constants define an effort.
const (
	// SegmentVersion is the version of the rules that find efforts.
	SegmentVersion = 1
	// asideM is the maximum distance in m of a position from the segment, and from the middle
	// of a gate. It is twice the error of a receiver among houses and trees, because the
	// segment was also recorded by a receiver, and half the distance to a road 60 m away.
	asideM = 30.0
	// typicalM is the same limit for at least half of the positions. A receiver has larger
	// errors only now and then, while positions on a different road are off all the time.
	typicalM = 18.0
	// A position may be slackM metres farther along the segment than slackShare times the
	// distance that the athlete moved.
	slackM, slackShare = 40.0, 1.5
	// turnsM is the maximum distance in m that an athlete may go back on the segment
	// before the pass must start again.
	turnsM = 100.0
	// mostOffM is the longest stretch of the segment that may be missed at a time,
	// and mostOffShare the largest share that may be missed in total.
	mostOffM, mostOffShare = 150.0, 0.2
	// offM is the missed length of the segment above which there is a doubt.
	offM = 50.0
	// gapS seconds without positions are a gap if they contain more than gapM of
	// the segment; mostGapShare is the maximum share of the segment that may be in
	// unexplained gaps.
	gapS, gapM, mostGapShare = 12, 50.0, 0.5
	// fitShare and fitM limit the difference, within a gap, between the recorded distance
	// and the length of the segment.
	fitShare, fitM = 0.1, 25.0
	// expectedShare is the weight that the difference from the expected distance
	// has after a gap, relative to the distance from the segment.
	expectedShare = 0.2
	// driftM is the root mean square in m of the distances from the segment above which
	// there is a doubt. It is more than riding on the other side of a road, or a receiver
	// under open sky, can cause.
	driftM = 4.0
	// exactS and exactShare limit the error of a time that is not in doubt.
	exactS, exactShare = 0.5, 0.005
	// sparseS is the minimum step in s at which positions at a gate count as far apart.
	sparseS = 4
	// edgeM is the maximum distance in m after the start gate at which a track may begin,
	// and before the end gate at which it may end.
	edgeM = 10.0
	// mostUnderWay is the maximum number of passes that are followed at the same time.
	mostUnderWay = 8
)

// Pass is one pass of a track over a segment. Its span consists of the times at the
// gates, on the clock of the track.
type Pass struct {
	training.Span
	Doubts []training.EffortDoubt
}

// Passes returns the passes of a track over the segment from gate to gate, in
// order. A pass begins with the last crossing of the start gate and ends with the
// first one of the end gate; if two passes would overlap, the first one is kept.
func (w *Way) Passes(t *Track) []Pass {
	m := &matching{Way: w, track: t}
	for i := range t.timeS {
		m.step(i)
	}
	m.ends()
	return m.found
}

// matching holds the state while a track is matched with a segment.
type matching struct {
	*Way
	track    *Track
	underWay []underWay
	found    []Pass
	// x and y are the previous position. start and end are its distances in m before the
	// two gates.
	x, y       float64
	start, end float64
}

// underWay is a pass that has not yet reached the end gate.
type underWay struct {
	startS float64
	// piece and along are the place on the segment of the last position in the corridor; last is
	// its row, and x and y are its coordinates. farthest is the greatest value of along so far.
	piece, last     int
	along, farthest float64
	x, y            float64
	// offM is the length of the segment that was missed, gapM the length without
	// positions, and unknownM the part of gapM without a matching distance.
	offM, gapM, unknownM float64
	sparse               bool
	// beside is the sum of squares of the positions' distances from the segment.
	beside           float64
	positions, close int
}

// step moves on to the next position.
func (m *matching) step(i int) {
	x, y := m.scale.x(m.track.lon[i]), m.scale.y(m.track.lat[i])
	start, aside := m.Way.start.before(x, y)
	end, _ := m.Way.end.before(x, y)
	if i == 0 && start <= 0 && start >= -edgeM && math.Abs(aside) <= asideM {
		m.begin(float64(m.track.timeS[0]), 0, start < -1)
	}
	// A pass is followed only after the start gate, so for most rows nothing more is done.
	if i > 0 && len(m.underWay) > 0 {
		m.follow(i, x, y, end)
	}
	if i > 0 && m.start > 0 && start <= 0 {
		m.starts(i, x, y, start)
	}
	m.x, m.y, m.start, m.end = x, y, start, end
}

// passed returns the time in s at which a gate was crossed between the previous position
// and this one, and the distance in m from the gate's middle. before and after are the
// distances in m of the two positions before the gate.
func (m *matching) passed(i int, g *gate, x, y, before, after float64) (atS, aside float64) {
	share := before / (before - after)
	a, b := float64(m.track.timeS[i-1]), float64(m.track.timeS[i])
	_, aside = g.before(m.x+share*(x-m.x), m.y+share*(y-m.y))
	return a + share*(b-a), math.Abs(aside)
}

// starts begins a pass if the start gate was crossed between its posts. It drops passes
// that have hardly begun, because the athlete has turned back to before the gate.
func (m *matching) starts(i int, x, y, after float64) {
	atS, aside := m.passed(i, &m.Way.start, x, y, m.start, after)
	if aside > asideM {
		return
	}
	m.underWay = slices.DeleteFunc(m.underWay, func(p underWay) bool { return p.along < min(turnsM, m.LengthM()/2) })
	if len(m.underWay) == mostUnderWay {
		m.underWay = m.underWay[1:]
	}
	m.begin(atS, i-1, m.isSparse(i))
	p := &m.underWay[len(m.underWay)-1]
	if !m.goesOn(p, i, x, y) {
		m.underWay = m.underWay[:len(m.underWay)-1]
	}
}

// isSparse reports whether the previous position is [sparseS] or more away.
func (m *matching) isSparse(i int) bool { return m.track.timeS[i]-m.track.timeS[i-1] >= sparseS }

func (m *matching) begin(atS float64, row int, sparse bool) {
	m.underWay = append(m.underWay, underWay{startS: atS, last: row, x: m.Way.start.x, y: m.Way.start.y, sparse: sparse})
}

// follow continues all passes under way, and ends one at the end gate.
func (m *matching) follow(i int, x, y, end float64) {
	if m.end > 0 && end <= 0 {
		atS, aside := m.passed(i, &m.Way.end, x, y, m.end, end)
		k := slices.IndexFunc(m.underWay, func(p underWay) bool {
			reach, _ := m.reach(&p, i, x, y)
			return aside <= asideM && m.LengthM()-p.along <= reach
		})
		if k >= 0 {
			m.arrive(k, atS, m.isSparse(i))
		}
	}
	kept := m.underWay[:0]
	for k := range m.underWay {
		p := m.underWay[k]
		if m.goesOn(&p, i, x, y) {
			kept = append(kept, p)
		}
	}
	m.underWay = kept
}

// ends adds the pass if the track ends just before the end gate.
func (m *matching) ends() {
	n := len(m.track.timeS)
	if n == 0 || m.end <= 0 || m.end > edgeM {
		return
	}
	for k := range m.underWay {
		p := &m.underWay[k]
		if _, aside := m.Way.end.before(m.x, m.y); math.Abs(aside) <= asideM && p.last == n-1 && m.LengthM()-p.along <= slackM {
			m.arrive(k, float64(m.track.timeS[n-1]), m.end > 1)
			return
		}
	}
}

// arrive ends a pass, and keeps it if most of it was on the segment itself. Other passes
// under way end, too, unless they have only just begun.
func (m *matching) arrive(k int, atS float64, sparse bool) {
	p := m.underWay[k]
	m.underWay = slices.DeleteFunc(m.underWay, func(q underWay) bool { return q.startS <= p.startS || q.along > slackM })
	if 2*p.close < p.positions {
		return
	}
	out := Pass{Span: training.Span{FromS: p.startS, ToS: atS}}
	if p.sparse || sparse {
		out.Doubts = append(out.Doubts, training.DoubtSparse)
	}
	if p.gapM > 0 {
		out.Doubts = append(out.Doubts, training.DoubtGap)
	}
	if p.offM > offM || m.drifts(&p, atS-p.startS) {
		out.Doubts = append(out.Doubts, training.DoubtDrift)
	}
	m.found = append(m.found, out)
}

// drifts reports whether the positions deviate by more than the limit, or by more
// than the distance that the athlete covers in the allowed error of the time, because
// positions deviate as much along the segment as sideways.
func (m *matching) drifts(p *underWay, timeS float64) bool {
	off := math.Sqrt(p.beside / float64(max(1, p.positions)))
	return off > driftM || off*timeS/m.LengthM() > max(exactS, exactShare*timeS)
}

// reach returns the distance along the segment that a pass may have moved between its
// last position and position i, and the distance between the two, in m.
func (m *matching) reach(p *underWay, i int, x, y float64) (reach, moved float64) {
	moved = math.Hypot(x-p.x, y-p.y)
	reach = slackShare*moved + slackM
	if !m.isGap(p, i) {
		return reach, moved
	}
	if went, ok := m.track.went(p.last, i); ok {
		return max(reach, slackShare*went+slackM), moved
	}
	return max(reach, m.mostIn(p, i)), moved
}

// isGap reports whether there was a long time without positions after the last one in the
// corridor.
func (m *matching) isGap(p *underWay, i int) bool {
	return p.last == i-1 && m.track.timeS[i]-m.track.timeS[i-1] >= gapS
}

// mostIn returns the greatest distance in m that a pass may have covered since
// its last position. If the sport has no speed limit, it is three times the distance at
// the speed so far.
func (m *matching) mostIn(p *underWay, i int) float64 {
	seconds := float64(m.track.timeS[i]) - max(p.startS, float64(m.track.timeS[p.last]))
	if m.track.limit > 0 {
		return m.track.limit*seconds + slackM
	}
	return 3*m.speed(p)*seconds + slackM
}

// speed returns the speed in m/s along the segment up to the last position.
func (m *matching) speed(p *underWay) float64 {
	return p.along / max(1, float64(m.track.timeS[p.last])-p.startS)
}

// goesOn locates position i on the segment, and reports whether it still belongs to
// the pass.
func (m *matching) goesOn(p *underWay, i int, x, y float64) bool {
	reach, moved := m.reach(p, i, x, y)
	gap := m.isGap(p, i)
	expected := math.NaN()
	if gap {
		expected = p.along + m.expected(p, i)
	}
	piece, along, squared := m.nearest(p.piece, p.along-reach, p.along+reach, x, y, expected)
	p.positions++
	if squared > asideM*asideM {
		p.beside += min(squared, mostOffM*mostOffM)
		return moved <= 2*mostOffM
	}
	went := math.Abs(along - p.along)
	switch {
	case p.last < i-1: // the pass missed a part of the segment
		p.offM += went
		if went > mostOffM || p.offM > mostOffShare*m.LengthM() {
			return false
		}
	case gap && went > gapM:
		if !m.fits(p, i, went) {
			return false
		}
	}
	p.piece, p.along, p.last, p.x, p.y = piece, along, i, x, y
	p.farthest = max(p.farthest, along)
	p.beside += squared
	if squared <= typicalM*typicalM {
		p.close++
	}
	return p.farthest-along <= turnsM
}

// expected returns the distance in m that the athlete covered without positions:
// the recorded distance, or the distance at the speed so far.
func (m *matching) expected(p *underWay, i int) float64 {
	if went, ok := m.track.went(p.last, i); ok {
		return went
	}
	return m.speed(p) * float64(m.track.timeS[i]-m.track.timeS[p.last])
}

// fits adds a gap, and reports whether the athlete may have been on the segment
// during it: the recorded distance, if there is one, must not be longer. If it is
// about as long as the segment's part, the gap is not in doubt.
func (m *matching) fits(p *underWay, i int, went float64) bool {
	p.gapM += went
	if recorded, ok := m.track.went(p.last, i); ok {
		if recorded > (1+fitShare)*went+fitM {
			return false
		}
		if recorded >= (1-fitShare)*went-fitM {
			return true
		}
	}
	p.unknownM += went
	return p.unknownM <= mostGapShare*m.LengthM()
}

// nearest returns the piece of the segment that is nearest to a position, between
// two distances along the segment, with the distance of its nearest point along the
// segment and the square of the position's distance from the piece. If a distance along
// the segment is expected, it adds a share of the difference from that.
func (w *Way) nearest(around int, from, to, x, y, expected float64) (piece int, along, squared float64) {
	first := around
	for first > 0 && w.line[first].from > from {
		first--
	}
	best := math.Inf(1)
	squared = best
	for k := first; k < len(w.line) && w.line[k].from <= to; k++ {
		d, a := w.line[k].project(x, y)
		if a < from || a > to {
			continue
		}
		cost := d
		if off := expectedShare * (a - expected); off*off > 0 { // false for NaN
			cost += off * off
		}
		if cost < best {
			best, piece, along, squared = cost, k, a, d
		}
	}
	return piece, along, squared
}
