package training

import (
	"encoding/json"
	"slices"
)

// SportSettings is how a service reads the activities of some sports: their
// thresholds and zones. What is zero or empty is not set.
type SportSettings struct {
	ID string `json:"id,omitempty"`
	// Types are the service's own words for the sports it holds for.
	Types  []string `json:"types"`
	Sports []Sport  `json:"sports,omitempty"`
	// KindsOnly are those of Sports that they hold for some kinds of alone, such
	// as for trail runs and no others.
	KindsOnly []Sport `json:"kinds_only,omitempty"`

	FTPW       float64 `json:"ftp_w,omitempty"`
	IndoorFTPW float64 `json:"indoor_ftp_w,omitempty"`
	WPrimeJ    float64 `json:"w_prime_j,omitempty"`
	MaxPowerW  float64 `json:"max_power_w,omitempty"` // p_max of the power model
	LTHRBpm    float64 `json:"lthr_bpm,omitempty"`
	MaxHRBpm   float64 `json:"max_hr_bpm,omitempty"`
	// ThresholdMPS is threshold speed in every sport, swimming too.
	ThresholdMPS float64 `json:"threshold_speed_mps,omitempty"`

	// The zones' upper bounds: percent of FTP, bpm, percent of threshold speed.
	PowerZonesPct  []float64 `json:"power_zones_pct,omitempty"`
	PowerZoneNames []string  `json:"power_zone_names,omitempty"`
	HRZonesBpm     []float64 `json:"hr_zones_bpm,omitempty"`
	HRZoneNames    []string  `json:"hr_zone_names,omitempty"`
	PaceZonesPct   []float64 `json:"pace_zones_pct,omitempty"`
	PaceZoneNames  []string  `json:"pace_zone_names,omitempty"`
	SweetSpotPct   []float64 `json:"sweet_spot_pct,omitempty"` // lowest and highest

	WarmupS   float64 `json:"warmup_s,omitempty"`
	CooldownS float64 `json:"cooldown_s,omitempty"`
	// LoadOrder lists the sources of a load, best first: "power,hr,pace".
	LoadOrder string `json:"load_order,omitempty"`
	// HRLoadType is the rule that a load by heart rate follows, in the service's
	// word, and HRRCMinPct the least share of the reserve that recovery counts from.
	HRLoadType    string  `json:"hr_load_type,omitempty"`
	HRRCMinPct    float64 `json:"hrrc_min_pct,omitempty"`
	PaceUnits     string  `json:"pace_units,omitempty"` // how the service shows pace; no number here depends on it
	DefaultGearID string  `json:"default_gear_id,omitempty"`
	// Rest holds the service's further fields that can be set there. It goes
	// back there when the settings are made anew, and is shown to nobody.
	Rest json.RawMessage `json:"rest,omitempty"`
}

// HoldsFor reports settings that hold for a sport as such, and not for some
// kinds of it alone.
func (s *SportSettings) HoldsFor(sport Sport) bool {
	return slices.Contains(s.Sports, sport) && !slices.Contains(s.KindsOnly, sport)
}

// Dated settings of a sport that no metric is computed from.
const (
	KeyMaxPower  ThresholdKey = "max_power_w"    // of a sprint, p_max of the power model
	KeySweetSpot ThresholdKey = "sweet_spot_pct" // percent of FTP, lowest and highest
)
