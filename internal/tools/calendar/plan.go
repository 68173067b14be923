package calendar

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type planIn struct {
	Plan   string     `json:"plan_id" jsonschema:"folder of a training plan in the library"`
	Start  tools.Date `json:"start_date" jsonschema:"the plan's first day"`
	DryRun bool       `json:"dry_run,omitempty" jsonschema:"only show"`
}

// maxPlan is how many workouts of a plan one call puts into the calendar.
const maxPlan = 500

func planRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "apply_training_plan", Title: "Put a training plan into the calendar", Toolset: toolset, Safety: tools.Write, Asks: true, Idempotent: true,
		Description: "Puts the workouts of a training plan of the library into the calendar from a start date on. Applied again from the same day " +
			"it updates what it made. Over 20 workouts or 14 days asks the athlete first. Undone as one.",
		Aliases: map[string]string{"folder_id": "plan_id", "id": "plan_id", "plan": "plan_id", "date": "start_date", "start_date_local": "start_date"},
	}, func(ctx context.Context, c *tools.Call, in planIn) (*written, error) {
		folder, workouts, err := readPlan(ctx, d, c, in.Plan)
		if err != nil {
			return nil, err
		}
		drafts := make([]draft, len(workouts))
		for i := range workouts {
			if drafts[i], err = scheduled(&folder, &workouts[i], in.Start.Day); err != nil {
				return nil, inRow(i, err)
			}
		}
		changes, err := draw(ctx, d.Store, c, drafts)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(folder.Name, textclean.NameRunes)
		return write(ctx, d, c, order{
			summary: fmt.Sprintf("Put %s of the plan %q into the calendar from %s.", phrase.Counted(len(drafts), "event", "events"), name, in.Start.Day),
			dryRun:  in.DryRun, changes: changes,
		})
	})
}

// readPlan is a folder of kind plan with its workouts by day.
func readPlan(ctx context.Context, d Deps, c *tools.Call, id string) (training.WorkoutFolder, []training.LibraryWorkout, error) {
	var folder training.WorkoutFolder
	doc, err := d.Store.Document(ctx, c.Scope, document.Folders, id)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return folder, nil, training.Errorf(training.KindNotFound, "There is no training plan %q in the library.", id).
			WithFix("Give the id of a folder of kind plan.")
	}
	if err != nil {
		return folder, nil, err
	}
	if folder, err = document.Show[training.WorkoutFolder](doc); err != nil {
		return folder, nil, err
	}
	folder.ID = doc.ID
	if !folder.Plan {
		return folder, nil, training.Errorf(training.KindInvalid, "The folder %q holds workouts and no plan.", id).
			WithFix("Give a folder of kind plan, or plan single workouts with create_events.")
	}
	docs, err := d.Store.Documents(ctx, c.Scope, document.Workouts, document.Filter{})
	if err != nil {
		return folder, nil, err
	}
	workouts, err := ofFolder(docs, folder.ID)
	switch {
	case err != nil:
		return folder, nil, err
	case len(workouts) == 0:
		return folder, nil, training.Errorf(training.KindInvalid, "The plan %q has no workout with a day.", id).
			WithFix("Give its workouts a plan_day, counted from 0.")
	case len(workouts) > maxPlan:
		return folder, nil, training.Errorf(training.KindTooLarge, "The plan %q has %d workouts.", id, len(workouts)).
			WithFix("Split it: one call takes at most %d.", maxPlan)
	}
	return folder, workouts, nil
}

// ofFolder are the workouts of a plan that have a day, by day.
func ofFolder(docs []document.Document, folder string) ([]training.LibraryWorkout, error) {
	var out []training.LibraryWorkout
	for _, doc := range docs {
		w, err := document.Show[training.LibraryWorkout](doc)
		if err != nil {
			return nil, err
		}
		w.ID = doc.ID
		if w.FolderID == folder && w.PlanDay != nil && *w.PlanDay >= 0 {
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(a, b training.LibraryWorkout) int {
		return cmp.Or(cmp.Compare(*a.PlanDay, *b.PlanDay), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// scheduled is a workout of a plan on its day. Its key says where it came
// from, so that the same plan from the same day meets itself.
func scheduled(folder *training.WorkoutFolder, w *training.LibraryWorkout, start training.Day) (draft, error) {
	day := start + training.Day(*w.PlanDay)
	key := fmt.Sprintf("plan:%s:%s:%s", folder.ID, w.ID, day)
	p, err := patchOf(&training.CalendarEvent{
		ExternalID: key, Category: training.EventWorkout, Name: textclean.Line(w.Name, textclean.NameRunes),
		Description: w.Description, Start: training.LocalTime(day.String() + "T00:00:00"), Sport: w.Sport, SubSport: w.SubSport, Indoor: w.Indoor,
		MovingTimeS: w.MovingTimeS, DistanceKm: w.DistanceKm, Load: w.Load, WorkKJ: w.WorkKJ, Intensity: w.Intensity, Target: w.Target,
		Color: w.Color, Tags: w.Tags,
		Plan: training.PlanRef{ID: folder.ID, Name: folder.Name, Workout: w.ID},
	})
	return draft{external: key, patch: p}, err
}
