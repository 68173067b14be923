package training

// Rated holds a service's load of an activity by rules of its own, and the
// thresholds of the activity's day behind it. Zero or empty fields are unknown.
type Rated struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	Sport  Sport  `json:"sport,omitempty"`
	Type   string `json:"type,omitempty"` // the service's own word for the sport
	Indoor bool   `json:"indoor,omitempty"`

	Load float64 `json:"load,omitempty"`
	// OwnLoad says that the athlete set the load there over the computed one.
	OwnLoad   bool    `json:"own_load,omitempty"`
	PowerLoad float64 `json:"power_load,omitempty"`
	HRLoad    float64 `json:"hr_load,omitempty"`
	PaceLoad  float64 `json:"pace_load,omitempty"`
	// Intensity is the fraction of the threshold.
	Intensity float64 `json:"intensity_factor,omitempty"`

	FTPW         float64 `json:"ftp_w,omitempty"` // of the place: indoors the one indoors
	LTHRBpm      float64 `json:"lthr_bpm,omitempty"`
	MaxHRBpm     float64 `json:"max_hr_bpm,omitempty"`
	RestHRBpm    float64 `json:"resting_hr_bpm,omitempty"`
	ThresholdMPS float64 `json:"threshold_speed_mps,omitempty"`
	WPrimeJ      float64 `json:"w_prime_j,omitempty"`
	WeightKg     float64 `json:"weight_kg,omitempty"`
	// The zones' upper bounds: percent of FTP, bpm, percent of threshold speed.
	PowerZonesPct []float64 `json:"power_zones_pct,omitempty"`
	HRZonesBpm    []float64 `json:"hr_zones_bpm,omitempty"`
	PaceZonesPct  []float64 `json:"pace_zones_pct,omitempty"`

	Figures
}

// Withheld is an activity that a service lists without showing anything of it.
type Withheld struct {
	Ref        string    `json:"ref"`
	Source     string    `json:"source"`
	Day        Day       `json:"date"`
	StartLocal LocalTime `json:"start_local,omitempty"`
	Reason     string    `json:"reason"`
}

// FitnessDay is one day of a service's own fitness model: its values at the
// end of the day. A day to come is what the service expects.
type FitnessDay struct {
	Day     Day     `json:"date"`
	CTL     float64 `json:"ctl"`
	ATL     float64 `json:"atl"`
	Ramp    float64 `json:"ramp_per_week"`
	CTLLoad float64 `json:"ctl_load"`
	ATLLoad float64 `json:"atl_load"`
	// Sports are its models of what the athlete can do, by its words for sports.
	Sports []SportModel `json:"sports,omitempty"`
}

// SportModel is a service's estimate of a power model on a day.
type SportModel struct {
	Type      string  `json:"type,omitempty"`
	FTPW      float64 `json:"eftp_w,omitempty"`
	WPrimeJ   float64 `json:"w_prime_j,omitempty"`
	MaxPowerW float64 `json:"max_power_w,omitempty"`
}

// DatedThresholds are the dated settings that a service's activities say, as
// they were last taken over.
type DatedThresholds struct {
	Entries []ThresholdEntry `json:"entries"`
}
