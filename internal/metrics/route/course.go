package route

import "lapkeep/internal/training"

// course is the believed altitude over distance, which never falls, in metres:
// one value a row that has both.
type course struct {
	row       []int32
	dist, alt []float64
}

func (r *Relief) course() course {
	v := r.view
	c := course{row: make([]int32, 0, len(r.row)), dist: make([]float64, 0, len(r.row)), alt: make([]float64, 0, len(r.row))}
	for i, row := range r.row {
		cm, ok := v.At(training.Distance, int(row))
		if d := float64(cm) / 100; ok && (len(c.dist) == 0 || d >= c.dist[len(c.dist)-1]) {
			c.row, c.dist, c.alt = append(c.row, row), append(c.dist, d), append(c.alt, r.alt[i])
		}
	}
	return c
}
