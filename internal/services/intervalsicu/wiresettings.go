package intervalsicu

import (
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// Settings holds the fields of the settings of some sports that we read.
type Settings struct {
	ID         ID         `json:"id"`
	Types      []string   `json:"types"`
	FTP        float64    `json:"ftp"`
	IndoorFTP  float64    `json:"indoor_ftp"`
	WPrime     float64    `json:"w_prime"`
	PMax       float64    `json:"p_max"`
	LTHR       float64    `json:"lthr"`
	MaxHR      float64    `json:"max_hr"`
	Threshold  float64    `json:"threshold_pace"` // m/s in every sport
	SweetMin   float64    `json:"sweet_spot_min"`
	SweetMax   float64    `json:"sweet_spot_max"`
	WarmupS    float64    `json:"warmup_time"`
	CooldownS  float64    `json:"cooldown_time"`
	LoadOrder  string     `json:"load_order"`
	HRLoadType string     `json:"hr_load_type"`
	HRRCMin    float64    `json:"hrrc_min_percent"`
	PaceUnits  string     `json:"pace_units"`
	GearID     ID         `json:"default_gear_id"`
	PowerZones []*float64 `json:"power_zones"`
	PowerNames []string   `json:"power_zone_names"`
	HRZones    []*float64 `json:"hr_zones"`
	HRNames    []string   `json:"hr_zone_names"`
	PaceZones  []*float64 `json:"pace_zones"`
	PaceNames  []string   `json:"pace_zone_names"`

	rest json.RawMessage // see [training.SportSettings.Rest]
}

// settingsRest are the fields of sport settings that can be set there and that
// [training.SportSettings] has no name for.
var settingsRest = []string{
	"power_spike_threshold", "ftp_est_min_secs", "use_laps_for_power_intervals", "keep_all_laps_for_power_intervals",
	"power_intervals_start_locked",
	"after_kj0", "after_kj1", "power_field", "pace_load_type", "gap_model", "elevation_correction",
	"use_gap_zone_times", "best_effort_distances", "pace_curve_start", "tiz_order", "workout_order", "interval_display",
	"default_indoor_gear_id",
	"extract_workouts", "show_pauses", "ignore_velocity", "default_workout_time", "update_activity_name_from_workout", "display",
	"activity_field_ids", "activity_charts", "custom_field_ids", "custom_field_values", "custom_zones_ids", "calendar_tile_activity_panel_id",
	"use_distance_for_intervals",
}

// UnmarshalJSON reads settings, with the rest of what they say.
func (s *Settings) UnmarshalJSON(b []byte) error {
	type plain Settings
	if err := json.Unmarshal(b, (*plain)(s)); err != nil {
		return err
	}
	var err error
	s.rest, err = restOf(b, settingsRest)
	return err
}

// Read is the settings in our words.
func (s *Settings) Read() training.SportSettings {
	out := training.SportSettings{
		ID: string(s.ID), Types: s.Types, FTPW: s.FTP, IndoorFTPW: s.IndoorFTP, WPrimeJ: s.WPrime, MaxPowerW: s.PMax,
		LTHRBpm: s.LTHR, MaxHRBpm: s.MaxHR,
		ThresholdMPS: s.Threshold, PowerZonesPct: s.powerZones(), PowerZoneNames: s.PowerNames,
		HRZonesBpm: bounds(s.HRZones), HRZoneNames: s.HRNames,
		PaceZonesPct: bounds(s.PaceZones), PaceZoneNames: s.PaceNames, WarmupS: s.WarmupS, CooldownS: s.CooldownS,
		LoadOrder: strings.ReplaceAll(lower(s.LoadOrder), "_", ","), HRLoadType: lower(s.HRLoadType), HRRCMinPct: s.HRRCMin,
		PaceUnits: s.PaceUnits, DefaultGearID: string(s.GearID), Rest: s.rest,
	}
	if s.SweetMin > 0 && s.SweetMax > 0 {
		out.SweetSpotPct = []float64{s.SweetMin, s.SweetMax}
	}
	whole := map[training.Sport]bool{}
	for _, word := range s.Types {
		sport, sub := Sport(word)
		if !slices.Contains(out.Sports, sport) {
			out.Sports = append(out.Sports, sport)
		}
		whole[sport] = whole[sport] || sub == "" || word == Type(sport, "")
	}
	for _, sport := range out.Sports {
		if !whole[sport] {
			out.KindsOnly = append(out.KindsOnly, sport)
		}
	}
	return out
}

// bounds are those of zones; a list with a gap is none.
func bounds(list []*float64) []float64 {
	var out []float64
	for _, x := range list {
		if x == nil {
			return nil
		}
		out = append(out, *x)
	}
	return out
}

// powerZones are in percent of FTP. Some have been seen in watts, of which the
// first bound gives the others away: recovery does not end above threshold.
func (s *Settings) powerZones() []float64 {
	zones := bounds(s.PowerZones)
	if len(zones) == 0 || zones[0] <= 100 {
		return zones
	}
	if s.FTP <= 0 {
		return nil
	}
	for i := range zones {
		zones[i] *= 100 / s.FTP
	}
	return zones
}

// SettingsPatch is the settings, or their named fields, as the service takes
// them.
func SettingsPatch(s training.SportSettings, fields ...string) (Patch, error) {
	p := Patch{
		"types": s.Types, "power_zone_names": names(s.PowerZoneNames), "hr_zone_names": names(s.HRZoneNames),
		"pace_zone_names": names(s.PaceZoneNames),
		"power_zones":     rounded(s.PowerZonesPct), "hr_zones": rounded(s.HRZonesBpm), "pace_zones": names(s.PaceZonesPct),
		"sweet_spot_min": nil, "sweet_spot_max": nil,
	}
	for name, x := range map[string]float64{
		"ftp": s.FTPW, "indoor_ftp": s.IndoorFTPW, "w_prime": s.WPrimeJ, "p_max": s.MaxPowerW, "lthr": s.LTHRBpm, "max_hr": s.MaxHRBpm,
		"warmup_time": s.WarmupS, "cooldown_time": s.CooldownS,
	} {
		p.whole(name, x)
	}
	p.number("threshold_pace", s.ThresholdMPS)
	p.text("load_order", upper(strings.ReplaceAll(s.LoadOrder, ",", "_")))
	p.text("hr_load_type", upper(s.HRLoadType))
	p.number("hrrc_min_percent", s.HRRCMinPct)
	p.text("pace_units", s.PaceUnits)
	p.text("default_gear_id", s.DefaultGearID)
	if len(s.SweetSpotPct) == 2 {
		p.whole("sweet_spot_min", s.SweetSpotPct[0])
		p.whole("sweet_spot_max", s.SweetSpotPct[1])
	}
	p.rest(s.Rest, settingsRest)
	return only(settingsFields, p, "sport settings", fields)
}

// NewSettings are settings that the service is to make, for its own word for
// the sport if they name none.
func NewSettings(s training.SportSettings) (Patch, error) {
	for _, sport := range s.Sports {
		word, err := typeOf(sport, "")
		if err != nil {
			return nil, err
		}
		if len(s.Types) == 0 && word != "" {
			s.Types = []string{word}
		}
	}
	p, err := SettingsPatch(s)
	if err != nil {
		return nil, err
	}
	return p.given(), nil
}

// names keeps an empty list out of what is sent: it is not set.
func names[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

func rounded(list []float64) any {
	if len(list) == 0 {
		return nil
	}
	out := make([]int, len(list))
	for i, x := range list {
		out[i] = int(x + 0.5)
	}
	return out
}

var settingsFields = map[string][]string{
	"types": {"types"}, "ftp_w": {"ftp"}, "indoor_ftp_w": {"indoor_ftp"}, "w_prime_j": {"w_prime"},
	"max_power_w": {"p_max"}, "lthr_bpm": {"lthr"},
	"max_hr_bpm": {"max_hr"}, "threshold_speed_mps": {"threshold_pace"}, "power_zones_pct": {"power_zones"},
	"power_zone_names": {"power_zone_names"},
	"hr_zones_bpm":     {"hr_zones"}, "hr_zone_names": {"hr_zone_names"}, "pace_zones_pct": {"pace_zones"},
	"pace_zone_names": {"pace_zone_names"},
	"sweet_spot_pct":  {"sweet_spot_min", "sweet_spot_max"}, "warmup_s": {"warmup_time"},
	"cooldown_s": {"cooldown_time"}, "load_order": {"load_order"},
	"hr_load_type": {"hr_load_type"}, "hrrc_min_pct": {"hrrc_min_percent"},
	"pace_units": {"pace_units"}, "default_gear_id": {"default_gear_id"}, "rest": settingsRest,
}
