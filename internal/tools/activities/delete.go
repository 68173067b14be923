package activities

import (
	"context"
	"slices"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	ID string `json:"id" jsonschema:"activity id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_activity", Title: "Delete an activity", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes one activity, after a person has agreed, here and at the home source that has it. Undo brings it back; " +
			"irreversible names what does not come back. Use update_activity with hidden_from_models to hide one instead.",
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		recs, err := d.Store.Recordings(ctx, training.Scope{Athlete: c.Scope.Athlete, Audience: training.AudienceExport}, row.ID)
		if err != nil {
			return nil, err
		}
		w := c.Write(i18n.Sentencef("Delete the %s.", called(&row)), touched(&row))
		w.Destructive = true
		return d.change(ctx, c, &row, w, func(tx *store.Tx) (journal.Effect, error) {
			return journal.Effect{
				Changes: []journal.Change{{
					Of: store.ChangeActivity, Gravity: gravity(&row), Target: string(row.ID),
					Field: "activity", Before: lost(&row), After: "deleted",
				}},
				Changed: []journal.Changed{deleted(row.ID, recs)},
			}, tx.DeleteActivity(c.Scope.Athlete, row.ID)
		})
	})
}

func deleted(id training.ActivityID, recs []store.RecordingRow) journal.ActivityDeleted {
	return journal.ActivityDeleted{
		ID:       id,
		Recorded: len(recs) > 0,
		Original: slices.ContainsFunc(recs, func(r store.RecordingRow) bool { return r.Original != "" && r.Recording.Format != "streams" }),
	}
}
