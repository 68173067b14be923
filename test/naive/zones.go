package naive

import "math"

// TimeInZones counts the seconds in each zone. lower holds the lower bounds
// of zones 2 and up: a value that equals one belongs to the upper zone.
// Missing values count nowhere.
func TimeInZones(values []float64, running []bool, lower []float64) []float64 {
	seconds := make([]float64, len(lower)+1)
	for _, v := range valid(timer(values, running)) {
		zone := 0
		for zone < len(lower) && v >= lower[zone] {
			zone++
		}
		seconds[zone]++
	}
	return seconds
}

// CogganShares are Coggan's power zones in percent of threshold power: the
// lower bounds of zones 2 to 7. Percents, since 0.55 · 180 is a little more
// than the 99 W that it means.
var CogganShares = []float64{55, 75, 90, 105, 120, 150}

// Bounds are the lower bounds that percents of a threshold give.
func Bounds(shares []float64, threshold float64) []float64 {
	out := make([]float64, len(shares))
	for i, s := range shares {
		out[i] = s * threshold / 100
	}
	return out
}

// Decoupling is how far the ratio of output to heart rate fell from the
// first to the second half, in percent. The samples are those of the running
// timer that have both values; an odd one goes to the second half.
func Decoupling(power, hr []float64, running []bool) float64 {
	return decoupling(power, hr, running, Mean)
}

// DecouplingNP is [Decoupling] with each half's NP for its average power.
func DecouplingNP(power, hr []float64, running []bool) float64 {
	return decoupling(power, hr, running, func(half []float64) float64 {
		w, _ := NP(half, nil)
		return w
	})
}

func decoupling(power, hr []float64, running []bool, output func([]float64) float64) float64 {
	var p, h []float64
	for i := range power {
		if runs(running, i) && !math.IsNaN(power[i]) && !math.IsNaN(hr[i]) {
			p, h = append(p, power[i]), append(h, hr[i])
		}
	}
	half := len(p) / 2
	first := output(p[:half]) / Mean(h[:half])
	second := output(p[half:]) / Mean(h[half:])
	return (first - second) / first * 100
}
