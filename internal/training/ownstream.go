package training

// OwnStreams are the streams of an activity that the athlete defined at a
// service, as they stand there.
type OwnStreams struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	// Version differs where the activity has other ones.
	Version string `json:"version,omitempty"`
	// Streams are by the code that the athlete gave them.
	Streams map[string]OwnStream `json:"streams,omitempty"`
}

// OwnStream is one of them. Both lists have a place for each second that has
// a value.
type OwnStream struct {
	Name   string    `json:"name,omitempty"`
	TimeS  []int32   `json:"time_s"` // seconds of the activity
	Values []float64 `json:"values"`
}
