package training

// Figures holds a service's values of an activity besides its load, each by a
// rule of its own. Zero, or nil where zero can be, is unknown.
type Figures struct {
	// CTL and ATL are those of the end of the activity's day.
	CTL float64 `json:"ctl,omitempty"`
	ATL float64 `json:"atl,omitempty"`

	TRIMP            float64 `json:"trimp,omitempty"`
	SessionRPE       float64 `json:"session_rpe,omitempty"` // exertion times minutes
	DecouplingPct    float64 `json:"decoupling_pct,omitempty"`
	EfficiencyFactor float64 `json:"efficiency_factor,omitempty"`
	VariabilityIndex float64 `json:"variability_index,omitempty"`
	PowerHRRatio     float64 `json:"power_hr_ratio,omitempty"` // W/bpm, of the averages
	Polarization     float64 `json:"polarization_index,omitempty"`
	WorkAboveFTPKJ   float64 `json:"work_above_ftp_kj,omitempty"`
	CaloriesKcal     float64 `json:"calories_kcal,omitempty"`
	CarbsUsedG       float64 `json:"carbs_used_g,omitempty"`
	// BalancePct is the share of one pedal; the service does not say which.
	BalancePct float64  `json:"pedal_balance_pct,omitempty"`
	StrideM    float64  `json:"avg_stride_m,omitempty"`
	AvgTempC   *float64 `json:"avg_temp_c,omitempty"` // of the device
	MinTempC   *float64 `json:"min_temp_c,omitempty"`
	MaxTempC   *float64 `json:"max_temp_c,omitempty"`
	// PowerMeter is the device that measured the power, as the service names it.
	PowerMeter string `json:"power_meter,omitempty"`
	// Intervals are its words on the intervals that it found: "3x 8m 250w".
	Intervals []string `json:"intervals,omitempty"`
}
