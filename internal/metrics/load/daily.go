package load

import "math"

// Weighting is how a time constant in days becomes the weight of one day.
type Weighting string

// The weightings in use.
const (
	Exponential Weighting = "exponential" // 1 − e^(−1/τ), the default
	Inverse     Weighting = "inverse"     // 1/τ
	Span        Weighting = "span"        // 2/(τ+1)
)

// The usual time constants in days.
const (
	DefaultCTLDays = 42
	DefaultATLDays = 7
)

// Alpha is the weight of one day for a time constant in days, at most 1.
func (w Weighting) Alpha(days float64) float64 {
	switch w {
	case Inverse:
		return min(1, 1/days)
	case Span:
		return min(1, 2/(days+1))
	default:
		return -math.Expm1(-1 / days)
	}
}

// Model is how fitness and fatigue follow from daily loads. Its zero value is
// the default: 42 and 7 days, exponential, form from the day before, seed 0.
type Model struct {
	CTLDays, ATLDays float64
	Weighting        Weighting
	// SameDayForm takes form from the day's own fitness and fatigue, after
	// its load, and not from those of the day before.
	SameDayForm bool
	// Seed is the state on the day before the first.
	Seed Seed
}

// Seed is fitness and fatigue before a series begins.
type Seed struct{ CTL, ATL float64 }

// State is fitness (CTL), fatigue (ATL) and form (TSB) of one day.
type State struct{ CTL, ATL, TSB float64 }

// Series follows the loads of consecutive days.
func (m Model) Series(loads []float64) []State {
	ctlDays, atlDays := m.CTLDays, m.ATLDays
	if ctlDays <= 0 {
		ctlDays = DefaultCTLDays
	}
	if atlDays <= 0 {
		atlDays = DefaultATLDays
	}
	a, b := m.Weighting.Alpha(ctlDays), m.Weighting.Alpha(atlDays)
	out := make([]State, len(loads))
	ctl, atl := m.Seed.CTL, m.Seed.ATL
	for i, l := range loads {
		before := ctl - atl
		ctl += (l - ctl) * a
		atl += (l - atl) * b
		out[i] = State{CTL: ctl, ATL: atl, TSB: before}
		if m.SameDayForm {
			out[i].TSB = ctl - atl
		}
	}
	return out
}

// Project continues from the state of the last actual day over planned loads.
// Its result is a projection and belongs in a field of its own.
func (m Model) Project(last State, planned []float64) []State {
	m.Seed = Seed{CTL: last.CTL, ATL: last.ATL}
	return m.Series(planned)
}

// rampDays is the span of [Ramp].
const rampDays = 7

// Ramp is the change of CTL over the 7 days that end at day i; false before
// the series is that long.
func Ramp(series []State, i int) (float64, bool) {
	if i < rampDays || i >= len(series) {
		return 0, false
	}
	return series[i].CTL - series[i-rampDays].CTL, true
}
