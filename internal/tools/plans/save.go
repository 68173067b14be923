package plans

import (
	"cmp"
	"context"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type saveIn struct {
	ID      string `json:"id,omitempty" jsonschema:"to replace or name it; default made of plan_name"`
	Text    string `json:"text,omitempty" jsonschema:"YAML: plan_name, weeks: [{week_number, week_start_date, sessions: [{day_of_week, type, sport, distance_km}]}]"`
	Version int    `json:"version,omitempty" jsonschema:"bring this one back instead"`
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_training_plan", Title: "Save a training plan", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Saves the YAML text of a training plan, new or whole in place of another, once it is checked: " +
			"problems are told with " +
			"line and remedy. To change sessions use edit_training_plan. Every version is kept. Can be undone.",
		Aliases: map[string]string{"plan_id": "id", "yaml": "text"},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	if (in.Text == "") == (in.Version == 0) || in.Version > 0 && in.ID == "" {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to save.").WithFix("Give text, or id and version.")
	}
	told := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	body := in.Text
	if in.Version > 0 {
		v, err := memory.TextVersion(ctx, d.Store, c.Whole(), memory.TrainingPlan, in.ID, in.Version)
		if err != nil {
			return nil, err
		}
		body = v.Body
	}
	if err := memory.CheckText(memory.TrainingPlan, body); err != nil {
		return nil, err
	}
	p, problems := plan.Parse(body)
	if in.Version == 0 && !plan.Sound(problems) {
		return nil, unsound(problems)
	}
	id := cmp.Or(in.ID, plan.IDOf(p.Name))
	before, err := memory.FindText(ctx, d.Store, c.Whole(), memory.TrainingPlan, id)
	switch {
	case training.KindOf(err) == training.KindNotFound:
		before, err = memory.Text{Kind: memory.TrainingPlan, ID: id}, nil
	case err == nil && in.ID == "":
		return nil, training.Errorf(training.KindConflict, "There is a training plan %q.", id).
			WithFix("Give its id to replace it, or another id for a new one.")
	}
	if err != nil {
		return nil, err
	}
	for _, q := range problems {
		told = append(told, q.Sentence())
	}
	return d.write(ctx, c, &before, body, told)
}

// write stores a text as the next version of a plan.
func (d Deps) write(ctx context.Context, c *tools.Call, before *memory.Text, body string,
	told []i18n.Sentence,
) (*tools.WrittenOne, error) {
	if before.Own != nil && before.Body == body {
		out := &tools.WrittenOne{ID: before.ID, Written: c.Unchanged("Nothing changed: the training plan already says this.")}
		out.Notes = append(out.Notes, told...)
		return out, ctx.Err()
	}
	summary := i18n.Sentencef("Change the training plan %s.", i18n.Name(before.ID))
	if before.Own == nil {
		summary = i18n.Sentencef("Add the training plan %s.", i18n.Name(before.ID))
	}
	out, err := d.Texts.Write(ctx, c, summary, before.ID, before.Own == nil, before.Of(body, tools.Author(c), c.Now))
	if err != nil {
		return nil, err
	}
	out.Notes = append(told, out.Notes...)
	return out, nil
}

// maxTold is how many problems a refusal tells.
const maxTold = 10

func unsound(all []plan.Problem) error {
	var told []i18n.Sentence
	for _, p := range all {
		if !p.Warning && len(told) < maxTold {
			told = append(told, p.Sentence())
		}
	}
	return training.Errorf(training.KindInvalid, "The plan is not saved. %s", i18n.InARow(told...)).
		WithFix("Change these places, and save it again.")
}
