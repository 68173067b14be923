package route

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// GradeVersion is the version of the rule of [Grade].
const GradeVersion = 2

const (
	gradeHalfM  = 20.0 // the slope is that of 40 m around a row
	gradeLeastM = 10.0 // less distance than this gives no slope
	maxGradePct = 45.0
	// roughFactor makes the window longer where the altitude is of GPS.
	roughFactor = 5.0
	// noiseMargin is how far the rises that chance makes of noise alone may
	// exceed those that are expected of it.
	noiseMargin = 1.3
)

// Grade is the slope in percent at every row, over the 40 m around it; ok
// marks the rows where it is known. Slopes beyond 45 % are cut to that. Of an
// altitude of GPS it is over 200 m, and as much smaller as its rises are noise.
func Grade(v *stream.View) (pct []float32, ok training.Bitmap) { return ReliefOf(v).Grade() }

// Grade gives the same as the function [Grade].
func (r *Relief) Grade() (pct []float32, ok training.Bitmap) {
	n := r.view.Columns.Len()
	pct, ok = make([]float32, n), training.NewBitmap(n)
	c := r.course()
	half, least, share := gradeHalfM, gradeLeastM, 1.0
	if r.kind == Satellite {
		half, least = roughFactor*half, roughFactor*least
		share = r.signal(c, half)
	}
	c.slopes(half, func(i int, rise, run float64) {
		if run >= least {
			g := share * rise / run * 100
			pct[c.row[i]] = float32(min(max(g, -maxGradePct), maxGradePct))
			ok.Set(int(c.row[i]))
		}
	})
	return pct, ok
}

// slopes gives the rise and the run in m of the way within half m of each row.
func (c *course) slopes(half float64, use func(i int, rise, run float64)) {
	from, to := 0, 0
	for i, d := range c.dist {
		for c.dist[from] < d-half {
			from++
		}
		for to+1 < len(c.dist) && c.dist[to] < d+half {
			to++
		}
		use(i, c.alt[to]-c.alt[from], c.dist[to]-c.dist[from])
	}
}

// signal is the factor for rises over windows of a half length that takes noise
// out of their mean square, from which load follows.
func (r *Relief) signal(c course, half float64) float64 {
	sum, n := 0.0, 0.0
	c.slopes(half, func(_ int, rise, run float64) {
		if run >= half {
			sum, n = sum+rise*rise, n+1
		}
	})
	mps := r.speedMPS()
	if sum <= 0 || mps <= 0 {
		return 0
	}
	return math.Sqrt(max(0, 1-noiseMargin*r.drift(2*half/mps)/(sum/n)))
}
