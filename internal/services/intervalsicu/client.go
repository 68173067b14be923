package intervalsicu

import (
	"strings"
	"sync"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const (
	baseURL = "https://intervals.icu"
	apiPath = "/api/v1"
)

// API describes the service to a client. The pace that its author asks for is
// ten requests a second of one address, with short bursts; half of it leaves room for other programs.
func API() client.API {
	return client.API{
		Name: WireName, Title: "Intervals.icu", URL: baseURL, Path: apiPath, BasicUser: "API_KEY", PerSecond: 5, Burst: 10,
		Explain: func(f source.Failure, said client.Said) error {
			if f.Fault == source.Refused && strings.Contains(said.Reason, "Strava activities") {
				return withheld()
			}
			return nil
		},
	}
}

func withheld() error {
	return training.Errorf(training.KindForbidden, "Intervals.icu does not give this activity. %s", Withheld)
}

// Client is Intervals.icu for one athlete. It is safe for concurrent use.
type Client struct {
	api     *client.Client
	tokens  source.Tokens
	athlete string // as paths have it
	now     func() time.Time

	mu sync.Mutex
	me *owner // once asked
	// roster is whom the service named last, where the credential is their coach's own.
	roster *[]source.Other
	mine   map[string]bool // activities that were seen to be the athlete's
}

// New makes a client; nothing is asked yet. The athlete is one as [AthleteID]
// reads it.
func New(o client.Options) (*Client, error) {
	athlete, err := AthleteID(o.Athlete)
	if err != nil {
		return nil, err
	}
	api, err := client.New(API(), o)
	return &Client{api: api, mine: map[string]bool{}, tokens: o.Tokens, athlete: athlete, now: o.Clock.Now}, err
}

// AthleteID reads the id of an athlete in the forms in which people have it.
// Nothing and "0" are the owner of the credential. No letter is put before a
// bare number: accounts of the first years have no other id.
func AthleteID(s string) (string, error) {
	id := strings.ToLower(strings.TrimSpace(s))
	id = strings.TrimPrefix(id, string(WireName)+":")
	if id == "" {
		return self, nil
	}
	if digits := strings.TrimPrefix(id, "i"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", training.Errorf(training.KindInvalid, "%q is not an athlete of Intervals.icu.", s).
			WithFix("Write the id as i12345 or 12345, as Settings, Developer shows it; leave it out for yourself.")
	}
	return id, nil
}

// self is how paths name the owner of the credential.
const self = "0"

// Name is the service's name.
func (c *Client) Name() source.Name { return WireName }

// Policy follows the service's terms: an athlete's own data is the athlete's to keep and to use.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://intervals.icu/api-docs.html", AsOf: "2026-09-24",
	}
}
