package plans

import (
	"context"
	"strconv"
	"strings"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type checkIn struct {
	Plan  string          `json:"plan_id,omitempty" jsonschema:"else the active one"`
	Range tools.DateRange `json:"range,omitzero" jsonschema:"of the sessions shown"`
	Weeks string          `json:"weeks,omitempty" jsonschema:"of the plan, as 5 or 4-6"`
}

func checkRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "check_training_plan", Title: "How a training plan is followed", Toolset: toolset, Idempotent: true,
		Description: "Compares a training plan with what was done: each session done, partly, moved, missed or upcoming with numbers, extra " +
			"activities, adherence by week and phase, CTL and TSB on race day, ramp and monotony with their rules. Shows the sessions of " +
			"three weeks around today unless weeks or range say others.",
		Aliases: map[string]string{"id": "plan_id", "plan": "plan_id", "week": "weeks", "week_number": "weeks"},
	}, func(ctx context.Context, c *tools.Call, in checkIn) (*plan.AdherenceView, error) {
		p, notes, err := d.find(ctx, c, c.Scope, in.Plan)
		if err != nil {
			return nil, err
		}
		q, err := in.query(&p.Plan)
		if err != nil {
			return nil, err
		}
		v, err := d.followed.Of(ctx, d.Store, c.Scope, c.Frame(), &p, q)
		if err != nil {
			return nil, err
		}
		v.TellProblems(p.Problems)
		v.Notes = append(v.Notes, notes...)
		return v, nil
	})
}

// query are the days that are asked about.
func (in *checkIn) query(p *plan.Plan) (plan.Query, error) {
	if in.Range.Set {
		r := in.Range.Range()
		return plan.Query{Days: &r}, nil
	}
	if in.Weeks == "" {
		return plan.Query{}, nil
	}
	first, last, several := strings.Cut(in.Weeks, "-")
	if !several {
		last = first
	}
	from, err := strconv.Atoi(strings.TrimSpace(first))
	to, err2 := strconv.Atoi(strings.TrimSpace(last))
	if err != nil || err2 != nil {
		return plan.Query{}, training.Errorf(training.KindInvalid, "%q names no weeks of the plan.", tools.Clip(in.Weeks)).
			WithFix("Write weeks as 5 or 4-6.")
	}
	a, b := p.Week(from), p.Week(to)
	if a == nil || b == nil || a.Start == 0 || b.Start < a.Start {
		return plan.Query{}, training.Errorf(training.KindNotFound, "The plan has no weeks %s.", tools.Clip(in.Weeks)).
			WithFix("check_training_plan without weeks lists them all.")
	}
	return plan.Query{Days: &training.DayRange{From: a.Start, To: b.Start + 6}}, nil
}
