package wire

import (
	"encoding/json"

	"lapkeep/internal/training"
)

// Workout is what we read of a workout of the library.
type Workout struct {
	ID          ID              `json:"id"`
	FolderID    ID              `json:"folder_id"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Doc         json.RawMessage `json:"workout_doc"`
	Type        string          `json:"type"`
	Indoor      bool            `json:"indoor"`
	MovingS     float64         `json:"moving_time"`
	DistanceM   float64         `json:"distance"`
	Load        float64         `json:"icu_training_load"`
	Joules      float64         `json:"joules"`
	Intensity   float64         `json:"icu_intensity"` // percent
	Target      string          `json:"target"`
	Color       string          `json:"color"`
	Tags        []string        `json:"tags"`
	Day         *int            `json:"day"` // from 0
}

// Read is the workout in our words.
func (w *Workout) Read() training.LibraryWorkout {
	out := training.LibraryWorkout{
		ID: string(w.ID), FolderID: string(w.FolderID), Name: w.Name, Description: w.Description, Steps: steps(w.Doc), Indoor: w.Indoor,
		MovingTimeS: w.MovingS, DistanceKm: w.DistanceM / 1000, Load: w.Load, WorkKJ: w.Joules / 1000, Intensity: w.Intensity / 100,
		Target: unless("AUTO", w.Target), Color: w.Color, Tags: w.Tags, PlanDay: w.Day,
	}
	out.Sport, out.SubSport = Sport(w.Type)
	return out
}

// WorkoutPatch is a workout as the service takes it. It takes no steps: it
// reads them from the description.
func WorkoutPatch(w training.LibraryWorkout) (Patch, error) {
	kind, err := typeOf(w.Sport, w.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{"indoor": w.Indoor, "target": automatic(w.Target), "tags": tags(w.Tags)}
	p.text("name", w.Name)
	p.text("description", w.Description)
	p.text("type", kind)
	p.text("color", w.Color)
	p.whole("moving_time", w.MovingTimeS)
	p.number("distance", w.DistanceKm*1000)
	p.whole("icu_training_load", w.Load)
	if w.FolderID != "" { // a workout cannot be without one, so it is never emptied
		if p["folder_id"], err = Number(w.FolderID); err != nil {
			return nil, err
		}
	}
	if w.PlanDay != nil {
		p["day"] = *w.PlanDay
	}
	return p, nil
}

// NewWorkout is a workout that the service is to make.
func NewWorkout(w training.LibraryWorkout) (Patch, error) {
	p, err := WorkoutPatch(w)
	if err != nil {
		return nil, err
	}
	return p.given(), nil
}
