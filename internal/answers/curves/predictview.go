package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// PredictView is the answer: the lists have the order of the distances or, on the
// bike, of the durations. A cell is null where a model does not hold.
type PredictView struct {
	answers.Heading
	Sport     training.Sport `json:"sport"`
	Range     *answers.Span  `json:"range,omitempty"`
	DistanceM []float64      `json:"distance_m,omitempty"`
	DurationS []float64      `json:"duration_s,omitempty"`
	// The range over the models, widened by 1, 2 or 4 % as the confidence falls.
	FastestS []*float64 `json:"fastest_time_s,omitempty"`
	SlowestS []*float64 `json:"slowest_time_s,omitempty"`
	LowestW  []*float64 `json:"lowest_power_w,omitempty"`
	HighestW []*float64 `json:"highest_power_w,omitempty"`
	// Confidence is high, medium or low, empty where nothing is predicted.
	Confidence []string       `json:"confidence,omitempty"`
	Models     []PredictModel `json:"models,omitempty"`
	Efforts    []Effort       `json:"efforts,omitempty"`

	VDOT             *float64        `json:"vdot,omitempty"`
	MarathonShapePct *float64        `json:"marathon_shape_pct,omitempty"`
	Words            []i18n.Sentence `json:"words"`
	Notes            []i18n.Sentence `json:"notes,omitempty"`
	Missing          answers.Missing `json:"missing,omitempty"`
}

// PredictModel is one model's answers.
type PredictModel struct {
	Name    string        `json:"model"`
	Assumes i18n.Sentence `json:"assumes"`
	TimeS   []*float64    `json:"time_s,omitempty"`
	PowerW  []*float64    `json:"power_w,omitempty"`
	// Parameters are the fitted values of the model.
	Parameters map[string]float64 `json:"parameters,omitempty"`
}

// Effort is a best that the models rest on. One that the caller gave has no
// activity.
type Effort struct {
	ActivityID training.ActivityID `json:"activity_id,omitempty"`
	LocalDate  string              `json:"local_date,omitempty"`
	DistanceM  float64             `json:"distance_m,omitempty"`
	DurationS  float64             `json:"duration_s"`
	PowerW     float64             `json:"power_w,omitempty"`
}
