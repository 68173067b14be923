package records

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness/curves"
	"lapkeep/internal/analysis/segments"
	"lapkeep/internal/training"
)

// View answers with the records of one sport.
type View struct {
	analysis.Heading
	Sport   training.Sport `json:"sport"`
	Indoor  *bool          `json:"indoor,omitempty"`
	Periods []Period       `json:"periods"`
	// Reported are the records in services' exports, beside those computed here.
	Reported []Reported       `json:"reported,omitempty"`
	Words    []string         `json:"words"`
	Notes    []string         `json:"notes,omitempty"`
	Missing  analysis.Missing `json:"missing,omitempty"`
}

// Period is the records of some days. Of the standard periods a shorter one
// has only what differs from the longer one before it.
type Period struct {
	Name       string        `json:"period"` // all_time, season, last_365_days or range
	Range      analysis.Span `json:"range"`
	Activities int           `json:"activities"`
	// Power, NP, HR and Pace are by duration.
	Power    *curves.Columns `json:"power,omitempty"`
	NP       *curves.Columns `json:"np,omitempty"`
	HR       *curves.Columns `json:"hr,omitempty"`
	Pace     *curves.Columns `json:"pace,omitempty"`
	Distance *curves.Columns `json:"distance,omitempty"`
	Climbs   []Climb         `json:"climbs,omitempty"`
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
