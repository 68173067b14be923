package account

import (
	"context"

	"lapkeep/internal/analysis/athlete"
	"lapkeep/internal/tools"
)

func profileRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_athlete_profile", Title: "Athlete profile", Toolset: toolset, Default: true, Idempotent: true,
		Description: "The athlete's thresholds of today with the day each holds from, power, heart rate and pace zones with their scheme, " +
			"time zone, week start, units, and what is shared with assistants.",
	}, func(ctx context.Context, c *tools.Call, _ noArguments) (*athlete.ProfileView, error) {
		return athlete.Profile(ctx, d.Store, c.Scope, c.Frame(), d.Installation.Default)
	})
}
