package connections

import (
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/services/source"
)

// ofIntervalsICU is the service with the settings that servers for it have.
func ofIntervalsICU() Kind {
	return Kind{
		API: intervalsicu.API(),
		SignIn: SignIn{
			Asks: "the API key that stands at https://intervals.icu/settings under Developer Settings",
			Key:  source.Basic,
		},
		Settings: []settings.Definition{
			{
				Key: "intervals_api_key", Env: []string{"INTERVALS_ICU_API_KEY", "API_KEY"}, Secret: true, Use: settings.ForKey,
				Anybodys: []string{"API_KEY"}, Beside: "intervals_athlete_id",
				Help: "API key of Intervals.icu; `lapkeep connect intervals` keeps it more safely. API_KEY counts only beside an athlete id",
			},
			{
				Key: "intervals_athlete_id", Env: []string{"INTERVALS_ICU_ATHLETE_ID", "ATHLETE_ID"}, Use: settings.ForAthlete,
				Help: "athlete at Intervals.icu, such as i12345; the key's owner if unset",
			},
			{
				Key: "intervals_url", Env: []string{"INTERVALS_API_BASE_URL"}, Use: settings.ForAddress,
				Help: "address of Intervals.icu, if it is not the usual one",
			},
			{Key: settings.DeleteMode, Env: []string{"INTERVALS_ICU_DELETE_MODE"}},
		},
		// The service names no such limit; it asks for some ten requests a
		// second. This one keeps a mistake of ours from asking for ever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000}},
		Open:    func(o client.Options) (source.Service, error) { return intervalsicu.New(o) },
	}
}
