package workouts

import (
	"context"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type saveIn struct {
	ID          string        `json:"id,omitempty" jsonschema:"to change; else new"`
	Kind        string        `json:"kind,omitempty" jsonschema:"to save a folder instead"`
	Name        *string       `json:"name,omitempty"`
	Sport       tools.KindArg `json:"sport,omitempty" jsonschema:"of a new workout"`
	Description *string       `json:"description,omitempty" jsonschema:"its text, a step a line"`
	Steps       tools.JSON    `json:"steps,omitempty" jsonschema:"or its steps"`
	Folder      *string       `json:"folder_id,omitempty" jsonschema:"folder or plan; empty for none"`
	PlanDay     *int          `json:"plan_day,omitempty" jsonschema:"day of the plan, from 0"`
	Duration    *float64      `json:"duration_s,omitempty"`
	Distance    *float64      `json:"distance_km,omitempty"`
	Load        *float64      `json:"load,omitempty" jsonschema:"TSS"`
	Intensity   *float64      `json:"intensity_factor,omitempty" jsonschema:"e.g. 0.8"`
	Indoor      *bool         `json:"indoor,omitempty"`
	Tags        []string      `json:"tags,omitempty"`
	Clear       []string      `json:"clear,omitempty" jsonschema:"own words to take back"`
}

// The greatest values of a workout.
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
		Name: "save_workout", Title: "Save a workout into the library", Toolset: toolset, Safety: tools.Write, Sends: true,
		Description: "Makes or changes a workout of the library, or a folder; what is not named stays. " +
			"list_events with help: syntax explains the text. Can be undone.",
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
	if len(e.changes) == 0 {
		return &tools.WrittenOne{ID: in.ID, Written: c.Unchanged("Nothing changed: the workout already says this.")}, ctx.Err()
	}
	fields, err := e.own()
	if err != nil {
		return nil, err
	}
	id, summary := in.ID, i18n.Sentencef("Change the workout %s of the library.", textclean.Line(e.before.Name, textclean.NameRunes))
	if id == "" {
		id, summary = d.NewID(), i18n.Sentencef("Add the workout %s to the library.", e.after.Name)
	}
	w := c.Write(summary, map[string]string{"workout:" + id: string(e.before.Document.Own)})
	words := tools.OwnOf(document.Workouts, "workout", id, &e.before.Document, document.Own{Fields: fields})
	out, err := c.Do(ctx, d.Journal, w, id, in.ID == "", c.Put(words, e.changes...))
	if err == nil {
		out.Notes = append(out.Notes, notes...)
		out.KeptHere(e.before.Document.Said)
	}
	return out, err
}

// former is the stored workout, or a new one.
func (in *saveIn) former(ctx context.Context, d Deps, c *tools.Call) (*edit, error) {
	if in.ID != "" {
		it, err := workouts.FindWorkout(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		return newEdit(it)
	}
	if in.Name == nil || in.Sport == "" {
		return nil, training.Errorf(training.KindInvalid, "A new workout needs a name and a sport.").
			WithFix("Give both, or the id of a workout that is there; list_workouts shows them.")
	}
	return newEdit(workouts.WorkoutView{})
}

// folders reads those of the library once, when they are asked for.
type folders func() ([]workouts.Folder, error)

func foldersOf(ctx context.Context, d Deps, c *tools.Call) folders {
	return sync.OnceValues(func() ([]workouts.Folder, error) { return workouts.Folders(ctx, d.Store, c.Whole()) })
}

// placed refuses a folder that is not there, and a day outside of a plan.
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
			"Only a workout of a plan has a day.").WithFix("Give the folder_id of a plan, or leave plan_day out.")
	}
	return ctx.Err()
}
