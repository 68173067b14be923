package source

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// GearReader reads what the athlete trains with, by the service's own ids.
type GearReader interface {
	Gear(ctx context.Context) ([]Gear, error)
}

// Gear is gear as a service counts it.
type Gear struct {
	training.Gear
	// Type is the service's own word: "Bike", "Chain".
	Type       string
	DistanceKm float64
	TimeS      float64
	Activities int
	Notes      string
	Purchased  *training.Day
	RetiredOn  *training.Day
	Parts      []string // ids of the gear mounted on it
	Reminders  []training.GearReminder
}

// GearWriter changes gear. An empty ID makes new gear; a reminder's empty ID
// makes a new reminder.
type GearWriter interface {
	SaveGear(ctx context.Context, g Gear) (Gear, error)
	DeleteGear(ctx context.Context, id string) error
	SaveReminder(ctx context.Context, r training.GearReminder, reset bool) (Gear, error)
	DeleteReminder(ctx context.Context, gearID, reminderID string) error
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
	// ApplySportSettings lets the service compute the whole history anew. It
	// returns before that is done, and there is no way back.
	ApplySportSettings(ctx context.Context, id string) error
}

// WorkoutReader reads the library of workouts and plans.
type WorkoutReader interface {
	Workouts(ctx context.Context) ([]training.LibraryWorkout, error)
}

// FolderReader reads the folders and plans that workouts lie in.
type FolderReader interface {
	Folders(ctx context.Context) ([]training.WorkoutFolder, error)
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
	// SaveSteps makes or changes a workout as SaveWorkout does. Its Structure
	// holds the steps that are meant, which the thresholds of a day resolve;
	// they are set where the description is. What it gives is what the service
	// then holds.
	SaveSteps(ctx context.Context, w training.LibraryWorkout, day efforts.Day, fields ...string) (SavedSteps, error)
	// KeepsWorkout reports whether the service gives a field back as it was
	// told. It has no place for the others, but for the description.
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

// FolderWriter changes folders and plans, as a WorkoutWriter does workouts.
type FolderWriter interface {
	SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error)
	DeleteFolder(ctx context.Context, id string) error
}
