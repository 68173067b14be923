package adherence

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/calendar"
	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// View answers how a training plan is followed.
type View struct {
	analysis.Heading
	PlanID   string            `json:"plan_id"`
	Name     string            `json:"plan_name"`
	Range    analysis.Span     `json:"range"` // of the sessions that are shown
	Week     int               `json:"current_week,omitempty"`
	Sessions []Session         `json:"sessions"`
	Extra    []Extra           `json:"extra,omitempty"`
	Weeks    []Week            `json:"weeks"`
	Phases   []Phase           `json:"phases,omitempty"`
	Whole    Tally             `json:"whole_plan"`
	Race     *Race             `json:"race,omitempty"`
	Alerts   []Alert           `json:"alerts,omitempty"`
	Problems []phrase.Sentence `json:"problems,omitempty"`
	Notes    []phrase.Sentence `json:"notes,omitempty"`
	Missing  analysis.Missing  `json:"missing,omitempty"`
	Cut      bool              `json:"truncated,omitempty"`
	Narrow   phrase.Sentence   `json:"narrow,omitempty"`
}

// Session is one session of the plan and what became of it.
type Session struct {
	ID         string               `json:"id"`
	Week       int                  `json:"week"`
	Day        training.Day         `json:"local_date"`
	Type       string               `json:"type,omitempty"`
	Name       string               `json:"name,omitempty"`
	Sport      training.Sport       `json:"sport,omitempty"`
	Status     calendar.State       `json:"status"`
	Event      string               `json:"event_id,omitempty"` // in the calendar, where the plan was put into it
	Planned    *calendar.Amounts    `json:"planned,omitempty"`
	Done       *calendar.DoneBy     `json:"done,omitempty"`
	Compliance *calendar.Compliance `json:"compliance,omitempty"`
	Repeats    *calendar.Repeats    `json:"repeats,omitempty"`
}

// Extra is an activity that no session asked for.
type Extra struct {
	Week int `json:"week"`
	calendar.Unplanned
}

// Tally counts what became of sessions. What is upcoming counts for nothing yet.
type Tally struct {
	Done     int `json:"done,omitempty"`
	Partly   int `json:"partly,omitempty"`
	Moved    int `json:"moved,omitempty"`
	Missed   int `json:"missed,omitempty"`
	Extra    int `json:"extra,omitempty"`
	Upcoming int `json:"upcoming,omitempty"`
	// Adherence is the share of the sessions up to now that were done, moved ones
	// whole and others by their part; absent before the first.
	Adherence *float64 `json:"adherence_pct,omitempty"`
	// Planned is what sessions up to now were to take, and Recorded all that was
	// done, planned or not.
	Planned  *calendar.Sum `json:"planned,omitempty"`
	Recorded *calendar.Sum `json:"recorded,omitempty"`
	// Percent is recorded of planned, and Band that of its first value: too much
	// is no more green than too little.
	Percent map[string]float64 `json:"compliance_pct,omitempty"`
	Band    compliance.Band    `json:"band,omitempty"`
}

// Week is one week of the plan.
type Week struct {
	Number  int          `json:"week"`
	Start   training.Day `json:"week_start"`
	Current bool         `json:"current,omitempty"`
	Phase   string       `json:"phase,omitempty"`
	Focus   string       `json:"focus,omitempty"`
	Tally
	// Load is that of all its days: recorded up to today, planned after it.
	Load     *float64 `json:"load,omitempty"`
	Ramp     *float64 `json:"ramp_per_week,omitempty"`
	Monotony *float64 `json:"monotony,omitempty"`
}

// Phase is a stretch of weeks.
type Phase struct {
	Name string `json:"name"`
	From int    `json:"from_week"`
	To   int    `json:"to_week"`
	Tally
}

// Race is what the plan leads up to, with the form of that day: projected for
// a day to come, as it was for one that is over.
type Race struct {
	Name         string           `json:"name,omitempty"`
	Day          training.Day     `json:"local_date"`
	InDays       int              `json:"in_days"`
	DistanceKm   float64          `json:"distance_km,omitempty"`
	CTL          *float64         `json:"ctl,omitempty"`
	TSB          *float64         `json:"tsb,omitempty"`
	ProjectedCTL *float64         `json:"projected_ctl,omitempty"`
	ProjectedATL *float64         `json:"projected_atl,omitempty"`
	ProjectedTSB *float64         `json:"projected_tsb,omitempty"`
	Missing      analysis.Missing `json:"missing,omitempty"`
}

// Alert is one unusual week, with the rule that found it.
type Alert struct {
	Week  int             `json:"week"`
	Name  string          `json:"name"`
	Value float64         `json:"value"`
	Rule  phrase.Sentence `json:"rule"`
}
