package naive

import "math"

// npWindow is the length of the rolling mean under the fourth power.
const npWindow = 30

// NP is the canonical normalized power in W and the number of 30 s windows
// it averages. Its samples are the valid ones of the running timer, so that
// windows reach across pauses and drop-outs; only full windows count.
func NP(power []float64, running []bool) (watts float64, windows int) {
	return fourthPowerMean(fullWindows(valid(timer(power, running))))
}

// NPGarmin is the value of Garmin devices before rounding: the canonical rule.
func NPGarmin(power []float64, running []bool) (watts float64, windows int) {
	return NP(power, running)
}

// NPWahoo restarts its window after every pause and takes missing power for
// zero; only full windows count.
func NPWahoo(power []float64, running []bool) (watts float64, windows int) {
	var means []float64
	for _, piece := range pieces(power, running) {
		means = append(means, fullWindows(zeroFilled(piece))...)
	}
	return fourthPowerMean(means)
}

// NPGoldenCheetah takes missing power for zero and counts one window a
// sample: the first 29 are padded with zeros in front.
func NPGoldenCheetah(power []float64, running []bool) (watts float64, windows int) {
	samples := zeroFilled(timer(power, running))
	if len(samples) == 0 {
		return math.NaN(), 0
	}
	return fourthPowerMean(fullWindows(append(make([]float64, npWindow-1), samples...)))
}

// NPExpanding counts one window a valid sample: the first 29 average what
// there is so far.
func NPExpanding(power []float64, running []bool) (watts float64, windows int) {
	samples := valid(timer(power, running))
	var means []float64
	for i := range samples {
		means = append(means, Mean(samples[max(0, i-npWindow+1):i+1]))
	}
	return fourthPowerMean(means)
}

// LapNP is the NP of the lap [from, to) in seconds: the session's running
// windows, carried in from before the lap, whose last sample lies in it.
func LapNP(power []float64, running []bool, from, to int) (watts float64, windows int) {
	var samples, means []float64
	for i := range power {
		if !runs(running, i) || math.IsNaN(power[i]) {
			continue
		}
		samples = append(samples, power[i])
		if n := len(samples); n >= npWindow && i >= from && i < to {
			means = append(means, Mean(samples[n-npWindow:]))
		}
	}
	return fourthPowerMean(means)
}

// The two published smoothing factors of [XPower] at one-second samples.
var (
	XPowerAlphaStep = 1 / 26.0              // dt/(25+dt), GoldenCheetah
	XPowerAlphaExp  = 1 - math.Exp(-1/25.0) // the 25 s time constant exactly
)

// XPower is Skiba's xPower in W over the valid samples of the running timer:
// the fourth-power mean of an exponential average that starts from zero.
func XPower(power []float64, running []bool, alpha float64) float64 {
	e := 0.0
	var averages []float64
	for _, p := range valid(timer(power, running)) {
		e += alpha * (p - e)
		averages = append(averages, e)
	}
	w, _ := fourthPowerMean(averages)
	return w
}

// TSS is the training stress score counted over NP's windows, as devices do:
// watts is not rounded.
func TSS(watts, ftp float64, windows int) float64 {
	return float64(windows) / 3600 * (watts / ftp) * (watts / ftp) * 100
}

// RoundHalfUp rounds as device displays do.
func RoundHalfUp(x float64) float64 { return math.Floor(x + 0.5) }

func fullWindows(samples []float64) []float64 {
	var means []float64
	for i := 0; i+npWindow <= len(samples); i++ {
		means = append(means, Mean(samples[i:i+npWindow]))
	}
	return means
}

func fourthPowerMean(means []float64) (watts float64, windows int) {
	sum := 0.0
	for _, m := range means {
		sum += m * m * m * m
	}
	return math.Pow(sum/float64(len(means)), 0.25), len(means)
}
