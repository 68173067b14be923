package calendar

import (
	"context"
	"fmt"

	"lapkeep/internal/analysis/library"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type planIn struct {
	Plan  string         `json:"plan_id" jsonschema:"folder of a training plan in the library"`
	Start tools.PlanDate `json:"start_date" jsonschema:"the plan's first day"`
}

func planRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "apply_training_plan", Title: "Put a training plan into the calendar", Toolset: toolset, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Adds the workouts of a training plan of the library to the calendar from a start date on; again from the " +
			"same day it updates them. Over 20 workouts or 14 days asks the athlete. Undone as one.",
		Aliases: map[string]string{
			"folder_id": "plan_id", "id": "plan_id", "plan": "plan_id", "date": "start_date",
			"start_date_local": "start_date",
		},
	}, func(ctx context.Context, c *tools.Call, in planIn) (*Written, error) {
		folder, workouts, err := library.Plan(ctx, d.Store, c.Scope, in.Plan)
		if err != nil {
			return nil, err
		}
		drafts := make([]draft, len(workouts))
		for i := range workouts {
			if drafts[i], err = scheduled(&folder.WorkoutFolder, &workouts[i].LibraryWorkout, in.Start.Day); err != nil {
				return nil, tools.InRow("event", i, err)
			}
		}
		changes, err := draw(ctx, d, c, drafts)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(folder.Name, textclean.NameRunes)
		return write(ctx, d, c, order{
			summary: phrase.Sentencef("Put %s of the plan %q into the calendar from %s.",
				phrase.Numbered(len(drafts), "event", "events"), name, in.Start.Day),
			changes: changes,
		})
	})
}

// scheduled is a workout of a plan on its day. Its key says where it came
// from, so that the same plan from the same day meets itself.
func scheduled(folder *training.WorkoutFolder, w *training.LibraryWorkout, start training.Day) (draft, error) {
	day := start + training.Day(*w.PlanDay)
	key := fmt.Sprintf("plan:%s:%s:%s", folder.ID, w.ID, day)
	e := eventOf(w, day)
	e.ExternalID, e.Plan = key, training.PlanRef{ID: folder.ID, Name: folder.Name, Workout: w.ID}
	p, err := patchOf(&e)
	return draft{external: key, patch: p}, err
}
