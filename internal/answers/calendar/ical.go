package calendar

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/training"
)

// Planned is the event as a workout, with its steps and the words beside them.
func (e *Event) Planned() workout.Workout {
	w := workouts.Structured(&e.Document, e.Name, e.Description, e.Structure, e.Sport)
	w.SubSport = e.SubSport
	return w
}

// ICal is the event as one of a calendar, at its time in a zone. A workout has
// a line a step by the thresholds of its day.
func (e *Event) ICal(say workout.Say, days *workouts.Days, stamp time.Time, zone *time.Location) workoutfile.Event {
	out := workoutfile.Event{Summary: e.Name, Description: e.Description}
	if w := e.Planned(); e.Session() && len(w.Steps) > 0 {
		out = workoutfile.OfWorkout(say, &w, days.On(e.Days.From, e.Sport, e.Indoor))
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

// FileOptions say how a calendar is written as a file.
type FileOptions struct {
	Days  training.DayRange
	Say   workout.Say
	Stamp time.Time
	Zone  *time.Location
	// Others leaves out what is not for others to read: what a service hides,
	// illness and injury, settings of a model.
	Others bool
}

// FileReader reads what a calendar's file is made of.
type FileReader interface {
	Documents
	workouts.StructuredReader
}

// File is the events of some days as iCalendar.
func File(ctx context.Context, r FileReader, s training.Scope, o FileOptions) ([]byte, error) {
	events, err := In(ctx, r, s, o.Days)
	if err != nil {
		return nil, err
	}
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	var all []workoutfile.Event
	for i := range events {
		if e := &events[i]; !o.Others || !e.HideFromAthlete && public(e.Category) {
			all = append(all, e.ICal(o.Say, days, o.Stamp, o.Zone))
		}
	}
	return workoutfile.WriteICal(all, workoutfile.ICalOptions{Name: "Lapkeep"}), ctx.Err()
}

// public reports a category that is for others to see.
func public(c training.EventCategory) bool {
	switch c {
	case training.EventWorkout, training.EventRaceA, training.EventRaceB, training.EventRaceC, training.EventNote, training.EventTarget,
		training.EventPlan, training.EventHoliday:
		return true
	}
	return false
}
