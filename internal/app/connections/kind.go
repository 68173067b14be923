package connections

import (
	"time"

	"lapkeep/internal/cli/connect"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/source"
	"lapkeep/internal/source/igpsport"
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
	}, igpsportKind()}
}

func igpsportKind() Kind {
	return Kind{
		API: igpsport.API(),
		SignIn: SignIn{
			Asks: "the name and password of your account; the name is the telephone number in China and the e-mail address elsewhere",
			Account: &Account{
				Regions: []connect.Region{{Name: igpsport.China, Title: "China"}, {Name: igpsport.International, Title: "everywhere else"}},
				Login:   igpsport.Login,
			},
		},
		Settings: []settings.Definition{
			{
				Key: "igpsport_username", Env: []string{"IGPSPORT_USERNAME"}, Use: settings.ForUser,
				Help: "account of iGPSport; `lapkeep connect igpsport` keeps it more safely",
			},
			{Key: "igpsport_password", Env: []string{"IGPSPORT_PASSWORD"}, Secret: true, Use: settings.ForPassword, Help: "its password"},
			{
				Key: "igpsport_region", Env: []string{"IGPSPORT_REGION"}, Use: settings.ForRegion,
				Help: "region of the account: cn for China, intl for any other",
			},
			{
				Key: "igpsport_url", Env: []string{"IGPSPORT_API_BASE"}, Use: settings.ForAddress,
				Help: "address of iGPSport, if it is not the usual one",
			},
			{
				Key: igpsport.KeySetting, Env: []string{"IGPSPORT_SIGNING_KEY_FILE"}, Path: true, Use: settings.ForSigning,
				Help: "file with a key of yours that signs requests to iGPSport in China, if it asks for that",
			},
			{Key: "igpsport_ftp", Env: []string{"IGPSPORT_FTP"}, Number: true, Use: settings.ForFTP, Help: "FTP in watts, for a new athlete"},
			{
				Key: "igpsport_lthr", Env: []string{"IGPSPORT_LTHR"}, Number: true, Use: settings.ForLTHR,
				Help: "threshold heart rate, for a new athlete",
			},
		},
		// None is known. This one keeps a mistake of ours from asking for ever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000}},
		Open:    func(o jsonapi.Options) (source.Service, error) { return igpsport.New(o) },
	}
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
