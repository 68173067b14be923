package connections

import (
	"time"

	"lapkeep/internal/cli/connect"
	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu"
	"lapkeep/internal/source/jsonapi"
)

// Kind is a service that can be connected.
type Kind struct {
	jsonapi.API
	// Asks says what the athlete needs for it, and where it is found.
	Asks string
	// Windows are the limits that the service is known to set.
	Windows []source.Quota
	// Scheme says how a key that was typed is sent.
	Scheme source.Scheme
	Open   func(o jsonapi.Options) (source.Service, error)
}

// Kinds are all of them.
func Kinds() []Kind {
	return []Kind{{
		API:    intervalsicu.API(),
		Asks:   "the API key that stands at https://intervals.icu/settings under Developer Settings",
		Scheme: source.Basic,
		// The service names no such limit; it asks for some ten requests a
		// second. This one keeps a mistake of ours from asking for ever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000}},
		Open:    func(o jsonapi.Options) (source.Service, error) { return intervalsicu.New(o) },
	}}
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
