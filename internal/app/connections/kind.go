package connections

import (
	"time"

	"lapkeep/internal/cli/connect"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/store/layer"
)

// Kind is a service that can be connected.
type Kind struct {
	jsonapi.API
	SignIn SignIn
	// Windows are the limits that the service is known to set.
	Windows []source.Quota
	// Settings are what other programs call their settings of the service.
	Settings []settings.Definition
	// Former is another program's config file; nil where there is none.
	Former *Former
	Open   func(o jsonapi.Options) (source.Service, error)
}

// Kinds are all of them.
func Kinds() []Kind {
	return []Kind{{
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
		Open:    func(o jsonapi.Options) (source.Service, error) { return intervalsicu.New(o) },
	}}
}

// Settings are what all of them are set by.
func Settings() (all []settings.Definition) {
	for _, k := range Kinds() {
		all = append(all, k.Settings...)
	}
	return all
}

// policy is what the terms of a service allow. One that cannot be made allows
// nothing.
func policy(k Kind) source.Policy {
	s, err := k.Open(jsonapi.Options{}) // it is asked nothing
	if err != nil {
		return source.Policy{}
	}
	return s.Policy()
}

// Closed says from whom the store hides what services said.
func Closed(kinds []Kind) layer.Closed {
	all := layer.Closed{}
	for _, k := range kinds {
		for _, a := range policy(k).HiddenFrom() {
			all[k.Name.Run()] |= 1 << a
		}
	}
	return all
}

// Offers are all of them, for people.
func Offers() []connect.Offer {
	var all []connect.Offer
	for _, k := range Kinds() {
		o := connect.Offer{Name: string(k.Name), Title: k.Title}
		if s, err := k.Open(jsonapi.Options{}); err == nil { // it is asked nothing
			o.Abilities = source.AbilitiesOf(s)
		}
		all = append(all, o)
	}
	return all
}
