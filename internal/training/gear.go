package training

// Gear is equipment used in activities: a bike, a pair of shoes, or a part of one. Distance
// and hours are counted from the activities that list it in Activity.GearID or
// Activity.MoreGear.
type Gear struct {
	ID    string   `json:"id"`
	Kind  GearKind `json:"kind"`
	Name  string   `json:"name"`
	Brand string   `json:"brand,omitempty"`
	Model string   `json:"model,omitempty"`
	// Part is the kind of a component ("Chain"), and PartOf is the gear that it is mounted
	// on; both are empty for a complete bike or pair of shoes.
	Part   string `json:"part,omitempty"`
	PartOf string `json:"part_of,omitempty"`
	// Since and Until are the first and last day on which a component was mounted;
	// it counts the use of its gear in between. A zero Since means unknown, and a zero
	// Until means still mounted.
	Since Day `json:"since,omitzero"`
	Until Day `json:"until,omitzero"`
	// EarlierKm and EarlierS are the gear's use before the first activity stored in Lapkeep.
	EarlierKm float64 `json:"earlier_km,omitempty"`
	EarlierS  float64 `json:"earlier_s,omitempty"`
	WeightKg  float64 `json:"weight_kg,omitempty"`
	Retired   bool    `json:"retired,omitempty"`
}

// GearTotals holds a service's totals for a piece of gear. They may include
// activities that are not stored in Lapkeep or that the service does not provide.
type GearTotals struct {
	Source     string  `json:"source"`
	DistanceKm float64 `json:"distance_km,omitempty"`
	TimeS      float64 `json:"time_s,omitempty"`
	Activities int     `json:"activities,omitempty"`
	Purchased  Day     `json:"purchased,omitzero"`
	RetiredOn  Day     `json:"retired_on,omitzero"`
	Notes      string  `json:"notes,omitempty"` // the athlete's own words
}

// GearKind distinguishes bikes, shoes and components.
type GearKind string

// These are the kinds of gear.
const (
	GearBike      GearKind = "bike"
	GearShoes     GearKind = "shoes"
	GearComponent GearKind = "component"
	GearOther     GearKind = "other"
)

// Figures holds a service's values for an activity, except load, computed by the
// service's own rules. Unknown values are zero, or nil if zero is a possible value.
type Figures struct {
	// CTL and ATL are the values at the end of the activity's day.
	CTL float64 `json:"ctl,omitempty"`
	ATL float64 `json:"atl,omitempty"`

	TRIMP            float64 `json:"trimp,omitempty"`
	SessionRPE       float64 `json:"session_rpe,omitempty"` // exertion times minutes
	DecouplingPct    float64 `json:"decoupling_pct,omitempty"`
	EfficiencyFactor float64 `json:"efficiency_factor,omitempty"`
	VariabilityIndex float64 `json:"variability_index,omitempty"`
	PowerHRRatio     float64 `json:"power_hr_ratio,omitempty"` // ratio of the averages in W/bpm
	Polarization     float64 `json:"polarization_index,omitempty"`
	WorkAboveFTPKJ   float64 `json:"work_above_ftp_kj,omitempty"`
	CaloriesKcal     float64 `json:"calories_kcal,omitempty"`
	CarbsUsedG       float64 `json:"carbs_used_g,omitempty"`
	// BalancePct is the share of one pedal; the service does not say which one.
	BalancePct float64  `json:"pedal_balance_pct,omitempty"`
	StrideM    float64  `json:"avg_stride_m,omitempty"`
	AvgTempC   *float64 `json:"avg_temp_c,omitempty"` // measured by the device
	MinTempC   *float64 `json:"min_temp_c,omitempty"`
	MaxTempC   *float64 `json:"max_temp_c,omitempty"`
	// PowerMeter is the service's name of the device that measured the power.
	PowerMeter string `json:"power_meter,omitempty"`
	// Intervals describes the intervals that the service found: "3x 8m 250w".
	Intervals []string `json:"intervals,omitempty"`
}

// Rated holds the load of an activity according to a service's own rules, and the
// service's thresholds on that day. Zero or empty fields are unknown.
type Rated struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	Sport  Sport  `json:"sport,omitempty"`
	Type   string `json:"type,omitempty"` // the service's own word for the sport
	Indoor bool   `json:"indoor,omitempty"`

	Load float64 `json:"load,omitempty"`
	// OwnLoad is set if the athlete replaced the computed load on the service.
	OwnLoad   bool    `json:"own_load,omitempty"`
	PowerLoad float64 `json:"power_load,omitempty"`
	HRLoad    float64 `json:"hr_load,omitempty"`
	PaceLoad  float64 `json:"pace_load,omitempty"`
	// Intensity is a fraction of the threshold.
	Intensity float64 `json:"intensity_factor,omitempty"`

	FTPW         float64 `json:"ftp_w,omitempty"` // for an indoor activity, the indoor FTP
	LTHRBpm      float64 `json:"lthr_bpm,omitempty"`
	MaxHRBpm     float64 `json:"max_hr_bpm,omitempty"`
	RestHRBpm    float64 `json:"resting_hr_bpm,omitempty"`
	ThresholdMPS float64 `json:"threshold_speed_mps,omitempty"`
	WPrimeJ      float64 `json:"w_prime_j,omitempty"`
	WeightKg     float64 `json:"weight_kg,omitempty"`
	// These are the upper bounds of the zones: in percent of FTP, in bpm, and in percent
	// of threshold speed.
	PowerZonesPct []float64 `json:"power_zones_pct,omitempty"`
	HRZonesBpm    []float64 `json:"hr_zones_bpm,omitempty"`
	PaceZonesPct  []float64 `json:"pace_zones_pct,omitempty"`

	Figures
}

// Withheld is an activity that a service lists without providing its data.
type Withheld struct {
	Ref        string    `json:"ref"`
	Source     string    `json:"source"`
	Day        Day       `json:"date"`
	StartLocal LocalTime `json:"start_local,omitempty"`
	Reason     string    `json:"reason"`
}

// FitnessDay is one day of a service's own fitness model: its values at the end
// of the day. A future day is the service's forecast.
type FitnessDay struct {
	Day     Day     `json:"date"`
	CTL     float64 `json:"ctl"`
	ATL     float64 `json:"atl"`
	Ramp    float64 `json:"ramp_per_week"`
	CTLLoad float64 `json:"ctl_load"`
	ATLLoad float64 `json:"atl_load"`
	// Sports holds the service's power models, with the service's own names of the sports.
	Sports []SportModel `json:"sports,omitempty"`
}

// SportModel is a service's estimate of a power model on a day.
type SportModel struct {
	Type      string  `json:"type,omitempty"`
	FTPW      float64 `json:"eftp_w,omitempty"`
	WPrimeJ   float64 `json:"w_prime_j,omitempty"`
	MaxPowerW float64 `json:"max_power_w,omitempty"`
}

// DatedThresholds holds the dated settings that were last read from a service's activities.
type DatedThresholds struct {
	Entries []ThresholdEntry `json:"entries"`
}
