package connections

import (
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/strava"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// ofStrava is the service, by an application of the athlete's own, with the
// settings that servers for it have.
func ofStrava() Kind {
	return Kind{
		API: strava.API(),
		SignIn: SignIn{
			Asks: "an application of your own there, by its client ID and secret, and a subscription of its owner",
			OAuth: &OAuth{
				Steps: []string{
					"Open https://www.strava.com/settings/api and log in.",
					"Application name: any name without the word Strava, such as \"Training at home\". Category: any.",
					"Website: any address of yours, or http://localhost.",
					"Authorization callback domain: localhost",
					"Create it and upload any picture. The page then shows the client ID and, behind \"Show\", the client secret.",
				},
				URL: strava.Website,
				Endpoint: func(base string) oauth2.Endpoint {
					return oauth2.Endpoint{
						AuthURL: base + "/oauth/authorize", TokenURL: base + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams,
					}
				},
				Scopes:  []string{"read", "read_all", "profile:read_all", "activity:read", "activity:read_all"},
				Writing: []string{"activity:write", "profile:write"},
				Rights:  map[string]string{string(training.ThingActivities): "activity:write", string(document.Segments): "profile:write"},
				Least:   []string{"activity:read", "activity:read_all"},
				Comma:   true, Plain: true, Also: map[string]string{"approval_prompt": "force"},
			},
		},
		Windows:  strava.Windows(),
		Settings: stravaSettings(),
		Former: &Former{Path: "strava_mcp_tokens.json", Fields: map[string]settings.Use{
			"access_token": settings.ForKey, "refresh_token": settings.ForRefresh,
		}},
		Open: func(o client.Options) (source.Service, error) { return strava.New(o, stravaTerms()) },
	}
}

func stravaSettings() []settings.Definition {
	return []settings.Definition{
		{
			Key: "strava_client_id", Env: []string{"STRAVA_CLIENT_ID"}, Use: settings.ForUser,
			Help: "client ID of your application at Strava",
		},
		{
			Key: "strava_client_secret", Env: []string{"STRAVA_CLIENT_SECRET"}, Secret: true, Use: settings.ForPassword,
			Help: "its secret; `lapkeep connect strava` keeps it more safely",
		},
		{
			Key: "strava_access_token", Env: []string{"STRAVA_ACCESS_TOKEN"}, Secret: true, Use: settings.ForKey,
			Help: "access token that is there already; counts only when Strava is connected, and never over one that is kept",
		},
		{
			Key: "strava_refresh_token", Env: []string{"STRAVA_REFRESH_TOKEN"}, Secret: true, Use: settings.ForRefresh,
			Help: "refresh token, as strava_access_token",
		},
		{
			Key: "strava_url", Env: []string{"STRAVA_API_URL"}, Use: settings.ForAddress,
			Help: "address of Strava's API, if it is not the usual one; from 2027 on it is at https://api-v3.strava.com too",
		},
		{
			Key: "strava_oauth_url", Env: []string{"STRAVA_OAUTH_URL"}, Use: settings.ForSignIn,
			Help: "address at which Strava connects athletes, if it is not the usual one",
		},
	}
}

// stravaTerms are what the API Agreement and the API Policy of 2026-06-01 are
// taken to allow an athlete who acts as the developer of their own application.
func stravaTerms() source.Policy {
	return source.Policy{
		Retention: 7 * 24 * time.Hour, DeletedOnDisconnect: true,
		Audiences:   []training.Audience{training.AudienceModel, training.AudiencePage},
		Acknowledge: stravaAgree, AcknowledgeAssistants: stravaAssistants, TextVersion: "2026-11-27",
		Attribution: "From Strava, with the device that recorded it.",
		Source:      "https://www.strava.com/legal/api_policy", AsOf: "2026-06-01",
	}
}

// stravaAgree is shown before anything is asked of the service.
const stravaAgree = `Before Lapkeep asks Strava for anything:

- There is a way that asks nothing of this: the archive that Strava makes of your data on request, and the files of your
  devices. Lapkeep reads both, keeps them as long as you want and computes everything from them: lapkeep import FOLDER
- Strava's API Policy of 2026-06-01 does not allow that data from its API is used by AI applications or offered by an MCP server,
  and names no exception for personal use. Strava's own MCP server, https://mcp.strava.com/mcp, is what it allows for that.
- You act as the developer of an application of your own, which Strava can close, and with it your access to the API. Its
  owner needs a subscription of Strava.
- What is asked: your profile, activities with their streams and comments, segments that you starred, routes, gear and clubs, by
  OAuth and by asking from time to time. If you agree to changes, what you write is sent. It is for showing it to you on this
  machine, and for nothing else.
- It is kept here for 7 days at most, apart from everything else; what is deleted there goes here. It is in no backup and no export,
  and no total, curve or record is made of it with other data.
- To end it: lapkeep disconnect strava, or https://www.strava.com/settings/apps. What was read is then deleted, and you are told.
- Data of Garmin devices is shown with the device's name. Lapkeep is not made or endorsed by Strava; its names are its own.
- Questions about this program go to whoever you have it from; SECURITY.md says what it keeps and sends.`

// stravaAssistants is shown before an assistant sees anything of it.
const stravaAssistants = `Before assistants see what was read from Strava:

- Strava's API Policy of 2026-06-01 forbids to put data of its API before an AI model, also your own data and also with your
  consent. You would do so, and Strava can close your application for it.
- What an assistant asks for goes to the company whose model it uses.
- The archive of your data and the files of your devices carry no such limit: lapkeep import FOLDER`
