package naive

import "math"

// Banister holds a formula's constants: a share x of the heart rate reserve has
// a weight of x·A·exp(B·x) per minute.
type Banister struct{ A, B float64 }

// The constants of Morton, Fitz-Clarke and Banister 1990.
var (
	BanisterMale   = Banister{A: 0.64, B: 1.92}
	BanisterFemale = Banister{A: 0.86, B: 1.67}
)

// PerSample returns the TRIMP summed over every valid second of the running
// timer. Rates below rest add nothing.
func (b Banister) PerSample(hr []float64, running []bool, rest, maximum float64) float64 {
	sum := 0.0
	for _, v := range valid(timer(hr, running)) {
		sum += b.Average(v, 1.0/60, rest, maximum)
	}
	return sum
}

// Average returns the TRIMP of a number of minutes at an average rate.
func (b Banister) Average(hr, minutes, rest, maximum float64) float64 {
	x := math.Max(0, (hr-rest)/(maximum-rest))
	return minutes * x * b.A * math.Exp(b.B*x)
}

// HRTSS returns the training stress score estimated from heart rate: hours
// times the square of the average rate's share of the threshold rate.
func HRTSS(hours, avgHR, lthr float64) float64 { return hours * (avgHR / lthr) * (avgHR / lthr) * 100 }

// AlphaExp returns the smoothing factor of a time constant in days, the
// default.
func AlphaExp(days float64) float64 { return 1 - math.Exp(-1/days) }

// AlphaInverse returns TrainingPeaks' smoothing factor.
func AlphaInverse(days float64) float64 { return 1 / days }

// AlphaSpan returns Runalyze's smoothing factor.
func AlphaSpan(days float64) float64 { return 2 / (days + 1) }

// Smoothed returns the exponential average of daily loads from a seed (0 for a
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

// TSBSameDay returns CTL − ATL of the same day.
func TSBSameDay(ctl, atl []float64) []float64 {
	var out []float64
	for i := range ctl {
		out = append(out, ctl[i]-atl[i])
	}
	return out
}

// TSBPreviousDay returns CTL − ATL of the day before; the first day has that of
// the seeds.
func TSBPreviousDay(ctl, atl []float64, seedCTL, seedATL float64) []float64 {
	same := append([]float64{seedCTL - seedATL}, TSBSameDay(ctl, atl)...)
	return same[:len(ctl)]
}

// Monotony returns Foster's mean over standard deviation of a week's loads, NaN
// if all days are equal. A sample deviation divides by one day less.
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

// Strain returns the week's load times its monotony.
func Strain(week []float64, sample bool) float64 {
	return Mean(week) * float64(len(week)) * Monotony(week, sample)
}

// Edwards weights the minutes at 50–60, 60–70, … 90–100 % of the maximum heart
// rate by 1 to 5; below 50 % the weight is zero.
func Edwards(hr []float64, running []bool, maximum float64) float64 {
	return weighed(TimeInZones(hr, running, Bounds([]float64{50, 60, 70, 80, 90}, maximum)), 0, 1, 2, 3, 4, 5)
}

// Lucia weights the minutes below VT1, up to VT2 and above by 1, 2 and 3.
func Lucia(hr []float64, running []bool, vt1, vt2 float64) float64 {
	return weighed(TimeInZones(hr, running, []float64{vt1, vt2}), 1, 2, 3)
}

// ZonalTRIMP returns GoldenCheetah's TRIMP: minutes of five zones times 0.9,
// 1.1, 1.2, 2, 5.
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

// HRSS returns 100 · TRIMP / TRIMP of an hour at threshold.
func HRSS(trimp float64, b Banister, rest, maximum, lthr float64) float64 {
	return 100 * trimp / b.Average(lthr, 60, rest, maximum)
}

// HRRTSS returns 100 · h · (reserve share / reserve share at threshold)².
func HRRTSS(hours, avgHR, rest, maximum, thresholdShare float64) float64 {
	share := (avgHR - rest) / (maximum - rest) / thresholdShare
	return 100 * hours * share * share
}

// FrielTSS returns the load by Friel's table of points per hour in his seven
// heart rate zones, with the mid-range values for zones 1 and 2.
func FrielTSS(seconds [7]float64) float64 {
	sum := 0.0
	for i, perHour := range []float64{30, 55, 70, 80, 100, 120, 140} {
		sum += seconds[i] / 3600 * perHour
	}
	return sum
}

// SessionRPE returns Foster's session load: the rating times minutes.
func SessionRPE(rpe, minutes float64) float64 { return rpe * minutes }

// RTSS returns 100 · h · (graded speed / threshold speed)²; [STSS] uses the
// third power for swimming.
func RTSS(hours, speed, threshold float64) float64 {
	return 100 * hours * (speed / threshold) * (speed / threshold)
}

// STSS returns 100 · h · (speed / threshold speed)³.
func STSS(hours, speed, threshold float64) float64 {
	v := speed / threshold
	return 100 * hours * v * v * v
}

// ACWRCoupled returns the mean of the last 7 days over that of the last 28.
func ACWRCoupled(load []float64) float64 {
	n := len(load)
	return Mean(load[n-7:]) / Mean(load[n-28:])
}

// ACWRUncoupled returns the mean of the last 7 days over that of the 21 before.
func ACWRUncoupled(load []float64) float64 {
	n := len(load)
	return Mean(load[n-7:]) / Mean(load[n-28:n-7])
}

// ACWREWMA returns the ratio by Williams 2017: both averages are exponential
// with 2/(N+1), starting from the first day's load.
func ACWREWMA(load []float64) float64 {
	last := len(load) - 1
	return Smoothed(load, AlphaSpan(7), load[0])[last] / Smoothed(load, AlphaSpan(28), load[0])[last]
}

// PolarizationIndex returns log10(z1/z2·z3·100) for shares (Treff 2019): 0
// without the third zone; a missing second zone counts as 0.01 taken from the
// third.
func PolarizationIndex(z1, z2, z3 float64) float64 {
	if z3 == 0 {
		return 0
	}
	if z2 == 0 {
		z2, z3 = 0.01, z3-0.01
	}
	return math.Log10(z1 / z2 * z3 * 100)
}

// LoadForForm returns the load of today that leads to the given same-day TSB,
// from yesterday's CTL and ATL: it steps both averages and solves for the load.
func LoadForForm(ctl, atl, form float64) float64 {
	aC, aA := AlphaExp(42), AlphaExp(7)
	return (atl*(1-aA) - ctl*(1-aC) + form) / (aC - aA)
}

// Session is an activity with its heart rate by second.
type Session struct {
	Sport string
	HR    []float64 // NaN if missing
}

// Impulse holds the training impulses of one session. An unknown value is NaN,
// and an unknown class empty.
type Impulse struct {
	TRIMP, PerMin, Deviation float64
	Class                    string
}

// Impulses returns the training impulse of each session, none if heart rate
// covers less than half of its time.
func (b Banister) Impulses(all []Session, rest, maximum float64) []Impulse {
	out := make([]Impulse, len(all))
	bySport := map[string][]float64{}
	for i, s := range all {
		out[i] = Impulse{TRIMP: math.NaN(), PerMin: math.NaN(), Deviation: math.NaN()}
		seconds := float64(len(valid(s.HR)))
		if seconds == 0 || seconds < float64(len(s.HR))/2 {
			continue
		}
		x := b.PerSample(s.HR, nil, rest, maximum)
		if x < 0.05 { // zero with one decimal
			continue
		}
		out[i].TRIMP, out[i].PerMin, out[i].Class = x, x*60/seconds, "easy"
		if out[i].PerMin > 1.5 {
			out[i].Class = "moderate"
		}
		if out[i].PerMin > 2.2 {
			out[i].Class = "hard"
		}
		bySport[s.Sport] = append(bySport[s.Sport], x)
	}
	for i, s := range all {
		if m, sd := Mean(bySport[s.Sport]), SampleDeviation(bySport[s.Sport]); sd > 0 {
			out[i].Deviation = (out[i].TRIMP - m) / sd
		}
	}
	return out
}

// SampleDeviation returns the standard deviation over n − 1, NaN for fewer than
// two values.
func SampleDeviation(values []float64) float64 {
	if len(values) < 2 {
		return math.NaN()
	}
	m, squares := Mean(values), 0.0
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}
