package page

import (
	"encoding/json"

	"lapkeep/internal/answers"
)

// Num is a number in an answer, in its original digits; "" means missing.
type Num = json.Number

// ByAthlete is the author of notes and marks made by the athlete.
const ByAthlete = "athlete"

// Missing maps the missing parts of an answer to their reasons.
type Missing = answers.Missing

// Amounts are the planned or completed amounts of a session or a week.
type Amounts struct {
	Sessions Num    `json:"sessions"`
	Duration Num    `json:"duration_s"`
	Distance Num    `json:"distance_km"`
	Load     Num    `json:"load"`
	Climb    Num    `json:"elevation_gain_m"`
	Activity string `json:"activity_id"`
	// Unstated is the number of planned sessions without a distance.
	Unstated Num `json:"without_distance"`
}

// Event is an entry of the calendar.
type Event struct {
	ID         string   `json:"id"`
	Date       string   `json:"local_date"`
	End        string   `json:"end_date"`
	Start      string   `json:"start_time"`
	Category   string   `json:"category"`
	Name       string   `json:"name"`
	Sport      string   `json:"sport"`
	Status     string   `json:"status"`
	Planned    *Amounts `json:"planned"`
	Done       *Amounts `json:"done"`
	Compliance struct {
		Pct  map[string]Num `json:"compliance_pct"`
		By   string         `json:"by"`
		Band string         `json:"band"`
	} `json:"compliance"`
	Description string `json:"description"`
	// Sources are the services that have the event in their calendar.
	Sources []string `json:"sources"`
	// Plan is the address of a session that is only in the plan.
	Plan  string `json:"-"`
	Steps struct {
		Block  []int    `json:"block"`
		Times  []int    `json:"times"`
		Kind   []string `json:"kind"`
		Length []string `json:"length"`
		Target []string `json:"target"`
		Text   []string `json:"text"`
	} `json:"steps"`
}

// Week is a week of the calendar, with planned and completed amounts.
type Week struct {
	Start      string         `json:"week_start"`
	DaysSoFar  Num            `json:"days_so_far"`
	Planned    *Amounts       `json:"planned"`
	Done       *Amounts       `json:"done"`
	Completed  Num            `json:"completed"`
	Compliance map[string]Num `json:"compliance_pct"`
	Phase      string         `json:"phase"`
	BySport    []SportWeek    `json:"by_sport"`
}

// SportWeek is the part of a week in one sport.
type SportWeek struct {
	Sport   string   `json:"sport"`
	Planned *Amounts `json:"planned"`
	Done    *Amounts `json:"done"`
}

type raceView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Date   string `json:"local_date"`
	InDays Num    `json:"in_days"`
	CTL    Num    `json:"projected_ctl"`
	TSB    Num    `json:"projected_tsb"`
}

// Events is the answer of list_events.
type Events struct {
	Events    []Event    `json:"events"`
	Weeks     []Week     `json:"weeks"`
	Races     []raceView `json:"races"`
	Missing   Missing    `json:"missing"`
	Truncated bool       `json:"truncated"`
	Narrow    string     `json:"narrow"`
}

// Activity is a row of list_activities.
type Activity struct {
	ID       string `json:"id"`
	Date     string `json:"local_date"`
	Start    string `json:"start_local"`
	Name     string `json:"name"`
	Sport    string `json:"sport"`
	Duration Num    `json:"duration_s"`
	Distance Num    `json:"distance_km"`
	Climb    Num    `json:"elevation_gain_m"`
	TSS      Num    `json:"tss"`
	Power    Num    `json:"avg_power_w"`
	NP       Num    `json:"normalized_power_w"`
	HR       Num    `json:"avg_hr_bpm"`
	Pace     Num    `json:"pace_s_per_km"`
	Swum     Num    `json:"pace_s_per_100m"`
	Speed    Num    `json:"avg_speed_kmh"`
	Method   string `json:"load_method"`

	// Fields that a list has only on request.
	Moving    Num `json:"moving_time_s"`
	Intensity Num `json:"intensity_factor"`
	MaxHR     Num `json:"max_hr_bpm"`
	MaxPower  Num `json:"max_power_w"`
	Work      Num `json:"work_kj"`
	Calories  Num `json:"calories_kcal"`

	Parent string `json:"parent_id"` // the first leg of a multisport race
}

// Activities is the answer of list_activities.
type Activities struct {
	Activities []Activity `json:"activities"`
	Total      int        `json:"total"`
	Next       string     `json:"next_cursor"`
	Notes      []string   `json:"notes"`
	Withheld   []struct {
		Source string `json:"source"`
		Date   string `json:"date"`
		Reason string `json:"reason"`
	} `json:"withheld"`
}

type totals struct {
	Sport      string `json:"sport"`
	Activities Num    `json:"activities"`
	Duration   Num    `json:"duration_s"`
	Distance   Num    `json:"distance_km"`
	TSS        Num    `json:"tss"`
}

// Summary is the answer of get_training_summary.
type Summary struct {
	Totals  totals   `json:"totals"`
	BySport []totals `json:"by_sport"`
}

// Share returns the compliance of a week by a metric, time by default.
func (w Week) Share(metric string) Num {
	if metric == "" {
		metric = "duration"
	}
	return w.Compliance[metric]
}

// Planned returns one of the planned amounts, marked with ≥ if some sessions do
// not state theirs.
func (p *Page) Planned(key string, a *Amounts) Measure {
	m := p.Number(key, a.Of(key))
	if m.Value != "" && key == "distance_km" && a.Unstated != "" {
		m.Text = "≥ " + m.Text
	}
	return m
}

// Of returns one of the amounts by its key, or "" if it is missing.
func (a *Amounts) Of(key string) Num {
	switch {
	case a == nil:
		return ""
	case key == "load":
		return a.Load
	case key == "distance_km":
		return a.Distance
	case key == "elevation_gain_m":
		return a.Climb
	}
	return a.Duration
}
