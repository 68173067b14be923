package load

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

// AcuteChronic is the ratio at the end of consecutive days; false before
// there are 28. It describes a change of load and predicts no injury.
func AcuteChronic(days []float64) (Ratio, bool) {
	n := len(days)
	if n < ChronicDays {
		return Ratio{}, false
	}
	acute := mean(days[n-AcuteDays:])
	model := Model{CTLDays: ChronicDays, ATLDays: AcuteDays, Weighting: Span, Seed: Seed{CTL: days[0], ATL: days[0]}}
	last := model.Series(days)[n-1]
	return Ratio{
		Coupled:   over(acute, mean(days[n-ChronicDays:])),
		Uncoupled: over(acute, mean(days[n-ChronicDays:n-AcuteDays])),
		EWMA:      over(last.ATL, last.CTL),
	}, true
}

func over(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}
