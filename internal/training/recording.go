package training

import (
	"encoding/json"
	"math"
	"time"
)

// Recording holds the data of one session by one device or app. It does not
// change once it is stored. A multisport file contains one recording per session.
type Recording struct {
	Format Format
	Sport  Sport
	// SubSport refines Sport (see the Sub constants); it may be empty, or any lower-case
	// word that the device wrote.
	SubSport string
	// SportUnsaid is set if the file does not name a sport; Sport is then a guess.
	SportUnsaid bool `json:",omitempty"`
	// Name and Description come from the file itself.
	Name, Description string

	Start time.Time // UTC
	// LocalStart is set if the file has only the local time, which Start holds
	// as if it were UTC.
	LocalStart bool `json:",omitempty"`
	// OffsetS is the offset in seconds east of UTC at Start; nil if it is not in the
	// file.
	OffsetS *int

	ElapsedS float64
	TimerS   float64 // time during which the timer ran; equal to ElapsedS if the file contains no pauses

	Device Device
	// PowerMeter is the device that measured power; empty if it is not in the file.
	PowerMeter Device `json:",omitzero"`
	// App is the maker of the app, if the file contains one in addition to the device.
	App     string `json:",omitempty"`
	Columns Columns
	// Pauses are the stretches during which the timer was stopped, in order and
	// without overlap.
	Pauses  []Span
	Laps    []Lap
	Lengths []Length
	// Sets holds the sets of strength training, in the order in which they were done.
	Sets []StrengthSet `json:",omitempty"`
	// RR holds beat-to-beat intervals in milliseconds, in order of time.
	RR []uint16
	// Workout holds the steps of the workout through which the device guided the athlete.
	// If it is set, Name is the workout's name.
	Workout []WorkoutStep `json:",omitempty"`
	// Events holds the device's marks, except timer events, in order of time.
	Events []Event
	// DeviceEfforts holds the segment efforts that the device timed, in order of time.
	DeviceEfforts []DeviceEffort `json:",omitempty"`

	// DeviceValues holds the device's own values for the session.
	DeviceValues Values
	// DeviceZones holds the time in each zone as counted by the device, with the device's bounds.
	DeviceZones []ZoneTimes

	// SessionIndex is the index of the session in its file, counted from 0, and Sessions is the
	// number of sessions in the file. Sessions of one file are never merged with each other.
	SessionIndex, Sessions int

	// Warnings describe unusual or damaged data and how it was handled.
	Warnings []string

	// ReadVersion is the version of the code that read the file. It is 0 for a recording
	// from before versions were stored.
	ReadVersion int `json:",omitempty"`
}

// These are the limits for recognising clocks that differ by whole quarters of an hour,
// as time zones do.
const (
	ClockStep     = 15 * time.Minute
	MostClock     = 14 * time.Hour
	clockSlackS   = 120 // one recording may begin when the button is pressed, and its copy at the first position
	clockSlackPct = 10  // slack for a short recording, in percent of its duration
)

// ClockShift returns the difference, in whole quarters of an hour, by which the clock of
// one recording (ahead) is ahead of that of the other, if both are recordings of the same
// activity. It returns 0 unless, after such a shift, they begin and end together.
func ClockShift(of, ahead *Recording) time.Duration {
	apart := ahead.Start.Sub(of.Start)
	shift := apart.Round(ClockStep)
	if shift == 0 || shift.Abs() > MostClock {
		return 0
	}
	slack := min(clockSlackS, min(of.ElapsedS, ahead.ElapsedS)*clockSlackPct/100)
	begins := (apart - shift).Seconds()
	if math.Abs(begins) > slack || math.Abs(begins+ahead.ElapsedS-of.ElapsedS) > slack {
		return 0
	}
	return shift
}

// Format is the file format from which a recording was read.
type Format string

// The formats that are also written, or that a rule refers to. Readers define the other
// formats themselves. A manual recording has no file.
const (
	FormatFIT    Format = "fit"
	FormatTCX    Format = "tcx"
	FormatGPX    Format = "gpx"
	FormatManual Format = "manual"
)

// Device describes a device in the words of its maker.
type Device struct {
	Manufacturer string `json:"manufacturer,omitempty"`
	Product      string `json:"product,omitempty"`
	Serial       string `json:"serial,omitempty"`
	Software     string `json:"software,omitempty"`
}

// Lap is a lap as the device recorded it.
type Lap struct {
	// StartS and EndS are seconds since the recording's start; EndS is the
	// next lap's start, so that laps cover the recording without gaps.
	StartS, EndS float64
	ElapsedS     float64
	TimerS       float64
	// Trigger is manual, distance, time, session_end or another value that the
	// device wrote.
	Trigger string
	// Intensity is active, rest, warmup, cooldown or empty.
	Intensity string
	// Device holds the device's own values for the lap.
	Device Values
	// Step is the number of the lap's step in the recording's Workout, as in
	// [StepNumbers]; 0 means none.
	Step int `json:",omitempty"`
}

// Length is one length of a pool.
type Length struct {
	StartS   float64
	ElapsedS float64
	TimerS   float64
	Strokes  int    // 0 if the device counted none
	Stroke   string // freestyle, breaststroke, …, drill or empty
	Active   bool   // false for rest at the wall
	Lap      int    // index of the lap to which it belongs, counted from 0
}

// Event is a mark that the device wrote into the recording.
type Event struct {
	AtS  float64
	Kind string // e.g. gear_change, user_marker, battery_low
	Data string
}

// DeviceEffort is an effort on a segment that was stored on the device, which timed it.
type DeviceEffort struct {
	Name string
	// ID is the segment's id on the service from which the device got it.
	ID string `json:",omitempty"`
	// StartS and EndS are seconds since the recording's start, at the first row
	// after each gate.
	StartS, EndS     float64
	ElapsedS, TimerS float64
	// Start and End are the positions at those times, or nil if they are unknown or hidden.
	Start, End *RoutePoint `json:",omitempty"`
	// GivenUp is set if the device recorded a start but no end.
	GivenUp bool `json:",omitempty"`
}

// ZoneTimes holds the seconds spent in each zone of one kind, as counted by a
// device or a rule. Zone i contains values v with HighBounds[i-1] <= v <
// HighBounds[i]; the last zone may have no upper bound.
type ZoneTimes struct {
	Kind       ZoneKind
	HighBounds []float64 // in bpm, W or m/s, depending on the kind
	Seconds    []float64
}

// ZoneKind is the quantity on which zones are based.
type ZoneKind string

// These are the kinds of zones.
const (
	ZonesHR    ZoneKind = "hr"
	ZonesPower ZoneKind = "power"
	ZonesPace  ZoneKind = "pace"
)

// PersonalRecord is an athlete's best on a service, named and measured by the service's own
// rules. It is shown next to the records computed from recordings, never among them.
type PersonalRecord struct {
	Name  string `json:"name"` // the service's name for it, as in "Best 5km Run"
	Sport Sport  `json:"sport,omitempty"`
	// The record is either a shortest time or a longest distance.
	DurationS float64   `json:"duration_s,omitempty"`
	DistanceM float64   `json:"distance_m,omitempty"`
	At        time.Time `json:"at"`
	// Ref identifies the activity, as in "garmin:123".
	Ref string `json:"ref,omitempty"`
}

// Route is a route to follow, drawn by the athlete or read from a service. It was
// not recorded.
type Route struct {
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
	Sport       Sport  `json:"sport,omitempty"`
	// DistanceKm is the length of the line through the points.
	DistanceKm float64      `json:"distance_km,omitempty"`
	Points     []RoutePoint `json:"points,omitempty"`
}

// RoutePoint is one point of a route, in degrees and metres. Its JSON is an
// array of latitude, longitude and, if it is known, altitude.
type RoutePoint struct {
	LatDeg, LonDeg float64
	AltitudeM      *float64
}

// MetresPerDegree is the length of a degree of latitude on a sphere with the
// earth's mean radius.
const MetresPerDegree = 6_371_000 * math.Pi / 180

// MetresBetween returns the distance in metres between two nearby places.
func MetresBetween(lat1, lon1, lat2, lon2 float64) float64 {
	east := math.Remainder(lon2-lon1, 360) * math.Cos((lat1+lat2)/2*math.Pi/180)
	return MetresPerDegree * math.Hypot(lat2-lat1, east)
}

// MarshalJSON writes the array with a precision of a decimetre.
func (p RoutePoint) MarshalJSON() ([]byte, error) {
	const places, metres = 1e6, 10
	out := []float64{math.Round(p.LatDeg*places) / places, math.Round(p.LonDeg*places) / places}
	if p.AltitudeM != nil {
		out = append(out, math.Round(*p.AltitudeM*metres)/metres)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the array. It returns an error for coordinates that do not exist.
func (p *RoutePoint) UnmarshalJSON(b []byte) error {
	var a []float64
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	if len(a) < 2 || len(a) > 3 || !(math.Abs(a[0]) <= 90) || !(math.Abs(a[1]) <= 180) {
		return Errorf(KindCorrupt, "%s is not a valid route point.", b)
	}
	*p = RoutePoint{LatDeg: a[0], LonDeg: a[1]}
	if len(a) == 3 {
		p.AltitudeM = &a[2]
	}
	return nil
}

// PrivacyZone is a circle within which every position is hidden from assistants.
type PrivacyZone struct {
	Name    string  `json:"name,omitempty"`
	LatDeg  float64 `json:"lat_deg"`
	LonDeg  float64 `json:"lon_deg"`
	RadiusM float64 `json:"radius_m"`
}

// GearReminder reminds the athlete to maintain a piece of gear after an amount of use or
// time since the last maintenance. A limit of zero means no limit.
type GearReminder struct {
	ID         string  `json:"id,omitempty"`
	GearID     string  `json:"gear_id"`
	Text       string  `json:"text"`
	DistanceKm float64 `json:"distance_km,omitempty"`
	TimeS      float64 `json:"time_s,omitempty"`
	Activities int     `json:"activities,omitempty"`
	Days       int     `json:"days,omitempty"`
	// DueDate is a fixed date that does not depend on use.
	DueDate Day `json:"due_date,omitzero"`
	// LastDone is the time of the last maintenance. Use before that time does not count.
	LastDone     time.Time `json:"last_done,omitzero"`
	SnoozedUntil time.Time `json:"snoozed_until,omitzero"`
	// StartKm, StartS and StartActivities are the gear's use when a service
	// began to count.
	StartKm         *float64 `json:"start_km,omitempty"`
	StartS          *float64 `json:"start_s,omitempty"`
	StartActivities *int     `json:"start_activities,omitempty"`
	// UsedPct is the used percentage of the limit that is closest to being reached.
	// UsedKm and UsedS are the use since the last maintenance.
	UsedPct float64 `json:"used_pct,omitempty"`
	UsedKm  float64 `json:"used_km,omitempty"`
	UsedS   float64 `json:"used_s,omitempty"`
}

// Segment is one of the athlete's own segments, on which efforts are timed. It was cut
// from an activity, read from a file, or proposed.
type Segment struct {
	Name string `json:"name,omitempty"`
	// Sport is the sport whose activities are timed, empty means any sport.
	Sport Sport       `json:"sport,omitempty"`
	Kind  SegmentKind `json:"kind,omitempty"`
	// DistanceKm is the length of the line through the points, and ElevationGainM its
	// climb, which is nil if unknown.
	DistanceKm     float64  `json:"distance_km,omitempty"`
	ElevationGainM *float64 `json:"elevation_gain_m,omitempty"`
	Starred        bool     `json:"starred,omitempty"`
	// From is the origin of the segment.
	From SegmentOrigin `json:"from,omitzero"`
	// Points is the line in the direction that is timed, as returned by
	// route.SegmentPoints. The first and the last point are the gates.
	Points []RoutePoint `json:"points,omitempty"`
}

// SegmentKind is the kind of a segment.
type SegmentKind string

// These are the kinds of segments.
const (
	SegmentStretch SegmentKind = "segment"
	SegmentClimb   SegmentKind = "climb"
)

// SegmentOrigin is the origin of a segment.
type SegmentOrigin struct {
	By SegmentSource `json:"by"`
	// Activity, and the seconds of its primary recording below, are set if the
	// segment was cut from an activity, proposed, or timed by a device.
	Activity ActivityID `json:"activity,omitempty"`
	FromS    float64    `json:"from_s,omitempty"`
	ToS      float64    `json:"to_s,omitempty"`
}

// SegmentSource identifies what a segment was made from.
type SegmentSource string

// These are the sources of segments.
const (
	SegmentFromActivity SegmentSource = "activity"
	SegmentFromFile     SegmentSource = "gpx"
	SegmentFromProposal SegmentSource = "proposal"
)

// These are the limits of a segment. The position of a gate is accurate only to a few
// metres, so for a segment shorter than MinSegmentM, the error would be a large part of
// the time. Anything longer than MaxSegmentKm is a route, which nobody rides in exactly
// the same way twice. Beyond MaxSegmentLatDeg, the length of a degree of longitude varies
// too much along a track for measurements on a plane.
const (
	MinSegmentM      = 100.0
	MaxSegmentKm     = 100.0
	MaxSegmentLatDeg = 80.0
)

// SegmentEffort is an activity's effort on a segment, from gate to gate.
type SegmentEffort struct {
	Segment  string
	Activity ActivityID
	Day      Day
	Sport    Sport
	SubSport string
	// Indoor is set for an indoor activity, whose positions are simulated.
	Indoor bool
	// FromS and ToS are the times at the gates in seconds on the activity's clock,
	// to the millisecond.
	FromS, ToS float64
	// TimerS is the part of that time during which the timer ran.
	TimerS float64
	// Values holds the known values for the stretch: power, heart rate, cadence,
	// distance, speed, climb.
	Values Values
	// Doubts lists the reasons why the time is approximate. If there are none, as for
	// nearly all efforts, the time is accurate to half a second or half a percent.
	Doubts []EffortDoubt
}

// TimeS returns the time from gate to gate in seconds, including stops.
func (e *SegmentEffort) TimeS() float64 { return e.ToS - e.FromS }

// EffortDoubt is a reason why the time of an effort is approximate.
type EffortDoubt string

// These are the reasons.
const (
	DoubtSparse EffortDoubt = "sparse" // consecutive positions at a gate are seconds apart
	DoubtGap    EffortDoubt = "gap"    // no position for a while along the way, as in a tunnel
	DoubtDrift  EffortDoubt = "drift"  // some positions are far from the line
)
