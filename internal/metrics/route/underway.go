package route

import "math"

// drifts says that positions are as far off as is told, or by more than the
// athlete goes in the time that an effort may be wrong by: they are as far off
// along the way as beside it.
func (m *matching) drifts(p *underWay, timeS float64) bool {
	off := math.Sqrt(p.beside / float64(max(1, p.positions)))
	return off > driftM || off*timeS/m.LengthM() > max(exactS, exactShare*timeS)
}

// reach is how far along the way from its last place a pass may be at a
// position, and how far the position is from there.
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

// isGap says that no position lies between one and the last in the corridor,
// for long.
func (m *matching) isGap(p *underWay, i int) bool {
	return p.last == i-1 && m.track.timeS[i]-m.track.timeS[i-1] >= gapS
}

// mostIn is how far anybody comes from the last place of a pass to the time
// of a position; where a sport has no limit, three times as far as before.
func (m *matching) mostIn(p *underWay, i int) float64 {
	seconds := float64(m.track.timeS[i]) - max(p.startS, float64(m.track.timeS[p.last]))
	if m.track.limit > 0 {
		return m.track.limit*seconds + slackM
	}
	return 3*m.speed(p)*seconds + slackM
}

// speed is that along the way up to the last place.
func (m *matching) speed(p *underWay) float64 {
	return p.along / max(1, float64(m.track.timeS[p.last])-p.startS)
}

// goesOn finds a position on the way, and says whether the pass is one
// still.
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
	case p.last < i-1: // it was beside the way
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

// expected is how far the athlete came without positions: as the distance has
// it, or as fast as before.
func (m *matching) expected(p *underWay, i int) float64 {
	if went, ok := m.track.went(p.last, i); ok {
		return went
	}
	return m.speed(p) * float64(m.track.timeS[i]-m.track.timeS[p.last])
}

// fits counts a gap, and says whether it may have been ridden on the way: the
// distance, if there is one, is no longer; if it is as long, it is no doubt.
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

// nearest is the piece of the way between two distances along it that is the
// nearest to a position, how far along the nearest place is, and the square of
// its distance. Where a distance is expected, a place elsewhere counts as
// farther away by a part of the difference.
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
		if off := expectedShare * (a - expected); off*off > 0 { // not for NaN
			cost += off * off
		}
		if cost < best {
			best, piece, along, squared = cost, k, a, d
		}
	}
	return piece, along, squared
}
