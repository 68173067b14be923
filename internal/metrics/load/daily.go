package load

// Weighting is how a time constant in days becomes the weight of one day.
type Weighting string

// The weightings in use.
const (
	Exponential Weighting = "exponential" // 1 − e^(−1/τ), the default
	Inverse     Weighting = "inverse"     // 1/τ
	Span        Weighting = "span"        // 2/(τ+1)
)

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
func (m Model) Series(loads []float64) []State { return nil }

// Project continues from the state of the last actual day over planned loads.
func (m Model) Project(last State, planned []float64) []State { return nil }

// Ramp is the change of CTL over the 7 days that end at day i; false before
// the series is that long.
func Ramp(series []State, i int) (float64, bool) { return 0, false }
