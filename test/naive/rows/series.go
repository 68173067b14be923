package rows

import "math"

// Power is the watts of every second from the first row to the last: a second
// in a pause or without power counts as 0 W. A row that was written while the
// timer ran stands for a second at least, even at the very second of a stop.
// It holds to the next row where that is within [Recording.Hold].
func (r *Recording) Power() []float64 {
	values := r.believed(r.PowerW, 0, mostPowerW)
	if values == nil || len(r.TimeS) == 0 {
		return nil
	}
	first, last := r.TimeS[0], r.TimeS[len(r.TimeS)-1]
	longest, holds := r.Cap(), r.Hold()
	out := make([]float64, int(last-first)+1)
	for i, x := range values {
		if math.IsNaN(x) {
			continue
		}
		stands := math.Min(math.Round(r.lasts(i)), longest)
		if stands > holds {
			stands = 1
		}
		from := int(r.TimeS[i] - first)
		out[from] = x
		for t := from + 1; t < min(from+int(stands), len(out)); t++ {
			out[t] = x
		}
	}
	return out
}

// HR is the rate of every second, NaN where none holds: a rate holds to the
// next over at most 10 s without one, or as long as a row stands for. Over a
// longer gap none holds.
func (r *Recording) HR() []float64 {
	values := r.believed(r.HRBpm, 1, mostHRBpm)
	holds := math.Max(smartS, r.Cap())
	var out []float64
	for i, x := range values {
		if math.IsNaN(x) {
			continue
		}
		for len(out) <= int(r.TimeS[i]) {
			out = append(out, math.NaN())
		}
		out[int(r.TimeS[i])] = x
	}
	last := -1
	for t, x := range out {
		if math.IsNaN(x) {
			continue
		}
		for gap := last + 1; last >= 0 && float64(t-last) <= holds+1 && gap < t; gap++ {
			out[gap] = out[last]
		}
		last = t
	}
	return out
}

// Mean is the highest mean of d seconds in a row, NaN without such a window.
func Mean(values []float64, d int) float64 {
	best := math.NaN()
	sum, holes := 0.0, 0
	for i, x := range values {
		if math.IsNaN(x) {
			holes++
		} else {
			sum += x
		}
		if i >= d {
			if gone := values[i-d]; math.IsNaN(gone) {
				holes--
			} else {
				sum -= gone
			}
		}
		if i >= d-1 && holes == 0 && !(sum/float64(d) <= best) {
			best = sum / float64(d)
		}
	}
	return best
}

// MeanAfter is the highest mean of d seconds that begin once so much work, in
// J, has been done.
func MeanAfter(watts []float64, d int, joules float64) float64 {
	done := 0.0
	for i, w := range watts {
		if done >= joules {
			return Mean(watts[i:], d)
		}
		done += w
	}
	return math.NaN()
}

// Normalized is the highest NP of d seconds in a row: the fourth-power mean
// of the full 30 s means inside them.
func Normalized(watts []float64, d int) float64 {
	const window = 30
	var fourth []float64
	for i := window; i <= len(watts); i++ {
		sum := 0.0
		for _, w := range watts[i-window : i] {
			sum += w
		}
		fourth = append(fourth, math.Pow(sum/window, 4))
	}
	return math.Pow(Mean(fourth, d-window+1), 0.25)
}
