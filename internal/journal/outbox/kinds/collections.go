package kinds

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// CustomItems are the charts, fields and streams that the athlete defined.
func CustomItems(say Say, refs Refs) outbox.Kind {
	return things[training.CustomItem]{
		say: say, refs: refs, collection: document.CustomItems,
		fields: []string{"type", "name", "description", "visibility", "content"},
		id:     func(i *training.CustomItem) *string { return &i.ID },
		can:    both[source.CustomItemReader, source.CustomItemWriter],
		others: seenBy,
		list: func(ctx context.Context, s source.Service) ([]training.CustomItem, error) {
			return s.(source.CustomItemReader).CustomItems(ctx)
		},
		save: func(ctx context.Context, s source.Service, i training.CustomItem, names []string) (training.CustomItem, error) {
			return s.(source.CustomItemWriter).SaveCustomItem(ctx, i, names...)
		},
		remove: func(ctx context.Context, s source.Service, i training.CustomItem) error {
			return s.(source.CustomItemWriter).DeleteCustomItem(ctx, i.ID)
		},
	}
}

// seenBy says who sees an item of a visibility; one that says none is private.
func seenBy(i training.CustomItem) string {
	switch v := strings.ToUpper(i.Visibility); v {
	case "", "PRIVATE":
		return ""
	case "FOLLOWERS":
		return "the athlete's followers"
	}
	return "everybody"
}

// Reminders are those of gear. When something was done, and until when a
// reminder is put off, can be told to no service so that it can be taken back.
func Reminders(say Say, refs Refs) outbox.Kind {
	return things[training.GearReminder]{
		say: say, refs: refs, collection: document.Reminders,
		fields: []string{"gear_id", "text", "distance_km", "time_s", "activities", "days", "start_km", "start_s", "start_activities"},
		stays:  []string{"due_date", "last_done", "snoozed_until"},
		id:     func(r *training.GearReminder) *string { return &r.ID },
		ref:    func(r *training.GearReminder) *string { return &r.GearID }, refKind: gearKind,
		can: both[source.GearReader, source.GearWriter],
		list: func(ctx context.Context, s source.Service) (all []training.GearReminder, err error) {
			gear, err := s.(source.GearReader).Gear(ctx)
			for _, g := range gear {
				all = append(all, g.Reminders...)
			}
			return all, err
		},
		save: saveReminder,
		remove: func(ctx context.Context, s source.Service, r training.GearReminder) error {
			return s.(source.GearWriter).DeleteReminder(ctx, r.GearID, r.ID)
		},
	}
}

// saveReminder finds the reminder in the gear that the service answers with.
func saveReminder(ctx context.Context, s source.Service, r training.GearReminder, _ []string) (training.GearReminder, error) {
	var before []string
	if r.ID == "" {
		gear, err := s.(source.GearReader).Gear(ctx)
		if err != nil {
			return r, err
		}
		for _, g := range gear {
			for _, o := range g.Reminders {
				before = append(before, o.ID)
			}
		}
	}
	g, err := s.(source.GearWriter).SaveReminder(ctx, r, false)
	if err != nil {
		return r, err
	}
	for _, o := range g.Reminders {
		if o.ID == r.ID || r.ID == "" && !slices.Contains(before, o.ID) {
			return o, nil
		}
	}
	return r, source.Fail(source.Failure{Fault: source.Changed, Source: s.Name()}, "The service did not say which reminder it saved.")
}

// Workouts are those of the library.
func Workouts(say Say, refs Refs) outbox.Kind {
	return things[training.LibraryWorkout]{
		say: say, refs: refs, collection: document.Workouts,
		fields: []string{
			"folder_id", "name", "description", "sport", "sub_sport", "indoor", "moving_time_s", "distance_km", "load", "target", "color", "tags", "plan_day",
		},
		stays:  []string{"work_kj", "intensity_factor"},
		linked: map[string][]string{"sport": {"sub_sport"}, "sub_sport": {"sport"}},
		id:     func(w *training.LibraryWorkout) *string { return &w.ID },
		ref:    func(w *training.LibraryWorkout) *string { return &w.FolderID }, refKind: string(document.Folders),
		can: both[source.WorkoutReader, source.WorkoutWriter],
		list: func(ctx context.Context, s source.Service) ([]training.LibraryWorkout, error) {
			return s.(source.WorkoutReader).Workouts(ctx)
		},
		save: func(ctx context.Context, s source.Service, w training.LibraryWorkout, names []string) (training.LibraryWorkout, error) {
			return s.(source.WorkoutWriter).SaveWorkout(ctx, w, names...)
		},
		remove: func(ctx context.Context, s source.Service, w training.LibraryWorkout) error {
			return s.(source.WorkoutWriter).DeleteWorkout(ctx, w.ID)
		},
	}
}

// Folders hold workouts, or those of a plan.
func Folders(say Say, refs Refs) outbox.Kind {
	return things[training.WorkoutFolder]{
		say: say, refs: refs, collection: document.Folders,
		fields: []string{"plan", "name", "description", "start_date"},
		stays:  []string{"weeks", "hours_per_week_min", "hours_per_week_max"},
		id:     func(f *training.WorkoutFolder) *string { return &f.ID },
		can:    both[source.WorkoutReader, source.WorkoutWriter],
		list: func(ctx context.Context, s source.Service) ([]training.WorkoutFolder, error) {
			return s.(source.WorkoutReader).Folders(ctx)
		},
		save: func(ctx context.Context, s source.Service, f training.WorkoutFolder, names []string) (training.WorkoutFolder, error) {
			saved, err := s.(source.WorkoutWriter).SaveFolder(ctx, f, names...)
			saved.Workouts = nil
			return saved, err
		},
		remove: removeFolder,
	}
}

// removeFolder deletes an empty folder: the service would delete workouts
// with it that nobody was asked about.
func removeFolder(ctx context.Context, s source.Service, f training.WorkoutFolder) error {
	if len(f.Workouts) > 0 {
		return training.Errorf(training.KindConflict, "The folder still has %d workouts there.", len(f.Workouts)).WithFix("Delete or move them first.")
	}
	return s.(source.WorkoutWriter).DeleteFolder(ctx, f.ID)
}

// both reports whether a service reads and writes.
func both[R, W any](s source.Service) bool {
	_, reads := s.(R)
	_, writes := s.(W)
	return reads && writes
}
