package workouts

import (
	"context"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/tools"
)

type getIn struct {
	ID string `json:"id"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_workout", Title: "One workout", Toolset: toolset, Idempotent: true,
		Description: "One workout or session of the library: purpose, text, steps as columns, what it takes, folder or plan, who says so. " +
			"get_event tells of one in the calendar.",
		Aliases: map[string]string{"workout_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*workouts.Detail, error) {
		return workouts.GetWorkout(ctx, d.Store, c.Scope, c.Frame(), in.ID)
	})
}
