package segments

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	ID string `json:"id" jsonschema:"id or name of an own one"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_segment", Title: "Delete a segment", Toolset: toolset, Safety: tools.Write,
		Description: "Deletes a segment of the athlete's own with the times over it; activities stay. Can be undone.",
		Aliases:     names(),
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		e, err := owned(ctx, d, c, in.ID)
		if err != nil {
			return nil, err
		}
		w := c.Write(i18n.Sentencef("Delete the segment %s.", e.named()), map[string]string{"segment:" + e.id: string(e.doc.Own)})
		gone := journal.Change{Of: ofSegment, Target: e.id, Field: "segment", Before: i18n.Name(e.named()), After: "deleted"}
		words := tools.OwnOf(document.Segments, "segment", e.id, &e.doc, document.Own{Fields: e.doc.Own, Deleted: true})
		return c.Do(ctx, d.Journal, w, e.id, false, c.Put(words, gone))
	})
}
