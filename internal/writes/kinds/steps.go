package kinds

import (
	"context"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// session is a workout as it is planned here.
type session struct {
	text string
	of   training.Discipline
	day  training.Day // the day whose thresholds determine its targets
}

// readAs compares the steps of a workout that was sent as text with the steps
// that the service reads from it. Such services accept only text, and resolve
// relative targets with their own thresholds.
func readAs(
	ctx context.Context, r store.Reader, k outbox.Kept, c document.Collection, ours session, theirs []training.WorkoutStep,
) ([]ledger.Difference, i18n.Sentence, error) {
	s := training.Everything(k.Athlete)
	steps, err := stepsOf(ctx, r, s, c, k.Here, ours)
	if err != nil || len(steps) == 0 && len(theirs) == 0 {
		return nil, "", err
	}
	all, further := workout.Compare(steps, theirs)
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return nil, "", err
	}
	there, ok, err := workouts.There(ctx, r, s, string(k.Source), ours.of)
	if err != nil {
		return nil, "", err
	}
	if ok {
		all = append(all, workouts.Resolved(steps, days.On(ours.day, ours.of), there)...)
	}
	var out []ledger.Difference
	for _, d := range all {
		here, there := d.Sides()
		out = append(out, ledger.Difference{Field: ledger.StepsField, Meant: here.String(), Held: there.String()})
	}
	if further {
		out = append(out, ledger.Difference{Field: ledger.StepsField, Meant: "further steps", Held: "further steps that differ"})
	}
	return out, fixed(steps), nil
}

// mostFixed is the maximum number of targets that are listed.
const mostFixed = 6

// fixed returns a sentence about the targets that were sent in watts, or "" if there are none.
func fixed(steps []training.WorkoutStep) i18n.Sentence {
	all := workouts.InWatts(steps)
	if len(all) == 0 {
		return ""
	}
	text := i18n.Joined("%s, %s", all[:min(len(all), mostFixed)]...)
	if len(all) > mostFixed {
		text = i18n.Sentencef("%s and others", text)
	}
	return i18n.Sentencef("Sent in W, so it does not change with a new FTP: %s.", text)
}

// stepsOf returns the stored steps of a workout: the athlete's own, or else those of its text.
func stepsOf(
	ctx context.Context, r store.Reader, s training.Scope, c document.Collection, id string, ours session,
) ([]training.WorkoutStep, error) {
	docs, err := r.Documents(ctx, s, c, document.Filter{ID: id})
	if err != nil {
		return nil, err
	}
	d := document.Document{} // stays empty if the document was deleted meanwhile
	if len(docs) > 0 {
		d = docs[0]
	}
	shown, err := document.Show[struct {
		Structure training.Structure `json:"structure"`
	}](d)
	return workouts.StructuredSteps(&d, ours.text, shown.Structure, ours.of.Sport), err
}

// bearing reports whether one of the sent fields affects how the steps of a
// workout are read and resolved.
func bearing(sent []string) bool {
	return slices.ContainsFunc(sent, func(n string) bool {
		return slices.Contains([]string{"description", "category", "sport", "sub_sport", "indoor", "start_local"}, n)
	})
}

// plannedWorkouts is the [outbox.Kind] for library workouts. Some services read the steps
// from a workout's text, others accept steps.
type plannedWorkouts struct {
	Things[training.LibraryWorkout]
	r   store.Reader
	now func() time.Time
}

// ReadAs compares the steps of a workout, resolved with today's thresholds.
func (x plannedWorkouts) ReadAs(ctx context.Context, k outbox.Kept, meant outbox.Fields) ([]ledger.Difference, i18n.Sentence, error) {
	var ours training.LibraryWorkout
	theirs, ok := k.Thing.Whole.(training.LibraryWorkout)
	if err := Fill(meant, &ours); err != nil || !ok || !bearing(k.Sent) || k.Thing.Untold != nil {
		return nil, "", err
	}
	who, err := x.r.Athlete(ctx, training.Everything(k.Athlete))
	if err != nil {
		return nil, "", err
	}
	today := training.DayOf(k.At.In(who.Location()))
	return readAs(ctx, x.r, k, document.Workouts, session{ours.Description, ours.Discipline(), today}, theirs.Structure.Steps)
}

// ReadAs compares the steps of a workout in the calendar, resolved with the thresholds of its day.
func (x events) ReadAs(ctx context.Context, k outbox.Kept, meant outbox.Fields) ([]ledger.Difference, i18n.Sentence, error) {
	var ours training.CalendarEvent
	theirs, ok := k.Thing.Whole.(training.CalendarEvent)
	if err := Fill(meant, &ours); err != nil || !ok || ours.Category != training.EventWorkout || !bearing(k.Sent) {
		return nil, "", err
	}
	s := session{ours.Description, ours.Discipline(), ours.Start.Day()}
	return readAs(ctx, x.r, k, document.Events, s, theirs.Structure.Steps)
}

// Lost keeps the workout here, although the service lost it.
func (x plannedWorkouts) Lost(tx *store.Tx, k outbox.Kept) (outbox.Fields, error) {
	return x.lost(tx, x, k)
}

// Lost keeps the event here, although the service lost it.
func (x events) Lost(tx *store.Tx, k outbox.Kept) (outbox.Fields, error) { return x.lost(tx, x, k) }

// lost turns a thing that a service lost into the athlete's own edits, and returns the last state
// of the thing on the service. Values that the service computed from the text's steps are not kept.
func (k Things[T]) lost(tx *store.Tx, kind outbox.Kind, kept outbox.Kept) (outbox.Fields, error) {
	l, err := tx.Layers(kept.Athlete, k.Collection, kept.Here)
	if err != nil {
		return nil, err
	}
	prior, err := k.Shown(l, document.Own{})
	if err != nil {
		return nil, err
	}
	none := kept
	none.Thing = nil
	if err := kind.Keep(tx, none); err != nil {
		return nil, err
	}
	var is struct {
		Description string
		Sport       training.Sport
	}
	if err := Fill(kept.Thing.Fields, &is); err != nil {
		return nil, err
	}
	theirs := []string{restField}
	if len(workouts.StructuredSteps(&document.Document{}, is.Description, training.Structure{}, is.Sport)) > 0 {
		theirs = append(theirs, "moving_time_s", "distance_km", "load")
	}
	names := slices.Sorted(maps.Keys(kept.Thing.Fields))
	return prior, kind.Want(tx, kept, slices.DeleteFunc(names, func(n string) bool {
		return slices.Contains(theirs, n) && !slices.Contains(kept.Sent, n)
	}))
}

// Can reports whether the service lets programs change workouts, either as text or as steps.
func (x plannedWorkouts) Can(s source.Service, a ledger.Action) bool {
	return x.Things.Can(s, a) || Both[source.WorkoutReader, source.StepWriter](s)
}

// Holds reports whether a service returns a field unchanged.
func (plannedWorkouts) Holds(s source.Service, name string) bool {
	w, ok := s.(source.StepWriter)
	return !ok || w.KeepsWorkout(name)
}

// IDs returns the ids of all workouts on the service.
func (x plannedWorkouts) IDs(ctx context.Context, s source.Service, f outbox.Fields) ([]string, error) {
	if w, ok := s.(source.StepWriter); ok {
		return w.WorkoutIDs(ctx)
	}
	return x.Things.IDs(ctx, s, f)
}

// Read returns the workout with the given id on the service.
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

// native converts a workout of a service that accepts steps to an
// [outbox.Thing]. Such services have no folders.
func (x plannedWorkouts) native(held training.LibraryWorkout) (outbox.Thing, error) {
	f, err := Flat(held, x.Fields)
	return outbox.Thing{ID: held.ID, Fields: f, Whole: held, Untold: []ledger.Difference{}}, err
}

// Create creates a workout.
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

// Delete deletes a workout. It succeeds if the workout does not exist.
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

// tell sends a workout as steps, resolved with today's thresholds, and returns
// what the service could not store.
func (x plannedWorkouts) tell(ctx context.Context, s source.StepWriter, id, here string, f outbox.Fields,
	names []string,
) (outbox.Thing, error) {
	var w training.LibraryWorkout
	if err := Fill(f, &w); err != nil {
		return outbox.Thing{}, err
	}
	scope := training.Everything(outbox.AthleteOf(ctx))
	steps, err := stepsOf(ctx, x.r, scope, document.Workouts, here, session{text: w.Description, of: w.Discipline()})
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
	saved, err := s.SaveSteps(ctx, w, days.On(today, w.Discipline()), names...)
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

// Workouts returns the [outbox.Kind] for library workouts.
func Workouts(refs Refs, r store.Reader, now func() time.Time) outbox.Kind {
	return plannedWorkouts{r: r, now: now, Things: Things[training.LibraryWorkout]{
		Refs: refs, Collection: document.Workouts, Kind: training.ThingWorkouts,
		Fields: []string{
			"folder_id", "name", "description", "sport", "sub_sport", "indoor", "moving_time_s", "distance_km", "load",
			"target", "color", "tags", "plan_day",
		},
		Stays:  []string{"work_kj", "intensity_factor"},
		Linked: map[string][]string{"sport": {"sub_sport"}, "sub_sport": {"sport"}},
		ID:     func(w *training.LibraryWorkout) *string { return &w.ID },
		Ref:    func(w *training.LibraryWorkout) *string { return &w.FolderID }, RefKind: string(document.Folders),
		Takes: Both[source.WorkoutReader, source.WorkoutWriter], Reads: source.Can[source.WorkoutReader],
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

// Folders returns the [outbox.Kind] for folders and plans of the library.
func Folders(refs Refs) outbox.Kind {
	return Things[training.WorkoutFolder]{
		Refs: refs, Collection: document.Folders, Kind: training.ThingWorkouts,
		Fields: []string{"plan", "name", "description", "start_date"},
		Stays:  []string{"weeks", "hours_per_week_min", "hours_per_week_max"},
		ID:     func(f *training.WorkoutFolder) *string { return &f.ID },
		Takes:  source.Can[source.FolderKeeper], Reads: source.Can[source.FolderKeeper],
		Kept: func(f training.WorkoutFolder) any {
			f.Workouts = nil
			return f
		},
		List: func(ctx context.Context, s source.Service) ([]training.WorkoutFolder, error) {
			return s.(source.FolderKeeper).Folders(ctx)
		},
		Save: func(ctx context.Context, s source.Service, f training.WorkoutFolder, names []string) (training.WorkoutFolder, error) {
			return s.(source.FolderKeeper).SaveFolder(ctx, f, names...)
		},
		Remove: removeFolder,
	}
}

// removeFolder deletes an empty folder. It refuses to delete any other folder, because the
// service would delete the workouts in it without asking the athlete.
func removeFolder(ctx context.Context, s source.Service, f training.WorkoutFolder) error {
	if len(f.Workouts) > 0 {
		return training.Errorf(training.KindConflict, "The folder still has %d workouts there.",
			len(f.Workouts)).WithFix("Delete or move them first.")
	}
	return s.(source.FolderKeeper).DeleteFolder(ctx, f.ID)
}
