package intervalsicu

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// WireName is the service's name in ids: "intervals:i55".
const WireName source.Name = "intervals"

// Activity holds the fields that we read from an activity. Numbers for which zero
// is a known value are pointers.
type Activity struct {
	ID         ID     `json:"id"`
	ExternalID ID     `json:"external_id"`
	AthleteID  ID     `json:"icu_athlete_id"`
	StartLocal string `json:"start_date_local"`
	Start      string `json:"start_date"`
	TimeZone   string `json:"timezone"`

	Type        string   `json:"type"`
	SubType     string   `json:"sub_type"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Trainer     bool     `json:"trainer"`
	Race        bool     `json:"race"`
	Commute     bool     `json:"commute"`
	// RPE is the athlete's own rating. In contrast, perceived_exertion is Strava's,
	// and session_rpe is RPE times minutes.
	RPE         float64 `json:"icu_rpe"`
	Feel        float64 `json:"feel"`
	Carbs       float64 `json:"carbs_ingested"`
	IgnorePower bool    `json:"icu_ignore_power"`
	IgnoreHR    bool    `json:"icu_ignore_hr"`
	PairedEvent ID      `json:"paired_event_id"`
	Gear        *struct {
		ID ID `json:"id"`
	} `json:"gear"`

	MovingS    *float64 `json:"moving_time"`
	ElapsedS   *float64 `json:"elapsed_time"`
	RecordingS *float64 `json:"icu_recording_time"`
	// Distance is used if IcuDistance is missing; both are in metres.
	Distance    *float64 `json:"distance"`
	IcuDistance *float64 `json:"icu_distance"`
	GainM       *float64 `json:"total_elevation_gain"`
	LossM       *float64 `json:"total_elevation_loss"`
	AvgHR       *float64 `json:"average_heartrate"`
	MaxHR       *float64 `json:"max_heartrate"`
	AvgCadence  *float64 `json:"average_cadence"`
	AvgSpeed    *float64 `json:"average_speed"`
	MaxSpeed    *float64 `json:"max_speed"`
	AvgWatts    *float64 `json:"icu_average_watts"`
	Joules      *float64 `json:"icu_joules"`
	Calories    *float64 `json:"calories"`
	AvgTemp     *float64 `json:"average_temp"`
	PoolLength  *float64 `json:"pool_length"`
	Lengths     *float64 `json:"lengths"`
	Weather
	Rating
	Figures
	Edits

	Source      string   `json:"source"`
	Note        string   `json:"_note"`
	StravaID    ID       `json:"strava_id"`
	Created     string   `json:"created"`
	FileType    string   `json:"file_type"`
	StreamTypes []string `json:"stream_types"`
	Device      string   `json:"device_name"`

	// unread is set if the activity has an unknown form.
	unread bool
}

// UnmarshalJSON reads an activity. An activity with a field in an unexpected form is still
// reported as existing, so that the rest of the list is not lost.
func (a *Activity) UnmarshalJSON(b []byte) error {
	type plain Activity
	var all plain
	err := json.Unmarshal(b, &all)
	if err == nil {
		*a = Activity(all)
		return nil
	}
	var head struct {
		ID         ID     `json:"id"`
		AthleteID  ID     `json:"icu_athlete_id"`
		StartLocal string `json:"start_date_local"`
		Start      string `json:"start_date"`
	}
	if json.Unmarshal(b, &head) != nil || head.ID == "" {
		return err
	}
	*a = Activity{ID: head.ID, AthleteID: head.AthleteID, StartLocal: head.StartLocal, Start: head.Start, unread: true}
	return nil
}

// Fields returns the names of the fields that [Activity] reads, so that lists can be limited
// to them: an activity has some 170 fields. The service sends the note on a stub even if it
// is not requested.
func Fields() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Activity]()) {
		if name := f.Tag.Get("json"); name != "" && name != "_note" {
			names = append(names, name)
		}
	}
	return names
}

// Stub reports whether the service shows only that the activity exists, as it does
// for activities from Strava. Some stubs have a note, others are simply empty; an
// activity from Strava may also be complete.
func (a *Activity) Stub() bool {
	if a.unread {
		return false
	}
	empty := a.Name == "" && a.Type == "" && a.MovingS == nil && a.ElapsedS == nil && a.Distance == nil && a.IcuDistance == nil
	return empty && (a.Note != "" || a.Source == "STRAVA" || digits(string(a.ID)))
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Withheld explains why a stub is empty, and what to do.
const Withheld = "It came to Intervals.icu from Strava, which does not let Intervals.icu pass it on. " +
	"Connect the device's maker to Intervals.icu directly and let it download old data, or import the file or the Strava export here."

// Unread is the reason why nothing is known about an activity in an unknown form.
const Unread = "Intervals.icu gives it in a form that this version of Lapkeep cannot read; a newer one may."

// Unread reports whether the activity has an unknown form.
func (a *Activity) Unread() bool { return a.unread }

// Read converts the activity. zone is used for activities without a UTC start.
func (a *Activity) Read(zone *time.Location) source.Activity {
	start := UTC(a.Start)
	clock := local(a.StartLocal)
	if start.IsZero() {
		start = clock.In(zone).UTC()
	}
	out := source.Activity{
		ID: string(a.ID), Start: start, Day: training.DayOf(start.In(zone)), StartLocal: clock,
		ExternalID: string(a.ExternalID),
	}
	if clock != "" {
		out.Day = clock.Day()
	}
	switch {
	case a.Stub():
		out.Withheld = Withheld
	case a.unread:
		out.Withheld = Unread
	}
	if out.Withheld != "" {
		out.Statement.Ref = WireName.Ref(out.ID)
		out.Version = a.version(&out)
		return out
	}
	out.Statement, out.Rated = a.statement(start), a.rated(out.Day)
	out.Drawn, out.Found = a.drawn()
	if len(a.StreamTypes) == 0 {
		out.Found = "" // without streams, the service cannot find intervals
	}
	out.HasFile = slices.Contains([]string{"fit", "tcx", "gpx"}, strings.TrimSuffix(lower(a.FileType), ".gz"))
	out.HasStreams = len(a.StreamTypes) > 0
	out.OwnStreams = strings.Join(a.OwnStreams(), ",")
	out.Device = a.Device
	out.Edit = source.ActivityEdit{
		Name: a.Name, Description: a.Description, Race: a.Race, Commute: a.Commute, Indoor: a.Trainer, Feel: out.Statement.Feel,
		PerceivedExertion: out.Statement.PerceivedExertion, CarbsG: out.Statement.CarbsG, Tags: a.Tags, IgnorePower: a.IgnorePower,
		IgnoreHR:       a.IgnoreHR,
		PlannedEventID: string(a.PairedEvent),
	}
	out.Edit.Sport, out.Edit.SubSport = Sport(a.Type)
	if a.Gear != nil {
		out.Edit.GearID = string(a.Gear.ID)
	}
	if a.StravaID != "" {
		out.Replaces = []string{"strava:" + string(a.StravaID)}
	}
	out.Version = a.version(&out)
	return out
}

// OffsetS returns local time minus UTC at the start in seconds; it returns nil if
// one of the two is missing or they differ by more than 14 h.
func (a *Activity) OffsetS() *int {
	utc, clock := UTC(a.Start), local(a.StartLocal)
	if utc.IsZero() || clock == "" {
		return nil
	}
	const widest = 14 * 3600
	s := int(clock.In(time.UTC).Sub(utc) / time.Second)
	if s < -widest || s > widest {
		return nil
	}
	return &s
}

func (a *Activity) statement(start time.Time) training.Statement {
	s := training.Statement{
		Ref: WireName.Ref(string(a.ID)), Name: a.Name, Description: a.Description, Tags: a.Tags,
		Race: a.Race || a.SubType == "RACE", Commute: a.Commute || a.SubType == "COMMUTE",
		Entry: &training.Entry{Start: start, ElapsedS: or(a.ElapsedS), TimerS: or(a.RecordingS), Values: a.values()},
	}
	if a.RPE >= 1 && a.RPE <= 10 {
		s.PerceivedExertion = a.RPE
	}
	if a.Feel >= 1 && a.Feel <= 5 {
		s.Feel = int(a.Feel)
	}
	s.CarbsG = max(a.Carbs, 0)
	s.CaloriesKcal = max(or(a.Calories), 0)
	if a.ownLoad() {
		s.ManualLoad = or(a.Load)
	}
	s.Weather = a.Weather.values()
	if a.IgnorePower {
		s.Ignored = append(s.Ignored, training.Ignored{Channel: training.Power.String()})
	}
	if a.IgnoreHR {
		s.Ignored = append(s.Ignored, training.Ignored{Channel: training.HeartRate.String()})
	}
	if a.Gear != nil && a.Gear.ID != "" {
		s.GearID = WireName.Ref(string(a.Gear.ID))
	}
	s.Sport, s.SubSport = Sport(a.Type)
	switch {
	case s.SubSport == "" && a.Trainer:
		s.SubSport = training.SubIndoor
	case s.SubSport == "" && s.Sport == training.Swimming && or(a.PoolLength) > 0:
		s.SubSport = training.SubPool
	}
	if s.Entry.TimerS == 0 {
		s.Entry.TimerS = or(a.MovingS)
	}
	if s.Entry.ElapsedS == 0 {
		s.Entry.ElapsedS = s.Entry.TimerS
	}
	return s
}

// values returns the measured values, without those that depend on the service's
// own rules and thresholds (load, intensity, normalized power).
func (a *Activity) values() training.Values {
	var v training.Values
	const milli, perHour = 1000, 1 / 3.6
	put := func(m training.Metric, x *float64, unit float64, zero bool) {
		if x != nil && (*x != 0 || zero) {
			v = v.Put(m, *x/unit)
		}
	}
	distance := a.Distance
	if or(a.IcuDistance) > 0 {
		distance = a.IcuDistance
	}
	put(training.MetricMovingTimeS, a.MovingS, 1, false)
	put(training.MetricDistanceKM, distance, milli, false)
	put(training.MetricElevationGainM, a.GainM, 1, true)
	put(training.MetricElevationLossM, a.LossM, 1, true)
	put(training.MetricAvgHRBpm, a.AvgHR, 1, false)
	put(training.MetricMaxHRBpm, a.MaxHR, 1, false)
	put(training.MetricAvgCadenceRPM, a.AvgCadence, 1, false)
	put(training.MetricAvgSpeedKMH, a.AvgSpeed, perHour, false)
	put(training.MetricMaxSpeedKMH, a.MaxSpeed, perHour, false)
	put(training.MetricAvgPowerW, a.AvgWatts, 1, false)
	put(training.MetricWorkKJ, a.Joules, milli, false)
	put(training.MetricCaloriesKcal, a.Calories, 1, false)
	put(training.MetricAvgTempC, a.AvgTemp, 1, true)
	put(training.MetricPoolLengthM, a.PoolLength, 1, false)
	put(training.MetricLengths, a.Lengths, 1, false)
	return v
}

// version returns a hash of the values that are stored here and the time at which the
// service received the file. A new analysis by the service, as after each change of a
// threshold, does not change the hash. Averages are part of it only if there is no file.
func (a *Activity) version(read *source.Activity) string {
	said := read.Statement
	if said.Entry != nil && read.HasFile {
		entry := *said.Entry
		entry.Values = nil
		said.Entry = &entry
	}
	text, err := json.Marshal(struct {
		Said          training.Statement
		Created, File string
		Withheld      bool
		Day           training.Day
	}{said, a.Created, a.FileType, read.Withheld != "", read.Day})
	if err != nil { // the numbers were decoded from JSON, so this cannot happen
		return ""
	}
	return training.Fingerprint(text)
}

// Rating holds the service's load for an activity and the thresholds of its day.
type Rating struct {
	Load      *float64 `json:"icu_training_load"`
	PowerLoad *float64 `json:"power_load"`
	HRLoad    *float64 `json:"hr_load"`
	PaceLoad  *float64 `json:"pace_load"`
	Intensity *float64 `json:"icu_intensity"` // percent

	FTP          *float64  `json:"icu_ftp"`
	LTHR         *float64  `json:"lthr"`
	HighestHR    *float64  `json:"athlete_max_hr"`
	RestingHR    *float64  `json:"icu_resting_hr"`
	ThresholdMPS *float64  `json:"threshold_pace"` // m/s in every sport
	WPrime       *float64  `json:"icu_w_prime"`
	Weight       *float64  `json:"icu_weight"`
	PowerZones   []float64 `json:"icu_power_zones"`
	HRZones      []float64 `json:"icu_hr_zones"`
	PaceZones    []float64 `json:"pace_zones"`
}

// ownLoad reports whether the athlete set the load. The service has no field for this, but a
// computed load equals one of three values. If those are missing, only the load of a manual
// entry is certainly the athlete's.
func (a *Activity) ownLoad() bool {
	load, computed := or(a.Load), []float64{or(a.PowerLoad), or(a.HRLoad), or(a.PaceLoad)}
	if slices.Max(computed) == 0 && a.Source != "MANUAL" {
		return false
	}
	return load > 0 && !slices.Contains(computed, load)
}

// rated converts the service's load, thresholds and zones for the activity.
func (a *Activity) rated(day training.Day) *training.Rated {
	const percent = 100
	sport, _ := Sport(a.Type)
	return &training.Rated{
		Ref: WireName.Ref(string(a.ID)), Source: string(WireName), Day: day, Sport: sport, Type: a.Type, Indoor: a.Trainer,
		Load: or(a.Load), OwnLoad: a.ownLoad(), PowerLoad: or(a.PowerLoad), HRLoad: or(a.HRLoad), PaceLoad: or(a.PaceLoad),
		Intensity: or(a.Intensity) / percent,
		FTPW:      or(a.FTP), LTHRBpm: or(a.LTHR), MaxHRBpm: or(a.HighestHR), RestHRBpm: or(a.RestingHR), ThresholdMPS: or(a.ThresholdMPS),
		WPrimeJ: or(a.WPrime), WeightKg: or(a.Weight), PowerZonesPct: a.PowerZones, HRZonesBpm: a.HRZones,
		PaceZonesPct: a.PaceZones, Figures: a.figures(),
	}
}
