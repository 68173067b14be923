package training

import "time"

// PersonalRecord is a best that a service keeps of the athlete, in its own
// words and by its own rule. It is shown beside the records that are computed
// from the recordings, never among them.
type PersonalRecord struct {
	Name  string `json:"name"` // as the service calls it: "Best 5km Run"
	Sport Sport  `json:"sport,omitempty"`
	// Either the shortest time or the longest way.
	DurationS float64   `json:"duration_s,omitempty"`
	DistanceM float64   `json:"distance_m,omitempty"`
	At        time.Time `json:"at"`
	// Ref is the activity: "garmin:123".
	Ref string `json:"ref,omitempty"`
}
