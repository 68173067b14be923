package calendar

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// View answers what is in the calendar. What may come is only under projected
// and in the projected fields of races.
type View struct {
	answers.Heading
	Range     answers.Span        `json:"range"`
	View      string              `json:"view"`
	Events    []EventRow          `json:"events"`
	Unplanned []Unplanned         `json:"unplanned,omitempty"`
	Weeks     []Week              `json:"weeks,omitempty"`
	Phases    []Phase             `json:"phases,omitempty"`
	Races     []Race              `json:"races,omitempty"`
	Today     *fitness.LoadToday  `json:"today,omitempty"`
	Projected *fitness.Projection `json:"projected,omitempty"`
	Help      i18n.Sentence       `json:"help,omitempty"`
	Notes     []i18n.Sentence     `json:"notes,omitempty"`
	Missing   answers.Missing     `json:"missing,omitempty"`
	Cut       bool                `json:"truncated,omitempty"`
	Narrow    i18n.Sentence       `json:"narrow,omitempty"`
}

// Unplanned is an activity that nothing had planned.
type Unplanned struct {
	ActivityID training.ActivityID `json:"activity_id"`
	Day        training.Day        `json:"local_date"`
	Sport      training.Sport      `json:"sport"`
	Status     State               `json:"status"` // extra
	Amounts
}

// Week is one whole week of the athlete.
type Week struct {
	Start training.Day `json:"week_start"`
	// Days is how many days of a week that still runs have begun, of 7.
	Days    int      `json:"days_so_far,omitempty"`
	Phase   string   `json:"phase,omitempty"`
	Note    string   `json:"note,omitempty"` // of the plan that the week comes from
	Targets *Targets `json:"targets,omitempty"`
	Planned *Sum     `json:"planned,omitempty"`
	Done    *Sum     `json:"done,omitempty"` // everything, planned or not
	// Completed counts planned sessions that are done, Missed those of days
	// before today that are not.
	Completed int `json:"completed,omitempty"`
	Missed    int `json:"missed,omitempty"`
	// Percent is done of planned in a week that is over.
	Percent map[string]float64 `json:"compliance_pct,omitempty"`
	BySport []SportWeek        `json:"by_sport,omitempty"`
}

// SportWeek is what of a week is of one sport.
type SportWeek struct {
	Sport   training.Sport `json:"sport"`
	Planned *Sum           `json:"planned,omitempty"`
	Done    *Sum           `json:"done,omitempty"`
}

// Sum is sessions added up. A session without a load counts in WithoutLoad.
type Sum struct {
	Sessions    int     `json:"sessions"`
	DurationS   float64 `json:"duration_s,omitempty"`
	DistanceKm  float64 `json:"distance_km,omitempty"`
	Load        float64 `json:"load,omitempty"`
	WithoutLoad int     `json:"without_load,omitempty"`
	// WithoutDistance are planned sessions that go somewhere and do not say how far.
	WithoutDistance int `json:"without_distance,omitempty"`
	// GainM is of what was done, where it is told by sport.
	GainM float64 `json:"elevation_gain_m,omitempty"`
}

func (s *Sum) add(a Amounts) {
	s.Sessions++
	s.DurationS += a.DurationS
	s.DistanceKm += a.DistanceKm
	s.Load += a.Load
	if a.Load == 0 {
		s.WithoutLoad++
	}
}

// Shown is the sum as it is shown, nil for one of nothing.
func (s *Sum) Shown() *Sum {
	if s.Sessions == 0 {
		return nil
	}
	s.DurationS = answers.Round(s.DurationS, 0)
	s.DistanceKm, s.Load, s.GainM = answers.Round(s.DistanceKm, 3), answers.Round(s.Load, 1), answers.Round(s.GainM, 0)
	return s
}

// Phase is a stretch of the year: a phase of a plan, time off, an illness.
type Phase struct {
	ID       string                 `json:"id"`
	Category training.EventCategory `json:"category"`
	Name     string                 `json:"name"`
	From     training.Day           `json:"start_date"`
	To       training.Day           `json:"end_date"`
	Tags     []string               `json:"tags,omitempty"`
	Text     string                 `json:"description,omitempty"`
	Current  bool                   `json:"current,omitempty"`
}

// Race is a race to come.
type Race struct {
	ID         string                 `json:"id"`
	Name       string                 `json:"name"`
	Category   training.EventCategory `json:"category"`
	Sport      training.Sport         `json:"sport,omitempty"`
	Day        training.Day           `json:"local_date"`
	InDays     int                    `json:"in_days"`
	DistanceKm float64                `json:"distance_km,omitempty"`
	// What would be on that day if the plan is done, and what it rests on.
	CTL     *float64        `json:"projected_ctl,omitempty"`
	ATL     *float64        `json:"projected_atl,omitempty"`
	TSB     *float64        `json:"projected_tsb,omitempty"`
	Basis   i18n.Sentence   `json:"projected_basis,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}
