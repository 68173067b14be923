package intervalsicu

import (
	"encoding/json"

	"lapkeep/internal/training"
)

// Workout holds the fields of a workout of the library that we read.
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
	AboveFTP    float64         `json:"joules_above_ftp"`
	Intensity   float64         `json:"icu_intensity"` // percent
	Target      string          `json:"target"`
	Color       string          `json:"color"`
	Tags        []string        `json:"tags"`
	Day         *int            `json:"day"` // from 0
}

// Read is the workout in our words.
func (w *Workout) Read() training.LibraryWorkout {
	out := training.LibraryWorkout{
		ID: string(w.ID), FolderID: string(w.FolderID), Name: w.Name, Description: w.Description,
		Structure: structure(w.Doc, w.Description), Indoor: w.Indoor,
		MovingTimeS: w.MovingS, DistanceKm: w.DistanceM / 1000, Load: w.Load, WorkKJ: w.Joules / 1000,
		AboveFTPKJ: w.AboveFTP / 1000, Intensity: w.Intensity / 100,
		Target: unless("AUTO", w.Target), Color: w.Color, Tags: w.Tags, PlanDay: w.Day,
	}
	out.Sport, out.SubSport = Sport(w.Type)
	return out
}

// WorkoutPatch is a workout, or its named fields, as the service takes it. It
// takes no steps: it reads them from the description.
func WorkoutPatch(w training.LibraryWorkout, fields ...string) (Patch, error) {
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
	kept, err := only(workoutFields, p, "a workout", fields)
	if w.FolderID == "" {
		delete(kept, "folder_id")
	}
	return kept, err
}

var workoutFields = map[string][]string{
	"folder_id": {"folder_id"}, "name": {"name"}, "description": {"description"}, "sport": {"type"},
	"sub_sport": {"type"}, "indoor": {"indoor"},
	"moving_time_s": {"moving_time"}, "distance_km": {"distance"}, "load": {"icu_training_load"}, "target": {"target"}, "color": {"color"},
	"tags": {"tags"}, "plan_day": {"day"},
}

// NewWorkout is a workout that the service is to make.
func NewWorkout(w training.LibraryWorkout) (Patch, error) {
	p, err := WorkoutPatch(w)
	if err != nil {
		return nil, err
	}
	if w.Target == "" {
		delete(p, "target")
	}
	return p.given(), nil
}

// Folder holds the fields of a folder or a plan that we read.
type Folder struct {
	ID          ID        `json:"id"`
	Type        string    `json:"type"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Start       string    `json:"start_date_local"`
	Weeks       int       `json:"duration_weeks"`
	HoursMin    float64   `json:"hours_per_week_min"`
	HoursMax    float64   `json:"hours_per_week_max"`
	CanEdit     bool      `json:"canEdit"`
	Children    []Workout `json:"children"`
	Owner       *struct {
		Name string `json:"name"`
	} `json:"owner"`
}

// Read is the folder in our words.
func (f *Folder) Read() training.WorkoutFolder {
	out := training.WorkoutFolder{
		ID: string(f.ID), Plan: f.Type == "PLAN", Name: f.Name, Description: f.Description, StartDay: wireDay(f.Start), Weeks: f.Weeks,
		HoursMin: f.HoursMin, HoursMax: f.HoursMax, CanEdit: f.CanEdit,
	}
	if f.Owner != nil {
		out.Owner = f.Owner.Name
	}
	for i := range f.Children {
		w := f.Children[i].Read()
		if w.FolderID == "" {
			w.FolderID = out.ID
		}
		out.Workouts = append(out.Workouts, w)
	}
	return out
}

// FolderPatch sets the fields of a folder that the service takes; its weeks and
// hours follow from its workouts.
func FolderPatch(f training.WorkoutFolder, fields ...string) (Patch, error) {
	p := Patch{"type": "FOLDER", "start_date_local": nil}
	if f.Plan {
		p["type"] = "PLAN"
	}
	p.text("name", f.Name)
	p.text("description", f.Description)
	if f.StartDay != nil {
		p["start_date_local"] = f.StartDay.String()
	}
	return only(folderFields, p, "a folder", fields)
}

var folderFields = map[string][]string{
	"plan": {"type"}, "name": {"name"}, "description": {"description"}, "start_date": {"start_date_local"},
}

// NewFolder is a folder that the service is to make.
func NewFolder(f training.WorkoutFolder) Patch {
	p, _ := FolderPatch(f) // without names there are none that are not known
	return p.given()
}
