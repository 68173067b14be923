package plan

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// AdherenceView answers how a training plan is followed.
type AdherenceView struct {
	answers.Heading
	PlanID   string             `json:"plan_id"`
	Name     string             `json:"plan_name"`
	Range    answers.Span       `json:"range"` // of the sessions that are shown
	Week     int                `json:"current_week,omitempty"`
	Sessions []AdherenceSession `json:"sessions"`
	Extra    []Extra            `json:"extra,omitempty"`
	Weeks    []AdherenceWeek    `json:"weeks"`
	Phases   []AdherencePhase   `json:"phases,omitempty"`
	Whole    Tally              `json:"whole_plan"`
	Race     *AdherenceRace     `json:"race,omitempty"`
	Alerts   []Alert            `json:"alerts,omitempty"`
	Problems []i18n.Sentence    `json:"problems,omitempty"`
	Notes    []i18n.Sentence    `json:"notes,omitempty"`
	Missing  answers.Missing    `json:"missing,omitempty"`
	Cut      bool               `json:"truncated,omitempty"`
	Narrow   i18n.Sentence      `json:"narrow,omitempty"`
}

// AdherenceSession is one session of the plan and what became of it.
type AdherenceSession struct {
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
	Band    efforts.Band       `json:"band,omitempty"`
}

// AdherenceWeek is one week of the plan.
type AdherenceWeek struct {
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

// AdherencePhase is a stretch of weeks.
type AdherencePhase struct {
	Name string `json:"name"`
	From int    `json:"from_week"`
	To   int    `json:"to_week"`
	Tally
}

// AdherenceRace is what the plan leads up to, with the form of that day: projected for
// a day to come, as it was for one that is over.
type AdherenceRace struct {
	Name         string          `json:"name,omitempty"`
	Day          training.Day    `json:"local_date"`
	InDays       int             `json:"in_days"`
	DistanceKm   float64         `json:"distance_km,omitempty"`
	CTL          *float64        `json:"ctl,omitempty"`
	TSB          *float64        `json:"tsb,omitempty"`
	ProjectedCTL *float64        `json:"projected_ctl,omitempty"`
	ProjectedATL *float64        `json:"projected_atl,omitempty"`
	ProjectedTSB *float64        `json:"projected_tsb,omitempty"`
	Missing      answers.Missing `json:"missing,omitempty"`
}

// Alert is one unusual week, with the rule that found it.
type Alert struct {
	Week  int           `json:"week"`
	Name  string        `json:"name"`
	Value float64       `json:"value"`
	Rule  i18n.Sentence `json:"rule"`
}
