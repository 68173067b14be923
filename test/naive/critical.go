package naive

import "math"

// WBal is the work left above critical power, in J after each second: spent
// in full above it, recovered below it by the exact solution of
// dW/dt = (CP−P)·(W'−W)/W'. Missing power recovers as zero does. It may fall
// below zero, which says that the parameters are too small.
func WBal(power []float64, cp, wPrime float64) []float64 {
	balance := wPrime
	var out []float64
	for _, p := range zeroFilled(power) {
		if p >= cp {
			balance -= p - cp
		} else {
			balance = wPrime - (wPrime-balance)*math.Exp((p-cp)/wPrime)
		}
		out = append(out, balance)
	}
	return out
}

// CriticalPower fits work = CP·t + W' by least squares to the greatest mean
// powers over some durations. It gives W and J, NaN for fewer than two
// different durations.
func CriticalPower(seconds, watts []float64) (cp, wPrime float64) {
	work := make([]float64, len(seconds))
	for i := range seconds {
		work[i] = seconds[i] * watts[i]
	}
	meanT, meanW := Mean(seconds), Mean(work)
	var tt, tw float64
	for i := range seconds {
		tt += (seconds[i] - meanT) * (seconds[i] - meanT)
		tw += (seconds[i] - meanT) * (work[i] - meanW)
	}
	if tt == 0 {
		return math.NaN(), math.NaN()
	}
	return tw / tt, meanW - tw/tt*meanT
}
