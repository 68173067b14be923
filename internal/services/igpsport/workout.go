package igpsport

import (
	"bytes"
	"encoding/json"

	"lapkeep/internal/services/client"
)

// WorkoutRow is a workout as the lists have it.
type WorkoutRow struct {
	Plain client.ID `json:"id"`
	Other client.ID `json:"workoutId"` // where there is no id
	Title string    `json:"title"`
}

// ID is the workout's id, empty if it has none that can be asked for.
func (r *WorkoutRow) ID() string { return firstID(r.Plain, r.Other) }

// WorkoutPage is a page of the list, which is bare in China.
type WorkoutPage struct {
	Rows  []WorkoutRow
	Total int // 0 where it is not said
}

// UnmarshalJSON reads either form; null is no workout.
func (p *WorkoutPage) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) {
		return json.Unmarshal(b, &p.Rows)
	}
	var whole struct {
		Items []WorkoutRow  `json:"items"`
		Total client.Number `json:"total"`
	}
	err := json.Unmarshal(b, &whole)
	p.Rows, p.Total = whole.Items, int(whole.Total)
	return err
}

// Workout holds what is read of a workout beside its structure.
type Workout struct {
	Title       string        `json:"title"`
	Description string        `json:"description"`
	TotalS      client.Number `json:"totalTime"`
}

// MadeWorkout is what is said of a workout that was saved; it may be nothing.
type MadeWorkout struct {
	ID client.ID `json:"workoutId"`
}

// SavedWorkout is a workout as the service takes it.
type SavedWorkout struct {
	Data map[string]json.RawMessage `json:"data"`
}

// Kept is a workout as it is there, with what the service takes back of it.
func Kept(detail json.RawMessage) (SavedWorkout, error) {
	var all map[string]json.RawMessage
	err := json.Unmarshal(detail, &all)
	out := SavedWorkout{Data: map[string]json.RawMessage{}}
	for _, name := range []string{
		"title", "description", "totalTime", "workoutType", "sportBigType", "allowDeletion", "fromTP", "structure", "tips", "iconPath", "img",
		"workoutDay",
	} {
		if v, ok := all[name]; ok && !bytes.Equal(v, []byte("null")) {
			out.Data[name] = v
		}
	}
	return out, err
}

// Set sets a field.
func (w SavedWorkout) Set(name string, v any) error {
	b, err := json.Marshal(v)
	w.Data[name] = b
	return err
}

// Title is its name.
func (w SavedWorkout) Title() (title string) {
	_ = json.Unmarshal(w.Data["title"], &title) // what is no text is no title
	return title
}

// FirstStep is the id of its first step, empty where it has none.
func (w SavedWorkout) FirstStep() string {
	var steps []struct {
		UUID string `json:"uuid"`
	}
	if json.Unmarshal(w.Data["structure"], &steps) != nil || len(steps) == 0 {
		return ""
	}
	return steps[0].UUID
}
