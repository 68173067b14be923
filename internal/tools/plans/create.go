package plans

import (
	"cmp"
	"context"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type createIn struct {
	Name     string         `json:"name,omitempty"`
	For      string         `json:"for" jsonschema:"e.g. marathon, 10 km, 70.3, build, base, return"`
	Sport    string         `json:"sport,omitempty"`
	RaceDate tools.PlanDate `json:"race_date,omitzero"`
	RaceKm   float64        `json:"distance_km,omitempty"`
	GoalTime string         `json:"goal_time,omitempty" jsonschema:"e.g. 3:00"`
	Start    tools.PlanDate `json:"start_date,omitzero"`
	Weeks    int            `json:"weeks,omitempty" jsonschema:"if no race"`
	Days     int            `json:"days_per_week,omitempty"`
	Hours    float64        `json:"hours_per_week,omitempty"`
	Off      string         `json:"days_off,omitempty" jsonschema:"e.g. monday, friday"`
	Long     string         `json:"long_days,omitempty" jsonschema:"default: weekend"`
	Level    string         `json:"level,omitempty" jsonschema:"beginner, intermediate or advanced; default: by CTL"`
	Anyway   bool           `json:"anyway,omitempty" jsonschema:"even if not advisable"`
}

// These are the days and hours of an athlete who names none.
const (
	usualDays  = 4
	usualHours = 6
	usualWeeks = 12
)

// Created is a new training plan, or in a dry run one that would be created.
type Created struct {
	tools.WrittenOne
	Verdict generate.Rating `json:"verdict"`
	Weeks   []Week          `json:"weeks" jsonschema:"without their sessions"`
}

func createRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "create_training_plan", Title: "Create a training plan", Toolset: toolset, Safety: tools.Write, Ahead: true,
		Description: "Makes a training plan for a race or goal, with a verdict. Ask for days and hours first; dry_run shows it.",
		Aliases:     map[string]string{"goal": "for", "race": "for", "days": "days_per_week", "hours": "hours_per_week", "date": "race_date"},
		Input: func(s *jsonschema.Schema) {
			tools.Default(s, "days_per_week", usualDays)
			tools.Default(s, "hours_per_week", usualHours)
		},
	}, func(ctx context.Context, c *tools.Call, in createIn) (*Created, error) {
		return in.write(ctx, d, c)
	})
}

func (in *createIn) write(ctx context.Context, d Deps, c *tools.Call) (*Created, error) {
	w, err := in.wish(c.Today)
	if err != nil {
		return nil, err
	}
	if err := w.Known(ctx, d.Store, c.Scope, c.Frame(), d.plans, false); err != nil {
		return nil, err
	}
	made, err := generate.Make(w)
	if err != nil {
		return nil, err
	}
	if err := made.Verdict.Check(in.Anyway || c.DryRun); err != nil {
		return nil, err
	}
	told := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	id := plan.IDOf(made.Plan.Name)
	switch _, err := memory.FindText(ctx, d.Store, c.Whole(), memory.TrainingPlan, id); {
	case err == nil:
		return nil, training.Errorf(training.KindConflict, "A training plan %q already exists.", id).WithFix("Give another name.")
	case training.KindOf(err) != training.KindNotFound:
		return nil, err
	}
	told = append(told, made.Verdict.Sentence())
	before := &memory.Text{Kind: memory.TrainingPlan, ID: id}
	one, err := d.write(ctx, c, c.Write(changing(before), nil), before, made.Text, told)
	if err != nil {
		return nil, err
	}
	out := &Created{WrittenOne: *one, Verdict: made.Verdict.Rating}
	for i := range made.Plan.Weeks {
		bare := bareWeek(&made.Plan, &made.Plan.Weeks[i], c.Today)
		bare.Focus = "" // a text of the plan, which has one language
		out.Weeks = append(out.Weeks, bare)
	}
	return out, nil
}

// wish returns what the arguments ask for.
func (in *createIn) wish(today training.Day) (generate.Wish, error) {
	w := generate.Wish{
		Name: in.Name, Sport: in.Sport, Race: in.RaceDate.Or(0), RaceKm: in.RaceKm, Level: in.Level,
		Start: in.Start.Or(generate.NextMonday(today)), Weeks: cmp.Or(in.Weeks, usualWeeks),
		Days: cmp.Or(in.Days, usualDays), Hours: cmp.Or(in.Hours, usualHours),
	}
	var err error
	if w.Off, err = generate.ReadDays(strings.Split(in.Off, ",")); err != nil {
		return w, err
	}
	if w.Long, err = generate.ReadDays(strings.Split(in.Long, ",")); err != nil {
		return w, err
	}
	return w, w.Read(in.For, in.GoalTime)
}
