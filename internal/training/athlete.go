package training

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
)

// AthleteID identifies one athlete; every key of the store begins with it.
type AthleteID string

// Sex selects the constants in formulas that depend on sex; empty means unknown.
type Sex string

// These are the sexes that published formulas distinguish.
const (
	Female Sex = "female"
	Male   Sex = "male"
)

// Units is the system of units in which distances are shown to a person. Results of tools stay metric.
type Units string

// These are the systems of units.
const (
	MetricUnits   Units = "metric"
	ImperialUnits Units = "imperial"
)

// Athlete is the person whose data this is. Empty fields are unknown.
type Athlete struct {
	ID        AthleteID
	Name      string
	Sex       Sex
	BirthYear int
	TimeZone  string       // IANA name
	WeekStart time.Weekday // Monday unless the athlete chose another day
	Units     Units
	Language  string
	Demo      bool // created by the demo, not a real person
	// Unsaid is set until any field has been entered or read from a service. Until
	// then, all fields are guesses, and importing an export replaces them.
	Unsaid bool `json:",omitempty"`
	// SaidBy holds the sources of fields that the athlete has not set here.
	SaidBy SaidBy `json:"Heard,omitzero"`
	// Sharing limits what models may see in addition to activities.
	Sharing Sharing
	// LoadOrder lists the methods for computing load, best first, separated by
	// commas; empty means the default order.
	LoadOrder string `json:",omitempty"`
	// HomeSource is the service to which new things are also sent; empty or [HomeLocal]
	// means none. HomesOf lists the kinds of things that have a different home.
	HomeSource string `json:",omitempty"`
	HomesOf    Homes  `json:",omitempty"`
	// WellnessOrder says which source of a day's values counts.
	WellnessOrder WellnessOrder `json:",omitempty"`
}

// SaidBy holds the source of each field: a service or [ByComputer]; empty means the athlete.
type SaidBy struct {
	Sex       string `json:"sex,omitempty"`
	BirthYear string `json:"birth_year,omitempty"`
	TimeZone  string `json:"time_zone,omitempty"`
}

// ByComputer is the source of a time zone that was taken from the computer.
const ByComputer = "computer"

// ZoneGuessed reports whether the time zone is a guess. UTC counts as a guess,
// because a computer that was never set up uses it.
func (a Athlete) ZoneGuessed() bool {
	return a.Unsaid || a.SaidBy.TimeZone == ByComputer || slices.Contains([]string{"", "UTC", "Etc/UTC"}, a.TimeZone)
}

// Sharing lists what the athlete lets assistants see. With its zero value, they see none
// of it.
type Sharing struct {
	Position bool // GPS position
	Weight   bool
	Notes    bool // the athlete's own notes and descriptions
	Cycle    bool // phases of the menstrual cycle
	Sets     bool // exercises, repetitions and loads of strength training
	Food     bool // what the athlete ate and drank on a day
	Glucose  bool // blood glucose
}

// Exceeds reports whether s shares something that other does not.
func (s Sharing) Exceeds(other Sharing) bool {
	both := Sharing{
		Position: s.Position && other.Position, Weight: s.Weight && other.Weight, Notes: s.Notes && other.Notes,
		Cycle: s.Cycle && other.Cycle, Sets: s.Sets && other.Sets, Food: s.Food && other.Food, Glucose: s.Glucose && other.Glucose,
	}
	return both != s
}

// Shows returns what the athlete lets an audience see: everything, and to assistants only what
// is shared with them.
func (a Athlete) Shows(to Audience) Sharing {
	if to == AudienceModel {
		return a.Sharing
	}
	return Sharing{Position: true, Weight: true, Notes: true, Cycle: true, Sets: true, Food: true, Glucose: true}
}

// Location returns the athlete's time zone, or UTC if it is unknown or cannot be loaded.
func (a Athlete) Location() *time.Location {
	if a.TimeZone == "" {
		return time.UTC
	}
	loc, err := time.LoadLocation(a.TimeZone)
	if err != nil {
		return time.UTC
	}
	return loc
}

// Thresholds are the values that apply to one discipline on one day. A zero field
// means unknown.
type Thresholds struct {
	FTPW         float64 // functional threshold power
	IndoorFTPW   float64 // for indoor activities, if set separately
	LTHRBpm      float64 // heart rate at lactate threshold
	MaxHRBpm     float64
	RestHRBpm    float64
	ThresholdMPS float64 // threshold speed for running, critical swim speed for swimming
	CPW          float64 // critical power
	WPrimeJ      float64
	WeightKg     float64
	// PowerZones, HRZones and PaceZones are the lower bounds of zone 2 and above, in W,
	// bpm and m/s; nil means that the zones are derived from the threshold.
	PowerZones, HRZones, PaceZones []float64
	// LactateTest defines the athlete's own curve of lactate over heart rate. It holds the bpm
	// and the mmol/l of each step, one step after the other. If it holds only two numbers, they
	// are the constants A and B in A·e^(B·x), where x is the fraction of heart rate reserve.
	LactateTest []float64
}

// In returns the thresholds for an indoor or outdoor activity. Power zones that the
// athlete set in watts apply to both.
func (t Thresholds) In(indoor bool) Thresholds {
	if indoor && t.IndoorFTPW > 0 {
		t.FTPW = t.IndoorFTPW
	}
	return t
}

// ThresholdKey identifies one dated setting of an athlete.
type ThresholdKey string

// These are the dated settings. Weight, maximum heart rate and resting heart rate may be
// set for all sports (with an empty Sport) or for one.
const (
	KeyFTP           ThresholdKey = "ftp_w"
	KeyIndoorFTP     ThresholdKey = "indoor_ftp_w"
	KeyLTHR          ThresholdKey = "lthr_bpm"
	KeyMaxHR         ThresholdKey = "max_hr_bpm"
	KeyRestHR        ThresholdKey = "resting_hr_bpm"
	KeyThresholdPace ThresholdKey = "threshold_speed_mps"
	KeyCP            ThresholdKey = "critical_power_w"
	KeyWPrime        ThresholdKey = "w_prime_j"
	KeyWeight        ThresholdKey = "weight_kg"
	KeyPowerZones    ThresholdKey = "power_zones_w"
	KeyHRZones       ThresholdKey = "hr_zones_bpm"
	KeyPaceZones     ThresholdKey = "pace_zones_mps"
	KeyLactateTest   ThresholdKey = "lactate_test"
	// KeyFitness is the fitness (CTL) over all sports at the end of a day. It exists
	// because an athlete who trained before the history begins does not start at 0.
	KeyFitness ThresholdKey = "ctl"
)

// ThresholdEntry is one dated setting: it applies from the day From until a later entry
// with the same key and sport. Values has one number, or the bounds of zones.
type ThresholdEntry struct {
	Key    ThresholdKey
	Sport  Discipline // empty means every sport
	From   Day
	Values []float64
	// SaidBy is the source of the entry: a service or a setting; empty means the athlete.
	SaidBy string `json:",omitempty"`
}

// History is an athlete's dated settings, in no particular order.
type History []ThresholdEntry

// At returns the settings of a discipline on a day: the latest entries on or
// before it. Entries for trail running take precedence over those for running,
// which take precedence over those for every sport. The first entry of a setting also
// applies to all earlier days.
func (h History) At(d Discipline, day Day) Thresholds {
	return ThresholdsBy(func(k ThresholdKey) ThresholdEntry {
		e, _ := h.Entry(k, d, day)
		return e
	})
}

// ThresholdsBy collects the thresholds from the entries that find returns. The FTP of a
// kind of a sport takes precedence over the sport's indoor FTP, even for indoor
// activities.
func ThresholdsBy(find func(ThresholdKey) ThresholdEntry) (t Thresholds) {
	one := func(k ThresholdKey) float64 {
		if v := find(k).Values; len(v) > 0 {
			return v[0]
		}
		return 0
	}
	t.FTPW, t.LTHRBpm, t.MaxHRBpm, t.RestHRBpm = one(KeyFTP), one(KeyLTHR), one(KeyMaxHR), one(KeyRestHR)
	t.ThresholdMPS, t.CPW, t.WPrimeJ, t.WeightKg = one(KeyThresholdPace), one(KeyCP), one(KeyWPrime), one(KeyWeight)
	if ftp := find(KeyFTP).Sport; !ftp.Refined() || !ftp.Nearer(find(KeyIndoorFTP).Sport) {
		t.IndoorFTPW = one(KeyIndoorFTP)
	}
	t.PowerZones, t.HRZones, t.PaceZones = find(KeyPowerZones).Values, find(KeyHRZones).Values, find(KeyPaceZones).Values
	t.LactateTest = find(KeyLactateTest).Values
	return t
}

// Entry returns the entry from which [History.At] takes a setting; ok is false if
// there is none.
func (h History) Entry(k ThresholdKey, d Discipline, day Day) (ThresholdEntry, bool) {
	var best *ThresholdEntry
	for i := range h {
		e := &h[i]
		if e.Key != k || !e.Sport.Has(d) {
			continue
		}
		if best == nil || betterEntry(e, best, day) {
			best = e
		}
	}
	if best == nil {
		return ThresholdEntry{}, false
	}
	return *best, true
}

// betterEntry reports whether a takes precedence over b on day: the entry for the more
// specific sport, then one that already applies on the day, then the one whose first day
// is closer.
func betterEntry(a, b *ThresholdEntry, day Day) bool {
	if a.Sport.depth() != b.Sport.depth() {
		return a.Sport.Nearer(b.Sport)
	}
	if (a.From <= day) != (b.From <= day) {
		return a.From <= day
	}
	if a.From <= day {
		return a.From > b.From
	}
	return a.From < b.From
}

// SingleSetting describes a setting with a single value: its JSON name and the
// field that holds it.
type SingleSetting struct {
	Name string
	At   func(*SportSettings) *float64
}

// SingleSettings returns the settings that services also have, by the keys of the dated
// settings.
func SingleSettings() map[ThresholdKey]SingleSetting {
	return map[ThresholdKey]SingleSetting{
		KeyFTP:           {"ftp_w", func(s *SportSettings) *float64 { return &s.FTPW }},
		KeyIndoorFTP:     {"indoor_ftp_w", func(s *SportSettings) *float64 { return &s.IndoorFTPW }},
		KeyWPrime:        {"w_prime_j", func(s *SportSettings) *float64 { return &s.WPrimeJ }},
		KeyMaxPower:      {"max_power_w", func(s *SportSettings) *float64 { return &s.MaxPowerW }},
		KeyLTHR:          {"lthr_bpm", func(s *SportSettings) *float64 { return &s.LTHRBpm }},
		KeyMaxHR:         {"max_hr_bpm", func(s *SportSettings) *float64 { return &s.MaxHRBpm }},
		KeyThresholdPace: {"threshold_speed_mps", func(s *SportSettings) *float64 { return &s.ThresholdMPS }},
	}
}

// Settle applies changes of dated settings to a service's settings. It returns the names
// of the settings that the service cannot store.
func (s *SportSettings) Settle(before, after map[ThresholdKey][]float64) (stays []string) {
	former := *s
	for _, key := range slices.Sorted(maps.Keys(SingleSettings())) {
		if slices.Equal(before[key], after[key]) {
			continue
		}
		v := 0.
		if is := after[key]; len(is) > 0 {
			v = is[0]
		}
		*SingleSettings()[key].At(s) = v
	}
	if !slices.Equal(before[KeySweetSpot], after[KeySweetSpot]) {
		s.SweetSpotPct = after[KeySweetSpot]
	}
	return s.settleZones(&former, before, after)
}

// openEnd is used as the upper bound, in percent, of a zone without one.
const openEnd = 999

// settleZones applies the athlete's zones to a service's settings. The service
// stores upper bounds as percentages of a threshold, which may itself have changed. Heart
// rate zones that the athlete has not set are scaled with the threshold.
func (s *SportSettings) settleZones(former *SportSettings, before, after map[ThresholdKey][]float64) (stays []string) {
	changed := func(keys ...ThresholdKey) bool {
		return slices.ContainsFunc(keys, func(k ThresholdKey) bool { return !slices.Equal(before[k], after[k]) })
	}
	put := func(k ThresholdKey, zones []float64, at *[]float64, names *[]string) {
		switch {
		case len(after[k]) == 0: // the service's zones are kept
		case zones == nil:
			stays = append(stays, string(k))
		default:
			*at, *names = zones, zoneNames(*names, len(zones))
		}
	}
	if changed(KeyPowerZones, KeyFTP) {
		put(KeyPowerZones, percents(after[KeyPowerZones], s.FTPW, 1), &s.PowerZonesPct, &s.PowerZoneNames)
	}
	if changed(KeyPaceZones, KeyThresholdPace) {
		put(KeyPaceZones, percents(after[KeyPaceZones], s.ThresholdMPS, 10), &s.PaceZonesPct, &s.PaceZoneNames)
	}
	if changed(KeyHRZones, KeyLTHR, KeyMaxHR) {
		put(KeyHRZones, upTo(after[KeyHRZones], s.MaxHRBpm), &s.HRZonesBpm, &s.HRZoneNames)
		if len(after[KeyHRZones]) == 0 {
			s.HRZonesBpm = moved(former, s)
		}
	}
	return stays
}

// percents converts lower bounds to upper bounds as percentages of a threshold,
// rounded to multiples of 1/part. It returns nil if they do not rise.
func percents(lower []float64, threshold, part float64) []float64 {
	if threshold <= 0 || len(lower) == 0 {
		return nil
	}
	out := make([]float64, 0, len(lower)+1)
	for _, x := range lower {
		out = append(out, math.Round(x/threshold*100*part)/part)
	}
	return rising(append(out, openEnd))
}

// upTo converts lower bounds to upper bounds in whole beats per minute, the last of which
// is highest. It returns nil if they do not rise.
func upTo(lower []float64, highest float64) []float64 {
	if len(lower) == 0 {
		return nil
	}
	out := make([]float64, 0, len(lower)+1)
	for _, x := range lower {
		out = append(out, math.Ceil(x)-1)
	}
	return rising(append(out, highest))
}

// moved scales the heart rate zones of from to the threshold of to. If the result does
// not rise, it returns the zones of to.
func moved(from, to *SportSettings) []float64 {
	if len(from.HRZonesBpm) == 0 || from.LTHRBpm <= 0 || to.LTHRBpm <= 0 {
		return to.HRZonesBpm
	}
	out := slices.Clone(from.HRZonesBpm)
	last := len(out) - 1
	for i := range out {
		out[i] = math.Round(out[i] * to.LTHRBpm / from.LTHRBpm)
	}
	if out[last] = from.HRZonesBpm[last]; out[last] == from.MaxHRBpm && to.MaxHRBpm > 0 {
		out[last] = to.MaxHRBpm
	}
	if rising(out) == nil {
		return to.HRZonesBpm
	}
	return out
}

// rising returns the bounds if they rise, or nil otherwise.
func rising(bounds []float64) []float64 {
	for i := range bounds {
		if bounds[i] <= 0 || i > 0 && bounds[i] <= bounds[i-1] {
			return nil
		}
	}
	return bounds
}

// zoneNames returns names if there is one name for each zone, and otherwise Z1, Z2 and so on.
func zoneNames(names []string, zones int) []string {
	if len(names) == zones {
		return names
	}
	out := make([]string, zones)
	for i := range out {
		out[i] = fmt.Sprintf("Z%d", i+1)
	}
	return out
}

// Profile describes the athlete according to a service. Empty fields are
// unknown.
type Profile struct {
	ID        string  `json:"id,omitempty"` // id at the service
	Sex       Sex     `json:"sex,omitempty"`
	Born      *Day    `json:"date_of_birth,omitempty"`
	TimeZone  string  `json:"time_zone,omitempty"`
	WeightKg  float64 `json:"weight_kg,omitempty"`
	HeightCm  float64 `json:"height_cm,omitempty"`
	RestHRBpm float64 `json:"resting_hr_bpm,omitempty"`
	// Notes were written by the athlete or a coach on the service.
	Notes string `json:"notes,omitempty"`
}

// BirthYear returns the year of birth, or 0 if it is unknown.
func (p *Profile) BirthYear() int {
	if p.Born == nil {
		return 0
	}
	return p.Born.Time(time.UTC).Year()
}
