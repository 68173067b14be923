package terrain

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// GradeVersion is the version of the rule of [Grade].
const GradeVersion = 1

const (
	gradeHalfM  = 20.0 // the slope is that of 40 m around a row
	gradeLeastM = 10.0 // less distance than this gives no slope
	maxGradePct = 45.0
)

// Grade is the slope in percent at every row, over the 40 m around it; ok
// marks the rows where it is known. Slopes beyond 45 % are cut to that.
func Grade(v *stream.View) (pct []float32, ok training.Bitmap) {
	n := v.Columns.Len()
	pct, ok = make([]float32, n), training.NewBitmap(n)
	c := ReliefOf(v).course()
	dist, alt := c.dist, c.alt
	from, to := 0, 0
	for i, d := range dist {
		for dist[from] < d-gradeHalfM {
			from++
		}
		for to+1 < len(dist) && dist[to] < d+gradeHalfM {
			to++
		}
		if run := dist[to] - dist[from]; run >= gradeLeastM {
			g := (alt[to] - alt[from]) / run * 100
			pct[c.row[i]] = float32(min(max(g, -maxGradePct), maxGradePct))
			ok.Set(int(c.row[i]))
		}
	}
	return pct, ok
}
