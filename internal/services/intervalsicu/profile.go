package intervalsicu

import "lapkeep/internal/training"

// Athlete holds the personal fields that we read. The answer also holds an
// e-mail address, an API key and more, none of which is taken over.
type Athlete struct {
	ID       ID      `json:"id"`
	Sex      string  `json:"sex"`
	Born     string  `json:"icu_date_of_birth"`
	TimeZone string  `json:"timezone"`
	WeightKg float64 `json:"icu_weight"`
	RestHR   float64 `json:"icu_resting_hr"`
	Notes    *string `json:"icu_notes"`
}

// Read is the athlete in our words. Values that no athlete has are slips.
func (a *Athlete) Read() training.Profile {
	p := training.Profile{ID: string(a.ID), TimeZone: a.TimeZone}
	switch a.Sex {
	case "F":
		p.Sex = training.Female
	case "M":
		p.Sex = training.Male
	}
	if born, err := training.ParseDay(a.Born); err == nil {
		p.Born = &born
	}
	if a.WeightKg >= 20 && a.WeightKg <= 300 {
		p.WeightKg = a.WeightKg
	}
	if a.RestHR >= 20 && a.RestHR <= 120 {
		p.RestHRBpm = a.RestHR
	}
	if a.Notes != nil {
		p.Notes = *a.Notes
	}
	return p
}

// NotesPatch sets the notes on an athlete and nothing else.
func NotesPatch(notes string) Patch { return Patch{"icu_notes": notes} }
