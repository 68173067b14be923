package syncer

import (
	"context"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// The sinks of what is read all at once: what is not among it is not there. A
// sink that implements one of them gets what a source that can give it has.
type (
	// ProfileSink keeps who the athlete is.
	ProfileSink interface {
		TakeProfile(ctx context.Context, a training.AthleteID, p training.Profile) error
	}
	// GearSink keeps gear.
	GearSink interface {
		TakeGear(ctx context.Context, a training.AthleteID, all []source.Gear) error
	}
	// SportSettingsSink keeps thresholds and zones.
	SportSettingsSink interface {
		TakeSportSettings(ctx context.Context, a training.AthleteID, all []training.SportSettings) error
	}
	// FolderSink keeps the folders and plans that workouts lie in.
	FolderSink interface {
		TakeFolders(ctx context.Context, a training.AthleteID, all []training.WorkoutFolder) error
	}
	// WorkoutSink keeps workouts of the library.
	WorkoutSink interface {
		TakeWorkouts(ctx context.Context, a training.AthleteID, all []training.LibraryWorkout) error
	}
	// CustomItemSink keeps what the athlete defined at the service.
	CustomItemSink interface {
		TakeCustomItems(ctx context.Context, a training.AthleteID, all []source.CustomItem) error
	}
)

// wholes reads what has no days.
func (s *Syncer) wholes(ctx context.Context) error {
	for _, step := range s.steps() {
		if err := s.hold(ctx); err != nil {
			return err
		}
		if err := s.without(step(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// without goes on where the service gives one kind of thing to nobody, or not
// to this key, and says so.
func (s *Syncer) without(err error) error {
	f, failed := source.FailureOf(err)
	if !failed || f.Fault.Temporary() || f.Fault.Total() {
		return err
	}
	if r := reason(err); !slices.Contains(s.tally.Words, r) {
		s.tally.Words = append(s.tally.Words, r)
	}
	return nil
}

func (s *Syncer) steps() (all []func(context.Context) error) {
	from, to := s.o.Source, s.o.Sink
	if f, ok := from.(source.ProfileReader); ok {
		if t, ok := to.(ProfileSink); ok {
			all = append(all, pass(s, f.Profile, t.TakeProfile))
		}
	}
	if f, ok := from.(source.GearReader); ok {
		if t, ok := to.(GearSink); ok {
			all = append(all, pass(s, f.Gear, t.TakeGear))
		}
	}
	if f, ok := from.(source.SportSettingsReader); ok {
		if t, ok := to.(SportSettingsSink); ok {
			all = append(all, pass(s, f.SportSettings, t.TakeSportSettings))
		}
	}
	if f, ok := from.(source.FolderReader); ok {
		if t, ok := to.(FolderSink); ok {
			all = append(all, pass(s, f.Folders, t.TakeFolders))
		}
	}
	if f, ok := from.(source.WorkoutReader); ok {
		if t, ok := to.(WorkoutSink); ok {
			all = append(all, pass(s, f.Workouts, t.TakeWorkouts))
		}
	}
	if f, ok := from.(source.CustomItemReader); ok {
		if t, ok := to.(CustomItemSink); ok {
			all = append(all, pass(s, f.CustomItems, t.TakeCustomItems))
		}
	}
	return all
}

// pass hands on what one has to the other.
func pass[T any](
	s *Syncer, from func(context.Context) (T, error), to func(context.Context, training.AthleteID, T) error,
) func(context.Context) error {
	return func(ctx context.Context) error {
		s.asking()
		all, err := from(ctx)
		if err != nil {
			return err
		}
		return to(ctx, s.o.Athlete, all)
	}
}
