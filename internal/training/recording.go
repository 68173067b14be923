package training

import (
	"encoding/json"
	"math"
	"time"
)

// Recording holds the data of one session by one device or app. It does not
// change once it is stored. A multisport file gives one recording per session.
type Recording struct {
	Format Format
	Sport  Sport
	// SubSport refines Sport (see the Sub constants); it may be empty or any
	// lower-case word that the device wrote.
	SubSport string
	// SportUnsaid is set if the file names no sport: Sport is then a guess.
	SportUnsaid bool `json:",omitempty"`
	// Name and Description are words from the file itself.
	Name, Description string

	Start time.Time // UTC
	// LocalStart is set if the file has only the local time, which Start holds
	// as if it were UTC.
	LocalStart bool `json:",omitempty"`
	// OffsetS is seconds east of UTC at Start, if the file says so.
	OffsetS *int

	ElapsedS float64
	TimerS   float64 // time the timer ran; equal to ElapsedS if the file has no pauses

	Device Device
	// PowerMeter is the device that measured power, empty if the file does not name it.
	PowerMeter Device `json:",omitzero"`
	// App is the maker of an app that the file names in addition to the device.
	App     string `json:",omitempty"`
	Columns Columns
	// Pauses are the stretches with the timer stopped, in order, disjoint.
	Pauses  []Span
	Laps    []Lap
	Lengths []Length
	// RR holds beat-to-beat intervals in milliseconds, in order of time.
	RR []uint16
	// Workout holds the steps of the workout that the device guided; Name is
	// then the workout's name.
	Workout []WorkoutStep `json:",omitempty"`
	// Events are the device's marks other than timer events, in order of time.
	Events []Event
	// DeviceEfforts are the segment efforts that the device timed, in order of
	// time.
	DeviceEfforts []DeviceEffort `json:",omitempty"`

	// DeviceValues are the device's own values for the session.
	DeviceValues Values
	// DeviceZones is the device's own time in zone with its boundaries.
	DeviceZones []ZoneTimes

	// SessionIndex counts the sessions of one file from 0; Sessions is how
	// many there are. They are siblings and never merged with each other.
	SessionIndex, Sessions int

	// Warnings describe odd or damaged data and how it was handled.
	Warnings []string

	// ReadVersion is the version of the readers that read the file, 0 for a
	// recording from before versions were kept.
	ReadVersion int `json:",omitempty"`
}

// The limits of clocks that differ by whole quarters of an hour, like time
// zones.
const (
	ClockStep     = 15 * time.Minute
	MostClock     = 14 * time.Hour
	clockSlackS   = 120 // one may begin at the press of a button, a copy at the first position
	clockSlackPct = 10  // of a short recording
)

// ClockShift returns how far the clock of ahead is ahead of that of of, in
// whole quarters of an hour, if both are recordings of one activity. It returns
// 0 if they do not begin and end together on clocks with such a shift.
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

// Format is the file format a recording was read from.
type Format string

// The formats that are also written or that a rule uses. Readers name the
// others themselves. Manual recordings have no file.
const (
	FormatFIT    Format = "fit"
	FormatTCX    Format = "tcx"
	FormatGPX    Format = "gpx"
	FormatManual Format = "manual"
)

// Device holds the maker's own names for the recording device.
type Device struct {
	Manufacturer string `json:"manufacturer,omitempty"`
	Product      string `json:"product,omitempty"`
	Serial       string `json:"serial,omitempty"`
	Software     string `json:"software,omitempty"`
}

// Lap is a lap as the device cut it.
type Lap struct {
	// StartS and EndS are seconds since the recording's start; EndS is the
	// next lap's start, so that laps cover the recording without gaps.
	StartS, EndS float64
	ElapsedS     float64
	TimerS       float64
	// Trigger is manual, distance, time, session_end or another word of the
	// device.
	Trigger string
	// Intensity is active, rest, warmup, cooldown or empty.
	Intensity string
	// Device holds the device's own values for the lap.
	Device Values
	// Step is the number of the lap's step in the recording's Workout, as in
	// [StepNumbers]; 0 is none.
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
	Lap      int    // index of the lap it belongs to, from 0
}

// Event is a mark that the device wrote into the recording.
type Event struct {
	AtS  float64
	Kind string // e.g. gear_change, user_marker, battery_low
	Data string
}

// DeviceEffort is an effort on a segment that the device knew and timed.
type DeviceEffort struct {
	Name string
	// ID is the segment's id at the service from which the device has it.
	ID string `json:",omitempty"`
	// StartS and EndS are seconds since the recording's start, at the first
	// rows past the gates.
	StartS, EndS     float64
	ElapsedS, TimerS float64
	// Start and End are the positions there, nil if unknown or hidden.
	Start, End *RoutePoint `json:",omitempty"`
	// GivenUp is set if the device recorded a start and no end.
	GivenUp bool `json:",omitempty"`
}

// ZoneTimes holds the seconds spent in each zone of one kind, as a device or a
// rule counted them. Zone i holds values v with HighBounds[i-1] <= v <
// HighBounds[i]; the last zone may lack a bound.
type ZoneTimes struct {
	Kind       ZoneKind
	HighBounds []float64 // bpm, W or m/s, as in the file
	Seconds    []float64
}

// ZoneKind is the measure that zones divide.
type ZoneKind string

// The kinds of zones.
const (
	ZonesHR    ZoneKind = "hr"
	ZonesPower ZoneKind = "power"
	ZonesPace  ZoneKind = "pace"
)

// PersonalRecord is an athlete's best at a service, named and measured by the
// service's own rule. It is shown next to the records computed from recordings,
// never among them.
type PersonalRecord struct {
	Name  string `json:"name"` // as the service calls it: "Best 5km Run"
	Sport Sport  `json:"sport,omitempty"`
	// Either the shortest time or the longest distance.
	DurationS float64   `json:"duration_s,omitempty"`
	DistanceM float64   `json:"distance_m,omitempty"`
	At        time.Time `json:"at"`
	// Ref is the activity: "garmin:123".
	Ref string `json:"ref,omitempty"`
}

// Route is a route to follow, drawn or from a service. It was not recorded.
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

// MetresPerDegree is a degree of latitude on a sphere with the earth's mean radius.
const MetresPerDegree = 6_371_000 * math.Pi / 180

// MetresBetween returns the distance in metres between two nearby places.
func MetresBetween(lat1, lon1, lat2, lon2 float64) float64 {
	east := math.Remainder(lon2-lon1, 360) * math.Cos((lat1+lat2)/2*math.Pi/180)
	return MetresPerDegree * math.Hypot(lat2-lat1, east)
}

// MarshalJSON writes the array, with a precision of a decimetre.
func (p RoutePoint) MarshalJSON() ([]byte, error) {
	const places, metres = 1e6, 10
	out := []float64{math.Round(p.LatDeg*places) / places, math.Round(p.LonDeg*places) / places}
	if p.AltitudeM != nil {
		out = append(out, math.Round(*p.AltitudeM*metres)/metres)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the array. It returns an error if there is no such place.
func (p *RoutePoint) UnmarshalJSON(b []byte) error {
	var a []float64
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	if len(a) < 2 || len(a) > 3 || !(math.Abs(a[0]) <= 90) || !(math.Abs(a[1]) <= 180) {
		return Errorf(KindCorrupt, "%s is not a point of a route.", b)
	}
	*p = RoutePoint{LatDeg: a[0], LonDeg: a[1]}
	if len(a) == 3 {
		p.AltitudeM = &a[2]
	}
	return nil
}

// PrivacyZone is a circle that hides every position in it from assistants.
type PrivacyZone struct {
	Name    string  `json:"name,omitempty"`
	LatDeg  float64 `json:"lat_deg"`
	LonDeg  float64 `json:"lon_deg"`
	RadiusM float64 `json:"radius_m"`
}

// GearReminder asks for maintenance of a piece of gear after an amount of use
// or a time since the last one. A limit of zero means no limit.
type GearReminder struct {
	ID         string  `json:"id,omitempty"`
	GearID     string  `json:"gear_id"`
	Text       string  `json:"text"`
	DistanceKm float64 `json:"distance_km,omitempty"`
	TimeS      float64 `json:"time_s,omitempty"`
	Activities int     `json:"activities,omitempty"`
	Days       int     `json:"days,omitempty"`
	// DueDate is a fixed day, whatever the use.
	DueDate Day `json:"due_date,omitzero"`
	// LastDone is the time of the last maintenance. Earlier use does not count.
	LastDone     time.Time `json:"last_done,omitzero"`
	SnoozedUntil time.Time `json:"snoozed_until,omitzero"`
	// StartKm, StartS and StartActivities are the gear's use when a service
	// began to count.
	StartKm         *float64 `json:"start_km,omitempty"`
	StartS          *float64 `json:"start_s,omitempty"`
	StartActivities *int     `json:"start_activities,omitempty"`
	// UsedPct is the used share of the nearest limit, and UsedKm and UsedS the
	// use since the last maintenance.
	UsedPct float64 `json:"used_pct,omitempty"`
	UsedKm  float64 `json:"used_km,omitempty"`
	UsedS   float64 `json:"used_s,omitempty"`
}

// Segment is an athlete's own stretch on which efforts are timed: cut from a
// ride, read from a file, or proposed.
type Segment struct {
	Name string `json:"name,omitempty"`
	// Sport is the sport whose activities are timed, empty for any.
	Sport Sport       `json:"sport,omitempty"`
	Kind  SegmentKind `json:"kind,omitempty"`
	// DistanceKm is the length of the line through the points, ElevationGainM
	// its climb, nil if unknown.
	DistanceKm     float64  `json:"distance_km,omitempty"`
	ElevationGainM *float64 `json:"elevation_gain_m,omitempty"`
	Starred        bool     `json:"starred,omitempty"`
	// From is the origin of the segment.
	From SegmentOrigin `json:"from,omitzero"`
	// Points are the line in the timed direction, as route.SegmentPoints makes
	// it. The first and the last point are the gates.
	Points []RoutePoint `json:"points,omitempty"`
}

// SegmentKind is the kind of a segment.
type SegmentKind string

// The kinds of segments.
const (
	SegmentStretch SegmentKind = "segment"
	SegmentClimb   SegmentKind = "climb"
)

// SegmentOrigin is the origin of a segment.
type SegmentOrigin struct {
	By SegmentSource `json:"by"`
	// Activity and the seconds of its primary recording are set if the segment
	// was cut from an activity, proposed, or timed by a device.
	Activity ActivityID `json:"activity,omitempty"`
	FromS    float64    `json:"from_s,omitempty"`
	ToS      float64    `json:"to_s,omitempty"`
}

// SegmentSource is what a segment was made from.
type SegmentSource string

// The sources of segments.
const (
	SegmentFromActivity SegmentSource = "activity"
	SegmentFromFile     SegmentSource = "gpx"
	SegmentFromProposal SegmentSource = "proposal"
)

// The limits of a segment. The position of a gate is accurate to some metres,
// so below MinSegmentM the error would be a large part of the time. Anything
// longer than MaxSegmentKm is a route, which nobody rides twice the same way.
// Beyond MaxSegmentLatDeg, the length of a degree of longitude varies too much
// along a track for measurements on a plane.
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
	// Indoor is set if the activity covered no ground: its places are
	// simulated.
	Indoor bool
	// FromS and ToS are seconds of the activity's clock at the gates, to a
	// millisecond.
	FromS, ToS float64
	// TimerS is the part of that time in which the timer ran.
	TimerS float64
	// Values are the known values of the stretch: power, heart rate, cadence,
	// distance, speed, climb.
	Values Values
	// Doubts are the reasons why the time is approximate. Without any, it is
	// accurate to half a second or half a percent, as nearly all are.
	Doubts []EffortDoubt
}

// TimeS returns the time from gate to gate in seconds, stops included.
func (e *SegmentEffort) TimeS() float64 { return e.ToS - e.FromS }

// EffortDoubt is a reason why the time of an effort is approximate.
type EffortDoubt string

// The reasons.
const (
	DoubtSparse EffortDoubt = "sparse" // at a gate, positions are seconds apart
	DoubtGap    EffortDoubt = "gap"    // no position for a while on the way, as in a tunnel
	DoubtDrift  EffortDoubt = "drift"  // some positions are far from the line
)
