package intervalsicu

import (
	"slices"

	"lapkeep/internal/training"
)

// Rating holds the service's load of an activity, and the thresholds of its day behind it.
type Rating struct {
	Load      *float64 `json:"icu_training_load"`
	PowerLoad *float64 `json:"power_load"`
	HRLoad    *float64 `json:"hr_load"`
	PaceLoad  *float64 `json:"pace_load"`
	Intensity *float64 `json:"icu_intensity"` // percent

	FTP          *float64  `json:"icu_ftp"`
	LTHR         *float64  `json:"lthr"`
	HighestHR    *float64  `json:"athlete_max_hr"`
	RestingHR    *float64  `json:"icu_resting_hr"`
	ThresholdMPS *float64  `json:"threshold_pace"` // m/s in every sport
	WPrime       *float64  `json:"icu_w_prime"`
	Weight       *float64  `json:"icu_weight"`
	PowerZones   []float64 `json:"icu_power_zones"`
	HRZones      []float64 `json:"icu_hr_zones"`
	PaceZones    []float64 `json:"pace_zones"`
}

func ratingFields() []string {
	return []string{
		"icu_training_load", "power_load", "hr_load", "pace_load", "icu_intensity", "icu_ftp", "lthr", "athlete_max_hr",
		"icu_resting_hr", "threshold_pace",
		"icu_w_prime", "icu_weight", "icu_power_zones", "icu_hr_zones", "pace_zones",
	}
}

// ownLoad reports whether the athlete set the load. The service has no field
// that says so, but a load that it computed is one of three; without any of
// them only what was entered by hand is sure to be the athlete's.
func (a *Activity) ownLoad() bool {
	load, computed := or(a.Load), []float64{or(a.PowerLoad), or(a.HRLoad), or(a.PaceLoad)}
	if slices.Max(computed) == 0 && a.Source != "MANUAL" {
		return false
	}
	return load > 0 && !slices.Contains(computed, load)
}

// rated is the rating in our words.
func (a *Activity) rated(day training.Day) *training.Rated {
	const percent = 100
	sport, _ := Sport(a.Type)
	return &training.Rated{
		Ref: WireName.Ref(string(a.ID)), Source: string(WireName), Day: day, Sport: sport, Type: a.Type, Indoor: a.Trainer,
		Load: or(a.Load), OwnLoad: a.ownLoad(), PowerLoad: or(a.PowerLoad), HRLoad: or(a.HRLoad), PaceLoad: or(a.PaceLoad),
		Intensity: or(a.Intensity) / percent,
		FTPW:      or(a.FTP), LTHRBpm: or(a.LTHR), MaxHRBpm: or(a.HighestHR), RestHRBpm: or(a.RestingHR), ThresholdMPS: or(a.ThresholdMPS),
		WPrimeJ: or(a.WPrime), WeightKg: or(a.Weight), PowerZonesPct: a.PowerZones, HRZonesBpm: a.HRZones,
		PaceZonesPct: a.PaceZones, Figures: a.figures(),
	}
}
