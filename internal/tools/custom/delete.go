package custom

import (
	"context"

	"lapkeep/internal/analysis/custom"
	"lapkeep/internal/journal"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
)

type deleteIn struct {
	ID     string `json:"id"`
	DryRun bool   `json:"dry_run,omitempty"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_custom_item", Title: "Delete a custom item", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes a chart, field, stream or set of zones that the athlete defined, after a person has agreed. Values of a field stay. Can be undone.",
		Aliases:     map[string]string{"item_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*written, error) {
		it, err := custom.Find(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(it.Name, textclean.NameRunes)
		w := write(c, "Delete the custom item "+name+".", in.DryRun, in.ID, string(it.Own))
		w.Destructive = true
		out := &written{ID: in.ID, LocalDate: c.Today, TimeZone: c.Location.String()}
		out.Outcome, err = d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
			return put(tx, c, in.ID, &it, document.Own{Fields: it.Own, Deleted: true}, []journal.Change{{Of: ofItem, Target: in.ID, Field: "custom item", Before: name + " (" + string(kindOf(it.Type)) + ")", After: "deleted"}})
		})
		if err != nil {
			return nil, err
		}
		return out, nil
	})
}
