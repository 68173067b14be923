package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// EventID is the id of a session's event: that of the plan and its own.
func EventID(planID, session string) string { return planID + "/" + session }

// Event is a session as an event of the calendar, by which it is matched with
// what was done; false for rest, and for a session without a day.
func (p *Plan) Event(planID string, s *Session) (calendar.Event, bool) {
	if s.Type == Rest || s.Day == 0 {
		return calendar.Event{}, false
	}
	id := EventID(planID, s.ID)
	at := s.Day.String() + "T00:00:00"
	if s.Clock != "" {
		at = s.Day.String() + "T" + s.Clock + ":00"
	}
	e := training.CalendarEvent{
		ID: id, ExternalID: id, Category: p.category(s), Name: s.Title(), Description: s.Text(), Start: training.LocalTime(at),
		Sport: s.Sport, SubSport: s.SubSport, Indoor: s.Indoor,
		MovingTimeS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load,
		Plan: training.PlanRef{ID: planID, Name: p.Name, Workout: s.ID},
	}
	e.Structure = training.StructureOf(e.Description, s.Steps)
	return calendar.Event{CalendarEvent: e, Days: training.DayRange{From: s.Day, To: s.Day}}, true
}

// Events are the sessions of some days as events.
func (p *Plan) Events(planID string, days training.DayRange) []calendar.Event {
	var out []calendar.Event
	for s := range p.Sessions {
		if e, ok := p.Event(planID, s); ok && days.Contains(s.Day) {
			out = append(out, e)
		}
	}
	return out
}

func (p *Plan) category(s *Session) training.EventCategory {
	switch {
	case s.Type == RaceDay && (p.Race.Day == 0 || s.Day == p.Race.Day):
		return training.EventRaceA
	case s.Type == RaceDay:
		return training.EventRaceB
	case s.Type == TuneupRace:
		return training.EventRaceC
	}
	return training.EventWorkout
}

// Title is the session's name, or what type, distance and time make of one.
func (s *Session) Title() string {
	if s.Name != "" {
		return s.Name
	}
	words := strings.ReplaceAll(string(s.Type), "_", " ")
	if words == "" {
		words = strings.ReplaceAll(string(s.Sport), "_", " ")
	}
	if first, size := utf8.DecodeRuneInString(words); size > 0 {
		words = string(unicode.ToUpper(first)) + words[size:]
	}
	switch {
	case s.DistanceKm > 0:
		words += " " + workout.Decimals(s.DistanceKm, 2) + " km"
	case s.DurationS > 0:
		words += " " + workout.Decimals(s.DurationS/60, 0) + " min"
	}
	return strings.TrimSpace(words)
}

// Text is what a session says of itself, its workout last, as an event has it.
func (s *Session) Text() string {
	var parts []string
	for _, t := range []string{s.Structure, s.Description, s.Workout} {
		if t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "\n\n")
}
