package load

import (
	"maps"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

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

// Alpha returns the weight of one day for a time constant in days, at most 1.
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

// Series returns the states after the loads of consecutive days.
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

// SeriesFrom is Series with the fitness that was stated for the end of some days,
// by their place: fatigue is taken for as high, so that form is 0 there.
func (m Model) SeriesFrom(loads []float64, stated map[int]float64) []State {
	out := make([]State, 0, len(loads))
	from := 0
	for _, day := range slices.Sorted(maps.Keys(stated)) {
		out = append(out, m.Series(loads[from:day])...)
		m.Seed = Seed{CTL: stated[day], ATL: stated[day]}
		out, from = append(out, State{CTL: stated[day], ATL: stated[day]}), day+1
	}
	return append(out, m.Series(loads[from:])...)
}

// Project continues from the state of the last actual day over planned loads.
// Its result is a projection and belongs in a field of its own.
func (m Model) Project(last State, planned []float64) []State {
	m.Seed = Seed{CTL: last.CTL, ATL: last.ATL}
	return m.Series(planned)
}

// rampDays is the span of [Ramp].
const rampDays = 7

// Ramp returns the change of CTL over the 7 days that end at day i; false
// before the series is that long.
func Ramp(series []State, i int) (float64, bool) {
	if i < rampDays || i >= len(series) {
		return 0, false
	}
	return series[i].CTL - series[i-rampDays].CTL, true
}

// RatioVersion is the version of the rule of [AcuteChronic].
const RatioVersion = 1

// The spans of the acute and the chronic load in days.
const (
	AcuteDays   = 7
	ChronicDays = 28
)

// Ratio is acute over chronic load, by three definitions: the mean of the
// last 7 days over that of the last 28 (coupled) or of the 21 before them
// (uncoupled), and exponential averages with weights 2/(N+1) from the first
// day on (Williams 2017). A field is 0 where the chronic load is.
type Ratio struct{ Coupled, Uncoupled, EWMA float64 }

// AcuteChronic returns the acute:chronic ratio at the end of consecutive days;
// false for fewer than 28. It describes a change of load and predicts no
// injury.
func AcuteChronic(days []float64) (Ratio, bool) {
	n := len(days)
	if n < ChronicDays {
		return Ratio{}, false
	}
	acute := stream.Mean(days[n-AcuteDays:])
	model := Model{CTLDays: ChronicDays, ATLDays: AcuteDays, Weighting: Span, Seed: Seed{CTL: days[0], ATL: days[0]}}
	last := model.Series(days)[n-1]
	return Ratio{
		Coupled:   over(acute, stream.Mean(days[n-ChronicDays:])),
		Uncoupled: over(acute, stream.Mean(days[n-ChronicDays:n-AcuteDays])),
		EWMA:      over(last.ATL, last.CTL),
	}, true
}

func over(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// WeekVersion is the version of the rules in this file.
const WeekVersion = 1

// Monotony returns Foster's monotony (1998): the mean daily load of a week over
// its standard deviation (n − 1). It is not defined, and false, for fewer than
// two days and where all days are equal.
func Monotony(days []float64) (float64, bool) {
	if len(days) < 2 {
		return 0, false
	}
	m, squares := stream.Mean(days), 0.0
	for _, l := range days {
		squares += (l - m) * (l - m)
	}
	if squares <= 0 {
		return 0, false
	}
	return m / math.Sqrt(squares/float64(len(days)-1)), true
}

// Strain returns Foster's strain: the load of a week times its monotony.
func Strain(days []float64) (float64, bool) {
	mono, ok := Monotony(days)
	return mono * stream.Mean(days) * float64(len(days)), ok
}

// EnergyVersion of the rules in this package.
const EnergyVersion = 1

const (
	kjPerKcal = 4.184
	// efficiency is the gross share of what a cyclist burns that reaches the
	// pedals; 0.20 to 0.25 in trained riders.
	efficiency = 0.24
)

// FromWork returns the energy burnt in kcal for work at the pedals in kJ.
func FromWork(kj float64) float64 { return kj / kjPerKcal / efficiency }

// Person is who burns.
type Person struct {
	Sex      training.Sex
	WeightKg float64
	AgeYears float64
}

// FromHR returns the energy burnt in kcal in some seconds at a mean heart rate
// by Keytel et al. 2005 (J Sports Sci 23:289), or the reason why it is unknown.
// The formula comes from steady exercise; at low rates it goes below zero,
// which is rejected.
func FromHR(bpm, seconds float64, p Person) (kcal float64, missing i18n.Sentence) {
	switch {
	case bpm <= 0 || seconds <= 0:
		return 0, training.NoHeartRate
	case p.WeightKg <= 0:
		return 0, "no weight is set"
	case p.AgeYears <= 0:
		return 0, "the athlete's year of birth is not set"
	}
	var kjPerMin float64
	switch p.Sex {
	case training.Male:
		kjPerMin = -55.0969 + 0.6309*bpm + 0.1988*p.WeightKg + 0.2017*p.AgeYears
	case training.Female:
		kjPerMin = -20.4022 + 0.4472*bpm - 0.1263*p.WeightKg + 0.074*p.AgeYears
	default:
		return 0, "the athlete's sex is not set"
	}
	if kjPerMin <= 0 {
		return 0, "heart rate was below the range of the estimate"
	}
	return kjPerMin / kjPerKcal * seconds / 60, ""
}

// FuelVersion of the rules in this package.
const FuelVersion = 1

const hourS = 3600.0

// leastS is the shortest time in s with an amount an hour: for a gel before a
// sprint a rate would mean nothing.
const leastS = 30 * 60

// PerHour returns an amount an hour; false where there is none, or less than
// half an hour.
func PerHour(amount, seconds float64) (float64, bool) {
	if amount <= 0 || seconds < leastS {
		return 0, false
	}
	return amount / (seconds / hourS), true
}

// The greatest plausible amounts an hour, about twice what anybody is known to
// take: 150 g of carbohydrate and 2 l.
const (
	MostCarbsGPerH  = 300.0
	MostFluidMLPerH = 4000.0
)

// CheckFuel returns an error for amounts that nobody takes in some seconds.
// Amounts in less than an hour are compared with those of an hour, because they
// may be taken before.
func CheckFuel(carbsG, fluidML, seconds float64) error {
	hours := max(1, seconds/hourS)
	for _, a := range []struct {
		what, unit   string
		amount, most float64
	}{{"carbs_g", "g", carbsG, MostCarbsGPerH}, {"fluid_ml", "ml", fluidML, MostFluidMLPerH}} {
		if !(a.amount >= 0 && a.amount <= a.most*hours) {
			return training.Errorf(training.KindInvalid, "%s cannot be %.0f %s for %.1f h.", a.what, a.amount, a.unit, hours).
				WithFix("Give the amount taken during the activity, at most %.0f %s an hour.", a.most, a.unit)
		}
	}
	return nil
}

// Range is what the literature gives for an hour, as a fact with its source.
type Range struct{ LowPerH, HighPerH float64 }

// The sources of the ranges.
const (
	CarbsSource = "Jeukendrup 2014 (Sports Med 44:S25)"
	FluidSource = "ACSM position stand 2007 (Med Sci Sports Exerc 39:377)"
)

// Bounds between the ranges of carbohydrate, in s: under the first the source
// names no amount, over the second it names more, of glucose with fructose.
const (
	carbsFromS = 75 * 60.0
	carbsMoreS = 2.5 * hourS
)

// CarbRange returns the range of carbohydrate in g an hour for a duration in s,
// or the reason why there is none.
func CarbRange(seconds float64) (r Range, missing string) {
	switch {
	case seconds < carbsFromS:
		return Range{}, "under 75 minutes the literature recommends only small amounts, or a mouth rinse"
	case seconds <= carbsMoreS:
		return Range{30, 60}, ""
	}
	return Range{60, 90}, ""
}

// FluidRange returns the range of fluid in ml an hour.
func FluidRange() Range { return Range{400, 800} }
