package plans

import (
	"context"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// fromIn asks for a plan from a template, or for a template from a plan.
type fromIn struct {
	From     string         `json:"from,omitempty" jsonschema:"plan or template, or 5k to marathon, gran_fondo"`
	Weeks    string         `json:"weeks,omitempty" jsonschema:"e.g. 3-6"`
	Template bool           `json:"template,omitempty" jsonschema:"make one"`
	Start    tools.PlanDate `json:"start_date,omitzero"`
	Race     tools.PlanDate `json:"race_date,omitzero"`
}

// related returns the text to save: that of a plan or a template, with or without dates.
func (in *fromIn) related(ctx context.Context, d Deps, c *tools.Call, text string) (string, error) {
	if in.From != "" {
		var err error
		if text, err = in.source(ctx, d, c); err != nil {
			return "", err
		}
	}
	dates := in.Start.Set || in.Race.Set
	if !in.Template && !dates && in.From == "" && in.Weeks == "" {
		return text, nil
	}
	if in.Template == dates || in.Start.Set && in.Race.Set {
		return "", training.Errorf(training.KindInvalid, "A copy needs one date, unless it is a template.").
			WithFix("Give template, start_date or race_date.")
	}
	from, to, err := weeksOf(in.Weeks)
	if err != nil {
		return "", err
	}
	history, err := d.Store.History(ctx, c.Scope)
	if err != nil {
		return "", err
	}
	on := func(s training.Sport, day training.Day) training.Thresholds {
		if day == 0 {
			day = c.Today
		}
		return history.At(s.Plain(), day)
	}
	text, err = plan.AsTemplate(text, from, to, on)
	if err != nil || in.Template {
		return text, err
	}
	return plan.FromTemplate(text, "", in.Start.Or(0), in.Race.Or(0), on)
}

// source returns the text of the plan or the template to copy.
func (in *fromIn) source(ctx context.Context, d Deps, c *tools.Call) (string, error) {
	t, err := memory.FindText(ctx, d.Store, c.Whole(), memory.TrainingPlan, in.From)
	if err == nil {
		return t.Body, nil
	}
	if text, ok := generate.Template(in.From); ok && training.KindOf(err) == training.KindNotFound {
		return text, nil
	}
	return "", err
}

// weeksOf reads a range of weeks; empty means all.
func weeksOf(said string) (from, to int, err error) {
	if said == "" {
		return 0, 0, nil
	}
	from, to, ok := weekRange(said)
	if !ok || from < 1 || to < from {
		return 0, 0, training.Errorf(training.KindInvalid, "%q is not a range of weeks.", tools.Clip(said)).WithFix("Write weeks as 5 or 4-6.")
	}
	return from, to, nil
}
