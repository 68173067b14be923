package account

import (
	"context"

	"lapkeep/internal/journal"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type undoIn struct {
	JournalID string `json:"journal_id,omitempty" jsonschema:"of the write; default the last by an assistant"`
	DryRun    bool   `json:"dry_run,omitempty"`
}

type undoOut struct {
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	journal.Outcome
}

func undoRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "undo", Title: "Undo a write", Toolset: toolset, Safety: tools.Write, Default: true, OpenWorld: true, Asks: true,
		Description: "Takes back what an assistant changed or entered: the last write, or the one of journal_id. Asks the athlete first " +
			"where that removes recordings or is sent to a service. An undo can itself be undone.",
		Aliases: map[string]string{"id": "journal_id"},
	}, func(ctx context.Context, c *tools.Call, in undoIn) (*undoOut, error) {
		outcome, err := d.Journal.UndoOwn(ctx, journal.Write{
			Athlete: c.Scope.Athlete, Audience: c.Scope.Audience, Face: c.Face, Approval: c.Approval, DryRun: in.DryRun, Now: c.Now,
		}, in.JournalID)
		if err != nil {
			return nil, err
		}
		return &undoOut{c.Today, c.Location.String(), outcome}, nil
	})
}
