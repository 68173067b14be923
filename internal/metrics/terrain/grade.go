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
	p := profileOf(v, 0, n)
	var rows []int32
	var dist, alt []float64
	for i, r := range p.row {
		cm, has := v.At(training.Distance, int(r))
		d := float64(cm) / 100
		if has && (len(dist) == 0 || d >= dist[len(dist)-1]) {
			rows, dist, alt = append(rows, r), append(dist, d), append(alt, p.alt[i])
		}
	}
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
			pct[rows[i]] = float32(min(max(g, -maxGradePct), maxGradePct))
			ok.Set(int(rows[i]))
		}
	}
	return pct, ok
}
