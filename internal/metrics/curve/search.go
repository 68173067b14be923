package curve

import "math"

// The search for a critical power: a grid that no useful minimum slips
// through, then each time the two steps around the best one again.
const (
	gridSteps  = 400
	gridRounds = 14
)

// leastBelow is the x of the least f in (0, high). False if f has no least
// inside: it falls to one of the ends, or is nowhere finite.
func leastBelow(f func(float64) float64, high float64) (float64, bool) {
	low, top, best := 0.0, high, math.NaN()
	steps := gridSteps
	for range gridRounds {
		step, found := (top-low)/float64(steps), math.Inf(1)
		if step <= 0 {
			break
		}
		for i := 1; i < steps; i++ {
			x := low + float64(i)*step
			if y := f(x); y < found {
				found, best = y, x
			}
		}
		if math.IsNaN(best) {
			return 0, false
		}
		low, top, steps = max(0, best-step), min(high, best+step), 16
	}
	return best, best > high*edge && best < high*(1-edge)
}

// edge is how near to an end, as a share of the range, a least counts as
// lying on it.
const edge = 1e-9

func least(xs []float64) float64 {
	low := math.Inf(1)
	for _, x := range xs {
		low = min(low, x)
	}
	return low
}

var inf = math.Inf(1)

// spread is the standard error of the estimate of n values and so many
// parameters, 0 where nothing is left to judge it by.
func spread(squares float64, n, parameters int) float64 {
	if n <= parameters {
		return 0
	}
	return math.Sqrt(squares / float64(n-parameters))
}
