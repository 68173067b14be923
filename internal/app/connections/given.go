package connections

import (
	"slices"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/source"
)

// Given holds the settings of a service.
type Given struct {
	Key source.Secret // empty if there is none
	// Refresh is by which that key, then an access token, is renewed.
	Refresh source.Secret
	// Credentials are of an account, or of the athlete's app.
	Credentials source.Credentials
	From        string // where the key or password comes from
	Account     string
	FTPW        connect.Threshold
	LTHRBpm     connect.Threshold
	// SigningKeyFile holds what signs requests, of a service that asks for it.
	SigningKeyFile string
	URL            string
	URLFrom        string // where the address comes from
	// SignInURL is where an app is authorised, where settings name another place.
	SignInURL string
	// Apart says that secrets and addresses were not all written by the same hand:
	// then the secret goes to the service's own address alone.
	Apart bool
}

// GivenBy reads the settings of services.
func GivenBy(s settings.Settings, kinds []Kind) map[source.Name]Given {
	all := map[source.Name]Given{}
	for _, k := range kinds {
		all[k.Name] = k.given(s)
	}
	return all
}

func (k Kind) given(s settings.Settings) (g Given) {
	var secrets, addresses []string // where they come from
	for _, d := range k.Settings {
		v := s.Value(d.Key)
		if v.Text == "" {
			continue
		}
		switch d.Use {
		case settings.ForKey:
			g.Key, g.From, secrets = source.NewSecret(v.Text), v.From, append(secrets, v.Origin)
		case settings.ForRefresh:
			g.Refresh, g.From, secrets = source.NewSecret(v.Text), v.From, append(secrets, v.Origin)
		case settings.ForPassword:
			g.Credentials.Password, g.From, secrets = source.NewSecret(v.Text), v.From, append(secrets, v.Origin)
		case settings.ForUser:
			g.Credentials.User = v.Text
		case settings.ForRegion:
			g.Credentials.Region = v.Text
		case settings.ForAthlete:
			g.Account = v.Text
		case settings.ForAddress:
			g.URL, g.URLFrom, addresses = v.Text, v.From, append(addresses, v.Origin)
		case settings.ForSignIn:
			g.SignInURL, g.URLFrom, addresses = v.Text, v.From, append(addresses, v.Origin)
		case settings.ForSigning:
			g.SigningKeyFile = v.Text
		case settings.ForFTP:
			g.FTPW = threshold(v)
		case settings.ForLTHR:
			g.LTHRBpm = threshold(v)
		}
	}
	for _, address := range addresses {
		g.Apart = g.Apart || slices.ContainsFunc(secrets, func(origin string) bool { return origin != address })
	}
	return g
}
