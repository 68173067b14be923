package naive

import "math"

// WBalEuler is [WBal] with the recovery of each second taken at the rate it
// begins with: W += (CP − P)·(W' − W)/W'.
func WBalEuler(power []float64, cp, wPrime float64) []float64 {
	balance := wPrime
	var out []float64
	for _, p := range zeroFilled(power) {
		if p >= cp {
			balance -= p - cp
		} else {
			balance += (cp - p) * (wPrime - balance) / wPrime
		}
		out = append(out, balance)
	}
	return out
}

// WBalIntegral is Skiba 2012: W' less every second's excess, each fading with
// tau seconds. The sum is made anew for every second.
func WBalIntegral(power []float64, cp, wPrime, tau float64) []float64 {
	watts := zeroFilled(power)
	var out []float64
	for t := range watts {
		spent := 0.0
		for u := 0; u <= t; u++ {
			spent += math.Max(0, watts[u]-cp) * math.Exp(-float64(t-u)/tau)
		}
		out = append(out, wPrime-spent)
	}
	return out
}

// TauSkiba is 546·e^(−0.01·D)+316 s, D how far the mean of the power below CP
// lies below it; the seconds at CP are not below it. Without any below, NaN.
func TauSkiba(power []float64, cp float64) float64 {
	var below []float64
	for _, p := range zeroFilled(power) {
		if p < cp {
			below = append(below, p)
		}
	}
	return 546*math.Exp(-0.01*(cp-Mean(below))) + 316
}

// TauBartram is Bartram 2018 for elite riders: 2287.2·D^−0.688 s.
func TauBartram(belowCP float64) float64 { return 2287.2 * math.Pow(belowCP, -0.688) }

// WorkAbove is the excess over a power, in J; WorkInAbove all work of the
// seconds at or above it.
func WorkAbove(power []float64, limit float64) (excess, whole float64) {
	for _, p := range valid(power) {
		if p >= limit {
			excess += p - limit
			whole += p
		}
	}
	return excess, whole
}

// MeanMaxAfter is [MeanMax] over the windows that begin when at least so many
// joules have been done before. The series has no missing values.
func MeanMaxAfter(power []float64, joules float64) []float64 {
	done := 0.0
	for i, p := range power {
		if done >= joules {
			return MeanMax(power[i:])
		}
		done += p
	}
	return nil
}

// NPCurve is the greatest NP of every duration from 30 s up: element d-1, NaN
// below 30. Each window of the session counts the 30 s means that lie in it.
func NPCurve(power []float64) []float64 {
	best := make([]float64, len(power))
	for d := range best {
		best[d] = math.NaN()
		for from := 0; from+d+1 <= len(power); from++ {
			np, windows := NP(power[from:from+d+1], nil)
			if windows > 0 && (math.IsNaN(best[d]) || np > best[d]) {
				best[d] = np
			}
		}
	}
	return best
}
