package source

import (
	"context"

	"lapkeep/internal/training"
)

// EventReader reads the calendar.
type EventReader interface {
	// Events gives the events that touch the days, by start. No category
	// means all of them.
	Events(ctx context.Context, days training.DayRange, categories ...training.EventCategory) ([]training.CalendarEvent, error)
	Event(ctx context.Context, id string) (training.CalendarEvent, error)
}

// EventWriter changes the calendar. What it gives back is what the service
// then holds, so that it can be compared with what was meant.
type EventWriter interface {
	// CreateEvents makes events. One whose ExternalID there is already, made
	// by the same credential, is changed instead: asking twice makes one.
	CreateEvents(ctx context.Context, events []training.CalendarEvent) ([]training.CalendarEvent, error)
	// UpdateEvent sets the named fields, by the names of their JSON, to what e
	// holds, empty ones included; no field named sets all that can be set.
	UpdateEvent(ctx context.Context, e training.CalendarEvent, fields ...string) (training.CalendarEvent, error)
	// DeleteEvents deletes those of ids that there are and counts them.
	DeleteEvents(ctx context.Context, ids ...string) (int, error)
}
