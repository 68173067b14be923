package training

import (
	"cmp"
	"slices"
	"strings"
)

// Gear is a thing that activities are done with: a bike, a pair of shoes, or
// a part of one. Distance and hours are counted from the activities that name
// it in Activity.GearID or Activity.MoreGear.
type Gear struct {
	ID    string   `json:"id"`
	Kind  GearKind `json:"kind"`
	Name  string   `json:"name"`
	Brand string   `json:"brand,omitempty"`
	Model string   `json:"model,omitempty"`
	// Part names a component ("Chain"), and PartOf is the gear that it is
	// mounted on; both are empty for a whole thing.
	Part   string `json:"part,omitempty"`
	PartOf string `json:"part_of,omitempty"`
	// Since and Until are the first and last day on which a component was
	// mounted; it gets its gear's use in between. A zero Since is unknown, a
	// zero Until is still mounted.
	Since Day `json:"since,omitzero"`
	Until Day `json:"until,omitzero"`
	// EarlierKm and EarlierS are its use before its first activity here.
	EarlierKm float64 `json:"earlier_km,omitempty"`
	EarlierS  float64 `json:"earlier_s,omitempty"`
	WeightKg  float64 `json:"weight_kg,omitempty"`
	Retired   bool    `json:"retired,omitempty"`
}

// GearTotals holds a service's totals of a piece of gear. They may include
// activities that are not kept here or that the service does not show.
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

// The kinds of gear.
const (
	GearBike      GearKind = "bike"
	GearShoes     GearKind = "shoes"
	GearComponent GearKind = "component"
	GearOther     GearKind = "other"
)

// Figures holds a service's values for an activity other than load, each by its
// own rule. Zero, or nil if zero is possible, means unknown.
type Figures struct {
	// CTL and ATL are the values at the end of the activity's day.
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
	AvgTempC   *float64 `json:"avg_temp_c,omitempty"` // measured by the device
	MinTempC   *float64 `json:"min_temp_c,omitempty"`
	MaxTempC   *float64 `json:"max_temp_c,omitempty"`
	// PowerMeter is the device that measured the power, as the service names it.
	PowerMeter string `json:"power_meter,omitempty"`
	// Intervals describes the intervals that the service found: "3x 8m 250w".
	Intervals []string `json:"intervals,omitempty"`
}

// Rated holds the load of an activity by a service's own rules, and the
// thresholds of that day. Zero or empty fields are unknown.
type Rated struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	Sport  Sport  `json:"sport,omitempty"`
	Type   string `json:"type,omitempty"` // the service's own word for the sport
	Indoor bool   `json:"indoor,omitempty"`

	Load float64 `json:"load,omitempty"`
	// OwnLoad is set if the athlete replaced the computed load at the service.
	OwnLoad   bool    `json:"own_load,omitempty"`
	PowerLoad float64 `json:"power_load,omitempty"`
	HRLoad    float64 `json:"hr_load,omitempty"`
	PaceLoad  float64 `json:"pace_load,omitempty"`
	// Intensity is a fraction of the threshold.
	Intensity float64 `json:"intensity_factor,omitempty"`

	FTPW         float64 `json:"ftp_w,omitempty"` // the indoor FTP for an indoor activity
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

// Withheld is an activity that a service lists without any of its data.
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
	// Sports holds the service's power models, with its own words for sports.
	Sports []SportModel `json:"sports,omitempty"`
}

// SportModel is a service's estimate of a power model on a day.
type SportModel struct {
	Type      string  `json:"type,omitempty"`
	FTPW      float64 `json:"eftp_w,omitempty"`
	WPrimeJ   float64 `json:"w_prime_j,omitempty"`
	MaxPowerW float64 `json:"max_power_w,omitempty"`
}

// DatedThresholds are dated settings last taken from a service's activities.
type DatedThresholds struct {
	Entries []ThresholdEntry `json:"entries"`
}

// ThingKind is a kind of thing that services accept.
type ThingKind string

// The kinds, each of which may have a home source of its own.
const (
	ThingActivities    ThingKind = "activities"
	ThingCalendar      ThingKind = "calendar"
	ThingWellness      ThingKind = "wellness"
	ThingWorkouts      ThingKind = "workouts"
	ThingGear          ThingKind = "gear"
	ThingSportSettings ThingKind = "sport settings"
	ThingMessages      ThingKind = "messages"
	ThingCustomItems   ThingKind = "custom items"
	ThingProfile       ThingKind = "profile"
)

// ThingKinds returns all kinds, the most important first.
func ThingKinds() []ThingKind {
	return []ThingKind{
		ThingActivities, ThingCalendar, ThingWellness, ThingWorkouts, ThingGear, ThingSportSettings, ThingMessages,
		ThingCustomItems, ThingProfile,
	}
}

// HomeLocal is the home of things that go to no service.
const HomeLocal = "local"

// Homes are the home sources of single kinds, in the order of [ThingKinds]:
// "calendar=intervals, workouts=local". A kind that is not listed uses the home
// source for everything.
type Homes string

// Of returns the home of a kind, empty if it has none of its own.
func (h Homes) Of(k ThingKind) string {
	for part := range strings.SplitSeq(string(h), ", ") {
		if kind, home, _ := strings.Cut(part, "="); ThingKind(kind) == k {
			return home
		}
	}
	return ""
}

// With returns the homes with another home for a kind; "" removes its own home.
func (h Homes) With(k ThingKind, home string) Homes {
	var parts []string
	for _, other := range ThingKinds() {
		at := h.Of(other)
		if other == k {
			at = home
		}
		if at != "" {
			parts = append(parts, string(other)+"="+at)
		}
	}
	return Homes(strings.Join(parts, ", "))
}

// HomeOf returns the service to which new things of a kind are also sent, or ""
// for none.
func (a *Athlete) HomeOf(k ThingKind) string {
	if home := cmp.Or(a.HomesOf.Of(k), a.HomeSource); home != HomeLocal {
		return home
	}
	return ""
}

// SetHome makes a service, or [HomeLocal], the home of some kinds; without
// kinds, that of everything.
func (a *Athlete) SetHome(home string, kinds ...ThingKind) {
	if len(kinds) == 0 {
		a.HomeSource, a.HomesOf = home, ""
	}
	for _, k := range kinds {
		own := home
		if home == cmp.Or(a.HomeSource, HomeLocal) {
			own = ""
		}
		a.HomesOf = a.HomesOf.With(k, own)
	}
}

// HomesText returns the homes in the form of the setting: the home of
// everything, then the homes of single kinds.
func (a *Athlete) HomesText() string {
	all := []string{cmp.Or(a.HomeSource, HomeLocal), string(a.HomesOf)}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}
