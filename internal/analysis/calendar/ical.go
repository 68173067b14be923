package calendar

import (
	"strings"
	"time"

	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/workout"
	"lapkeep/internal/workout/ical"
	"lapkeep/internal/workout/plain"
)

// Planned is the event as a workout, with its steps and the words beside them.
func (e *Event) Planned() workout.Workout {
	w := structured.Workout(&e.Document, e.Name, e.Description, e.Structure, e.Sport)
	w.SubSport = e.SubSport
	return w
}

// ICal is the event as one of a calendar, at its time in a zone. A workout has
// a line a step by the thresholds of its day.
func (e *Event) ICal(say plain.Say, days *structured.Days, stamp time.Time, zone *time.Location) ical.Event {
	out := ical.Event{Summary: e.Name, Description: e.Description}
	if w := e.Planned(); e.Session() && len(w.Steps) > 0 {
		out = ical.OfWorkout(say, &w, days.On(e.Days.From, e.Sport, e.Indoor))
	}
	if e.MovingTimeS > 0 {
		out.Duration = time.Duration(e.MovingTimeS * float64(time.Second))
	}
	if !e.Session() && e.Days.Days() > 1 {
		out.Duration = time.Duration(e.Days.Days()) * 24 * time.Hour
	}
	out.UID, out.Stamp, out.Day = e.ID, stamp, e.Days.From
	if clock := e.Start; len(clock) > 10 && clock[10:] != "T00:00:00" {
		out.Start, out.Zone = clock, zone
	}
	if out.Summary == "" {
		out.Summary = strings.ReplaceAll(string(e.Category), "_", " ")
	}
	out.Categories = append(out.Categories, string(e.Category))
	return out
}
