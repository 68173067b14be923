// Package goals contains the tools for the athlete's goals for a week, a month,
// a year or a season. Each file contains one tool.
package goals

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "goals"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	// NewID returns an unused id.
	NewID func() string
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row { return []tools.Row{listRow(d), saveRow(d), deleteRow(d)} }

type listIn struct{}

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_goals", Title: "Goals", Toolset: toolset, Idempotent: true,
		Description: "The athlete's goals by week, month, year or season: progress, on pace or behind, and what each remaining day needs.",
	}, func(ctx context.Context, c *tools.Call, _ listIn) (*athlete.GoalList, error) {
		return athlete.ReadGoal(ctx, d.Store, c.Scope, c.Frame())
	})
}

const ofGoal = store.ChangeKind(document.Goals)

type saveIn struct {
	ID      string              `json:"id,omitempty" jsonschema:"goal to change"`
	Name    *string             `json:"name,omitempty"`
	Measure string              `json:"measure,omitempty"`
	Target  *float64            `json:"target,omitempty" jsonschema:"in the unit of measure"`
	Period  string              `json:"period,omitempty" jsonschema:"a season needs from and to"`
	Sport   training.Discipline `json:"sport,omitzero"`
	From    tools.Date          `json:"from,omitzero"`
	To      tools.PlanDate      `json:"to,omitzero"`
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_goal", Title: "Save a goal", Toolset: toolset, Safety: tools.Write,
		Description: "Creates or changes a goal, such as a distance or a number of activities per month.",
		Aliases:     map[string]string{"goal_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "measure", training.GoalMeasures()...)
			tools.Enum(s, "period", training.GoalPeriods()...)
			tools.MaxLength(s, "name", textclean.NameRunes)
			tools.Bounds(s, "target", 0, training.MaxGoalTarget)
		},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	var before athlete.GoalStored
	if in.ID != "" {
		var err error
		if before, err = athlete.FindGoal(ctx, d.Store, c.Whole(), in.ID); err != nil {
			return nil, err
		}
	}
	after := in.over(before.Goal)
	if err := after.Check(); err != nil {
		return nil, err
	}
	e, err := tools.NewEdit(ofGoal, "goal", &before.Document, d.NewID)
	if err != nil {
		return nil, err
	}
	if differ(e, &before.Goal, &after); len(e.Changes) == 0 {
		return e.Unchanged(c, "Nothing changed: the goal already has these values."), ctx.Err()
	}
	e.Whole = after
	summary := i18n.Sentence("Change a goal.")
	if e.New {
		summary = "Add a goal."
	}
	return e.Save(ctx, c, d.Journal, e.Write(c, summary))
}

// over returns the goal with the arguments applied. If it is no longer a goal for a
// season, its days are removed.
func (in *saveIn) over(g training.Goal) training.Goal {
	if in.Name != nil {
		g.Name = textclean.Line(*in.Name, textclean.NameRunes)
	}
	if in.Measure != "" {
		g.Measure = training.GoalMeasure(in.Measure)
	}
	if in.Target != nil {
		g.Target = *in.Target
	}
	if in.Period != "" {
		if g.Period = training.GoalPeriod(in.Period); g.Period != training.GoalSeason {
			g.From, g.To = 0, 0
		}
	}
	if !in.Sport.IsZero() {
		g.Sport = in.Sport
	}
	g.From, g.To = in.From.Or(g.From), in.To.Or(g.To)
	return g
}

// differ adds all fields in which b differs from a to the edit.
func differ(e *tools.Edit, a, b *training.Goal) {
	tools.Set(e, "name", a.Name, b.Name)
	tools.Set(e, "measure", a.Measure, b.Measure)
	tools.Set(e, "target", a.Target, b.Target)
	tools.Set(e, "period", a.Period, b.Period)
	tools.Set(e, "sport", a.Sport, b.Sport)
	tools.Set(e, "from", a.From, b.From)
	tools.Set(e, "to", a.To, b.To)
}

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_goal", Title: "Delete a goal", Toolset: toolset, Safety: tools.Write, Deletes: true, Idempotent: true,
		Description: "Deletes a goal; activities stay unchanged.",
		Aliases:     map[string]string{"goal_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		g, err := athlete.FindGoal(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		w := c.Write("Delete a goal.", map[string]string{"goal:" + in.ID: string(g.Own)})
		gone := journal.Change{Of: ofGoal, Target: in.ID, Field: "goal", Before: athlete.Named(&g.Goal), After: "deleted"}
		words := tools.OwnOf(document.Goals, "goal", in.ID, &g.Document, document.Own{Fields: g.Own, Deleted: true})
		return c.Do(ctx, d.Journal, w, in.ID, false, c.Put(words, gone))
	})
}
