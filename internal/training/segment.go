package training

// Segment is a stretch of a way that an athlete is timed on, of the athlete's
// own: cut from a ride, read from a file, or proposed.
type Segment struct {
	Name string `json:"name,omitempty"`
	// Sport is whose activities are timed, empty for any.
	Sport Sport       `json:"sport,omitempty"`
	Kind  SegmentKind `json:"kind,omitempty"`
	// DistanceKm is the length of the line through the points, ElevationGainM
	// what is climbed on it, nil where that is not known.
	DistanceKm     float64  `json:"distance_km,omitempty"`
	ElevationGainM *float64 `json:"elevation_gain_m,omitempty"`
	Starred        bool     `json:"starred,omitempty"`
	// From says where it was cut.
	From SegmentOrigin `json:"from,omitzero"`
	// Points are its way in the direction in which it is timed, as
	// route.SegmentPoints makes it: the gates are its first and its last.
	Points []RoutePoint `json:"points,omitempty"`
}

// SegmentKind is what a segment is.
type SegmentKind string

// The kinds of segments.
const (
	SegmentStretch SegmentKind = "segment"
	SegmentClimb   SegmentKind = "climb"
)

// SegmentOrigin says where a segment was cut.
type SegmentOrigin struct {
	By SegmentSource `json:"by"`
	// Activity and the seconds of its primary recording are those of a segment
	// cut from an activity, or of one that was proposed or timed by a device.
	Activity ActivityID `json:"activity,omitempty"`
	FromS    float64    `json:"from_s,omitempty"`
	ToS      float64    `json:"to_s,omitempty"`
}

// SegmentSource is what a segment was made of.
type SegmentSource string

// The sources of segments.
const (
	SegmentFromActivity SegmentSource = "activity"
	SegmentFromFile     SegmentSource = "gpx"
	SegmentFromProposal SegmentSource = "proposal"
	SegmentFromDevice   SegmentSource = "device"
)

// The limits of a segment. A gate is known to some metres, so that on less
// than MinSegmentM the error would be a large part of the time; what is longer
// than MaxSegmentKm is a route, that nobody rides twice alike. Nearer to a pole
// than MaxSegmentLatDeg a degree of longitude differs too much along a way to
// be measured on a plane.
const (
	MinSegmentM      = 100.0
	MaxSegmentKm     = 100.0
	MaxSegmentLatDeg = 80.0
)

// SegmentEffort is one time that an activity went over a segment, from gate to
// gate.
type SegmentEffort struct {
	Segment  string
	Activity ActivityID
	Day      Day
	Sport    Sport
	// Indoor says that it led over no ground: the place is one of a picture.
	Indoor bool
	// FromS and ToS are seconds of the activity's clock at the gates, to a
	// millisecond.
	FromS, ToS float64
	// TimerS is the part of it in which the timer ran.
	TimerS float64
	// Values are those of the stretch that are known: power, heart rate, cadence,
	// distance, speed, climb.
	Values Values
	// Doubts say why the time is approximate. Without one it is exact to half a
	// second, or half a percent, as nearly all are.
	Doubts []EffortDoubt
}

// TimeS is the time from gate to gate, stops included.
func (e *SegmentEffort) TimeS() float64 { return e.ToS - e.FromS }

// EffortDoubt is why the time of an effort is approximate.
type EffortDoubt string

// The reasons.
const (
	DoubtSparse EffortDoubt = "sparse" // at a gate, positions are seconds apart
	DoubtGap    EffortDoubt = "gap"    // no position for a while on the way, as in a tunnel
	DoubtDrift  EffortDoubt = "drift"  // some positions lie far beside the way
)
