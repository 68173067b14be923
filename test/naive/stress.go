package naive

import "math"

// Edwards weighs the minutes of 50–60, 60–70, … 90–100 % of the highest heart
// rate by 1 to 5; below half it is nothing.
func Edwards(hr []float64, running []bool, maximum float64) float64 {
	return weighed(TimeInZones(hr, running, Bounds([]float64{50, 60, 70, 80, 90}, maximum)), 0, 1, 2, 3, 4, 5)
}

// Lucia weighs the minutes below VT1, up to VT2 and above by 1, 2 and 3.
func Lucia(hr []float64, running []bool, vt1, vt2 float64) float64 {
	return weighed(TimeInZones(hr, running, []float64{vt1, vt2}), 1, 2, 3)
}

// ZonalTRIMP is GoldenCheetah's: minutes of five zones by 0.9, 1.1, 1.2, 2, 5.
func ZonalTRIMP(hr []float64, running []bool, lower []float64) float64 {
	return weighed(TimeInZones(hr, running, lower), 0.9, 1.1, 1.2, 2, 5)
}

func weighed(seconds []float64, weights ...float64) float64 {
	sum := 0.0
	for i, s := range seconds {
		sum += s / 60 * weights[i]
	}
	return sum
}

// HRSS is 100 · TRIMP over that of an hour at threshold.
func HRSS(trimp float64, b Banister, rest, maximum, lthr float64) float64 {
	return 100 * trimp / b.Average(lthr, 60, rest, maximum)
}

// HRRTSS is 100 · h · (reserve share / threshold's share)².
func HRRTSS(hours, avgHR, rest, maximum, thresholdShare float64) float64 {
	share := (avgHR - rest) / (maximum - rest) / thresholdShare
	return 100 * hours * share * share
}

// FrielTSS is Friel's table of points an hour over time in his seven
// heart rate zones; zones 1 and 2 at the middle of their ranges.
func FrielTSS(seconds [7]float64) float64 {
	sum := 0.0
	for i, perHour := range []float64{30, 55, 70, 80, 100, 120, 140} {
		sum += seconds[i] / 3600 * perHour
	}
	return sum
}

// SessionRPE is Foster's: the rating by minutes.
func SessionRPE(rpe, minutes float64) float64 { return rpe * minutes }

// RTSS is 100 · h · (graded speed / threshold speed)²; STSS the third power
// for swimming.
func RTSS(hours, speed, threshold float64) float64 {
	return 100 * hours * (speed / threshold) * (speed / threshold)
}

// STSS is 100 · h · (speed / threshold speed)³.
func STSS(hours, speed, threshold float64) float64 {
	v := speed / threshold
	return 100 * hours * v * v * v
}

// ACWRCoupled is the mean of the last 7 days over that of the last 28.
func ACWRCoupled(load []float64) float64 {
	n := len(load)
	return Mean(load[n-7:]) / Mean(load[n-28:])
}

// ACWRUncoupled is the mean of the last 7 days over that of the 21 before.
func ACWRUncoupled(load []float64) float64 {
	n := len(load)
	return Mean(load[n-7:]) / Mean(load[n-28:n-7])
}

// ACWREWMA is Williams 2017: both averages exponential with 2/(N+1), from the
// first day's load.
func ACWREWMA(load []float64) float64 {
	last := len(load) - 1
	return Smoothed(load, AlphaSpan(7), load[0])[last] / Smoothed(load, AlphaSpan(28), load[0])[last]
}

// PolarizationIndex is log10(z1/z2·z3·100) of shares (Treff 2019): 0 without
// the third zone; without the second, it is 0.01 and the third less by that.
func PolarizationIndex(z1, z2, z3 float64) float64 {
	if z3 == 0 {
		return 0
	}
	if z2 == 0 {
		z2, z3 = 0.01, z3-0.01
	}
	return math.Log10(z1 / z2 * z3 * 100)
}

// LoadForForm is today's load after which same-day TSB is form, from
// yesterday's CTL and ATL: stepping both averages and solving for the load.
func LoadForForm(ctl, atl, form float64) float64 {
	aC, aA := AlphaExp(42), AlphaExp(7)
	return (atl*(1-aA) - ctl*(1-aC) + form) / (aC - aA)
}
