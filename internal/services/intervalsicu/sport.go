package intervalsicu

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Sport parses the service's word for a sport, which the service calls a type.
func Sport(word string) (training.Sport, string) { return source.ReadSportWord(word) }

// Type returns the service's word for a sport, or "" if it has none.
func Type(sport training.Sport, sub string) string {
	return source.WriteSportWord(sport, sub, "Basketball", "Cricket", "Dance", "PhysicalTherapy", "Volleyball")
}

// typeOf returns the service's word for a sport, or an error if there is none. An empty
// sport is not an error.
func typeOf(sport training.Sport, sub string) (string, error) {
	if sport == "" {
		return "", nil
	}
	if w := Type(sport, sub); w != "" {
		return w, nil
	}
	return "", training.Errorf(training.KindUnsupported, "Intervals.icu has no sport %q.", sport).
		WithFix("Use one of cycling, running, swimming and the other common ones, or \"other\".")
}

// Settings holds the fields that we read from the settings of one or more sports.
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

// settingsRest lists the fields of sport settings that can be set on the service but have no
// field in [training.SportSettings].
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

// UnmarshalJSON reads settings with their other fields.
func (s *Settings) UnmarshalJSON(b []byte) error {
	type plain Settings
	if err := json.Unmarshal(b, (*plain)(s)); err != nil {
		return err
	}
	var err error
	s.rest, err = restOf(b, settingsRest)
	return err
}

// Read converts the settings of a sport.
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
	out.Sports = disciplines(s.Types)
	return out
}

// disciplines returns the disciplines for types: a whole sport if the type of the
// sport itself is among them, or else its kinds.
func disciplines(types []string) (out []training.Discipline) {
	add := func(d training.Discipline) {
		if !slices.ContainsFunc(out, func(of training.Discipline) bool { return of.Has(d) }) {
			out = append(out, d)
		}
	}
	for _, word := range types {
		if sport, sub := Sport(word); sub == "" || word == Type(sport, "") {
			add(sport.Plain())
		}
	}
	for _, word := range types {
		add(training.DisciplineOf(Sport(word)))
	}
	return out
}

// bounds returns the zone bounds, or nil if one is missing.
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

// powerZones returns the power zones as percentages of FTP. If the first bound is
// above 100, they are watts, because recovery does not end above threshold. Watts
// are converted to percent; without an FTP, the result is nil.
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

// SettingsPatch returns settings, or the named fields, in the service's form.
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

// NewSettings returns the body of a request that creates settings. Without
// types, it uses the service's word for the first sport.
func NewSettings(s training.SportSettings) (Patch, error) {
	for _, d := range s.Sports {
		word, err := typeOf(d.Sport, d.Kept())
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

// names returns nil for an empty list, so that it is sent as not set.
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

// settable lists the fields of an activity that an update can change, by their
// names in the OpenAPI document.
var settable = []string{
	"name", "description", "type", "sub_type", "tags", "race", "commute", "trainer", "feel", "icu_rpe", "perceived_exertion", "carbs_ingested",
	"kg_lifted", "external_id", "device_name", "power_meter", "paired_event_id", "route_id", "pool_length", "coach_tick", "icu_color",
	"icu_training_load", "icu_ftp", "icu_w_prime", "p_max", "lthr", "athlete_max_hr", "icu_resting_hr", "icu_weight", "threshold_pace",
	"icu_ignore_power", "icu_ignore_hr", "icu_ignore_time", "ignore_pace", "ignore_velocity", "icu_warmup_time", "icu_cooldown_time",
	"lock_intervals", "workout_shift_secs",
}

// Settable returns the fields of an activity that an update can change, with null
// for absent ones. They include the athlete's own fields, whose codes begin with a
// capital letter.
func Settable(a map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, name := range settable {
		if out[name] = a[name]; len(a[name]) == 0 {
			out[name] = json.RawMessage("null")
		}
	}
	for name, v := range a {
		if own(name) {
			out[name] = v
		}
	}
	return out
}

// CanSet reports whether an update can change a field.
func CanSet(name string) bool { return own(name) || slices.Contains(settable, name) }

func own(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// SportSettings returns thresholds and zones. Pace is in metres per second for
// every sport, whatever the athlete's units.
func (c *Client) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	return client.List(ctx, c.api, request{Op: opSettings, At: []string{c.athlete}}, (*Settings).Read)
}

// SaveSportSettings sets fields, or creates settings for sports. If a new
// threshold or maximum comes without zones, the service computes new zones.
func (c *Client) SaveSportSettings(ctx context.Context, s training.SportSettings, fields ...string) (training.SportSettings, error) {
	r := request{Op: opCreateSettings, At: []string{c.athlete}}
	var err error
	if s.ID == "" {
		r.Body, err = NewSettings(s)
	} else {
		zones := slices.Contains(fields, "hr_zones_bpm") || len(fields) == 0
		recalc := !zones && (slices.Contains(fields, "lthr_bpm") || slices.Contains(fields, "max_hr_bpm"))
		r = request{
			Op: opUpdateSettings, At: []string{c.athlete, s.ID},
			Query: url.Values{"recalcHrZones": {strconv.FormatBool(recalc)}}, Repeatable: true,
		}
		r.Body, err = SettingsPatch(s, fields...)
		if _, wrong := Number(s.ID); wrong != nil {
			return s, wrong
		}
	}
	if err != nil {
		return s, err
	}
	return client.One(ctx, c.api, r, (*Settings).Read)
}

// DeleteSportSettings deletes settings.
func (c *Client) DeleteSportSettings(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteSettings, id)
}

// ApplySportSettings makes the service recompute the whole history.
func (c *Client) ApplySportSettings(ctx context.Context, id string) error {
	if _, err := Number(id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opApplySettings, At: []string{c.athlete, id}, Repeatable: true})
}
