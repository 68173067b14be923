package rows

import (
	"math"

	"lapkeep/internal/metrics/naive"
)

// Graded is the track as on the flat: each step from row to row counts
// Δd · C(g)/C(0), g the grade over the 40 m around the row; a step without a
// known grade counts as level.
func (r *Recording) Graded() Track {
	var out []point
	all := r.points()
	grades := r.grades(all)
	sum := 0.0
	for i, p := range all {
		if i > 0 {
			step := p.m - all[i-1].m
			g := grades[i]
			if math.IsNaN(g) {
				g = 0
			}
			sum += step * naive.GAP(1, g)
		}
		out = append(out, point{p.s, sum})
	}
	return r.cut(out)
}

// grades is Δ altitude / Δ distance over the 40 m around each point.
func (r *Recording) grades(all []point) []float64 {
	high := map[float64]float64{}
	for i, a := range r.AltitudeM {
		if !math.IsNaN(a) {
			high[r.TimeS[i]] = a
		}
	}
	out := make([]float64, len(all))
	for i, p := range all {
		out[i] = math.NaN()
		from, to := i, i
		for from > 0 && p.m-all[from-1].m <= 20 {
			from--
		}
		for to+1 < len(all) && all[to+1].m-p.m <= 20 {
			to++
		}
		a, okA := high[all[from].s]
		b, okB := high[all[to].s]
		if d := all[to].m - all[from].m; okA && okB && d >= 10 {
			out[i] = (b - a) / d
		}
	}
	return out
}
