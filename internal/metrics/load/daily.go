package load

import (
	"maps"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Weighting turns a time constant in days into the weight of one day.
type Weighting string

// These are the weightings.
const (
	Exponential Weighting = "exponential" // 1 − e^(−1/τ), the default
	Inverse     Weighting = "inverse"     // 1/τ
	Span        Weighting = "span"        // 2/(τ+1)
)

// These are the usual time constants in days.
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

// Model computes fitness and fatigue from daily loads. Its zero value is the
// default: 42 and 7 days, exponential, form from the previous day, seed 0.
type Model struct {
	CTLDays, ATLDays float64
	Weighting        Weighting
	// SameDayForm means that form is computed from the fitness and fatigue after the load
	// of the same day, rather than from those of the day before.
	SameDayForm bool
	// Seed is the state on the day before the first day.
	Seed Seed
}

// Seed holds the fitness and fatigue before a series begins.
type Seed struct{ CTL, ATL float64 }

// State holds fitness (CTL), fatigue (ATL) and form (TSB) of one day.
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

// SeriesFrom does the same as [Model.Series], with fitness values that were entered for the
// end of some days, by index. On such a day fatigue is set to the same value, so form is 0.
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
// Callers must keep the projection separate from actual states.
func (m Model) Project(last State, planned []float64) []State {
	m.Seed = Seed{CTL: last.CTL, ATL: last.ATL}
	return m.Series(planned)
}

// rampDays is the number of days that [Ramp] spans.
const rampDays = 7

// Ramp returns the change of CTL over the 7 days that end at day i, or false if
// the series is shorter.
func Ramp(series []State, i int) (float64, bool) {
	if i < rampDays || i >= len(series) {
		return 0, false
	}
	return series[i].CTL - series[i-rampDays].CTL, true
}

// RatioVersion is the version of the rule in [AcuteChronic].
const RatioVersion = 1

// These are the lengths in days of the periods for acute and chronic load.
const (
	AcuteDays   = 7
	ChronicDays = 28
)

// Ratio is acute divided by chronic load, by three definitions: the mean of the last 7 days
// over the mean of the last 28 (coupled) or of the 21 before them (uncoupled), and
// exponential averages with weights 2/(N+1) from the first day on (Williams 2017). A field
// is 0 if the chronic load is 0.
type Ratio struct{ Coupled, Uncoupled, EWMA float64 }

// AcuteChronic returns the acute:chronic ratio at the end of consecutive days,
// or false for fewer than 28. It describes a change of load; it does not
// predict injuries.
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

// WeekVersion is the version of the rules in [Monotony] and [Strain].
const WeekVersion = 1

// Monotony returns Foster's monotony (1998): the mean daily load of a week divided
// by its standard deviation (n − 1). It returns false if monotony is undefined,
// that is, if there are fewer than two days or if all days have the same load.
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

// EnergyVersion is the version of the rules in [FromWork] and [FromHR].
const EnergyVersion = 1

const (
	kjPerKcal = 4.184
	// efficiency is the share of a cyclist's gross energy that reaches the pedals;
	// it is 0.20 to 0.25 in trained riders.
	efficiency = 0.24
)

// FromWork returns the energy spent in kcal for work at the pedals in kJ.
func FromWork(kj float64) float64 { return kj / kjPerKcal / efficiency }

// Person holds the personal values on which energy depends.
type Person struct {
	Sex      training.Sex
	WeightKg float64
	AgeYears float64
}

// FromHR returns the energy in kcal spent over the given seconds at a mean heart
// rate, by the formula of Keytel et al. 2005 (J Sports Sci 23:289), or the reason
// why it is unknown. The formula is for steady exercise; at low heart rates it
// gives values below zero, which are rejected.
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

// FuelVersion is the version of the rules of food and drink.
const FuelVersion = 1

const hourS = 3600.0

// leastS is the shortest time in s for which an amount per hour is computed. It would be
// meaningless for a gel before a sprint.
const leastS = 30 * 60

// PerHour returns an amount per hour. It returns false if there is no amount, or
// if the time is less than half an hour.
func PerHour(amount, seconds float64) (float64, bool) {
	if amount <= 0 || seconds < leastS {
		return 0, false
	}
	return amount / (seconds / hourS), true
}

// These are the maximum plausible amounts per hour. They are about twice the highest
// known amounts, which are 150 g of carbohydrate and 2 l of fluid.
const (
	MostCarbsGPerH  = 300.0
	MostFluidMLPerH = 4000.0
)

// CheckFuel returns an error for amounts that are implausible in the given time.
// For less than an hour, it uses the limits for an hour, because athletes may eat
// or drink beforehand.
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

// Range is the amount per hour that a source recommends.
type Range struct{ LowPerH, HighPerH float64 }

// These are the sources of the ranges.
const (
	CarbsSource = "Jeukendrup 2014 (Sports Med 44:S25)"
	FluidSource = "ACSM position stand 2007 (Med Sci Sports Exerc 39:377)"
)

// These are the durations in s that separate the ranges of carbohydrate. Below the first, the
// source gives no amount; above the second, it recommends more, as glucose with fructose.
const (
	carbsFromS = 75 * 60.0
	carbsMoreS = 2.5 * hourS
)

// CarbRange returns the range of carbohydrate in g per hour for a duration in
// s, or the reason why there is none.
func CarbRange(seconds float64) (r Range, missing string) {
	switch {
	case seconds < carbsFromS:
		return Range{}, "under 75 minutes the literature recommends only small amounts, or a mouth rinse"
	case seconds <= carbsMoreS:
		return Range{30, 60}, ""
	}
	return Range{60, 90}, ""
}

// FluidRange returns the range of fluid in ml per hour.
func FluidRange() Range { return Range{400, 800} }
