package workouts

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// edit is an edit of a workout.
type edit struct {
	*tools.Edit
	before, after workouts.WorkoutView
}

func newEdit(it *workouts.WorkoutView, newID func() string) (*edit, error) {
	e, err := tools.NewEdit(ofWorkout, "workout", &it.Document, newID)
	e.Stored = map[string]string{"duration_s": "moving_time_s"}
	return &edit{e, *it, *it}, err
}

// clearable returns the arguments whose values can be cleared.
func clearable() []string {
	return []string{
		"name", "sport", "description", "folder_id", "plan_day", "duration_s", "distance_km", "load", "intensity_factor", "indoor", "tags",
	}
}

// set changes a value in the athlete's own layer, if its text for people changes.
func set[T any](e *edit, argument string, to *T, value T, words func(T) string) {
	if e.SetShown(argument, value, words(*to), words(value)) {
		*to = value
	}
}

// fill fills in all fields of a new workout.
func (e *edit) fill(w *training.LibraryWorkout) {
	e.follow(w)
	set(e, "folder_id", &e.after.FolderID, w.FolderID, text)
	set(e, "plan_day", &e.after.PlanDay, w.PlanDay, dayWords)
	set(e, "duration_s", &e.after.MovingTimeS, w.MovingTimeS, tools.Number)
	set(e, "distance_km", &e.after.DistanceKm, w.DistanceKm, tools.Number)
	set(e, "load", &e.after.Load, w.Load, tools.Number)
	set(e, "intensity_factor", &e.after.Intensity, w.Intensity, tools.Number)
	set(e, "tags", &e.after.Tags, w.Tags, func(t []string) string { return text(strings.Join(t, ", ")) })
}

// follow applies a planned workout to the library workout that was created from it.
func (e *edit) follow(w *training.LibraryWorkout) {
	set(e, "name", &e.after.Name, w.Name, text)
	set(e, "sport", &e.after.Sport, w.Sport, func(s training.Sport) string { return string(s) })
	set(e, "sub_sport", &e.after.SubSport, w.SubSport, text)
	set(e, "indoor", &e.after.Indoor, w.Indoor, strconv.FormatBool)
	e.describe(w.Description, w.Structure)
}

// describe sets the text, and the steps stored with it. The steps are empty if the text
// contains them.
func (e *edit) describe(description string, s training.Structure) {
	was := e.before.Steps()
	set(e, "description", &e.after.Description, description, text)
	e.after.Structure = s
	if e.before.Description == description && len(s.Steps) > 0 && !reflect.DeepEqual(was, s.Steps) {
		e.Note("steps", "as they were", "changed in details that the text does not show")
	}
	if len(s.Steps) > 0 {
		e.Fields[keyStructure] = s
		return
	}
	delete(e.Fields, keyStructure)
}

const keyStructure = "structure"

func text(s string) string { return textclean.Text(s, textclean.TextRunes) }

func dayWords(d *int) string {
	if d == nil {
		return ""
	}
	return strconv.Itoa(*d)
}

// day returns the day within a plan, or -1 if there is none.
func day(d *int) int {
	if d == nil {
		return -1
	}
	return *d
}

// change applies all arguments except steps and text to the workout.
func (in *saveIn) change(e *edit) error {
	if in.Name != nil {
		name := textclean.Line(*in.Name, textclean.NameRunes)
		if name == "" {
			return training.Errorf(training.KindInvalid, "The name is empty.").WithFix("Give a name.")
		}
		set(e, "name", &e.after.Name, name, text)
	}
	if !in.Sport.IsZero() {
		sub := in.Sport.Kept()
		if sub == "" && in.Sport.Sport == e.before.Sport {
			sub = e.before.SubSport
		}
		set(e, "sport", &e.after.Sport, in.Sport.Sport, func(s training.Sport) string { return string(s) })
		set(e, "sub_sport", &e.after.SubSport, sub, text)
	}
	if in.Folder != nil {
		set(e, "folder_id", &e.after.FolderID, textclean.Line(*in.Folder, textclean.NameRunes), text)
	}
	if in.PlanDay != nil {
		set(e, "plan_day", &e.after.PlanDay, in.PlanDay, dayWords)
	}
	for _, f := range []struct {
		argument string
		value    *float64
		to       *float64
	}{
		{"duration_s", in.Duration, &e.after.MovingTimeS},
		{"distance_km", in.Distance, &e.after.DistanceKm},
		{"load", in.Load, &e.after.Load},
		{"intensity_factor", in.Intensity, &e.after.Intensity},
	} {
		if f.value != nil {
			set(e, f.argument, f.to, *f.value, tools.Number)
		}
	}
	if in.Indoor != nil {
		set(e, "indoor", &e.after.Indoor, *in.Indoor, strconv.FormatBool)
	}
	if in.Tags != nil {
		set(e, "tags", &e.after.Tags, tools.CleanTags(in.Tags), func(t []string) string { return text(strings.Join(t, ", ")) })
	}
	return in.takeBack(e)
}

// structure applies steps and text to the workout. It returns notes on parts
// that may have been misread.
func (in *saveIn) structure(c *tools.Call, e *edit) ([]i18n.Sentence, error) {
	if len(in.Steps) == 0 && in.Description == nil {
		return nil, nil
	}
	a, err := tools.Amend(c, "", in.Steps, in.Description, e.before.Description, e.after.Sport)
	if err != nil {
		return nil, err
	}
	if was := e.before.Steps(); len(was) > 0 && len(a.Structure.Steps) > 0 && !reflect.DeepEqual(a.Structure.Steps, was) {
		if err := in.forget(e); err != nil {
			return nil, err
		}
	}
	if len(in.Steps) == 0 { // the text contains the steps
		a.Structure = training.Structure{}
	}
	e.describe(a.Text, a.Structure)
	return a.Sentences(), nil
}

// forget clears the athlete's amounts for the old steps of a workout, unless new amounts are given.
func (in *saveIn) forget(e *edit) error {
	var old []string
	for argument, given := range map[string]*float64{
		"duration_s": in.Duration, "distance_km": in.Distance, "load": in.Load, "intensity_factor": in.Intensity,
	} {
		if given == nil && !slices.Contains(in.Clear, argument) {
			old = append(old, argument)
		}
	}
	slices.Sort(old)
	return e.TakeBack(old...)
}

// takeBack clears the athlete's values, so that the service's values are shown again.
func (in *saveIn) takeBack(e *edit) error {
	if len(in.Clear) > 0 && len(e.before.Document.Statements) == 0 {
		return training.Errorf(training.KindInvalid, "The workout exists only here, so there is no service value to return to.").
			WithFix("Set the field to another value instead.")
	}
	for _, argument := range in.Clear {
		if !slices.Contains(clearable(), argument) {
			return training.Errorf(training.KindInvalid, "%q is not a field of a workout.",
				argument).WithFix("Clear one of %s.", strings.Join(clearable(), ", "))
		}
		_, own := e.Fields[argument]
		if err := e.TakeBack(argument); err != nil {
			return err
		}
		if own && argument == "description" {
			delete(e.Fields, keyStructure)
		}
	}
	return nil
}

type saveIn struct {
	ID          string              `json:"id,omitempty" jsonschema:"workout or folder to change"`
	Kind        string              `json:"kind,omitempty" jsonschema:"for a folder"`
	Name        *string             `json:"name,omitempty"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Description *string             `json:"description,omitempty" jsonschema:"one step per line"`
	Steps       tools.JSON          `json:"steps,omitempty" jsonschema:"or steps"`
	Folder      *string             `json:"folder_id,omitempty" jsonschema:"empty for none"`
	PlanDay     *int                `json:"plan_day,omitempty" jsonschema:"from 0"`
	Duration    *float64            `json:"duration_s,omitempty"`
	Distance    *float64            `json:"distance_km,omitempty"`
	Load        *float64            `json:"load,omitempty"`
	Intensity   *float64            `json:"intensity_factor,omitempty"`
	Indoor      *bool               `json:"indoor,omitempty"`
	Tags        []string            `json:"tags,omitempty"`
	Clear       []string            `json:"clear,omitempty" jsonschema:"values to clear"`
}

// These are the maximum values of a workout.
const (
	maxDurationS  = 14 * 86400
	maxDistanceKm = 5000
	maxLoad       = 2000
	maxIntensity  = 2
	maxPlanDay    = 3650
	maxTags       = 30
)

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_workout", Title: "Save a workout to the library", Toolset: toolset, Safety: tools.Write, Sends: true,
		Description: "Creates or changes a library workout or a folder; omitted fields stay unchanged. list_events with help: syntax " +
			"explains the text.",
		Aliases: map[string]string{
			"workout_id": "id", "folder": "folder_id", "text": "description", "day": "plan_day",
			"moving_time": "duration_s",
		},
		Input: func(s *jsonschema.Schema) {
			tools.MaxLength(s, "name", textclean.NameRunes)
			tools.MaxLength(s, "description", textclean.TextRunes)
			tools.Bounds(s, "plan_day", 0, maxPlanDay)
			tools.Bounds(s, "duration_s", 0, maxDurationS)
			tools.Bounds(s, "distance_km", 0, maxDistanceKm)
			tools.Bounds(s, "load", 0, maxLoad)
			tools.Bounds(s, "intensity_factor", 0, maxIntensity)
			tools.Items(s, "tags", 0, maxTags)
			tools.Enum(s, "kind", kindFolder, kindPlan)
			tools.Brief(s.Properties["steps"])
		},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*tools.WrittenOne, error) {
		if in.Kind != "" {
			return in.saveFolder(ctx, d, c)
		}
		return in.save(ctx, d, c)
	})
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	e, err := in.former(ctx, d, c)
	if err != nil {
		return nil, err
	}
	if err := in.change(e); err != nil {
		return nil, err
	}
	notes, err := in.structure(c, e)
	if err != nil {
		return nil, err
	}
	if err := placed(ctx, foldersOf(ctx, d, c), e); err != nil {
		return nil, err
	}
	if len(e.Changes) == 0 {
		return e.Unchanged(c, "Nothing changed: the workout already has these values."), ctx.Err()
	}
	summary := i18n.Sentencef("Change the library workout %s.", textclean.Line(e.before.Name, textclean.NameRunes))
	if e.New {
		summary = i18n.Sentencef("Add the workout %s to the library.", e.after.Name)
	}
	out, err := e.Save(ctx, c, d.Journal, e.Write(c, summary))
	if err == nil {
		out.Notes = append(out.Notes, notes...)
		out.KeptHere(e.before.Document.Statements)
	}
	return out, err
}

// former returns the stored workout that is to be changed, or a new one.
func (in *saveIn) former(ctx context.Context, d Deps, c *tools.Call) (*edit, error) {
	if in.ID != "" {
		it, err := workouts.FindWorkout(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		return newEdit(&it, d.NewID)
	}
	if in.Name == nil || in.Sport.IsZero() {
		return nil, training.Errorf(training.KindInvalid, "A new workout needs a name and a sport.").
			WithFix("Give both, or the id of an existing workout; list_workouts shows them.")
	}
	return newEdit(&workouts.WorkoutView{}, d.NewID)
}

// folders returns the folders of the library. It reads them only once.
type folders func() ([]workouts.Folder, error)

func foldersOf(ctx context.Context, d Deps, c *tools.Call) folders {
	return sync.OnceValues(func() ([]workouts.Folder, error) { return workouts.Folders(ctx, d.Store, c.Whole()) })
}

// placed returns an error if the folder does not exist, or if a day is given outside a plan.
func placed(ctx context.Context, all folders, e *edit) error {
	if e.after.FolderID == e.before.FolderID && day(e.after.PlanDay) == day(e.before.PlanDay) {
		return ctx.Err()
	}
	if e.after.FolderID != "" {
		folders, err := all()
		if err != nil {
			return err
		}
		for i := range folders {
			if f := &folders[i]; f.ID == e.after.FolderID && (f.Plan || e.after.PlanDay == nil) {
				return nil
			} else if f.ID == e.after.FolderID {
				return training.Errorf(training.KindInvalid, "The folder %q is not a plan, so its workouts have no day.",
					f.ID).WithFix("Leave plan_day out.")
			}
		}
		return training.Errorf(training.KindNotFound, "There is no folder %q in the library.",
			textclean.Line(e.after.FolderID, textclean.NameRunes)).
			WithFix("list_workouts shows the folders.")
	}
	if e.after.PlanDay != nil {
		return training.Errorf(training.KindInvalid,
			"Only a workout in a plan has a day.").WithFix("Give the folder_id of a plan, or leave plan_day out.")
	}
	return ctx.Err()
}
