package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// EstimateView answers what the thresholds may be, judged by recent efforts.
// Nothing of it is written to the settings.
type EstimateView struct {
	answers.Heading
	Range     answers.Span    `json:"range"`
	Estimates []Estimate      `json:"estimates"`
	VO2Max    []Oxygen        `json:"vo2max_ml_kg_min,omitempty"`
	History   *History        `json:"history,omitempty"`
	Words     []i18n.Sentence `json:"words"`
	Advice    i18n.Sentence   `json:"advice"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// Estimate is one threshold as recent efforts suggest it, beside the setting
// in force today.
type Estimate struct {
	Setting    string          `json:"setting"`
	Sport      training.Sport  `json:"sport"`
	Value      float64         `json:"estimate"`
	PerKg      *float64        `json:"estimate_w_per_kg,omitempty"` // by the weight of today
	Error      *float64        `json:"standard_error,omitempty"`
	Method     string          `json:"method"`
	Confidence string          `json:"confidence"`
	Current    *Setting        `json:"current,omitempty"`
	ChangePct  *float64        `json:"change_pct,omitempty"`
	Evidence   []Evidence      `json:"evidence"`
	Notes      []i18n.Sentence `json:"notes,omitempty"`
	Confirm    i18n.Sentence   `json:"confirm,omitempty"`
}

// Setting is a threshold in force and the day from which it holds.
type Setting struct {
	Value float64      `json:"value"`
	Since training.Day `json:"since"`
}

// Evidence is an effort that an estimate rests on.
type Evidence struct {
	ActivityID training.ActivityID `json:"activity_id"`
	LocalDate  training.Day        `json:"local_date"`
	DurationS  float64             `json:"duration_s"`
	DistanceM  *float64            `json:"distance_m,omitempty"`
	Value      float64             `json:"value"` // in the unit of the setting
}
