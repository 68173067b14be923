package connections

import (
	"time"

	"lapkeep/internal/cli/connect"
	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/store/layer"
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

// abilities are what a service can do; one that cannot be made can do nothing.
func abilities(k Kind) source.Abilities {
	s, err := k.Open(jsonapi.Options{}) // it is asked nothing
	if err != nil {
		return source.Abilities{}
	}
	return source.AbilitiesOf(s)
}

// Offers are all of them, for people.
func Offers() []connect.Offer {
	var all []connect.Offer
	for _, k := range Kinds() {
		all = append(all, connect.Offer{Name: string(k.Name), Title: k.Title, Abilities: abilities(k)})
	}
	return all
}
