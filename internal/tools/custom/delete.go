package custom

import (
	"context"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_custom_item", Title: "Delete a custom item", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes a chart, field, stream or set of zones that the athlete defined, after a person has " +
			"agreed. Values of a field stay. Can be undone.",
		Aliases: map[string]string{"item_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		it, err := athlete.FindCustom(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(it.Name, textclean.NameRunes)
		w := c.Write(i18n.Sentencef("Delete the custom item %s.", name), map[string]string{"custom_item:" + in.ID: string(it.Own)})
		w.Destructive = true
		gone := journal.Change{
			Of: ofItem, Target: in.ID, Field: "custom item",
			Before: i18n.Name(name + " (" + string(kindOf(it.Type)) + ")"), After: "deleted",
		}
		words := tools.OwnOf(document.CustomItems, "custom item", in.ID, &it.Document, document.Own{Fields: it.Own, Deleted: true})
		return c.Do(ctx, d.Journal, w, in.ID, false, c.Put(words, gone))
	})
}
