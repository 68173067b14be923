package account

import (
	"context"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/services/source"
	"lapkeep/internal/tools"
)

func profileRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_athlete_profile", Title: "Athlete profile, settings and history", Toolset: toolset, Default: true, Idempotent: true,
		Description: "The athlete's settings today: FTP and FTP history, threshold and max heart rate, threshold pace, CSS, weight, with the " +
			"date of each change; power, heart rate and pace zones; units, week start, what is shared, and what services say, " +
			"athlete notes too.",
		Output: tools.OpenRows,
	}, func(ctx context.Context, c *tools.Call, in profileIn) (*profileOut, error) {
		own, err := athlete.Profile(ctx, d.Store, c.Scope, c.Frame(), d.Installation.Default)
		if err != nil || in.Source == "" {
			return &profileOut{ProfileView: own}, err
		}
		questions := []source.FactsQuery{
			{Kind: source.FactsProfile}, {Kind: source.FactsZones}, {Kind: source.FactsTotals}, {Kind: source.FactsClubs},
		}
		if there, _ := d.Apart.Names(in.Source); strings.HasPrefix(there, ofClub) {
			questions = []source.FactsQuery{{Kind: source.FactsClub, ID: strings.TrimPrefix(there, ofClub)}}
		}
		shown, err := d.Apart.Facts(ctx, c.Scope, in.Source, questions...)
		if err != nil {
			return nil, err
		}
		return &profileOut{own, shown}, nil
	})
}

type profileIn struct {
	Source string `json:"source,omitempty" jsonschema:"also what strava says now, or strava:club/1"`
}

type profileOut struct {
	*athlete.ProfileView

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

// ofClub leads the ids of clubs.
const ofClub = "club/"
