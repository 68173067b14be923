package workouts

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// WorkoutReader reads workouts and their folders.
type WorkoutReader interface {
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	StructuredReader
}

// WorkoutView is a workout as its layers show it.
type WorkoutView struct {
	training.LibraryWorkout
	// Document is the stored form of the workout.
	Document document.Document
	// Session is what is built in; nil for a workout of the athlete's own.
	Session *workout.Session
}

// Folder is a folder or a plan as its layers show it, without its workouts.
type Folder struct {
	training.WorkoutFolder
	Document document.Document
}

// Workouts are all workouts of the athlete's own library.
func Workouts(ctx context.Context, r WorkoutReader, s training.Scope) ([]WorkoutView, error) {
	docs, err := r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]WorkoutView, len(docs))
	for i, d := range docs {
		if out[i], err = workoutOf(d); err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}

func workoutOf(d document.Document) (WorkoutView, error) {
	w, err := document.Show[training.LibraryWorkout](d)
	w.ID = d.ID
	return WorkoutView{LibraryWorkout: w, Document: d}, err
}

// day is the day of a plan, -1 for none.
func day(planDay *int) int {
	if planDay == nil {
		return -1
	}
	return *planDay
}

// FindWorkout is the workout of the athlete's own library that has an id: one that can
// be changed, which the sessions of [Pick] cannot.
func FindWorkout(ctx context.Context, r WorkoutReader, s training.Scope, id string) (WorkoutView, error) {
	if strings.HasPrefix(id, sessionPrefix) {
		return WorkoutView{}, training.Errorf(training.KindInvalid, "%s is built in and stays as it is.",
			textclean.Line(id, textclean.NameRunes)).
			WithFix("Save a workout of one's own from its text, which get_workout shows, and change that.")
	}
	d, err := r.Document(ctx, s, document.Workouts, id)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return WorkoutView{}, training.Errorf(training.KindNotFound, "There is no workout %q in the library.",
			textclean.Line(id, textclean.NameRunes)).
			WithFix("list_workouts shows what there is.")
	}
	if err != nil {
		return WorkoutView{}, err
	}
	return workoutOf(d)
}

// Folders are all folders and plans of the library, by name.
func Folders(ctx context.Context, r WorkoutReader, s training.Scope) ([]Folder, error) {
	docs, err := r.Documents(ctx, s, document.Folders, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]Folder, len(docs))
	for i, d := range docs {
		f, err := document.Show[training.WorkoutFolder](d)
		if err != nil {
			return nil, err
		}
		f.ID = d.ID
		out[i] = Folder{f, d}
	}
	slices.SortStableFunc(out, func(a, b Folder) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return out, ctx.Err()
}

// maxPlan is how many workouts a plan may have to be used as one.
const maxPlan = 500

// PlanView is a training plan by the id of its folder, with its workouts that
// have a day, by day: at least one.
func PlanView(ctx context.Context, r WorkoutReader, s training.Scope, id string) (Folder, []WorkoutView, error) {
	folders, err := Folders(ctx, r, s)
	if err != nil {
		return Folder{}, nil, err
	}
	at := slices.IndexFunc(folders, func(f Folder) bool { return f.ID == id })
	if at < 0 {
		return Folder{}, nil, training.Errorf(training.KindNotFound, "There is no training plan %q in the library.",
			textclean.Line(id, textclean.NameRunes)).
			WithFix("Give the id of a folder of kind plan; list_workouts shows them.")
	}
	folder := folders[at]
	if !folder.Plan {
		return folder, nil, training.Errorf(training.KindInvalid, "The folder %q holds workouts and is not a plan.", id).
			WithFix("Give a folder of kind plan, or plan single workouts with create_events.")
	}
	all, err := Workouts(ctx, r, s)
	if err != nil {
		return folder, nil, err
	}
	workouts := slices.DeleteFunc(all, func(w WorkoutView) bool { return w.FolderID != id || w.PlanDay == nil || *w.PlanDay < 0 })
	slices.SortStableFunc(workouts, func(a, b WorkoutView) int {
		return cmp.Or(cmp.Compare(*a.PlanDay, *b.PlanDay), cmp.Compare(a.ID, b.ID))
	})
	switch {
	case len(workouts) == 0:
		return folder, nil, training.Errorf(training.KindInvalid, "The plan %q has no workout with a day.", id).
			WithFix("Give its workouts a plan_day, counted from 0.")
	case len(workouts) > maxPlan:
		return folder, nil, training.Errorf(training.KindTooLarge, "The plan %q has %d workouts.", id, len(workouts)).
			WithFix("Split it: one call takes at most %d.", maxPlan)
	}
	return folder, workouts, nil
}

func sources(d *document.Document) []string {
	var out []string
	for _, said := range d.Said {
		out = append(out, said.Source)
	}
	return out
}

// edited are the fields of a document that are the athlete's own words over a
// source's.
func edited(d *document.Document) []string {
	var own map[string]json.RawMessage
	if len(d.Said) == 0 || json.Unmarshal(d.Own, &own) != nil {
		return nil
	}
	return Edited(own)
}
