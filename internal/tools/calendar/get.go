package calendar

import (
	"context"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/tools"
)

type getIn struct {
	ID string `json:"id" jsonschema:"event id, or its external_id"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_event", Title: "One calendar event", Toolset: toolset, Idempotent: true,
		Description: "All about one event: its text, a workout's steps, what it is to take, the activity that did it with compliance, the " +
			"plan it came from, who says so, and errors of devices that did not take it.",
	}, func(ctx context.Context, c *tools.Call, in getIn) (*calendar.Detail, error) {
		return calendar.Get(ctx, d.Store, c.Scope, c.Frame(), in.ID)
	})
}
