package activities

import (
	"strings"
	"time"

	"lapkeep/internal/importing"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// manualIn is one activity as it is typed in.
type manualIn struct {
	Sport       tools.KindArg `json:"sport" jsonschema:"ride, run, swim, strength, …"`
	Start       string        `json:"start" jsonschema:"local, e.g. 2026-05-01T07:30; with an offset if elsewhere"`
	TimeZone    string        `json:"time_zone,omitempty" jsonschema:"IANA; default: the athlete's"`
	Duration    float64       `json:"duration_s" jsonschema:"without pauses"`
	Name        string        `json:"name,omitempty"`
	Description string        `json:"description,omitempty"`
	Distance    *float64      `json:"distance_km,omitempty"`
	AvgPower    *float64      `json:"avg_power_w,omitempty"`
	NP          *float64      `json:"normalized_power_w,omitempty"`
	AvgHR       *float64      `json:"avg_hr_bpm,omitempty"`
	MaxHR       *float64      `json:"max_hr_bpm,omitempty"`
	Gain        *float64      `json:"elevation_gain_m,omitempty"`
	Calories    *float64      `json:"calories_kcal,omitempty"`
	RPE         float64       `json:"perceived_exertion,omitempty"`
	Carbs       float64       `json:"carbs_g,omitempty" jsonschema:"eaten"`
	Fluid       float64       `json:"fluid_ml,omitempty" jsonschema:"drunk"`
	Load        float64       `json:"manual_load,omitempty" jsonschema:"TSS"`
	Tags        []string      `json:"tags,omitempty"`
	Race        bool          `json:"race,omitempty"`
	Commute     bool          `json:"commute,omitempty"`
	Gear        string        `json:"gear,omitempty" jsonschema:"gear id"`
	ExternalID  string        `json:"external_id,omitempty" jsonschema:"your key; again updates"`
}

// externalSource leads the external ids that a caller makes up, so that they
// never meet those of a service.
const externalSource = "manual"

// manual is the activity in the vocabulary's terms.
func (in *manualIn) manual(c *tools.Call) (importing.Manual, error) {
	if err := load.CheckFuel(in.Carbs, in.Fluid, in.Duration); err != nil {
		return importing.Manual{}, err
	}
	start, zone, err := in.start(c)
	if err != nil {
		return importing.Manual{}, err
	}
	m := importing.Manual{
		Sport: in.Sport.Sport(), SubSport: in.Sport.SubSport(), Start: start, Zone: zone,
		Name:        textclean.Line(in.Name, textclean.NameRunes),
		Description: textclean.Text(in.Description, textclean.TextRunes),
		TimerS:      in.Duration, Tags: cleanTags(in.Tags), Race: in.Race, Commute: in.Commute,
		GearID: in.Gear, RPE: in.RPE, ManualLoad: in.Load, CarbsG: in.Carbs, FluidML: in.Fluid,
	}
	if in.ExternalID != "" {
		m.ExternalID = externalSource + ":" + strings.TrimPrefix(in.ExternalID, externalSource+":")
	}
	for metric, v := range map[training.Metric]*float64{
		training.MetricDistanceKM: in.Distance, training.MetricAvgPowerW: in.AvgPower,
		training.MetricNormalizedPowerW: in.NP, training.MetricAvgHRBpm: in.AvgHR, training.MetricMaxHRBpm: in.MaxHR,
		training.MetricElevationGainM: in.Gain, training.MetricCaloriesKcal: in.Calories,
	} {
		if v != nil {
			m.Values = m.Values.Put(metric, *v)
		}
	}
	return m, nil
}

// start is the instant and the zone that its local day is in.
func (in *manualIn) start(c *tools.Call) (time.Time, string, error) {
	loc := c.Location
	if in.TimeZone != "" {
		var err error
		if loc, err = time.LoadLocation(in.TimeZone); err != nil || in.TimeZone == "Local" {
			return time.Time{}, "", training.Errorf(training.KindInvalid, "%q is not a time zone.", in.TimeZone).
				WithFix("Give an IANA name such as Europe/Berlin.")
		}
	}
	start, err := parseStart(in.Start, loc)
	if err != nil {
		return time.Time{}, "", err
	}
	if start.After(c.Now) {
		return time.Time{}, "", training.Errorf(training.KindInvalid, "%s is in the future.", in.Start).
			WithFix("Plan with create_events; enter only what was done.")
	}
	return start, loc.String(), nil
}

var startLayouts = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

func parseStart(s string, loc *time.Location) (time.Time, error) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(loc), nil
	}
	for _, layout := range startLayouts {
		if t, err := time.ParseInLocation(layout, s, loc); err == nil {
			return t, nil
		}
	}
	return time.Time{}, training.Errorf(training.KindInvalid, "%q is not a start time.", s).
		WithFix("Write it as 2026-05-01T07:30 in the athlete's zone, or with an offset.")
}
