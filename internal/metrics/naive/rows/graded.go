package rows

import (
	"math"

	"lapkeep/internal/metrics/naive"
)

const (
	aroundM   = 20   // on either side of a row: its grade is that of 40 m
	leastM    = 10   // less distance gives no grade
	enough    = 0.8  // of the distance with a known grade
	smoothS   = 2    // on either side of a row: altitude is the mean of 5 s
	fastestMS = 5    // up or down, beyond which altitude jumped
	steepest  = 0.45 // either way
)

// Graded is the track as on the flat: each step from row to row counts
// Δd · C(g)/C(0), g the grade at the row it ends in, and as level without a
// known one. It is nil where less than 80 % of the distance has a grade.
func (r *Recording) Graded() Track {
	all := r.points()
	grades := r.grades(all)
	if len(all) == 0 {
		return nil
	}
	known, covered := 0.0, 0.0
	flat := []point{all[0]}
	for i := 1; i < len(all); i++ {
		step, factor := all[i].m-all[i-1].m, 1.0
		g, ok := grades[all[i].row]
		if ok {
			factor = naive.GAP(1, g)
		}
		if !r.breaks(all[i-1], all[i]) {
			covered += step
			if ok {
				known += step
			}
		}
		flat = append(flat, point{all[i].s, flat[i-1].m + step*factor, all[i].row})
	}
	if known < enough*covered {
		return nil
	}
	return cutWhere(flat, func(i int) bool { return r.breaks(all[i-1], all[i]) })
}

// grades is Δ altitude / Δ distance at the rows where it is known: from the
// first row within 20 m before to the first that is 20 m or more behind.
func (r *Recording) grades(all []point) map[int]float64 {
	high := r.smoothed()
	var both []point // distance and altitude
	for _, p := range all {
		if _, ok := high[p.row]; ok && (len(both) == 0 || p.m >= both[len(both)-1].m) {
			both = append(both, p)
		}
	}
	out := map[int]float64{}
	for i, p := range both {
		from, to := i, i
		for from > 0 && both[from-1].m >= p.m-aroundM {
			from--
		}
		for to+1 < len(both) && both[to].m < p.m+aroundM {
			to++
		}
		if run := both[to].m - both[from].m; run >= leastM {
			g := (high[both[to].row] - high[both[from].row]) / run
			out[p.row] = math.Max(-steepest, math.Min(steepest, g))
		}
	}
	return out
}

// smoothed is the altitude of the rows that have one: what changed over a
// pause or faster than 5 m/s is taken out, then the mean of 5 s.
func (r *Recording) smoothed() map[int]float64 {
	var row []int
	var high []float64
	for i, a := range r.AltitudeM {
		if math.IsNaN(a) || !r.runs(i) {
			continue
		}
		if n := len(row); n > 0 {
			before := row[n-1]
			step := a - r.AltitudeM[before]
			if math.Abs(step) > fastestMS*math.Max(1, r.TimeS[i]-r.TimeS[before]) || r.paused(before, i) {
				step = 0
			}
			a = high[n-1] + step
		}
		row, high = append(row, i), append(high, a)
	}
	out := map[int]float64{}
	for k, i := range row {
		sum, n := 0.0, 0.0
		for j := max(0, k-20); j < min(len(row), k+20); j++ {
			if math.Abs(r.TimeS[row[j]]-r.TimeS[i]) <= smoothS {
				sum, n = sum+high[j], n+1
			}
		}
		out[i] = sum / n
	}
	return out
}

// paused says whether the timer stood between two rows.
func (r *Recording) paused(a, b int) bool {
	for _, p := range r.Pauses {
		if p.ToS > r.TimeS[a] && p.FromS < r.TimeS[b] {
			return true
		}
	}
	return false
}
