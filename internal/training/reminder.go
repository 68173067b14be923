package training

import "time"

// GearReminder asks for something to be done to a piece of gear after so much
// use or time since it was done last. A limit of zero is none.
type GearReminder struct {
	ID         string  `json:"id,omitempty"`
	GearID     string  `json:"gear_id"`
	Text       string  `json:"text"`
	DistanceKm float64 `json:"distance_km,omitempty"`
	TimeS      float64 `json:"time_s,omitempty"`
	Activities int     `json:"activities,omitempty"`
	Days       int     `json:"days,omitempty"`
	// DueDate is a day of its own, whatever the use.
	DueDate Day `json:"due_date,omitzero"`
	// LastDone is when it was done last; the use before it does not count.
	LastDone     time.Time `json:"last_done,omitzero"`
	SnoozedUntil time.Time `json:"snoozed_until,omitzero"`
	// StartKm, StartS and StartActivities are the gear's use when the counting of a service began.
	StartKm         *float64 `json:"start_km,omitempty"`
	StartS          *float64 `json:"start_s,omitempty"`
	StartActivities *int     `json:"start_activities,omitempty"`
	// UsedPct is how much of the nearest limit is used up, by whoever counts, and
	// UsedKm and UsedS what was done since.
	UsedPct float64 `json:"used_pct,omitempty"`
	UsedKm  float64 `json:"used_km,omitempty"`
	UsedS   float64 `json:"used_s,omitempty"`
}
