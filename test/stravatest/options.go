package stravatest

import "time"

// The application and the athlete of a server whose options name no others.
const (
	DefaultClientID     = 77001
	DefaultClientSecret = "canary-canary"
	DefaultAthleteID    = 4200042
	// SecondAthleteID is somebody else, who can log in too.
	SecondAthleteID = 4200043
)

// Tier says what an application may do.
type Tier int

// The tiers. The first is what a new application has.
const (
	SinglePlayer Tier = iota // the owner alone: 200 and 2,000 calls, 100 and 1,000 of them reads
	SelfServe                // ten athletes, twice the calls
	Extended                 // any number, and Segments Explore
)

// Rotation says when the token endpoint gives another refresh token.
type Rotation int

// The documentation says that it may change with every answer; in practice it
// was often seen to stay.
const (
	RotateWithAccess Rotation = iota // whenever the access token is another one
	RotateAlways                     // with every refresh
	RotateNever
)

// Consent says what the athlete does at the page that asks.
type Consent int

// What an athlete can do there.
const (
	ConsentPage    Consent = iota // a page waits for Decide, or for a person's click
	ConsentGiven                  // the page is agreed to as soon as it is opened
	ConsentRefused                // and refused so
)

// Order is how a list of activities lies when it was asked for with after.
type Order int

// The first is practice that no page documents.
const (
	OldestFirst Order = iota
	NewestFirst
)

// Streams says what is sent for an activity that somebody typed in.
type Streams int

// Both were reported.
const (
	ManualNotFound Streams = iota // 404
	ManualEmpty                   // an object without streams
)

// Options say what a server is like. The zero value is an application with one
// athlete, who has 64 activities of many kinds.
type Options struct {
	// Now is the server's clock. Nil is a moment that stands still: 20 November
	// 2026, 21:37:12 UTC. What the service changes on a day follows it: the base
	// URL of 2027, the end of oauth/deauthorize and of tokens in the query.
	Now  func() time.Time
	Live bool // the clock is the machine's instead

	Tier         Tier    // of the application
	Limits       *Limits // instead of the tier's
	Inactive     bool    // its developer's subscription has lapsed
	AthleteLimit int     // how many athletes it may connect; 0 is its tier's
	// LimitAtCalls connects one athlete too many, and refuses what is called then.
	LimitAtCalls bool

	Consent        Consent
	Granted        []string      // the scopes that the athlete leaves ticked, of those asked for; nil is all
	CodeLife       time.Duration // 0 is ten minutes, a guess
	TokenLife      time.Duration // 0 is six hours
	Rotation       Rotation
	RefreshGrace   time.Duration // how long a replaced refresh token still works; the service says: 0
	NoScopeInToken bool          // the token's answer has no scope, as before 23 April 2026

	Empty          bool // no sample data but the athletes
	Activities     int  // how many; 0 is 64
	Seconds        int  // how long a recording is; 0 is 900
	NoSubscription bool // the athlete pays nothing: 402 where that is needed
	NoFTP          bool // and never entered a threshold power: null, and no zones of power
	HugeIDs        bool // ids of activities and uploads lie just below 2^63

	// GapEvery makes pages short though more follow: every n-th place of a list
	// holds something that is not handed out. 0 is 13, negative is none.
	GapEvery    int
	AfterOrder  Order
	PageRefused bool // per_page over 200 is 400; else 200 rows come

	Manual          Streams
	ResolutionWorks bool // the legacy resolution parameter thins streams; else it is ignored
	StreamsAsArray  bool // key_by_type is ignored
	RoutesKeyed     bool // streams of routes are an object, as their schema says, not an array, as its example
	UnequalStreams  bool // the heart rate's and the power's ends are missing
	NoStreams       []string
	Omit            []string // fields that no answer has, wherever they would stand
	NullWatts       bool     // every watt of every stream is null

	UploadPolls     int           // how often an upload is still in work; 0 is twice, negative never
	CallbackTimeout time.Duration // how long a webhook's receiver may take; 0 is two seconds
	OldBaseGone     bool          // /api/v3 is gone from 1 June 2027 on, which only a forum says

	// Lenient keeps violations from failing the test; Violations has them either way.
	Lenient bool
}

func (o Options) filled() Options {
	if o.Live {
		o.Now = time.Now
	}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Date(2026, 11, 20, 21, 37, 12, 0, time.UTC) }
	}
	o.Activities = orElse(o.Activities, 64)
	o.Seconds = orElse(o.Seconds, 900)
	o.GapEvery = orElse(o.GapEvery, 13)
	o.UploadPolls = orElse(o.UploadPolls, 2)
	o.CodeLife = orElse(o.CodeLife, 10*time.Minute)
	o.TokenLife = orElse(o.TokenLife, 6*time.Hour)
	o.CallbackTimeout = orElse(o.CallbackTimeout, 2*time.Second)
	return o
}

// orElse is v, or the standard if it is zero.
func orElse[T comparable](v, standard T) T {
	var zero T
	if v == zero {
		return standard
	}
	return v
}

// The days on which the service changes.
const (
	newBaseFrom = "2027-01-04" // another base URL is there too
	headersOnly = "2027-06-01" // tokens must be in headers, and oauth/deauthorize ends
)
