package account

import (
	"context"

	"lapkeep/internal/tools"
)

type undoIn struct {
	JournalID string `json:"journal_id,omitempty" jsonschema:"of the write; default the last by an assistant"`
}

func undoRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "undo", Title: "Undo a write", Toolset: toolset, Safety: tools.Write, Default: true, OpenWorld: true, Asks: true,
		Description: "Takes back what an assistant changed or entered: the last write, or the one of journal_id. Asks the athlete first " +
			"where that removes recordings or is sent to a service. An undo can itself be undone.",
		Aliases: map[string]string{"id": "journal_id"},
	}, func(ctx context.Context, c *tools.Call, in undoIn) (tools.Written, error) {
		out, err := d.Journal.UndoOwn(ctx, c.Write("", nil), in.JournalID)
		return c.Written(out, out.NotShown...), err
	})
}
