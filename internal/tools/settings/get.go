package settings

import (
	"context"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/tools"
)

type getIn struct {
	Sport   tools.SportArg `json:"sport,omitempty" jsonschema:"default every sport that has settings"`
	Date    tools.Date     `json:"date,omitzero" jsonschema:"as they hold on; default today"`
	History bool           `json:"history,omitempty" jsonschema:"with every dated value"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_sport_settings", Title: "Thresholds and zones by sport", Toolset: toolset, Idempotent: true,
		Description: "FTP, indoor FTP, W', sprint power, LTHR, heart rates, threshold pace, zones with names, sweet spot and default gear " +
			"of each sport as they hold on a day, since when, with the history of changes, and what connected services have instead.",
		Aliases: map[string]string{"sport_type": "sport", "day": "date"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*athlete.SettingsView, error) {
		return athlete.ReadSettings(ctx, d.Store, c.Scope, c.Frame(),
			athlete.Query{Day: in.Date.Or(c.Today), Sport: in.Sport.Sport(), History: in.History})
	})
}
