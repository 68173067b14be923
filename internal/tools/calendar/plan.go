package calendar

import (
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	library "lapkeep/internal/answers/workouts"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type planIn struct {
	Plan  string         `json:"plan_id" jsonschema:"training plan, or folder of the library"`
	Start tools.PlanDate `json:"start_date,omitzero" jsonschema:"first day of a folder; a training plan has its own"`
	To    string         `json:"to,omitempty" jsonschema:"library: a training plan as a folder; training_plan: a folder as one"`
}

func planRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "apply_training_plan", Title: "Put a training plan into the calendar", Toolset: toolset, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Publishes a training plan's sessions from today on, or the workouts of a plan folder of the library from a start " +
			"date; again sends the difference only. What the athlete changed in the calendar is kept and told. Over 20 workouts or 14 days " +
			"asks the athlete. Undone as one.",
		Aliases: map[string]string{
			"folder_id": "plan_id", "id": "plan_id", "plan": "plan_id", "date": "start_date",
			"start_date_local": "start_date",
		},
		Input: func(s *jsonschema.Schema) { tools.Enum(s, "to", toCalendar, toLibrary, toPlan) },
	}, func(ctx context.Context, c *tools.Call, in planIn) (*Written, error) {
		notes := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
		out, err := apply(ctx, d, c, in)
		if out != nil {
			out.Notes = append(out.Notes, notes...)
		}
		return out, err
	})
}

// apply does what is asked with a training plan, or with a folder where there
// is no training plan of the id.
func apply(ctx context.Context, d Deps, c *tools.Call, in planIn) (*Written, error) {
	kept, err := plan.Find(ctx, d.Store, c.Whole(), in.Plan, c.Today)
	isPlan, dated := err == nil, in.Start.Day != 0
	switch {
	case err != nil && training.KindOf(err) != training.KindNotFound && training.KindOf(err) != training.KindInvalid:
		return nil, err
	case isPlan && in.To == toPlan:
		return nil, training.Errorf(training.KindInvalid, "%q is a training plan already.", in.Plan).
			WithFix("Give the id of a folder, or another to.")
	case isPlan && dated:
		return nil, training.Errorf(training.KindInvalid, "The training plan %q has its own dates.", in.Plan).
			WithFix("Leave start_date out, or change plan_start_date in the plan.")
	case isPlan && in.To == toLibrary:
		return toFolder(ctx, d, c, &kept)
	case isPlan:
		return publish(ctx, d, c, &kept)
	case in.To == toLibrary:
		return nil, training.Errorf(training.KindNotFound, "There is no training plan %q.", in.Plan).WithFix("Give the id of a training plan.")
	case !dated:
		return nil, training.Errorf(training.KindInvalid, "There is no training plan %q, and a folder needs a start_date.", in.Plan).
			WithFix("Give the id of a training plan, or start_date with that of a folder.")
	case in.To == toPlan:
		return toText(ctx, d, c, in)
	}
	return applyFolder(ctx, d, c, in)
}

// applyFolder puts the workouts of a folder into the calendar.
func applyFolder(ctx context.Context, d Deps, c *tools.Call, in planIn) (*Written, error) {
	folder, workouts, err := library.PlanView(ctx, d.Store, c.Scope, in.Plan)
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
		summary: i18n.Sentencef("Put %s of the plan %q into the calendar from %s.",
			i18n.Numbered(len(drafts), "event", "events"), name, in.Start.Day),
		changes: changes,
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
