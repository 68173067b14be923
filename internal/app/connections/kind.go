package connections

import (
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
)

// Kind is a service that can be connected.
type Kind struct {
	client.API
	SignIn SignIn
	// Windows are the limits that the service is known to set.
	Windows []source.Quota
	// Settings are what other programs call their settings of the service.
	Settings []settings.Definition
	// Former is another program's config file; nil where there is none.
	Former *Former
	Open   func(o client.Options) (source.Service, error)
}

// Kinds are all of them.
func Kinds() []Kind {
	return []Kind{ofIntervalsICU(), ofIGPSport(), ofStrava()}
}

// Settings are what all of them are set by.
func Settings(kinds []Kind) (all []settings.Definition) {
	for _, k := range kinds {
		all = append(all, k.Settings...)
	}
	return all
}

// policy is what the terms of a service allow. One that cannot be made allows
// nothing.
func policy(k Kind) source.Policy {
	s, err := k.Open(client.Options{}) // it is asked nothing
	if err != nil {
		return source.Policy{}
	}
	return s.Policy()
}

// Closed says from whom the store hides what services said.
func Closed(kinds []Kind) ledger.Closed {
	all := ledger.Closed{}
	for _, k := range kinds {
		for _, a := range policy(k).HiddenFrom() {
			all[k.Name.Run()] |= 1 << a
		}
	}
	return all
}

// abilities are what a service can do; one that cannot be made can do nothing.
func abilities(k Kind) source.Abilities {
	s, err := k.Open(client.Options{}) // it is asked nothing
	if err != nil {
		return source.Abilities{}
	}
	return source.AbilitiesOf(s)
}

// Offers are all of them, for people.
func Offers(kinds []Kind) []connect.Offer {
	var all []connect.Offer
	for _, k := range kinds {
		all = append(all, connect.Offer{Name: string(k.Name), Title: k.Title, Abilities: abilities(k)})
	}
	return all
}
