package source

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// MessageReader reads the messages about an activity.
type MessageReader interface {
	// Messages returns the messages, oldest first. Other people's texts are
	// returned unchanged; callers clean them before showing them.
	Messages(ctx context.Context, activityID string) ([]Message, error)
}

// Message is one comment or note on a service.
type Message struct {
	ID       string
	AuthorID string
	Author   string
	At       time.Time
	Kind     string // text, note, activity, …
	Text     string
	// Mine is set if the athlete wrote it.
	Mine bool
	Seen bool
	// Attachment is set if a picture or a file is attached.
	Attachment bool
	// AttachmentURL is the address of the attachment as the service gives it.
	// It is untrusted text, and may contain a signature that gives access.
	AttachmentURL string
	// Page is the address at which a person who is logged in can see the message.
	Page string
}

// MessageWriter posts a message to an activity. A message cannot be taken back once
// somebody has read it, which may happen at once.
type MessageWriter interface {
	AddMessage(ctx context.Context, activityID, text string) (Posted, error)
	// DeleteMessage deletes a message by the athlete.
	DeleteMessage(ctx context.Context, activityID string, p Posted) error
}

// Posted identifies a posted message.
type Posted struct {
	ID string
	// Chat is the id needed to delete it, empty if the service gives none.
	Chat string
}

// RouteReader reads the routes that the service found in activities.
type RouteReader interface {
	Routes(ctx context.Context) ([]Route, error)
	// Route returns one route with its path.
	Route(ctx context.Context, id string) (Route, error)
}

// Route is a route that was ridden or run more than once.
type Route struct {
	ID          string
	Name        string
	Description string
	Commute     bool
	Tags        []string
	// Sport is the sport of the last activity on it, if known.
	Sport training.Sport
	// Path holds the latitude and longitude of each point in degrees.
	Path [][2]float64
}

// FitnessReader reads the service's own fitness model, to be shown next to ours.
type FitnessReader interface {
	Fitness(ctx context.Context, days training.DayRange) ([]training.FitnessDay, error)
}

// MessageRef returns an id for a message that includes its activity: "activity/message".
func MessageRef(activityID, id string) string { return activityID + "/" + id }

// CutMessageRef splits an id made by [MessageRef].
func CutMessageRef(ref string) (activityID, id string, ok bool) { return strings.Cut(ref, "/") }

// Abilities lists in words what a service can do, with the most useful first.
type Abilities struct {
	Reads []string // the data that it provides: "activities"
	// Takes lists the kinds of things that can be changed, as named in
	// [training.ThingKinds]. Files of recordings, which are never sent
	// automatically, are not included.
	Takes []string
	// Coaches is set if the service lists athletes whom the owner of a key coaches.
	Coaches bool
}

// Can reports whether a service implements C.
func Can[C any](s Service) bool {
	_, ok := s.(C)
	return ok
}

// GearKeeper reads and changes gear by the service's own ids. Gear or a reminder
// with an empty ID is created.
type GearKeeper interface {
	Gear(ctx context.Context) ([]Gear, error)
	SaveGear(ctx context.Context, g Gear) (Gear, error)
	DeleteGear(ctx context.Context, id string) error
	SaveReminder(ctx context.Context, r training.GearReminder, reset bool) (Gear, error)
	DeleteReminder(ctx context.Context, gearID, reminderID string) error
}

// Gear is a piece of gear with a service's totals.
type Gear struct {
	training.Gear
	// Type is the service's own word: "Bike", "Chain".
	Type       string                  `json:"type,omitempty"`
	DistanceKm float64                 `json:"distance_km,omitempty"`
	TimeS      float64                 `json:"time_s,omitempty"`
	Activities int                     `json:"activities,omitempty"`
	Notes      string                  `json:"notes,omitempty"`
	Purchased  *training.Day           `json:"purchased,omitempty"`
	RetiredOn  *training.Day           `json:"retired_on,omitempty"`
	Parts      []string                `json:"parts,omitempty"` // ids of the gear mounted on it
	Reminders  []training.GearReminder `json:"-"`
}

// SportSettingsReader reads thresholds and zones.
type SportSettingsReader interface {
	SportSettings(ctx context.Context) ([]training.SportSettings, error)
}

// SportSettingsWriter changes thresholds and zones.
type SportSettingsWriter interface {
	// SaveSportSettings sets the fields with the given JSON names; settings with an
	// empty ID are created.
	SaveSportSettings(ctx context.Context, s training.SportSettings, fields ...string) (training.SportSettings, error)
	DeleteSportSettings(ctx context.Context, id string) error
	// ApplySportSettings makes the service recompute the whole history. It returns before
	// the service has finished, and cannot be undone.
	ApplySportSettings(ctx context.Context, id string) error
}

// WorkoutReader reads the library of workouts and plans.
type WorkoutReader interface {
	Workouts(ctx context.Context) ([]training.LibraryWorkout, error)
}

// FolderKeeper reads and changes workout folders and plans, like WorkoutWriter.
type FolderKeeper interface {
	Folders(ctx context.Context) ([]training.WorkoutFolder, error)
	SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error)
	DeleteFolder(ctx context.Context, id string) error
}

// WorkoutWriter changes workouts on a service that parses steps from their text. A workout
// with an empty ID is created. For an existing one, it sets the fields with the given JSON
// names, or all settable ones if none are given.
type WorkoutWriter interface {
	SaveWorkout(ctx context.Context, w training.LibraryWorkout, fields ...string) (training.LibraryWorkout, error)
	DeleteWorkout(ctx context.Context, id string) error
}

// StepWriter changes workouts on a service that accepts steps but no text.
type StepWriter interface {
	WorkoutIDs(ctx context.Context) ([]string, error)
	Workout(ctx context.Context, id string) (training.LibraryWorkout, error)
	// SaveSteps creates or changes a workout as SaveWorkout does. Its Structure holds the
	// intended steps, whose targets are resolved by the thresholds of a day; they are sent
	// only if "description" is one of the fields. SaveSteps returns the workout as stored on
	// the service.
	SaveSteps(ctx context.Context, w training.LibraryWorkout, day efforts.Day, fields ...string) (SavedSteps, error)
	// KeepsWorkout reports whether the service stores a field as it was sent.
	// Fields that the service lacks are only in the description.
	KeepsWorkout(field string) bool
	DeleteWorkout(ctx context.Context, id string) error
}

// SavedSteps is a workout as stored on a service after saving.
type SavedSteps struct {
	training.LibraryWorkout
	// Losses are sentences about the parts that could not be sent.
	Losses []i18n.Sentence
	// Differs lists the parts that the service stores differently.
	Differs []Differing
}

// Differing describes a part of a workout as it was sent and as it is stored.
type Differing struct{ Meant, Held i18n.Sentence }

// ProfileReader reads the athlete's profile.
type ProfileReader interface {
	Profile(ctx context.Context) (training.Profile, error)
}

// ProfileWriter changes the athlete's profile.
type ProfileWriter interface {
	// SaveNotes replaces the notes; empty notes delete them.
	SaveNotes(ctx context.Context, notes string) error
}

// WeatherReader returns the weather of the past.
type WeatherReader interface {
	// Weather returns the weather during each stay, by the metrics of
	// [training.WeatherMetrics]; nil means that there is none.
	Weather(ctx context.Context, stays []Stay) ([]training.Values, error)
}

// Stay is an activity at a place, in degrees, for a time.
type Stay struct {
	Activity training.ActivityID
	Lat, Lon float64
	From, To time.Time
}

// WellnessReader reads wellness days.
type WellnessReader interface {
	// Wellness returns those days of the range that have data, in order.
	Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error)
}

// WellnessKeeper reads and writes wellness days.
type WellnessKeeper interface {
	WellnessReader
	// PutWellness sets the days' fields and leaves others unchanged.
	PutWellness(ctx context.Context, days ...training.WellnessDay) error
	// ClearWellness clears fields of a day.
	ClearWellness(ctx context.Context, day training.Day, fields ...training.WellnessField) error
	// KeepsWellness reports whether the service has a field.
	KeepsWellness(f training.WellnessField) bool
}

// EventKeeper reads and changes the calendar. Each change returns the resulting state on the
// service, so that it can be compared with what was sent.
type EventKeeper interface {
	// Events returns the events that overlap the days, ordered by start. If no category is
	// given, it returns all.
	Events(ctx context.Context, days training.DayRange, categories ...training.EventCategory) ([]training.CalendarEvent, error)
	Event(ctx context.Context, id string) (training.CalendarEvent, error)
	// CreateEvents creates events. An existing event with the same ExternalID and
	// credential is changed instead, so repeating the call creates nothing.
	CreateEvents(ctx context.Context, events []training.CalendarEvent) ([]training.CalendarEvent, error)
	// UpdateEvent sets the fields with the given JSON names to their values in
	// e, including empty ones; without names, it sets all settable fields.
	UpdateEvent(ctx context.Context, e training.CalendarEvent, fields ...string) (training.CalendarEvent, error)
	// DeleteEvents deletes the existing events among ids and returns their
	// number.
	DeleteEvents(ctx context.Context, ids ...string) (int, error)
}
