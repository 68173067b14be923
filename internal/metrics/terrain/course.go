package terrain

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// course is the believed altitude over distance, which never falls, in metres:
// one value a row that has both.
type course struct {
	row       []int32
	dist, alt []float64
}

func courseOf(v *stream.View) course {
	p := profileOf(v, 0, v.Columns.Len())
	c := course{row: p.row[:0], alt: p.alt[:0], dist: make([]float64, 0, len(p.alt))}
	for i, r := range p.row {
		cm, ok := v.At(training.Distance, int(r))
		if d := float64(cm) / 100; ok && (len(c.dist) == 0 || d >= c.dist[len(c.dist)-1]) {
			c.row, c.dist, c.alt = append(c.row, r), append(c.dist, d), append(c.alt, p.alt[i])
		}
	}
	return c
}
