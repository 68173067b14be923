package heart

import (
	"math"

	"lapkeep/internal/metrics/stream"
)

// AlphaVersion is the version of the rules of [Alpha1] and [Along].
const AlphaVersion = 2

// The boxes in beats between which α1 is the slope.
const (
	minBox = 4
	maxBox = 16
)

// Alpha1 is the short-term scaling exponent of detrended fluctuation analysis
// (Peng 1995): the slope of log F(n) on log n for boxes of 4 to 16 beats,
// where F is the root mean square of the summed deviations from the mean less
// each box's own least squares line. Boxes lie side by side from the first
// beat; what is left over is left out. False for fewer than 32 intervals and
// where they do not vary.
func Alpha1(ms []float64) (float64, bool) {
	const boxes = maxBox - minBox + 1
	if len(ms) < 2*maxBox {
		return 0, false
	}
	p := profile(ms)
	var logN, logF [boxes]float64
	for n := minBox; n <= maxBox; n++ {
		squares, count := residue(p, n)
		if squares <= 0 {
			return 0, false
		}
		logN[n-minBox] = math.Log(float64(n))
		logF[n-minBox] = math.Log(squares/float64(count)) / 2
	}
	fit, ok := stream.Least(logN[:], logF[:])
	return fit.Slope, ok
}

// profile sums the deviations from the mean.
func profile(ms []float64) []float64 {
	out := make([]float64, len(ms))
	m, y := hrvMean(ms), 0.0
	for i, v := range ms {
		y += v - m
		out[i] = y
	}
	return out
}

// residue is the sum of squares left by the lines of all boxes of n beats,
// and how many beats those hold. Each box is taken from its own first value,
// so that nothing is lost to cancellation.
func residue(profile []float64, n int) (squares float64, count int) {
	k := float64(n)
	middle := (k - 1) / 2
	byN, byXX := 1/k, 12/(k*(k*k-1)) // 1 / Σ(x−x̄)² over a box
	for ; len(profile) >= n; profile = profile[n:] {
		var y, yy, xy float64
		x := -middle
		for _, v := range profile[:n] {
			d := v - profile[0]
			y += d
			yy += d * d
			xy += x * d
			x++
		}
		squares += max(0, yy-y*y*byN-xy*xy*byXX)
		count += n
	}
	return squares, count
}
