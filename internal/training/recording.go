package training

import "time"

// Recording holds the data of one session by one device or app: immutable once
// it is stored. A multisport file gives one recording a session.
type Recording struct {
	Format Format
	Sport  Sport
	// SubSport refines Sport (see the Sub constants); it may be empty or any
	// lower-case word that the device wrote.
	SubSport string
	// SportUnsaid says that the file names no sport: Sport is then what was made
	// of it, and may be wrong.
	SportUnsaid bool `json:",omitempty"`
	// Name and Description are words that stand in the file itself.
	Name, Description string

	Start time.Time // UTC
	// LocalStart says that the file has no more than what the clock at the place
	// showed, which Start holds as if it were UTC.
	LocalStart bool `json:",omitempty"`
	// OffsetS is seconds east of UTC at Start, if the file says so.
	OffsetS *int

	ElapsedS float64
	TimerS   float64 // time the timer ran; equal to ElapsedS where the file has no pauses

	Device Device
	// PowerMeter is the device that measured power, empty if the file does not name it.
	PowerMeter Device `json:",omitzero"`
	// App is the maker of an application that the file names beside the device.
	App     string `json:",omitempty"`
	Columns Columns
	// Pauses are the stretches in which the timer stood, in order, disjoint.
	Pauses  []Span
	Laps    []Lap
	Lengths []Length
	// RR holds beat-to-beat intervals in milliseconds, in order of time.
	RR []uint16
	// Workout is the steps of the workout that the device guided through; Name
	// is its name then.
	Workout []WorkoutStep `json:",omitempty"`
	// Events are the device's marks besides timer events, in order of time.
	Events []Event
	// DeviceEfforts are those on segments that the device timed, in order of time.
	DeviceEfforts []DeviceEffort `json:",omitempty"`

	// DeviceValues are the device's own values for the session.
	DeviceValues Values
	// DeviceZones is the device's own time in zone with its boundaries.
	DeviceZones []ZoneTimes

	// SessionIndex counts the sessions of one file from 0; Sessions is how
	// many there are. They are siblings and never merged with each other.
	SessionIndex, Sessions int

	// Warnings say what was odd or damaged and what was done about it.
	Warnings []string

	// ReadVersion is the version of the readers that made it of its file, 0 of
	// those before versions were kept.
	ReadVersion int `json:",omitempty"`
}

// Format is the file format a recording was read from.
type Format string

// The formats that are written too, or that a rule looks at. Any other is a word
// of its reader's own. Manual ones have no file.
const (
	FormatFIT    Format = "fit"
	FormatTCX    Format = "tcx"
	FormatGPX    Format = "gpx"
	FormatManual Format = "manual"
)

// Device is the maker's own words for what recorded.
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
	// Trigger is manual, distance, time, session_end or what else the device wrote.
	Trigger string
	// Intensity is active, rest, warmup, cooldown or empty.
	Intensity string
	// Device holds the device's own values for the lap.
	Device Values
	// Step is the number of the step of the recording's Workout that the lap
	// is; see [StepNumbers]. 0 is none.
	Step int `json:",omitempty"`
}

// Length is one length of a pool.
type Length struct {
	StartS   float64
	ElapsedS float64
	TimerS   float64
	Strokes  int    // 0 where the device counted none
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
	// ID is the segment's at the service that it came to the device from.
	ID string `json:",omitempty"`
	// StartS and EndS are seconds since the recording's start, those of the first
	// rows past the gates.
	StartS, EndS     float64
	ElapsedS, TimerS float64
	// Start and End are the places there, nil where they are not known or are kept
	// from the reader.
	Start, End *RoutePoint `json:",omitempty"`
	// GivenUp says that the device saw it begin and not end.
	GivenUp bool `json:",omitempty"`
}

// ZoneTimes is the seconds spent in each zone of one kind, as a device or a
// rule counted them. Zone i holds values v with HighBounds[i-1] <= v <
// HighBounds[i]; the last zone may lack a bound.
type ZoneTimes struct {
	Kind       ZoneKind
	HighBounds []float64 // bpm, W or m/s, as in the file
	Seconds    []float64
}

// ZoneKind says what zones divide.
type ZoneKind string

// The kinds of zones.
const (
	ZonesHR    ZoneKind = "hr"
	ZonesPower ZoneKind = "power"
	ZonesPace  ZoneKind = "pace"
)
