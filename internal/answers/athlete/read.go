package athlete

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Query selects settings.
type Query struct {
	Day     training.Day
	Sport   training.Discipline // zero means every sport
	History bool                // include all dated values
}

// settingsMostChanges is the maximum number of dated values shown per sport.
const settingsMostChanges = 40

// ReadSettings returns the settings that q selects.
func ReadSettings(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q Query) (*SettingsView, error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	docs, err := r.Documents(ctx, s, document.SportSettings, document.Filter{})
	if err != nil {
		return nil, err
	}
	v := &SettingsView{Heading: f.Heading(), Date: q.Day, Sports: []Sport{}, LoadMethods: who.LoadOrder}
	t := fitness.NewTimeline(history)
	sports := SettingSports(history)
	if !q.Sport.IsZero() {
		sports = []training.Discipline{q.Sport}
	}
	for _, sport := range sports {
		own, err := ownWords(docs, sport)
		if err != nil {
			return nil, err
		}
		one := Sport{SportSettings: SettingsOn(t, sport, q.Day), DefaultGearID: own.DefaultGearID}
		names, err := servicevalues.ZoneNames(ctx, r, s, sport)
		if err != nil {
			return nil, err
		}
		one.tell(t, q.Day, names)
		one.Next = changes(history, sport, q.Day, true)
		if q.History {
			one.History = changes(history, sport, q.Day, false)
		}
		if len(one.History) > settingsMostChanges {
			one.History, v.Truncated, v.Narrow = one.History[len(one.History)-settingsMostChanges:], true,
				"Only the latest values are shown; ask for one date to see the values of that day."
		}
		if !q.Sport.IsZero() || len(one.Settings) > 0 || len(one.Next) > 0 || one.DefaultGearID != "" {
			v.Sports = append(v.Sports, one)
		}
	}
	v.Services, err = services(docs, q.Sport)
	return v, err
}

// ownWords returns the undated settings that the athlete has chosen for a sport.
func ownWords(docs []document.Document, sport training.Discipline) (training.SportSettings, error) {
	for _, d := range docs {
		if d.ID == sport.String() {
			return document.Show[training.SportSettings](d)
		}
	}
	return training.SportSettings{}, nil
}

// tell adds the settings that are not in the athlete's profile.
func (v *Sport) tell(t *fitness.Timeline, day training.Day, own map[training.ZoneKind][]string) {
	v.Name(own)
	if e, ok := t.Since(training.KeySweetSpot, v.Sport, day); ok && len(e.Values) == 2 {
		v.SweetSpot = &Band{LowPct: e.Values[0], HighPct: e.Values[1], Since: e.From}
		if ftp := t.At(v.Sport, day).FTPW; ftp > 0 {
			v.SweetSpot.LowW, v.SweetSpot.HighW = answers.Round(ftp*e.Values[0]/100, 0), answers.Round(ftp*e.Values[1]/100, 0)
		}
	}
	if len(v.Settings) == 0 {
		v.Missing = v.Missing.Add("settings", "nothing is set; save_sport_settings sets it, estimate_thresholds suggests values")
	} else if len(v.Zones) == 0 {
		v.Missing = v.Missing.Add("zones", "there is no FTP, threshold heart rate or threshold pace to divide them by")
	}
}

// changes returns the dated values that apply to a discipline, ordered by day: its own, those of
// its sport, and those for all sports. If later is set, it returns only values from after day.
func changes(h training.History, sport training.Discipline, day training.Day, later bool) []Change {
	var out []Change
	for _, e := range h {
		if !e.Sport.Has(sport) || later && e.From <= day || e.Key == training.KeyWeight {
			continue
		}
		ch := Change{From: e.From, AllSports: e.Sport.IsZero()}
		if e.Sport != sport {
			ch.Of = e.Sport
		}
		for _, x := range e.Values {
			ch.Setting, x = settingsShown(e.Key, sport.Sport, x)
			ch.Values = append(ch.Values, answers.Round(x, 1))
		}
		out = append(out, ch)
	}
	slices.SortStableFunc(out, func(a, b Change) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Setting, b.Setting)) })
	return out
}

// settingsShown returns the published name and value of a dated setting.
func settingsShown(k training.ThresholdKey, sport training.Sport, x float64) (string, float64) {
	if k != training.KeyPaceZones {
		return ShownSetting(k, sport, x)
	}
	if x > 0 {
		x = Pace(training.Running, x)
	}
	return "pace_zones_s_per_km", x
}

// services returns those settings of services that apply to a discipline or to a part of it.
func services(docs []document.Document, sport training.Discipline) ([]Service, error) {
	var out []Service
	for _, d := range docs {
		if len(d.Statements) == 0 {
			continue
		}
		x, err := document.Show[training.SportSettings](d)
		if err != nil {
			return nil, err
		}
		if _, holds := x.HoldsFor(sport); !holds && !slices.ContainsFunc(x.Sports, sport.Has) {
			continue
		}
		v := Service{
			ID: d.ID, Source: d.Statements[0].Source, Sports: x.Sports,
			FTPW: x.FTPW, IndoorFTPW: x.IndoorFTPW, WPrimeJ: x.WPrimeJ, MaxPowerW: x.MaxPowerW,
			LTHRBpm: x.LTHRBpm, MaxHRBpm: x.MaxHRBpm, PowerUpperPct: x.PowerZonesPct, HRUpperBpm: x.HRZonesBpm, PaceUpperPct: x.PaceZonesPct,
			LoadOrder: textclean.Line(x.LoadOrder, maxOrder), DefaultGearID: x.DefaultGearID, SweetSpotPct: x.SweetSpotPct,
			WarmupS: x.WarmupS, CooldownS: x.CooldownS, HRLoadType: textclean.Line(x.HRLoadType, maxOrder), HRRCMinPct: x.HRRCMinPct,
		}
		for _, word := range x.Types[:min(len(x.Types), mostTypes)] {
			v.Types = append(v.Types, textclean.Line(word, maxOrder))
		}
		if v.Sports == nil {
			v.Sports = []training.Discipline{}
		}
		switch {
		case x.ThresholdMPS <= 0:
		case slices.ContainsFunc(x.Sports, training.Swimming.Plain().Has):
			v.PaceSPer100m = answers.Round(Pace(training.Swimming, x.ThresholdMPS), 1)
		default:
			v.PaceSPerKm = answers.Round(Pace(training.Running, x.ThresholdMPS), 1)
		}
		if strings.ContainsFunc(v.LoadOrder, func(r rune) bool { return r != ',' && (r < 'a' || r > 'z') }) {
			v.LoadOrder = ""
		}
		out = append(out, v)
	}
	return out, nil
}

// These are the maximum length of a text in a service's settings, and the maximum number of
// names for sports.
const (
	maxOrder  = 40
	mostTypes = 40
)

// SettingsView shows the settings by sport on a day.
type SettingsView struct {
	answers.Heading
	// Date is the day on which the settings apply.
	Date   training.Day `json:"date"`
	Sports []Sport      `json:"sports"`
	// LoadMethods lists the methods for computing load, preferred first. It
	// applies to all sports, and is absent if the order is the usual one.
	LoadMethods string        `json:"load_methods,omitempty"`
	Services    []Service     `json:"services,omitempty"`
	Truncated   bool          `json:"truncated,omitempty"`
	Narrow      i18n.Sentence `json:"narrow,omitempty"`
}

// Sport holds the settings of one sport. Zones are defined by their lower bounds. They
// have the athlete's names if there are as many names as zones.
type Sport struct {
	SportSettings
	SweetSpot     *Band           `json:"sweet_spot,omitempty"`
	DefaultGearID string          `json:"default_gear_id,omitempty"`
	Next          []Change        `json:"later,omitempty"`   // after Date
	History       []Change        `json:"history,omitempty"` // only if requested
	Missing       answers.Missing `json:"missing,omitempty"`
}

// Band is the sweet spot as a percentage of FTP and, if FTP is known, in W.
type Band struct {
	LowPct  float64      `json:"low_pct"`
	HighPct float64      `json:"high_pct"`
	LowW    float64      `json:"low_w,omitempty"`
	HighW   float64      `json:"high_w,omitempty"`
	Since   training.Day `json:"since"`
}

// Change is a value that applies from a day on. AllSports means that it was set for all sports.
// Of is the discipline for which it was set, if that is broader than the discipline shown.
type Change struct {
	Setting   string              `json:"setting"`
	From      training.Day        `json:"from"`
	Values    []float64           `json:"values"`
	AllSports bool                `json:"all_sports,omitempty"`
	Of        training.Discipline `json:"of,omitzero"`
}

// Service holds the settings that a service has for some sports, with the upper
// bounds of zones as the service has them. Lapkeep computes with the settings in Sports.
type Service struct {
	ID     string                `json:"sport_id"`
	Source string                `json:"source"`
	Sports []training.Discipline `json:"sports"`
	// Types are the service's own names for the sports. A service may have
	// different thresholds for trail and road.
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
}
