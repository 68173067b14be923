package goals

import (
	"context"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_goal", Title: "Delete a goal", Toolset: toolset, Safety: tools.Write, Deletes: true, Idempotent: true,
		Description: "Deletes a goal. What was done for it stays. Can be undone.",
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
