package curve

import "math"

// The search of Levenberg and Marquardt.
const (
	mostRounds = 400
	firstDamp  = 1e-3
	mostDamp   = 1e12
	leastGain  = 1e-15
)

// descend is the parameters near start at which the squares of the residuals
// are least.
func descend(residuals func(p []float64) []float64, start []float64) []float64 {
	p, damp := start, firstDamp
	r := residuals(p)
	loss := squares(r)
	for range mostRounds {
		normal, slope := normalOf(residuals, p, r)
		better := false
		for ; damp < mostDamp; damp *= 8 {
			next, ok := step(normal, slope, p, damp)
			if !ok {
				continue
			}
			rn := residuals(next)
			ln := squares(rn)
			if ln < loss { // never for a NaN
				better = loss-ln > leastGain*loss
				p, r, loss = next, rn, ln
				damp = max(damp/16, 1e-12)
				break
			}
		}
		if !better {
			return p
		}
	}
	return p
}

func squares(r []float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += x * x
	}
	return sum
}

// normalOf is JᵀJ and −Jᵀr, the slopes taken on both sides.
func normalOf(residuals func(p []float64) []float64, p, r []float64) ([][]float64, []float64) {
	n := len(p)
	jacobian := make([][]float64, n)
	for k := range n {
		h := 1e-6 * max(1, math.Abs(p[k]))
		up, down := append([]float64(nil), p...), append([]float64(nil), p...)
		up[k], down[k] = p[k]+h, p[k]-h
		a, b := residuals(up), residuals(down)
		jacobian[k] = make([]float64, len(r))
		for i := range r {
			jacobian[k][i] = (a[i] - b[i]) / (2 * h)
		}
	}
	normal, slope := make([][]float64, n), make([]float64, n)
	for k := range n {
		normal[k] = make([]float64, n)
		for l := range n {
			for i := range r {
				normal[k][l] += jacobian[k][i] * jacobian[l][i]
			}
		}
		for i := range r {
			slope[k] -= jacobian[k][i] * r[i]
		}
	}
	return normal, slope
}

// step solves (JᵀJ + damp·diag)·d = −Jᵀr and takes the step.
func step(normal [][]float64, slope, p []float64, damp float64) ([]float64, bool) {
	n := len(p)
	rows := make([][]float64, n)
	for k := range n {
		rows[k] = append(append([]float64(nil), normal[k]...), slope[k])
		rows[k][k] += damp * max(normal[k][k], 1e-12)
	}
	d, ok := solve(rows)
	if !ok {
		return nil, false
	}
	for k := range d {
		d[k] += p[k]
	}
	return d, true
}

// solve is Gauss's elimination on rows that carry their right-hand side.
func solve(rows [][]float64) ([]float64, bool) {
	n := len(rows)
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if !(math.Abs(rows[c][c]) > 0) {
			return nil, false
		}
		for r := c + 1; r < n; r++ {
			f := rows[r][c] / rows[c][c]
			for k := c; k <= n; k++ {
				rows[r][k] -= f * rows[c][k]
			}
		}
	}
	x := make([]float64, n)
	for c := n - 1; c >= 0; c-- {
		x[c] = rows[c][n]
		for k := c + 1; k < n; k++ {
			x[c] -= rows[c][k] * x[k]
		}
		x[c] /= rows[c][c]
	}
	return x, true
}
