package training

import "time"

// Profile describes the athlete by a service. Zero or empty fields are unknown.
type Profile struct {
	ID        string  `json:"id,omitempty"` // the service's own
	Sex       Sex     `json:"sex,omitempty"`
	Born      *Day    `json:"date_of_birth,omitempty"`
	TimeZone  string  `json:"time_zone,omitempty"`
	WeightKg  float64 `json:"weight_kg,omitempty"`
	HeightCm  float64 `json:"height_cm,omitempty"`
	RestHRBpm float64 `json:"resting_hr_bpm,omitempty"`
	// Notes are by the athlete, or by those who coach them, and kept there.
	Notes string `json:"notes,omitempty"`
}

// BirthYear is the year of birth, 0 if it is not said.
func (p *Profile) BirthYear() int {
	if p.Born == nil {
		return 0
	}
	return p.Born.Time(time.UTC).Year()
}
