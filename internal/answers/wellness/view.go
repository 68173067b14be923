package wellness

import (
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Section is a part of the answer.
type Section string

// The sections.
const (
	SectionDays      Section = "days"      // the values, gaps left open
	SectionTrends    Section = "trends"    // means of 7 and 28 days
	SectionReadiness Section = "readiness" // bands, weight, words
	SectionBands     Section = "bands"     // by day; only for who asks for it
)

// Sections lists them in their order.
func Sections() []Section {
	return []Section{SectionReadiness, SectionTrends, SectionDays, SectionBands}
}

// Query asks for wellness.
type Query struct {
	Days training.DayRange
	// Fields are those that are wanted; empty is all that there are.
	Fields   []training.WellnessField
	Sections []Section // empty is all but the bands by day
	// Resolution is day, week or month; empty is the finest that fits.
	Resolution string

	week time.Weekday // on which weeks begin
}

// View is the answer.
type View struct {
	answers.Heading
	// Range is left out where the days are one, which has its date.
	Range *answers.Span `json:"range,omitempty"`
	// Readiness and the bands are of the last day of the range.
	Readiness *Readiness `json:"readiness,omitempty"`
	HRV       *Band      `json:"hrv_band,omitempty"`
	RestingHR *Band      `json:"resting_hr_band,omitempty"`
	Weight    *Weight    `json:"weight,omitempty"`
	// WeightSettings are given to a caller who asks for the weight.
	WeightSettings *WeightSettings `json:"weight_settings,omitempty"`
	Trends         *Trends         `json:"trends,omitempty"`
	Days           *Columns        `json:"days,omitempty"`
	Bands          *Bands          `json:"bands,omitempty"`
	// Scales say what numbers without a unit mean: the athlete's ratings, then
	// each other field by name.
	Scales  string          `json:"scales,omitempty"`
	Words   []Remark        `json:"words,omitempty"`
	Locked  []training.Day  `json:"locked_dates,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
	Notes   []i18n.Sentence `json:"notes,omitempty"`
	Cut     bool            `json:"truncated,omitempty"`
	Narrow  i18n.Sentence   `json:"narrow,omitempty"`
}

// Readiness is the athlete's state today, in words.
type Readiness struct {
	State   string          `json:"state"` // as_usual, mixed or strained
	Meaning i18n.Sentence   `json:"meaning"`
	Because []i18n.Sentence `json:"because"`
	Rule    i18n.Sentence   `json:"rule"`
}

// Band is a week against what is usual.
type Band struct {
	Unit string  `json:"unit"` // "ln ms" or "bpm"
	Mean float64 `json:"mean_7d"`
	Low  float64 `json:"usual_from"`
	High float64 `json:"usual_to"`
	// The same in ms, of a band of ln ms: as watches show HRV.
	MeanMs   *float64 `json:"mean_7d_ms,omitempty"`
	LowMs    *float64 `json:"usual_from_ms,omitempty"`
	HighMs   *float64 `json:"usual_to_ms,omitempty"`
	State    string   `json:"state"` // below, within or above
	CVPct    float64  `json:"cv_7d_pct"`
	Days     int      `json:"days_of_7"`
	Baseline int      `json:"days_of_60"`
}

// Weight is the smoothed weight on the last day of the range.
type Weight struct {
	EMAKg    float64      `json:"weight_ema_kg"`
	LatestKg float64      `json:"weight_kg"`
	On       training.Day `json:"measured_on"`
	// Change28Kg is the smoothed weight less that of 28 days before.
	Change28Kg *float64 `json:"change_28d_kg,omitempty"`
}

// Trends are means of the last days of the range with values, by field on one
// index: a row of each field would name everything again.
type Trends struct {
	Field  []string       `json:"field"`
	Mean7  []*float64     `json:"mean_7d"`
	Days7  []int          `json:"days_of_7"`
	Mean28 []*float64     `json:"mean_28d"`
	Days28 []int          `json:"days_of_28"`
	Latest []float64      `json:"latest"`
	On     []training.Day `json:"latest_date"`
}

// Columns are values on one index of days, or of the first days of weeks or
// months; a gap is null.
type Columns struct {
	Resolution string                `json:"resolution,omitempty"` // none of a single day
	Dates      []training.Day        `json:"dates"`
	Parts      []answers.Part        `json:"partial,omitempty"`
	Values     map[string][]*float64 `json:"values"`
	Source     string                `json:"source,omitempty"`  // of all values, if there is one
	Sources    map[string][]string   `json:"sources,omitempty"` // else by field
}

// Remark is a text about a day.
type Remark struct {
	Day    training.Day `json:"local_date"`
	Field  string       `json:"field"`
	Text   string       `json:"text"`
	Source string       `json:"source"`
}
