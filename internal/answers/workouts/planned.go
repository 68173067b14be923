package workouts

import (
	"lapkeep/internal/formats/workout"
)

// Planned is the workout with its steps and the words beside them.
func (w *WorkoutView) Planned() workout.Workout {
	out := Structured(&w.Document, w.Name, w.Description, w.Structure, w.Sport)
	out.SubSport = w.SubSport
	return out
}
