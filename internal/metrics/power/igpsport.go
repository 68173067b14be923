package power

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// bridgeS is how many seconds of a run of missing values are filled.
const bridgeS = 10

// igpsport is the rule of the iGPSport assistant server that Lapkeep
// replaces; what iGPSport's own devices compute is not published.
func igpsport(v *stream.View) (NP, bool) {
	grid := elapsedGrid(v)
	bridge(grid)
	var sum quartics
	window, valid := 0.0, 0
	for i, w := range grid {
		if math.IsNaN(w) {
			window, valid = 0, 0
			continue
		}
		window, valid = window+w, valid+1
		if valid > WindowS {
			window -= grid[i-WindowS]
			valid = WindowS
		}
		if valid == WindowS {
			sum.add([]float64{window / WindowS})
		}
	}
	return sum.mean()
}

// maxElapsedS bounds the grid whatever times a file claims: 24 days.
const maxElapsedS = 1 << 21

// elapsedGrid is power at each second from the first row to the last, the
// mean of the rows of a second, NaN where there is none.
func elapsedGrid(v *stream.View) []float64 {
	times := v.Columns.TimeS
	if len(times) == 0 {
		return nil
	}
	span := int64(times[len(times)-1]) - int64(times[0]) + 1
	if span > maxElapsedS {
		return nil
	}
	grid := make([]float64, span)
	for i := range grid {
		grid[i] = math.NaN()
	}
	for i := 0; i < len(times); {
		sum, n, j := 0.0, 0, i
		for ; j < len(times) && times[j] == times[i]; j++ {
			if w, ok := v.Columns.At(training.Power, j); ok {
				sum, n = sum+float64(w), n+1
			}
		}
		if n > 0 {
			grid[times[i]-times[0]] = sum / float64(n)
		}
		i = j
	}
	return grid
}

// bridge fills the first ten seconds of each run of NaN: on the straight line
// to the value after it, or with the value before it where none follows. What
// comes before the first value stays.
func bridge(grid []float64) {
	for i := 1; i < len(grid); i++ {
		if !math.IsNaN(grid[i]) || math.IsNaN(grid[i-1]) {
			continue
		}
		end := i
		for end < len(grid) && math.IsNaN(grid[end]) {
			end++
		}
		before, step := grid[i-1], 0.0
		if end < len(grid) {
			step = (grid[end] - before) / float64(end-i+1)
		}
		for k := range min(end-i, bridgeS) {
			grid[i+k] = before + step*float64(k+1)
		}
		i = end
	}
}

func root4(x float64) float64 { return math.Sqrt(math.Sqrt(x)) }
