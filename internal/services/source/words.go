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
	// Messages returns them oldest first. Texts of others are returned unchanged;
	// they are cleaned before they are shown.
	Messages(ctx context.Context, activityID string) ([]Message, error)
}

// Message is one comment or note at a service.
type Message struct {
	ID       string
	AuthorID string
	Author   string
	At       time.Time
	Kind     string // text, note, activity, …
	Text     string
	// Mine says that the athlete wrote it.
	Mine bool
	Seen bool
	// Attachment says that a picture or a file hangs on it.
	Attachment bool
	// AttachmentURL is where it lies, as the service says it: others' words, and
	// maybe with a signature that lets anybody in.
	AttachmentURL string
	// Page is the address at which a person who is logged in sees the message.
	Page string
}

// MessageWriter posts a message to an activity. A message cannot be undone once
// it was read, which may be as soon as it is sent.
type MessageWriter interface {
	AddMessage(ctx context.Context, activityID, text string) (Posted, error)
	// DeleteMessage deletes what the athlete said.
	DeleteMessage(ctx context.Context, activityID string, p Posted) error
}

// Posted is the position of a message.
type Posted struct {
	ID string
	// Chat is by which it is deleted, empty where the service does not say.
	Chat string
}

// CustomItemKeeper reads and changes the charts, fields and streams that the
// athlete defined at the service. An empty ID makes a new one.
type CustomItemKeeper interface {
	CustomItems(ctx context.Context) ([]CustomItem, error)
	SaveCustomItem(ctx context.Context, item CustomItem, fields ...string) (CustomItem, error)
	DeleteCustomItem(ctx context.Context, id string) error
}

// CustomItem is one of them.
type CustomItem = training.CustomItem

// RouteReader reads the routes that the service found in the activities.
type RouteReader interface {
	Routes(ctx context.Context) ([]Route, error)
	// Route gives one with its path.
	Route(ctx context.Context, id string) (Route, error)
}

// Route is a course that was ridden or run more than once.
type Route struct {
	ID          string
	Name        string
	Description string
	Commute     bool
	Tags        []string
	// Sport is that of the activity that followed it last, where that is said.
	Sport training.Sport
	// Path is latitude and longitude in degrees, point by point.
	Path [][2]float64
}

// FitnessReader reads the service's own fitness model, to be shown beside ours.
type FitnessReader interface {
	Fitness(ctx context.Context, days training.DayRange) ([]training.FitnessDay, error)
}

// MessageRef returns the id of a message outside its activity:
// "activity/message".
func MessageRef(activityID, id string) string { return activityID + "/" + id }

// CutMessageRef splits such an id.
func CutMessageRef(ref string) (activityID, id string, ok bool) { return strings.Cut(ref, "/") }

// Abilities list what a service can do, in words for people, the most wanted first.
type Abilities struct {
	Reads []string // what it hands out: "activities"
	// Takes is what it lets change, in the words of [training.ThingKinds]. Files
	// of recordings, which go nowhere by themselves, do not count.
	Takes []string
	// Coaches says that it names athletes whom the owner of a key coaches.
	Coaches bool
}

// AbilitiesOf returns what the service can read and write, from the interfaces
// that it implements.
func AbilitiesOf(s Service) (a Abilities) {
	for _, of := range []struct {
		what         training.ThingKind
		reads, takes bool
	}{
		{training.ThingActivities, Can[ActivityLister](s), Can[ActivityWriter](s)},
		{training.ThingCalendar, Can[EventKeeper](s), Can[EventKeeper](s)},
		{training.ThingWellness, Can[WellnessKeeper](s), Can[WellnessKeeper](s)},
		{training.ThingWorkouts, Can[WorkoutReader](s), Can[WorkoutWriter](s) || Can[StepWriter](s)},
		{training.ThingGear, Can[GearKeeper](s), Can[GearKeeper](s)},
		{training.ThingSportSettings, Can[SportSettingsReader](s), Can[SportSettingsWriter](s)},
		{training.ThingMessages, Can[MessageReader](s), Can[MessageWriter](s)},
		{training.ThingCustomItems, Can[CustomItemKeeper](s), Can[CustomItemKeeper](s)},
		{training.ThingProfile, Can[ProfileReader](s), Can[ProfileWriter](s)},
		{"routes", Can[RouteReader](s), false},
		{"segments", Can[SegmentReader](s), false},
		{"statistics", Can[StatisticsReader](s), false},
	} {
		if of.reads {
			a.Reads = append(a.Reads, string(of.what))
		}
		if of.takes {
			a.Takes = append(a.Takes, string(of.what))
		}
	}
	a.Coaches = Can[RosterReader](s)
	return a
}

// Can reports whether a service does what C says.
func Can[C any](s Service) bool {
	_, ok := s.(C)
	return ok
}

// GearKeeper reads and changes what the athlete trains with, by the service's
// own ids. An empty ID makes new gear; a reminder's empty ID makes a new
// reminder.
type GearKeeper interface {
	Gear(ctx context.Context) ([]Gear, error)
	SaveGear(ctx context.Context, g Gear) (Gear, error)
	DeleteGear(ctx context.Context, id string) error
	SaveReminder(ctx context.Context, r training.GearReminder, reset bool) (Gear, error)
	DeleteReminder(ctx context.Context, gearID, reminderID string) error
}

// Gear is gear as a service counts it.
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
	// SaveSportSettings sets the named fields, by the names of their JSON; an
	// empty ID makes new settings.
	SaveSportSettings(ctx context.Context, s training.SportSettings, fields ...string) (training.SportSettings, error)
	DeleteSportSettings(ctx context.Context, id string) error
	// ApplySportSettings makes the service compute the whole history again. It
	// returns before that is done, and it cannot be undone.
	ApplySportSettings(ctx context.Context, id string) error
}

// WorkoutReader reads the library of workouts and plans.
type WorkoutReader interface {
	Workouts(ctx context.Context) ([]training.LibraryWorkout, error)
}

// FolderKeeper reads and changes the folders and plans of workouts, as a
// WorkoutWriter does workouts.
type FolderKeeper interface {
	Folders(ctx context.Context) ([]training.WorkoutFolder, error)
	SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error)
	DeleteFolder(ctx context.Context, id string) error
}

// WorkoutWriter changes workouts that the service reads the text of. An empty
// ID makes a new one; of one that is there the named fields are set, by the
// names of their JSON, or all that can be.
type WorkoutWriter interface {
	SaveWorkout(ctx context.Context, w training.LibraryWorkout, fields ...string) (training.LibraryWorkout, error)
	DeleteWorkout(ctx context.Context, id string) error
}

// StepWriter changes workouts of a service that takes steps and no text.
type StepWriter interface {
	WorkoutIDs(ctx context.Context) ([]string, error)
	Workout(ctx context.Context, id string) (training.LibraryWorkout, error)
	// SaveSteps creates or changes a workout as SaveWorkout does. Its Structure
	// holds the intended steps, whose targets are resolved by the thresholds of a
	// day; they are written if "description" is. It returns what the service then
	// stores.
	SaveSteps(ctx context.Context, w training.LibraryWorkout, day efforts.Day, fields ...string) (SavedSteps, error)
	// KeepsWorkout reports whether the service stores a field as it was sent.
	// Fields that it lacks are kept in the description only.
	KeepsWorkout(field string) bool
	DeleteWorkout(ctx context.Context, id string) error
}

// SavedSteps is a workout as a service holds it after it was saved.
type SavedSteps struct {
	training.LibraryWorkout
	// Losses are sentences on what the service could not be told.
	Losses []i18n.Sentence
	// Differs is what it holds otherwise than it was told.
	Differs []Differing
}

// Differing is a part of a workout as it was sent, and as it is held.
type Differing struct{ Meant, Held i18n.Sentence }

// ProfileReader reads who the athlete is.
type ProfileReader interface {
	Profile(ctx context.Context) (training.Profile, error)
}

// ProfileWriter changes what is kept on the athlete.
type ProfileWriter interface {
	// SaveNotes puts notes in the place of those that there are; empty ones
	// take them away.
	SaveNotes(ctx context.Context, notes string) error
}

// WellnessKeeper reads and writes wellness days.
type WellnessKeeper interface {
	// Wellness gives the days of the range that have anything, by day.
	Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error)
	// PutWellness sets what the days hold and leaves what they do not.
	PutWellness(ctx context.Context, days ...training.WellnessDay) error
	// ClearWellness takes fields of a day away.
	ClearWellness(ctx context.Context, day training.Day, fields ...training.WellnessField) error
	// KeepsWellness reports whether there is a place for a field.
	KeepsWellness(f training.WellnessField) bool
}

// EventKeeper reads and changes the calendar. Each change returns what the
// service then stores, so that it can be compared with what was sent.
type EventKeeper interface {
	// Events gives the events that touch the days, by start. No category
	// means all of them.
	Events(ctx context.Context, days training.DayRange, categories ...training.EventCategory) ([]training.CalendarEvent, error)
	Event(ctx context.Context, id string) (training.CalendarEvent, error)
	// CreateEvents makes events. One whose ExternalID there is already, made
	// by the same credential, is changed instead: asking twice makes one.
	CreateEvents(ctx context.Context, events []training.CalendarEvent) ([]training.CalendarEvent, error)
	// UpdateEvent sets the named fields, by the names of their JSON, to what e
	// holds, empty ones included; no field named sets all that can be set.
	UpdateEvent(ctx context.Context, e training.CalendarEvent, fields ...string) (training.CalendarEvent, error)
	// DeleteEvents deletes those of ids that there are and counts them.
	DeleteEvents(ctx context.Context, ids ...string) (int, error)
}
