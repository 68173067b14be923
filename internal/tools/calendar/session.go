package calendar

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// MaxSessions is how many workouts one call puts into the calendar.
const MaxSessions = maxCreated

// Session is a workout that is to be done on a day.
type Session struct {
	Day  training.Day
	Time *string // as people write it, nil for the day alone
	// ExternalID is the caller's key, empty for none: the event that has it is changed.
	ExternalID string
	Workout    training.LibraryWorkout
}

// PlanSessions puts workouts into the calendar, all or none, as create_events does.
func PlanSessions(ctx context.Context, d Deps, c *tools.Call, sessions []Session) (*Written, error) {
	known, err := knownTo(ctx, d.Store, c, slices.ContainsFunc(sessions, func(s Session) bool { return s.ExternalID != "" }))
	if err != nil {
		return nil, err
	}
	drafts := make([]draft, len(sessions))
	for i := range sessions {
		if drafts[i], err = sessions[i].draft(); err != nil {
			return nil, tools.InRow("workout", i, err)
		}
	}
	return planned(ctx, d, c, known, drafts, nil)
}

func (s *Session) draft() (draft, error) {
	e := eventOf(&s.Workout, s.Day)
	if s.Time != nil {
		clock, err := parseClock(*s.Time)
		if err != nil {
			return draft{}, err
		}
		e.Start = training.LocalTime(s.Day.String() + "T" + clock)
	}
	e.ExternalID = textclean.Line(s.ExternalID, maxExternalID)
	p, err := patchOf(&e)
	if err != nil {
		return draft{}, err
	}
	seed, err := json.Marshal(p)
	return draft{external: e.ExternalID, seed: string(seed), patch: p}, err
}

// eventOf is a workout of the library on a day.
func eventOf(w *training.LibraryWorkout, day training.Day) training.CalendarEvent {
	return training.CalendarEvent{
		Category: training.EventWorkout, Name: textclean.Line(w.Name, textclean.NameRunes), Description: w.Description,
		Start: training.LocalTime(fmt.Sprintf("%sT00:00:00", day)), Sport: w.Sport, SubSport: w.SubSport, Indoor: w.Indoor,
		MovingTimeS: w.MovingTimeS, DistanceKm: w.DistanceKm, Load: w.Load, WorkKJ: w.WorkKJ, Intensity: w.Intensity, Target: w.Target,
		Color: w.Color, Tags: w.Tags, Structure: w.Structure,
	}
}
