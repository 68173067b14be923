package goals

import (
	"context"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/tools"
)

const toolset = "goals"

// Deps holds what the rows work on.
type Deps struct {
	Store   athlete.GoalReader
	Journal tools.Journal
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row { return []tools.Row{listRow(d), saveRow(d), deleteRow(d)} }

type listIn struct{}

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_goals", Title: "Goals", Toolset: toolset, Idempotent: true,
		Description: "The athlete's goals by week, month, year or season (distance, time, climbing, load, count): what is done, on pace or " +
			"behind, and what each remaining day needs.",
	}, func(ctx context.Context, c *tools.Call, _ listIn) (*athlete.GoalList, error) {
		return athlete.ReadGoal(ctx, d.Store, c.Scope, c.Frame())
	})
}
