package source

import (
	"context"

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
	Folders(ctx context.Context) ([]training.WorkoutFolder, error)
	Workouts(ctx context.Context) ([]training.LibraryWorkout, error)
}

// WorkoutWriter changes the library. An empty ID makes a new thing; of one that
// is there the named fields are set, by the names of their JSON, or all that
// can be.
type WorkoutWriter interface {
	SaveWorkout(ctx context.Context, w training.LibraryWorkout, fields ...string) (training.LibraryWorkout, error)
	DeleteWorkout(ctx context.Context, id string) error
	SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error)
	DeleteFolder(ctx context.Context, id string) error
}
