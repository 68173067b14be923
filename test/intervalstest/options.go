package intervalstest

import (
	"time"
)

// The credentials and the athlete of a server whose options name no others.
// The secrets are words that a test can search all output for.
const (
	DefaultKey     = "canary-intervals-api-key"
	DefaultToken   = "canary-intervals-access-token"
	DefaultAthlete = "i12345"
)

// Options say what a server is like. The zero value is one athlete with a
// little of everything.
type Options struct {
	APIKey    string   // "" is DefaultKey
	Token     string   // the OAuth access token; "" is DefaultToken
	Scopes    string   // what the token allows, as AREA:READ or AREA:WRITE by commas; "" is all
	AthleteID string   // "" is DefaultAthlete; old accounts have bare digits
	Coached   []string // other athletes that the key's owner may see
	TimeZone  string   // the athlete's IANA zone; "" is Europe/Berlin

	// Now is the server's clock. Nil is a moment that stands still: 22:30 UTC
	// on 20 September 2026, when it is already the 21st in Berlin.
	Now  func() time.Time
	Live bool // the clock is the machine's instead

	// Rich is an athlete of 14 months instead of the sample, as the document has
	// one: thresholds that changed, withheld activities whose load counts, loads
	// set by hand, gear that fits, edited intervals, fields of the athlete's own.
	// Of the sizes below only Seconds counts.
	Rich bool

	Empty      bool // no sample data but the athlete
	Activities int  // how many, newest first, one a day; 0 is 12
	Seconds    int  // how long each lasts; 0 is 900
	StubEvery  int  // every n-th activity came from Strava and is a stub; 0 is every 6th, negative none
	Wellness   int  // days with a wellness record; 0 is 10

	PlainText bool // JSON is sent as text/plain, as was seen
	PerSecond int  // more requests than this in one second of the clock are refused with 429; 0 is no limit

	// Lenient keeps requests that the document does not allow from failing the
	// test; Violations has them either way.
	Lenient bool
}

func (o Options) filled() Options {
	text := func(p *string, standard string) {
		if *p == "" {
			*p = standard
		}
	}
	text(&o.APIKey, DefaultKey)
	text(&o.Token, DefaultToken)
	text(&o.Scopes, "ACTIVITY:WRITE,WELLNESS:WRITE,CALENDAR:WRITE,CHATS:WRITE,LIBRARY:WRITE,SETTINGS:WRITE")
	text(&o.AthleteID, DefaultAthlete)
	text(&o.TimeZone, "Europe/Berlin")
	if o.Live {
		o.Now = time.Now
	}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC) }
	}
	count := func(p *int, standard int) {
		if *p == 0 {
			*p = standard
		}
	}
	count(&o.Activities, 12)
	count(&o.Seconds, 900)
	count(&o.StubEvery, 6)
	count(&o.Wellness, 10)
	return o
}
