package rows

import "math"

// Power is the watts of every second of elapsed time: a second in a pause or
// without power counts as 0 W. It ends with what the last row stands for.
func (r *Recording) Power() []float64 {
	values := r.believed(r.PowerW, 0, mostPowerW)
	if values == nil {
		return nil
	}
	longest := r.Cap()
	var out []float64
	for i, x := range values {
		from, to := int(r.TimeS[i]), int(math.Round(r.TimeS[i]+r.stands(i, longest)))
		for len(out) < to {
			out = append(out, 0)
		}
		if math.IsNaN(x) {
			continue
		}
		for t := from; t < to; t++ {
			out[t] = x
		}
	}
	return out
}

// stands is the seconds of row i: a row that was written while the timer ran
// stands for one at least, even at the very second of a stop or of the end,
// unless another follows in the same second.
func (r *Recording) stands(i int, longest float64) float64 {
	if !r.runs(i) || i+1 < len(r.TimeS) && r.TimeS[i+1] == r.TimeS[i] {
		return 0
	}
	return math.Max(1, math.Min(r.lasts(i), longest))
}

// HR is the rate of every second, NaN where none holds: a rate holds for 10 s,
// or as long as a row stands for, or until the next.
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
