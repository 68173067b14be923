package connections

import (
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/igpsport"
	"lapkeep/internal/services/source"
)

// ofIGPSport is the service with the settings that igpsport-mcp had for it.
func ofIGPSport() Kind {
	return Kind{
		API: igpsport.API(),
		SignIn: SignIn{
			Asks: "the name and password of your account; the name is the telephone number in China and the e-mail address elsewhere",
			Account: &Account{
				Regions: []connect.Region{{Name: igpsport.China, Title: "China"}, {Name: igpsport.International, Title: "everywhere else"}},
				Login:   igpsport.Login,
			},
		},
		// No limit of the service is known; this one keeps a mistake of ours from
		// asking for ever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000}},
		Settings: []settings.Definition{
			{
				Key: "igpsport_username", Env: []string{"IGPSPORT_USERNAME"}, Use: settings.ForUser,
				Help: "account of iGPSport: telephone number or e-mail address",
			},
			{
				Key: "igpsport_password", Env: []string{"IGPSPORT_PASSWORD"}, Secret: true, Use: settings.ForPassword,
				Help: "its password; `lapkeep connect igpsport` keeps it more safely",
			},
			{
				Key: "igpsport_region", Env: []string{"IGPSPORT_REGION"}, Use: settings.ForRegion,
				Allowed: []string{igpsport.China, igpsport.International}, Help: "where the account is; " + igpsport.China + " if unset",
			},
			{
				Key: "igpsport_ftp", Env: []string{"IGPSPORT_FTP"}, Number: true, Use: settings.ForFTP,
				Help: "FTP in watts, over what iGPSport says and not over your own",
			},
			{
				Key: "igpsport_lthr", Env: []string{"IGPSPORT_LTHR"}, Number: true, Use: settings.ForLTHR,
				Help: "heart rate at lactate threshold, as igpsport_ftp",
			},
			{
				Key: "igpsport_url", Env: []string{"IGPSPORT_API_BASE"}, Use: settings.ForAddress,
				Help: "address of iGPSport, if it is not the usual one of the region",
			},
			{
				Key: igpsport.KeySetting, Env: []string{"IGPSPORT_SIGNING_KEY_FILE"}, Path: true, Use: settings.ForSigning,
				Help: "file with a key of yours that signs requests to iGPSport in China, if it asks for that",
			},
			{
				Key: "igpsport_cache_dir", Env: []string{"IGPSPORT_CACHE_DIR"}, Help: "has no use: everything is in the home",
				Instead: "Lapkeep keeps everything in its home folder (--home, LAPKEEP_HOME). " +
					"The former folder can be deleted once its recordings are here.",
			},
			{
				Key: "igpsport_app_version", Env: []string{"IGPSPORT_APP_VERSION"}, Help: "has no use: each version of Lapkeep has one",
				Instead: "Lapkeep says the version of the app that it was written for. Should iGPSport want a newer one, update Lapkeep.",
			},
			{Key: settings.LogLevel, Env: []string{"IGPSPORT_LOG_LEVEL"}},
		},
		Former: &Former{Path: ".igpsport-mcp/config.json", Fields: map[string]settings.Use{
			"username": settings.ForUser, "password": settings.ForPassword, "region": settings.ForRegion,
			"ftp": settings.ForFTP, "lthr": settings.ForLTHR,
		}},
		Open: func(o client.Options) (source.Service, error) { return igpsport.New(o) },
	}
}
