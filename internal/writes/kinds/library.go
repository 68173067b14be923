package kinds

import (
	"context"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// Workouts are those of the library.
func Workouts(say Say, refs Refs, r PlannedReader, now func() time.Time) outbox.Kind {
	return plannedWorkouts{r: r, now: now, Things: Things[training.LibraryWorkout]{
		Say: say, Refs: refs, Collection: document.Workouts, Kind: training.ThingWorkouts,
		Fields: []string{
			"folder_id", "name", "description", "sport", "sub_sport", "indoor", "moving_time_s", "distance_km", "load",
			"target", "color", "tags", "plan_day",
		},
		Stays:  []string{"work_kj", "intensity_factor"},
		Linked: map[string][]string{"sport": {"sub_sport"}, "sub_sport": {"sport"}},
		ID:     func(w *training.LibraryWorkout) *string { return &w.ID },
		Ref:    func(w *training.LibraryWorkout) *string { return &w.FolderID }, RefKind: string(document.Folders),
		Takes: Both[source.WorkoutReader, source.WorkoutWriter],
		List: func(ctx context.Context, s source.Service) ([]training.LibraryWorkout, error) {
			return s.(source.WorkoutReader).Workouts(ctx)
		},
		Save: func(ctx context.Context, s source.Service, w training.LibraryWorkout, names []string) (training.LibraryWorkout, error) {
			return s.(source.WorkoutWriter).SaveWorkout(ctx, w, names...)
		},
		Remove: func(ctx context.Context, s source.Service, w training.LibraryWorkout) error {
			return s.(source.WorkoutWriter).DeleteWorkout(ctx, w.ID)
		},
	}}
}

// Folders hold workouts, or those of a plan.
func Folders(say Say, refs Refs) outbox.Kind {
	return Things[training.WorkoutFolder]{
		Say: say, Refs: refs, Collection: document.Folders, Kind: training.ThingWorkouts,
		Fields: []string{"plan", "name", "description", "start_date"},
		Stays:  []string{"weeks", "hours_per_week_min", "hours_per_week_max"},
		ID:     func(f *training.WorkoutFolder) *string { return &f.ID },
		Takes:  Both[source.FolderReader, source.FolderWriter],
		List: func(ctx context.Context, s source.Service) ([]training.WorkoutFolder, error) {
			return s.(source.FolderReader).Folders(ctx)
		},
		Save: func(ctx context.Context, s source.Service, f training.WorkoutFolder, names []string) (training.WorkoutFolder, error) {
			saved, err := s.(source.FolderWriter).SaveFolder(ctx, f, names...)
			saved.Workouts = nil
			return saved, err
		},
		Remove: removeFolder,
	}
}

// removeFolder deletes an empty folder: the service would delete workouts
// with it that nobody was asked about.
func removeFolder(ctx context.Context, s source.Service, f training.WorkoutFolder) error {
	if len(f.Workouts) > 0 {
		return training.Errorf(training.KindConflict, "The folder still has %d workouts there.",
			len(f.Workouts)).WithFix("Delete or move them first.")
	}
	return s.(source.FolderWriter).DeleteFolder(ctx, f.ID)
}
