package account

import (
	"context"

	"lapkeep/internal/analysis/athlete"
	"lapkeep/internal/tools"
)

func profileRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_athlete_profile", Title: "Athlete profile and settings", Toolset: toolset, Default: true, Idempotent: true,
		Description: "The athlete's settings today: FTP, threshold and max heart rate, threshold pace, CSS, weight, each with its day and " +
			"history; power, heart rate and pace zones; units, week start, what is shared, and what services say, athlete notes too.",
	}, func(ctx context.Context, c *tools.Call, _ noArguments) (*athlete.ProfileView, error) {
		return athlete.Profile(ctx, d.Store, c.Scope, c.Frame(), d.Installation.Default)
	})
}
