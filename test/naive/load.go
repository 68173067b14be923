package naive

import "math"

// Banister holds a formula's constants: a heart-rate reserve share x weighs
// x·A·exp(B·x) a minute.
type Banister struct{ A, B float64 }

// The constants of Morton, Fitz-Clarke and Banister 1990.
var (
	BanisterMale   = Banister{A: 0.64, B: 1.92}
	BanisterFemale = Banister{A: 0.86, B: 1.67}
)

// PerSample is the TRIMP summed over every valid second of the running
// timer. A rate below rest weighs nothing.
func (b Banister) PerSample(hr []float64, running []bool, rest, maximum float64) float64 {
	sum := 0.0
	for _, v := range valid(timer(hr, running)) {
		sum += b.Average(v, 1.0/60, rest, maximum)
	}
	return sum
}

// Average is the TRIMP of some minutes at one average rate.
func (b Banister) Average(hr, minutes, rest, maximum float64) float64 {
	x := math.Max(0, (hr-rest)/(maximum-rest))
	return minutes * x * b.A * math.Exp(b.B*x)
}

// HRTSS is the training stress score estimated from heart rate: hours by the
// square of the average's share of the threshold rate.
func HRTSS(hours, avgHR, lthr float64) float64 { return hours * (avgHR / lthr) * (avgHR / lthr) * 100 }

// AlphaExp is the smoothing factor of a time constant in days, the default.
func AlphaExp(days float64) float64 { return 1 - math.Exp(-1/days) }

// AlphaInverse is TrainingPeaks' smoothing factor.
func AlphaInverse(days float64) float64 { return 1 / days }

// AlphaSpan is Runalyze's smoothing factor.
func AlphaSpan(days float64) float64 { return 2 / (days + 1) }

// Smoothed is the exponential average of daily loads from a seed (0 for a
// new athlete): CTL with 42 days, ATL with 7.
func Smoothed(load []float64, alpha, seed float64) []float64 {
	y := seed
	var out []float64
	for _, l := range load {
		y += alpha * (l - y)
		out = append(out, y)
	}
	return out
}

// TSBSameDay is CTL − ATL of the same day.
func TSBSameDay(ctl, atl []float64) []float64 {
	var out []float64
	for i := range ctl {
		out = append(out, ctl[i]-atl[i])
	}
	return out
}

// TSBPreviousDay is CTL − ATL of the day before; the first day has the seeds'.
func TSBPreviousDay(ctl, atl []float64, seedCTL, seedATL float64) []float64 {
	same := append([]float64{seedCTL - seedATL}, TSBSameDay(ctl, atl)...)
	return same[:len(ctl)]
}

// Monotony is Foster's mean over standard deviation of a week's loads; NaN
// where all days are equal. A sample deviation divides by one day less.
func Monotony(week []float64, sample bool) float64 {
	mean, squares := Mean(week), 0.0
	for _, l := range week {
		squares += (l - mean) * (l - mean)
	}
	n := float64(len(week))
	if sample {
		n--
	}
	if squares == 0 {
		return math.NaN()
	}
	return mean / math.Sqrt(squares/n)
}

// Strain is the week's load by its monotony.
func Strain(week []float64, sample bool) float64 {
	return Mean(week) * float64(len(week)) * Monotony(week, sample)
}
