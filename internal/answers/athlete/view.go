package athlete

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// SettingsView is the settings by sport as of a day.
type SettingsView struct {
	answers.Heading
	// Date is the day that the settings hold on.
	Date   training.Day `json:"date"`
	Sports []Sport      `json:"sports"`
	// LoadMethods is how the load of an activity is found, best first; absent
	// for the usual order. It holds for every sport.
	LoadMethods string        `json:"load_methods,omitempty"`
	Services    []Service     `json:"services,omitempty"`
	Truncated   bool          `json:"truncated,omitempty"`
	Narrow      i18n.Sentence `json:"narrow,omitempty"`
}

// Sport is the settings of one sport. Zones are by their lower bounds; names
// are the athlete's own where there are as many as zones.
type Sport struct {
	SportSettings
	SweetSpot     *Band           `json:"sweet_spot,omitempty"`
	DefaultGearID string          `json:"default_gear_id,omitempty"`
	Next          []Change        `json:"later,omitempty"`   // after the day
	History       []Change        `json:"history,omitempty"` // all of it, if asked for
	Missing       answers.Missing `json:"missing,omitempty"`
}

// Band is the sweet spot in percent of FTP and, where that is known, in W.
type Band struct {
	LowPct  float64      `json:"low_pct"`
	HighPct float64      `json:"high_pct"`
	LowW    float64      `json:"low_w,omitempty"`
	HighW   float64      `json:"high_w,omitempty"`
	Since   training.Day `json:"since"`
}

// Change is a value that holds from a day on. AllSports says that it was set
// for every sport.
type Change struct {
	Setting   string       `json:"setting"`
	From      training.Day `json:"from"`
	Values    []float64    `json:"values"`
	AllSports bool         `json:"all_sports,omitempty"`
}

// Service holds a connected service's settings of some sports, with upper bounds of
// zones, as services have them. Lapkeep computes by the settings of Sports.
type Service struct {
	ID     string           `json:"sport_id"`
	Source string           `json:"source"`
	Sports []training.Sport `json:"sports"`
	// Types are the service's own words for the sports: it may have other
	// thresholds on trails than on the road.
	Types         []string  `json:"types,omitempty"`
	FTPW          float64   `json:"ftp_w,omitempty"`
	IndoorFTPW    float64   `json:"indoor_ftp_w,omitempty"`
	WPrimeJ       float64   `json:"w_prime_j,omitempty"`
	MaxPowerW     float64   `json:"max_power_w,omitempty"`
	LTHRBpm       float64   `json:"lthr_bpm,omitempty"`
	MaxHRBpm      float64   `json:"max_hr_bpm,omitempty"`
	PaceSPerKm    float64   `json:"threshold_pace_s_per_km,omitempty"`
	PaceSPer100m  float64   `json:"css_pace_s_per_100m,omitempty"`
	PowerUpperPct []float64 `json:"power_zones_upper_pct,omitempty"`
	HRUpperBpm    []float64 `json:"hr_zones_upper_bpm,omitempty"`
	PaceUpperPct  []float64 `json:"pace_zones_upper_pct,omitempty"`
	SweetSpotPct  []float64 `json:"sweet_spot_pct,omitempty"`
	WarmupS       float64   `json:"warmup_s,omitempty"`
	CooldownS     float64   `json:"cooldown_s,omitempty"`
	HRLoadType    string    `json:"hr_load_type,omitempty"`
	HRRCMinPct    float64   `json:"hrrc_min_pct,omitempty"`
	LoadOrder     string    `json:"load_order,omitempty"`
	DefaultGearID string    `json:"default_gear_id,omitempty"`
	// KindsOnly are the sports that they hold for some kinds of alone.
	KindsOnly []training.Sport `json:"-"`
}
