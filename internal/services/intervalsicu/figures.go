package intervalsicu

import (
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Figures hold the service's computed values of an activity besides its load.
type Figures struct {
	CTL          *float64 `json:"icu_ctl"`
	ATL          *float64 `json:"icu_atl"`
	TRIMP        *float64 `json:"trimp"`
	SessionRPE   *float64 `json:"session_rpe"`
	Decoupling   *float64 `json:"decoupling"`
	Efficiency   *float64 `json:"icu_efficiency_factor"`
	Variability  *float64 `json:"icu_variability_index"`
	PowerHR      *float64 `json:"icu_power_hr"`
	Polarization *float64 `json:"polarization_index"`
	AboveFTP     *float64 `json:"icu_joules_above_ftp"`
	CarbsUsed    *float64 `json:"carbs_used"`
	Balance      *float64 `json:"avg_lr_balance"`
	Stride       *float64 `json:"average_stride"`
	MinTemp      *float64 `json:"min_temp"`
	MaxTemp      *float64 `json:"max_temp"`
	PowerMeter   string   `json:"power_meter"`
}

func figuresFields() []string {
	return []string{
		"icu_ctl", "icu_atl", "trimp", "session_rpe", "decoupling", "icu_efficiency_factor", "icu_variability_index", "icu_power_hr",
		"polarization_index", "icu_joules_above_ftp", "carbs_used", "avg_lr_balance", "average_stride", "min_temp", "max_temp", "power_meter",
	}
}

// mostSummaries is how many words on intervals are kept of an activity.
const mostSummaries = 20

// figures are those of the activity in our words.
func (a *Activity) figures() training.Figures {
	const kilo = 1000
	f := training.Figures{
		CTL: or(a.CTL), ATL: or(a.ATL), TRIMP: or(a.TRIMP), SessionRPE: or(a.SessionRPE), DecouplingPct: or(a.Decoupling),
		EfficiencyFactor: or(a.Efficiency), VariabilityIndex: or(a.Variability), PowerHRRatio: or(a.PowerHR), Polarization: or(a.Polarization),
		WorkAboveFTPKJ: or(a.AboveFTP) / kilo, CaloriesKcal: or(a.Calories), CarbsUsedG: or(a.CarbsUsed), BalancePct: or(a.Balance),
		StrideM: or(a.Stride), AvgTempC: a.AvgTemp, MinTempC: a.MinTemp, MaxTempC: a.MaxTemp,
		PowerMeter: textclean.Line(a.PowerMeter, textclean.NameRunes),
	}
	for _, words := range a.Summary[:min(len(a.Summary), mostSummaries)] {
		f.Intervals = append(f.Intervals, textclean.Line(words, textclean.NameRunes))
	}
	return f
}
