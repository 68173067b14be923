package naive

import "math"

// Mean is the mean of the values that are not missing, NaN if none is.
func Mean(values []float64) float64 {
	return strictMean(valid(values))
}

func strictMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Centred is the mean of the valid values within half seconds on either side
// of each; the ends use what there is. A missing value stays missing.
func Centred(values []float64, half int) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = math.NaN()
		if !math.IsNaN(v) {
			out[i] = Mean(values[max(0, i-half):min(len(values), i+half+1)])
		}
	}
	return out
}

func runs(running []bool, i int) bool { return running == nil || running[i] }

// timer keeps the seconds in which the timer ran.
func timer(values []float64, running []bool) []float64 {
	var out []float64
	for i, v := range values {
		if runs(running, i) {
			out = append(out, v)
		}
	}
	return out
}

// pieces cuts the running seconds at the pauses.
func pieces(values []float64, running []bool) [][]float64 {
	var out [][]float64
	for i, v := range values {
		if !runs(running, i) {
			continue
		}
		if i == 0 || !runs(running, i-1) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], v)
	}
	return out
}

func valid(values []float64) []float64 {
	var out []float64
	for _, v := range values {
		if !math.IsNaN(v) {
			out = append(out, v)
		}
	}
	return out
}

func zeroFilled(values []float64) []float64 {
	out := append([]float64(nil), values...)
	for i, v := range out {
		if math.IsNaN(v) {
			out[i] = 0
		}
	}
	return out
}
