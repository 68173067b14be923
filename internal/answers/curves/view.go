package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// View answers what the best of a range of days was, step by step, and
// which activity holds each best.
type View struct {
	answers.Heading
	Kind   string           `json:"kind"`
	Indoor *bool            `json:"indoor,omitempty"`
	Graded bool             `json:"graded,omitempty"`
	Sports []training.Sport `json:"sports"`
	// PowerSource says whose power it is where it is not a bicycle's.
	PowerSource string `json:"power_source,omitempty"`
	// AfterKJ and AfterKJPerKg are the work after which windows count.
	AfterKJ      float64 `json:"fatigued_after_kj,omitzero"`
	AfterKJPerKg float64 `json:"fatigued_after_kj_per_kg,omitzero"`

	Curve   *Curve `json:"curve,omitempty"`
	Compare *Curve `json:"compare,omitempty"`
	// Change is the curve less the one compared with, step by step: W, bpm,
	// or seconds (less is faster).
	Change  []*float64      `json:"change,omitempty"`
	Models  *Models         `json:"models,omitempty"`
	Words   []i18n.Sentence `json:"words"`
	Notes   []i18n.Sentence `json:"notes,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// Curve is one range's bests in columns. A cell is null where no activity of
// the range is long enough.
type Curve struct {
	Range      answers.Span `json:"range"`
	Activities int          `json:"activities"`
	Columns
}

// Columns are the bests of one range, one cell a step.
type Columns struct {
	DurationS []float64  `json:"duration_s,omitempty"`
	DistanceM []float64  `json:"distance_m,omitempty"`
	PowerW    []*float64 `json:"power_w,omitempty"`
	WPerKg    []*float64 `json:"power_w_per_kg,omitempty"`
	// FreshW is the best at any time, of the same days and sports, and
	// Durability PowerW as a share of it.
	FreshW     []*float64 `json:"fresh_power_w,omitempty"`
	Durability []*float64 `json:"durability_index,omitempty"`
	NPW        []*float64 `json:"normalized_power_w,omitempty"`
	HRBpm      []*float64 `json:"hr_bpm,omitempty"`
	TimeS      []*float64 `json:"time_s,omitempty"`
	SpeedKMH   []*float64 `json:"avg_speed_kmh,omitempty"`
	PaceKM     []*float64 `json:"pace_s_per_km,omitempty"`
	Pace100M   []*float64 `json:"pace_s_per_100m,omitempty"`
	IDs        []*string  `json:"activity_ids"`
	Dates      []*string  `json:"local_dates"`
}
