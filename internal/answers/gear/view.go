package gear

import (
	"context"

	"lapkeep/internal/store"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// View lists the gear of an athlete.
type View struct {
	answers.Heading
	Gear []Item `json:"gear"`
	// Due counts the reminders that are due.
	Due int `json:"due"`
	// Retired counts the retired gear that was left out.
	Retired   int           `json:"retired_left_out,omitempty"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
}

// Item is one piece of gear with its total use, including its use before its first
// activity here.
type Item struct {
	ID     string            `json:"id"`
	Kind   training.GearKind `json:"kind"`
	Name   string            `json:"name"`
	Brand  string            `json:"brand,omitempty"`
	Model  string            `json:"model,omitempty"`
	Part   string            `json:"part,omitempty"`
	PartOf string            `json:"part_of,omitempty"`
	Since  *training.Day     `json:"since,omitempty"`
	Until  *training.Day     `json:"until,omitempty"`
	// EarlierKm and EarlierS are the part of the use that the athlete stated.
	EarlierKm  float64       `json:"earlier_km,omitempty"`
	EarlierS   float64       `json:"earlier_s,omitempty"`
	WeightKg   float64       `json:"weight_kg,omitempty"`
	Retired    bool          `json:"retired,omitempty"`
	RetiredOn  *training.Day `json:"retired_on,omitempty"`
	Purchased  *training.Day `json:"purchased,omitempty"`
	Notes      string        `json:"notes,omitempty"`
	Activities *int          `json:"activities,omitempty"`
	DistanceKm *float64      `json:"distance_km,omitempty"`
	DurationS  *float64      `json:"duration_s,omitempty"`
	First      *training.Day `json:"first_date,omitempty"`
	Last       *training.Day `json:"last_date,omitempty"`
	// Unmeasured is the number of the gear's activities without a distance.
	Unmeasured int `json:"activities_without_distance,omitempty"`
	// Services holds those totals of services that exceed Lapkeep's.
	Services  []Total         `json:"services,omitempty"`
	Reminders []Reminder      `json:"reminders,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// Total is a service's count of the use of a piece of gear.
type Total struct {
	Service    string  `json:"service"`
	DistanceKm float64 `json:"distance_km"`
	DurationS  float64 `json:"duration_s"`
	Activities int     `json:"activities"`
}

// Reminder is a maintenance task: how much of each limit is used since it was last done,
// and whether it is due.
type Reminder struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Due     bool     `json:"due"`
	UsedPct *float64 `json:"used_pct,omitempty"`
	// ServicePct is the used percentage according to the service. Due depends on the
	// greater percentage.
	ServicePct *float64 `json:"used_pct_at_service,omitempty"`
	// ServiceKm and ServiceHours are the service's counts if Lapkeep has none.
	ServiceKm       *float64        `json:"used_km_at_service,omitempty"`
	ServiceHours    *float64        `json:"used_hours_at_service,omitempty"`
	EveryKm         float64         `json:"every_km,omitempty"`
	UsedKm          *float64        `json:"used_km,omitempty"`
	EveryHours      float64         `json:"every_hours,omitempty"`
	UsedHours       *float64        `json:"used_hours,omitempty"`
	EveryActivities int             `json:"every_activities,omitempty"`
	UsedActivities  *int            `json:"used_activities,omitempty"`
	EveryDays       int             `json:"every_days,omitempty"`
	UsedDays        *int            `json:"used_days,omitempty"`
	DueDate         *training.Day   `json:"due_date,omitempty"`
	LastDone        *training.Day   `json:"last_done,omitempty"`
	SnoozedUntil    *training.Day   `json:"snoozed_until,omitempty"`
	Missing         answers.Missing `json:"missing,omitempty"`
}

// totals reads services' counts, by the id of the gear.
func totals(ctx context.Context, r store.Reader, s training.Scope) (map[string][]training.GearTotals, error) {
	docs, err := r.Documents(ctx, s, document.GearTotals, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := map[string][]training.GearTotals{}
	for _, d := range docs {
		for _, said := range d.Statements {
			t, err := document.ShowLayer[training.GearTotals](said)
			if err != nil {
				return nil, err
			}
			out[d.ID] = append(out[d.ID], t)
		}
	}
	return out, nil
}

// These are the largest differences that a service's rounding can explain.
const (
	moreKm = 1
	moreS  = 600
)

// beyond returns the totals of services that exceed Lapkeep's.
func beyond(all []training.GearTotals, g *training.Gear, u document.Use, known bool) []Total {
	var out []Total
	for _, t := range all {
		more := t.DistanceKm > u.DistanceKm+g.EarlierKm+moreKm || t.TimeS > u.DurationS+g.EarlierS+moreS
		if more || !known && (t.DistanceKm > 0 || t.TimeS > 0) {
			out = append(out, Total{t.Source, answers.Round(t.DistanceKm, 1), answers.Round(t.TimeS, 0), t.Activities})
		}
	}
	return out
}
