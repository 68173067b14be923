package kinds

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// Can reports whether a service's workouts can be changed, by their text or
// by their steps.
func (x plannedWorkouts) Can(s source.Service, a ledger.Action) bool {
	return x.Things.Can(s, a) || Both[source.WorkoutReader, source.StepWriter](s)
}

// Holds reports whether a service gives a field back as it was told.
func (plannedWorkouts) Holds(s source.Service, name string) bool {
	w, ok := s.(source.StepWriter)
	return !ok || w.KeepsWorkout(name)
}

// IDs are those that there are.
func (x plannedWorkouts) IDs(ctx context.Context, s source.Service, f outbox.Fields) ([]string, error) {
	if w, ok := s.(source.StepWriter); ok {
		return w.WorkoutIDs(ctx)
	}
	return x.Things.IDs(ctx, s, f)
}

// Read gives the workout of a service's id.
func (x plannedWorkouts) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	w, ok := s.(source.StepWriter)
	if !ok {
		return x.Things.Read(ctx, s, id)
	}
	held, err := w.Workout(ctx, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	return x.native(held)
}

// native is a workout of a service that takes steps, which has no folders.
func (x plannedWorkouts) native(held training.LibraryWorkout) (outbox.Thing, error) {
	f, err := Flat(held, x.Fields)
	return outbox.Thing{ID: held.ID, Fields: f, Whole: held, Untold: []ledger.Difference{}}, err
}

// Create makes a workout.
func (x plannedWorkouts) Create(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, error) {
	if w, ok := s.(source.StepWriter); ok {
		return x.tell(ctx, w, "", key, f, slices.Sorted(maps.Keys(f)))
	}
	return x.Things.Create(ctx, s, key, f)
}

// Update sets fields of a workout.
func (x plannedWorkouts) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	w, ok := s.(source.StepWriter)
	if !ok {
		return x.Things.Update(ctx, s, id, f, names)
	}
	here, err := x.Refs.Here(ctx, s.Name(), x.Name(), id)
	if err != nil {
		return outbox.Thing{}, err
	}
	return x.tell(ctx, w, id, here, f, names)
}

// Delete deletes a workout; one that is not there is deleted.
func (x plannedWorkouts) Delete(ctx context.Context, s source.Service, id string) error {
	w, ok := s.(source.StepWriter)
	if !ok {
		return x.Things.Delete(ctx, s, id)
	}
	err := w.DeleteWorkout(ctx, id)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// tell sends a workout as steps, by the thresholds of today, and says what of
// it the service could not be told.
func (x plannedWorkouts) tell(ctx context.Context, s source.StepWriter, id, here string, f outbox.Fields,
	names []string) (outbox.Thing, error) {
	var w training.LibraryWorkout
	if err := Fill(f, &w); err != nil {
		return outbox.Thing{}, err
	}
	scope := training.Scope{Athlete: outbox.AthleteOf(ctx), Audience: training.AudienceExport}
	steps, err := stepsOf(ctx, x.r, scope, document.Workouts, here, session{text: w.Description, sport: w.Sport})
	if err != nil {
		return outbox.Thing{}, err
	}
	days, err := workouts.DaysOf(ctx, x.r, scope)
	if err != nil {
		return outbox.Thing{}, err
	}
	who, err := x.r.Athlete(ctx, scope)
	if err != nil {
		return outbox.Thing{}, err
	}
	w.ID, w.Structure = id, training.StructureOf(w.Description, steps)
	today := training.DayOf(x.now().In(who.Location()))
	saved, err := s.SaveSteps(ctx, w, days.On(today, w.Sport, w.Indoor), names...)
	if err != nil {
		return outbox.Thing{}, err
	}
	t, err := x.native(saved.LibraryWorkout)
	for _, n := range names {
		if _, said := f[n]; said && n != "description" && !s.KeepsWorkout(n) && !outbox.SameValue(f[n], t.Fields[n]) {
			t.Untold = append(t.Untold, ledger.Difference{Field: n, Meant: outbox.Shown(f[n]), Held: outbox.Shown(t.Fields[n])})
		}
	}
	for _, d := range saved.Differs {
		t.Untold = append(t.Untold, ledger.Difference{Field: ledger.StepsField, Meant: d.Meant.String(), Held: d.Held.String()})
	}
	t.Losses = i18n.InARow(saved.Losses...)
	return t, err
}
