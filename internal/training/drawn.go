package training

// Drawn are the intervals of an activity as the athlete drew and named them at
// a service, with what the service says of each. What is zero or empty is not
// said.
type Drawn struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	// Version differs where the service is known to have changed them.
	Version string `json:"version"`
	// Found says that the service found them by itself, and nobody drew them.
	Found     bool            `json:"found,omitempty"`
	Intervals []DrawnInterval `json:"intervals"`
	// Groups are those that belong together, each as one.
	Groups []DrawnGroup `json:"groups,omitempty"`
}

// DrawnGroup is intervals that belong together: their sums, means and greatest.
type DrawnGroup struct {
	Count int `json:"count"`
	DrawnInterval
}

// DrawnInterval is one of them; those between two that were drawn are rests.
type DrawnInterval struct {
	Name  string `json:"name,omitempty"`
	Group string `json:"group,omitempty"` // the service's own word for those that belong together
	Rest  bool   `json:"rest,omitempty"`
	// StartS and EndS are seconds of the activity; EndS is not in it.
	StartS  float64 `json:"start_s"`
	EndS    float64 `json:"end_s"`
	MovingS float64 `json:"moving_time_s,omitempty"`

	DistanceM        float64 `json:"distance_m,omitempty"`
	AvgPowerW        float64 `json:"avg_power_w,omitempty"`
	MaxPowerW        float64 `json:"max_power_w,omitempty"`
	NormalizedPowerW float64 `json:"normalized_power_w,omitempty"`
	Intensity        float64 `json:"intensity_factor,omitempty"`
	Load             float64 `json:"load,omitempty"`
	AvgHRBpm         float64 `json:"avg_hr_bpm,omitempty"`
	MaxHRBpm         float64 `json:"max_hr_bpm,omitempty"`
	CadenceRPM       float64 `json:"avg_cadence_rpm,omitempty"`
	SpeedMPS         float64 `json:"avg_speed_mps,omitempty"`
	ClimbM           float64 `json:"elevation_gain_m,omitempty"`
	Zone             int     `json:"zone,omitempty"`
	// More are other numbers that the service says of it, by name with the unit.
	More map[string]float64 `json:"more,omitempty"`
}
