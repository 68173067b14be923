package curve

import "math"

// WBalVersion of the rules in this package.
const WBalVersion = 1

// WBalModel is the two parameters of critical power.
type WBalModel struct {
	CPW     float64 // critical power, W
	WPrimeJ float64 // work that can be done above it, J
}

// Possible reports parameters that a person can have: both above zero.
func (m WBalModel) Possible() bool {
	return m.CPW > 0 && m.WPrimeJ > 0 && !math.IsInf(m.CPW, 0) && !math.IsInf(m.WPrimeJ, 0)
}

// Variant names one form of W′bal.
type Variant string

// The forms. [Differential] is the canonical one.
const (
	Differential Variant = "differential"
	Euler        Variant = "euler"
	Integral     Variant = "integral"
)

// Variants lists them, the canonical one first.
func Variants() []Variant { return []Variant{Differential, Euler, Integral} }

// Series is W′bal in J after each second of watts. It is not cut off at zero:
// below it, critical power or W′ is set too low. Parameters that are not
// [Model.Possible] give nil.
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

// exact spends in full above critical power and recovers below it by the
// solution of dW/dt = (CP − P)·(W′ − W)/W′ over the second (Froncioni and
// Clarke; Skiba 2015). The share of what is missing that is left depends on
// the second's watts alone, of which there are few different ones.
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

// mostKept bounds the table of a critical power that nobody has.
const mostKept = 4096

// leftAt is the share of the spent work that a second at p leaves spent.
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

// euler takes the recovery of a second at the rate it begins with, as
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

// Faded is the integral form (Skiba 2012) with a time constant in s: W′ less
// every second's excess, each fading with tau. It adds up in one pass
// (Waterworth), which is the same sum.
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

// The time constant of Skiba 2012: 546·e^(−0.01·D) + 316 s.
const (
	tauSpan  = 546
	tauRate  = 0.01
	tauFloor = 316
)

// Tau is the time constant in s of the integral form by Skiba 2012, from how
// far the mean of the power below cp lies below it. It looks at the whole
// ride, the future included. Without a second below cp it is that of D = 0,
// and false.
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

// Lowest is the least value of a series and its first second; false for an
// empty one.
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
