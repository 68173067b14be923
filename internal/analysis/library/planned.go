package library

import (
	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/workout"
)

// Planned is the workout with its steps and the words beside them.
func (w *Workout) Planned() workout.Workout {
	out := structured.Workout(&w.Document, w.Name, w.Description, w.Structure, w.Sport)
	out.SubSport = w.SubSport
	return out
}
