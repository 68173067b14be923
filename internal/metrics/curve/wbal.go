package curve

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// WBalVersion is the version of the W′bal rules.
const WBalVersion = 1

// WBalModel holds the two parameters of critical power.
type WBalModel struct {
	CPW     float64 // critical power, W
	WPrimeJ float64 // work that can be done above critical power, J
}

// Possible reports whether both parameters are finite and above 0.
func (m WBalModel) Possible() bool {
	return m.CPW > 0 && m.WPrimeJ > 0 && !math.IsInf(m.CPW, 0) && !math.IsInf(m.WPrimeJ, 0)
}

// Variant is the name of a form of W′bal.
type Variant string

// These are the forms. [Differential] is the canonical one.
const (
	Differential Variant = "differential"
	Euler        Variant = "euler"
	Integral     Variant = "integral"
)

// Variants returns the forms, the canonical one first.
func Variants() []Variant { return []Variant{Differential, Euler, Integral} }

// Series returns W′bal in J after each second of watts. A value below zero
// means that critical power or W′ is set too low. It returns nil if the parameters are
// not possible.
func (m WBalModel) Series(v Variant, watts []int32) []float64 {
	switch {
	case !m.Possible():
		return nil
	case v == Euler:
		return m.euler(watts)
	case v == Integral:
		tau, _ := Tau(watts, m.CPW)
		return m.Faded(watts, tau)
	}
	return m.exact(watts)
}

// exact subtracts all work above critical power. Below critical power, it applies the
// exact solution of dW/dt = (CP − P)·(W′ − W)/W′ over each second (Froncioni and Clarke;
// Skiba 2015). The fraction of the spent work that remains spent after a second depends
// only on the power in that second, which takes few different values.
func (m WBalModel) exact(watts []int32) []float64 {
	out := make([]float64, len(watts))
	left := make([]float64, int(math.Ceil(min(m.CPW, mostKept))))
	balance := m.WPrimeJ
	for i, w := range watts {
		p := float64(max(w, 0))
		switch {
		case p >= m.CPW:
			balance -= p - m.CPW
		case balance != m.WPrimeJ:
			balance = m.WPrimeJ - (m.WPrimeJ-balance)*m.leftAt(left, p)
		}
		out[i] = balance
	}
	return out
}

// mostKept limits the size of the table of fractions if critical power is impossibly high.
const mostKept = 4096

// leftAt returns the fraction of the spent work that remains spent after a second
// at p watts.
func (m WBalModel) leftAt(known []float64, p float64) float64 {
	k := int(p)
	if k >= len(known) {
		return math.Exp((p - m.CPW) / m.WPrimeJ)
	}
	if known[k] == 0 {
		known[k] = math.Exp((p - m.CPW) / m.WPrimeJ)
	}
	return known[k]
}

// euler computes the recovery in a second from the rate at the start of the second, as
// GoldenCheetah, sweatpy and Sauce do.
func (m WBalModel) euler(watts []int32) []float64 {
	out := make([]float64, len(watts))
	balance := m.WPrimeJ
	for i, w := range watts {
		p := float64(max(w, 0))
		if p >= m.CPW {
			balance -= p - m.CPW
		} else {
			balance += (m.CPW - p) * (m.WPrimeJ - balance) / m.WPrimeJ
		}
		out[i] = balance
	}
	return out
}

// Faded returns the integral form (Skiba 2012) with the time constant tau in s: W′
// minus the excess of every second, each decaying with tau. It is computed in one
// pass (Waterworth), which gives the same sum.
func (m WBalModel) Faded(watts []int32, tau float64) []float64 {
	if !m.Possible() || !(tau > 0) {
		return nil
	}
	out := make([]float64, len(watts))
	fade, spent := math.Exp(-1/tau), 0.0
	for i, w := range watts {
		spent = spent*fade + max(0, float64(max(w, 0))-m.CPW)
		out[i] = m.WPrimeJ - spent
	}
	return out
}

// This is the time constant of Skiba 2012: 546·e^(−0.01·D) + 316 s.
const (
	tauSpan  = 546
	tauRate  = 0.01
	tauFloor = 316
)

// Tau returns the time constant in s of the integral form according to Skiba 2012, from
// D, the difference between cp and the mean of the power below cp. It uses the whole
// ride, including later seconds. If there is no second below cp, it returns the constant
// for D = 0, and false.
func Tau(watts []int32, cp float64) (float64, bool) {
	sum, n := 0.0, 0
	for _, w := range watts {
		if p := float64(max(w, 0)); p < cp {
			sum, n = sum+p, n+1
		}
	}
	if n == 0 {
		return tauSpan + tauFloor, false
	}
	return tauSpan*math.Exp(-tauRate*(cp-sum/float64(n))) + tauFloor, true
}

// Lowest returns the lowest value of a series in J and its first second. It
// returns false for an empty series.
func Lowest(series []float64) (joules float64, second int, ok bool) {
	if len(series) == 0 {
		return 0, 0, false
	}
	for i, j := range series {
		if j < series[second] {
			second = i
		}
	}
	return series[second], second, true
}

// LeastCoverage is the minimum share of timer time that power must cover. W′bal recovers
// during seconds without power, so with a lower share it would be too high.
const LeastCoverage = 0.8

// WBalOf returns W′bal of a recording in the canonical form, one value per second
// from firstS on, or the reason why there is none. It uses elapsed time: W′bal
// recovers during pauses.
func WBalOf(v *stream.View, m WBalModel) (joules []float64, firstS int32, missing i18n.Sentence) {
	return WBalBy(v, m, Differential)
}

// WBalBy does the same as [WBalOf] in another form.
func WBalBy(v *stream.View, m WBalModel, form Variant) (joules []float64, firstS int32, missing i18n.Sentence) {
	watts, firstS, missing := PowerSeries(v)
	switch {
	case missing != "":
		return nil, 0, missing
	case !m.Possible():
		return nil, 0, "critical power and W′ are not both above zero"
	case v.Coverage(training.Power) < LeastCoverage:
		return nil, 0, "power covers less than 80 % of the time, and the rest of the time would count as recovery"
	}
	return m.Series(form, watts), firstS, ""
}

// PredictRun is the distance of a run, and the number of days since then.
type PredictRun struct {
	KM      float64
	DaysAgo int
}

// These are the numbers of days that marathon shape considers, and its weights, as in Runalyze.
const (
	ShapeDays               = 182
	longRunDays             = 70
	leastLongRunKM          = 13.0
	leastVO2Max             = 25.0
	weeklyWeight, runWeight = 0.67, 0.33
)

// MarathonNeeds returns the weekly distance and the long run in km that a marathon
// requires at a given oxygen uptake in ml/kg/min. Lower uptakes than 25 are treated as 25.
func MarathonNeeds(vo2max float64) (weeklyKM, longRunKM float64) {
	v := max(leastVO2Max, vo2max)
	return math.Pow(v, 1.135), 12 * math.Log(v/4)
}

// MarathonShape returns the present endurance as a percentage of what a marathon
// requires: 67 % of it depends on the weekly distance over 182 days (or since the first
// run, but at least 70 days), and 33 % on the runs of more than 13 km in the last 70
// days, with more weight for recent and long ones. It can exceed 100.
func MarathonShape(vo2max float64, runs []PredictRun) float64 {
	weekly, long := MarathonNeeds(vo2max)
	total, days, longRuns := 0.0, longRunDays, 0.0
	for _, r := range runs {
		if r.DaysAgo < 0 || r.DaysAgo >= ShapeDays || r.KM <= 0 {
			continue
		}
		total += r.KM
		days = max(days, r.DaysAgo+1)
		if r.DaysAgo < longRunDays && r.KM > leastLongRunKM {
			share := (r.KM - leastLongRunKM) / (long - leastLongRunKM)
			longRuns += (2 - 2*float64(r.DaysAgo)/longRunDays) * share * share
		}
	}
	return 100 * (weeklyWeight*total*7/float64(days)/weekly + runWeight*longRuns*7/longRunDays)
}

// VO2MaxVersion is the version of the rules in [VO2MaxFromPower] and [VO2MaxFromHR].
const VO2MaxVersion = 1

// VO2Max is an estimate of maximal oxygen uptake in ml/kg/min as a range.
type VO2Max struct{ Low, Estimate, High float64 }

// acsmShare is half the width of the range around the result of the ACSM equation. A best of
// five minutes is not a steady state, so the equation's own error, about 7 %, is the minimum.
const acsmShare = 0.07

// VO2MaxFromPower returns the maximal oxygen uptake by the ACSM equation for
// cycling, 10.8·W/kg + 7, from the best five minutes. It returns false unless both
// numbers are above zero.
func VO2MaxFromPower(best5MinW, weightKg float64) (VO2Max, bool) {
	if !(best5MinW > 0) || !(weightKg > 0) {
		return VO2Max{}, false
	}
	x := 10.8*best5MinW/weightKg + 7
	return VO2Max{x * (1 - acsmShare), x, x * (1 + acsmShare)}, true
}

// uthSEE is the standard error of Uth's ratio in ml/kg/min.
const uthSEE = 2.7

// VO2MaxFromHR returns the maximal oxygen uptake as 15.3 times the ratio of
// highest to resting heart rate (Uth 2004, trained men). It returns false
// unless restBpm is above zero and below maxBpm.
func VO2MaxFromHR(maxBpm, restBpm float64) (VO2Max, bool) {
	if !(restBpm > 0) || !(maxBpm > restBpm) {
		return VO2Max{}, false
	}
	x := 15.3 * maxBpm / restBpm
	return VO2Max{x - uthSEE, x, x + uthSEE}, true
}

// WeightVersion is the version of the rule in [PerKg].
const WeightVersion = 1

// PerKg returns a power in W/kg, or false if either is not above zero.
func PerKg(watts, kg float64) (float64, bool) {
	if !(watts > 0) || !(kg > 0) {
		return 0, false
	}
	return watts / kg, true
}

// WorkVersion is the version of the rule in [WorkAbove].
const WorkVersion = 1

// WorkAbove sums up the work above a power in W, from a histogram of power. excess is
// only the part above that power, and within is all work in the seconds at or above it,
// both in J. It returns false if the histogram is empty or not in bins of 1 W, or if the
// limit is not above zero.
func WorkAbove(h zones.Histogram, limitW float64) (excess, within float64, ok bool) {
	if len(h.Seconds) == 0 || h.Width != 1 || !(limitW > 0) {
		return 0, 0, false
	}
	for i, s := range h.Seconds {
		if w := float64(h.First) + float64(i); s > 0 && w >= limitW {
			excess += (w - limitW) * float64(s)
			within += w * float64(s)
		}
	}
	return excess, within, true
}
