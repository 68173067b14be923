package curve

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// PaceVersion is the version of the rule of [Pace].
const PaceVersion = 2

// LeastPaceS is the shortest time that a speed is given for: below it the
// position's noise is what is measured.
const LeastPaceS = 30

// PerMPS is how many of the units that a speed is given in make 1 m/s. They
// are finer than what is recorded, so that distance between rows, which is a
// straight line, is not rounded to the centimetre.
const PerMPS = 100_000

// Pace is the highest mean speed of each duration of [Coarse], or the reason
// why there is none. It runs on elapsed time, in which a pause covers no
// distance; between rows distance is a straight line. A step faster than the
// sport allows cuts the track. What is faster than the sport's records is not
// believed: its point has no speed. Those below [LeastPaceS] say how far a
// longer one can be at most.
func (t Tracks) Pace() (points []Point, missing i18n.Sentence) {
	if !t.recorded {
		return nil, training.NoDistance
	}
	points = t.PaceOf(Coarse())
	if !slices.ContainsFunc(points, func(p Point) bool { return p.Value > 0 && p.DurationS >= LeastPaceS }) {
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
	points := bestOf(durations, pieces)
	for i, p := range points {
		if s := float64(p.DurationS); s < fastest(t.sport, p.Value/PerMPS*s) {
			points[i].Value = 0
		}
	}
	return points
}

// bySecond is the distance covered in each second of the track, in 1/[PerMPS] m.
func (tr track) bySecond() piece {
	n := len(tr.timeS)
	if n < 2 || tr.timeS[n-1]-tr.timeS[0] > maxGridS {
		return piece{}
	}
	first := int32(tr.timeS[0])
	p := piece{first: first, values: make([]int32, int32(tr.timeS[n-1])-first)}
	last := int64(tr.distM[0]*PerMPS + 0.5)
	for j := 1; j < n; j++ {
		from, to := tr.timeS[j-1], tr.timeS[j]
		perS := (tr.distM[j] - tr.distM[j-1]) / (to - from)
		for t := from + 1; t <= to; t++ {
			now := int64((tr.distM[j-1]+perS*(t-from))*PerMPS + 0.5)
			p.values[int32(t)-1-first] = int32(now - last)
			last = now
		}
	}
	return p
}
