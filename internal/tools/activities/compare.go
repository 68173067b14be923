package activities

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/tools"
)

type compareIn struct {
	IDs     []string `json:"ids" jsonschema:"activity ids"`
	Metrics []string `json:"metrics,omitempty" tools:"unlisted"`
}

func compareRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "compare_activities", Title: "Compare activities", Toolset: toolset, Idempotent: true,
		Description: "Shows 2 to 5 activities side by side: every metric as a list in the order of ids, and the differences from the " +
			"first. Use it for the same route or workout on different days.",
		Output: tools.OpenRows,
		Input:  func(s *jsonschema.Schema) { tools.Items(s, "ids", activity.MinCompared, activity.MaxCompared) },
	}, func(ctx context.Context, c *tools.Call, in compareIn) (*activity.Comparison, error) {
		for i := range in.IDs {
			id, err := tools.Activity(ctx, d.Store, c, in.IDs[i])
			if err != nil {
				return nil, err
			}
			in.IDs[i] = id
		}
		return activity.Compare(ctx, d.Store, c.Scope, in.IDs, in.Metrics)
	})
}
