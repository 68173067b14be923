package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// RecordView answers with the records of one sport.
type RecordView struct {
	answers.Heading
	Sport   training.Sport `json:"sport"`
	Indoor  *bool          `json:"indoor,omitempty"`
	Periods []Period       `json:"periods"`
	// Reported are the records in services' exports, beside those computed here.
	Reported []Reported      `json:"reported,omitempty"`
	Words    []i18n.Sentence `json:"words"`
	Notes    []i18n.Sentence `json:"notes,omitempty"`
	Missing  answers.Missing `json:"missing,omitempty"`
}

// Period is the records of some days. Of the standard periods a shorter one
// has only what differs from the longer one before it.
type Period struct {
	Name       string       `json:"period"` // all_time, season, last_365_days or range
	Range      answers.Span `json:"range"`
	Activities int          `json:"activities"`
	// Power, NP, HR and Pace are by duration.
	Power    *Columns `json:"power,omitempty"`
	NP       *Columns `json:"np,omitempty"`
	HR       *Columns `json:"hr,omitempty"`
	Pace     *Columns `json:"pace,omitempty"`
	Distance *Columns `json:"distance,omitempty"`
	Climbs   []Climb  `json:"climbs,omitempty"`
	// Segments are the best times over the athlete's own, of what was ridden most.
	Segments []segments.Best `json:"segments,omitempty"`
	Biggest  []Biggest       `json:"biggest,omitempty"`
}

// Biggest is the activity with the most of something.
type Biggest struct {
	Most      training.Metric     `json:"most"` // its unit is in its name
	Value     float64             `json:"value"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}

// Climb is the climb that is the best by some measures.
type Climb struct {
	By        []string            `json:"best_by"`
	GainM     float64             `json:"gain_m"`
	LengthKM  float64             `json:"length_km"`
	GradePct  float64             `json:"avg_grade_pct"`
	DurationS float64             `json:"duration_s"`
	Fiets     float64             `json:"fiets"`
	VAM       *float64            `json:"vam_m_per_h,omitempty"`
	Category  string              `json:"category,omitempty"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}
