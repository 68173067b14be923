package naive

import "math"

// Mean returns the mean of the values, NaN if all are missing.
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

// Centred returns, for each value, the mean of the valid values within half
// seconds on either side; at the ends, of the existing ones. A missing value
// stays missing.
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

// npWindow is the length of the rolling mean before the fourth power.
const npWindow = 30

// NP returns the canonical normalized power in W and the number of 30 s windows
// it averages. Its samples are the valid ones of the running timer, so that
// windows extend across pauses and drop-outs; only full windows are used.
func NP(power []float64, running []bool) (watts float64, windows int) {
	return fourthPowerMean(fullWindows(valid(timer(power, running))))
}

// NPGarmin returns the value of Garmin devices before rounding: the canonical
// rule.
func NPGarmin(power []float64, running []bool) (watts float64, windows int) {
	return NP(power, running)
}

// NPWahoo restarts its window after every pause and treats missing power as
// zero; only full windows are used.
func NPWahoo(power []float64, running []bool) (watts float64, windows int) {
	var means []float64
	for _, piece := range pieces(power, running) {
		means = append(means, fullWindows(zeroFilled(piece))...)
	}
	return fourthPowerMean(means)
}

// NPGoldenCheetah treats missing power as zero and has one window per sample:
// the first 29 are padded with zeros in front.
func NPGoldenCheetah(power []float64, running []bool) (watts float64, windows int) {
	samples := zeroFilled(timer(power, running))
	if len(samples) == 0 {
		return math.NaN(), 0
	}
	return fourthPowerMean(fullWindows(append(make([]float64, npWindow-1), samples...)))
}

// NPExpanding has one window per valid sample: the first 29 average the samples
// so far.
func NPExpanding(power []float64, running []bool) (watts float64, windows int) {
	samples := valid(timer(power, running))
	var means []float64
	for i := range samples {
		means = append(means, Mean(samples[max(0, i-npWindow+1):i+1]))
	}
	return fourthPowerMean(means)
}

// LapNP returns the NP of the lap [from, to) in seconds: the session's running
// windows whose last sample is in the lap, including those that began before
// it.
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

// XPower returns Skiba's xPower in W over the valid samples of the running
// timer: the fourth-power mean of an exponential average that starts from zero.
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

// TSS returns the training stress score over NP's windows, as devices compute
// it: watts is not rounded.
func TSS(watts, ftp float64, windows int) float64 {
	return float64(windows) / 3600 * (watts / ftp) * (watts / ftp) * 100
}

// RoundHalfUp rounds like device displays.
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

// TimeInZones counts the seconds in each zone. lower holds the lower bounds of
// zones 2 and up: a value that equals one belongs to the upper zone. Missing
// values are in no zone.
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
// lower bounds of zones 2 to 7. They are percentages because 0.55 · 180 is a
// little more than the intended 99 W.
var CogganShares = []float64{55, 75, 90, 105, 120, 150}

// Bounds returns the lower bounds for percents of a threshold.
func Bounds(shares []float64, threshold float64) []float64 {
	out := make([]float64, len(shares))
	for i, s := range shares {
		out[i] = s * threshold / 100
	}
	return out
}

// Decoupling returns the fall of the ratio of output to heart rate from the
// first to the second half, in percent. The samples are those of the running
// timer that have both values; an odd one belongs to the second half.
func Decoupling(power, hr []float64, running []bool) float64 {
	return decoupling(power, hr, running, Mean)
}

// DecouplingNP does the same as [Decoupling] with each half's NP in place of
// its average power.
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

// WBalEuler does the same as [WBal], with each second's recovery at its initial
// rate: W += (CP − P)·(W' − W)/W'.
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

// WBalIntegral returns Skiba 2012: W' minus the excess of every second, each
// decaying with tau seconds. The sum is recomputed for every second.
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

// TauSkiba returns 546·e^(−0.01·D)+316 s, where D is the difference between CP
// and the mean of the power below it; seconds at CP are ignored. It is NaN if
// no power is below CP.
func TauSkiba(power []float64, cp float64) float64 {
	var below []float64
	for _, p := range zeroFilled(power) {
		if p < cp {
			below = append(below, p)
		}
	}
	return 546*math.Exp(-0.01*(cp-Mean(below))) + 316
}

// TauBartram returns Bartram 2018 for elite riders: 2287.2·D^−0.688 s.
func TauBartram(belowCP float64) float64 { return 2287.2 * math.Pow(belowCP, -0.688) }

// WorkAbove returns the excess over a power, and the total work of the seconds
// at or above it, in J.
func WorkAbove(power []float64, limit float64) (excess, whole float64) {
	for _, p := range valid(power) {
		if p >= limit {
			excess += p - limit
			whole += p
		}
	}
	return excess, whole
}

// MeanMaxAfter does the same as [MeanMax] for the windows that begin after at
// least the given joules. The series has no missing values.
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

// NPCurve returns the greatest NP of every duration from 30 s up: element d-1,
// NaN below 30. Each window of the session uses the 30 s means inside it.
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

// WBal returns the work left above critical power, in J after each second:
// spent in full above it, recovered below it by the exact solution of dW/dt =
// (CP−P)·(W'−W)/W'. Missing power recovers like zero. The result may fall below
// zero, which means that the parameters are too small.
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
// powers over some durations. It returns W and J, NaN for fewer than two
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
