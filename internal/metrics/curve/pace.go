package curve

// PaceVersion is the version of the rule of [Pace].
const PaceVersion = 1

// LeastPaceS is the shortest time that a speed is given for: below it the
// position's noise is what is measured.
const LeastPaceS = 30

const cmPerM = 100

// Pace is the highest mean speed in cm/s of each duration of [Coarse] from
// 30 s on, or the reason why there is none. It runs on elapsed time, in which
// a pause covers no distance; between rows distance is a straight line. A
// step faster than the sport allows cuts the track, and what is faster than
// the sport's records is not believed.
func (t Tracks) Pace() (points []Point, missing string) {
	if !t.recorded {
		return nil, "no distance was recorded"
	}
	if points = t.PaceOf(coarseFrom(LeastPaceS)); len(points) == 0 {
		return nil, "too short, or faster than the sport's records"
	}
	return points, ""
}

// PaceOf is [Tracks.Pace] on other durations, ascending.
func (t Tracks) PaceOf(durations []int32) []Point {
	var pieces []piece
	for _, tr := range t.tracks {
		if p := tr.bySecond(); len(p.values) >= LeastPaceS {
			pieces = append(pieces, p)
		}
	}
	var points []Point
	for _, p := range bestOf(durations, pieces) {
		m := p.Value / cmPerM * float64(p.DurationS)
		if p.Value > 0 && float64(p.DurationS) >= fastest(t.sport, m) {
			points = append(points, p)
		}
	}
	return points
}

// bySecond is the distance in cm covered in each second of the track.
func (tr track) bySecond() piece {
	n := len(tr.timeS)
	if n < 2 || tr.timeS[n-1]-tr.timeS[0] > maxGridS {
		return piece{}
	}
	first := int32(tr.timeS[0])
	p := piece{first: first, values: make([]int32, int32(tr.timeS[n-1])-first)}
	last := int64(tr.distM[0]*cmPerM + 0.5)
	for j := 1; j < n; j++ {
		from, to := tr.timeS[j-1], tr.timeS[j]
		perS := (tr.distM[j] - tr.distM[j-1]) / (to - from)
		for t := from + 1; t <= to; t++ {
			cm := int64((tr.distM[j-1]+perS*(t-from))*cmPerM + 0.5)
			p.values[int32(t)-1-first] = int32(cm - last)
			last = cm
		}
	}
	return p
}
