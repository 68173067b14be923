package stravatest

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"lapkeep/test/emulator"
)

// The default application and athlete.
const (
	DefaultClientID     = 77001
	DefaultClientSecret = "canary-canary"
	DefaultAthleteID    = 4200042
	// SecondAthleteID is another athlete, who can log in too.
	SecondAthleteID = 4200043
)

// Tier determines what an application may do.
type Tier int

// The tiers. A new application has the first.
const (
	SinglePlayer Tier = iota // only the owner: 200 and 2,000 calls, including 100 and 1,000 reads
	SelfServe                // ten athletes, twice the calls
	Extended                 // any number, and Segments Explore
)

// Rotation says when the token endpoint returns a new refresh token.
type Rotation int

// According to the documentation it may change with every answer; in practice
// it was often seen to stay.
const (
	RotateWithAccess Rotation = iota // whenever the access token changes
	RotateAlways                     // with every refresh
	RotateNever
)

// Consent is the athlete's action on the consent page.
type Consent int

// The athlete's possible actions.
const (
	ConsentPage    Consent = iota // the page waits for Decide, or for a person's click
	ConsentGiven                  // consent is given as soon as the page is opened
	ConsentRefused                // consent is refused as soon as the page is opened
)

// Streams is the answer for a manual activity.
type Streams int

// Both were reported.
const (
	ManualNotFound Streams = iota // 404
	ManualEmpty                   // an object without streams
)

// Options configure a server. The zero value is an application with one
// athlete, who has 64 activities of many kinds.
type Options struct {
	// Now is the server's clock. Nil is a fixed moment: 20 November 2026,
	// 21:37:12 UTC. Changes of the service on a given day follow it: the base
	// URL of 2027, the end of oauth/deauthorize and of tokens in the query.
	Now  func() time.Time
	Live bool // use the machine's clock instead

	Tier         Tier    // of the application
	Limits       *Limits // instead of the tier's
	Inactive     bool    // the developer's subscription has lapsed
	AthleteLimit int     // maximum number of athletes; 0 is that of the tier
	// LimitAtCalls connects one athlete too many, and then refuses the calls.
	LimitAtCalls bool

	Consent   Consent
	Granted   []string      // the requested scopes that the athlete leaves ticked; nil is all
	CodeLife  time.Duration // 0 is ten minutes, a guess
	TokenLife time.Duration // 0 is six hours
	Rotation  Rotation

	Empty          bool // no sample data except the athletes
	Activities     int  // how many; 0 is 64
	Seconds        int  // duration of a recording; 0 is 900
	NoSubscription bool // the athlete has no subscription: 402 if one is needed
	NoFTP          bool // the athlete never entered a threshold power: null, and no power zones
	HugeIDs        bool // ids of activities and uploads are just below 2^63

	// GapEvery makes pages short although more follow: every n-th element of a
	// list is hidden. 0 is 13, negative is none.
	GapEvery int

	Manual         Streams
	StreamsAsArray bool // key_by_type is ignored
	RoutesKeyed    bool // streams of routes are an object, as in their schema, not an array, as in its example
	UnequalStreams bool // the ends of heart rate and power are missing
	NoStreams      []string
	NullWatts      bool // every watt of every stream is null

	UploadPolls     int           // number of polls before an upload is ready; 0 is two, negative none
	CallbackTimeout time.Duration // how long a webhook's receiver may take; 0 is two seconds

	// Lenient keeps violations from failing the test; they are still in
	// Violations.
	Lenient bool
}

func (o Options) filled() Options {
	o.Now = emulator.Clock(o.Now, o.Live, time.Date(2026, 11, 20, 21, 37, 12, 0, time.UTC))
	o.Activities = cmp.Or(o.Activities, 64)
	o.Seconds = cmp.Or(o.Seconds, 900)
	o.GapEvery = cmp.Or(o.GapEvery, 13)
	o.UploadPolls = cmp.Or(o.UploadPolls, 2)
	o.CodeLife = cmp.Or(o.CodeLife, 10*time.Minute)
	o.TokenLife = cmp.Or(o.TokenLife, 6*time.Hour)
	o.CallbackTimeout = cmp.Or(o.CallbackTimeout, 2*time.Second)
	return o
}

// The days on which the service changes.
const (
	newBaseFrom = "2027-01-04" // another base URL is added
	headersOnly = "2027-06-01" // tokens must be in headers, and oauth/deauthorize ends
)

// seed adds the data that exist before any call.
func (s *Server) seed() {
	s.apps[DefaultClientID] = &app{id: DefaultClientID, secret: DefaultClientSecret, domain: "localhost", grants: map[int64]*grant{}}
	for i := range 16 {
		kind := "Ride"
		if i%4 == 3 {
			kind = "Run"
		}
		s.segments = append(s.segments, &segment{
			id: 640_981 + int64(i)*1009, name: fmt.Sprintf("Climb %d – Straße", i+1), kind: kind, lat: 52.40 + float64(i)*0.01, lng: 13.05,
			metres: 900 + float64(i)*137.5, grade: float64(i%7) + 0.5, category: i % 6, private: i%8 == 5,
			athletes: 40 + i*31, efforts: 400 + i*977%1000,
		})
	}
	first := s.addAthlete(DefaultAthleteID, "Ana")
	first.FTP = 265
	s.addAthlete(SecondAthleteID, "Bo")
	if s.options.NoFTP {
		first.FTP = 0
	}
	if s.options.Empty {
		return
	}
	first.Clubs = []int64{231_407, 231_408}
	first.Gear = []Gear{
		{ID: "b12345678", Name: "Renner", Brand: "Canyon", Model: "Ultimate", Primary: true, DistanceM: 12_345_678, Frame: 3},
		{ID: "b12345679", Name: "Old one", Brand: "Surly", Model: "Cross-Check", Retired: true, DistanceM: 40_001_000, Frame: 2},
		{ID: "g2345678", Name: "Pegasus", Brand: "Nike", Model: "Pegasus 41", Primary: true, DistanceM: 512_300},
	}
	for _, g := range s.segments {
		first.Starred[g.id] = g.id%2 == 0
	}
	s.seedRoutes(first)
	s.seedActivities(first)
}

func (s *Server) addAthlete(id int64, name string) *Athlete {
	m := &Athlete{
		ID: id, First: name, Last: "Muster", Sex: "F", City: "Potsdam", Nation: "Germany", Feet: true, WeightKg: 61.5, MaxHeartRate: 191,
		Zone: "Europe/Berlin", Subscribed: !s.options.NoSubscription, Created: time.Date(2014, 3, 1, 8, 0, 0, 0, time.UTC),
		Updated: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), Starred: map[int64]bool{}, zones: map[string]*zoneInfo{},
	}
	s.athletes[id] = m
	return m
}

func (s *Server) seedRoutes(m *Athlete) {
	for i := range 5 {
		r := &route{
			id: firstRoute + int64(i)*2, name: fmt.Sprintf("Round & back %d", i+1), kind: 1 + i%2, sub: 1 + i, private: i == 2, starred: i == 0,
			metres: 20_000 + float64(i)*3100.5, climb: 150 + float64(i)*40, made: time.Date(2025, 5, 1+i, 6, 0, 0, 0, time.UTC),
		}
		shape := &Activity{LatDeg: 52.39, LngDeg: 13.06}
		for k := range 120 {
			r.points = append(r.points, shape.point(float64(k)*70, float64(i)))
		}
		m.Routes = append(m.Routes, r)
	}
}

// seedActivities adds one activity per day, some at hours that belong to
// another day in UTC.
func (s *Server) seedActivities(m *Athlete) {
	kinds := sampleKinds()
	places := places()
	last := s.Now().Truncate(24 * time.Hour)
	n := s.options.Activities
	m.Activities = make([]*Activity, 0, n)
	for i := n; i > 0; i-- { // oldest first, because each is inserted at the front
		a := kinds[i%len(kinds)]
		p := places[i%len(places)]
		a.ID = s.activityID()
		a.Name = cmp.Or(a.Name, fmt.Sprintf("%s %d", a.SportType, i))
		a.Seconds, a.Zone, a.LatDeg, a.LngDeg = s.options.Seconds+i%7*10, p.zone, p.lat, p.lng
		hour := []int{5, 23, 17, 0, 12}[i%5]
		a.Start = last.AddDate(0, 0, -i).Add(time.Duration(hour)*time.Hour + time.Duration(i%50)*time.Minute + 7*time.Second)
		if !a.Manual {
			a.UploadID = 18_500_000_000 + int64(n-i)
			a.ExternalID = fmt.Sprintf("garmin_ping_%d", 400_000_000_000+int64(i))
		}
		if a.Comments != nil {
			a.Comments = sampleComments(a.Start)
		}
		s.add(m, &a)
	}
}

func sampleComments(start time.Time) []Comment {
	out := []Comment{}
	for i := range 45 {
		out = append(out, Comment{
			ID: 5_000_000_000 + start.Unix()%1_000_000*100 + int64(i), Text: fmt.Sprintf("Good one, %d 🚴", i), By: "Kim L.",
			At: start.Add(time.Duration(i) * time.Hour),
		})
	}
	return out
}

// Limits are an application's limits for all calls and for reads, per quarter
// of an hour and per day.
type Limits struct{ Quarter, Day, ReadQuarter, ReadDay int }

// Usage is the number of calls used in the current windows.
type Usage struct{ Quarter, Day, ReadQuarter, ReadDay int }

// app is a registered application and its usage.
type app struct {
	id      int64
	secret  string
	domain  string // of the callback
	grants  map[int64]*grant
	hook    *subscription
	usage   Usage
	quarter time.Time // when the windows of usage began
	day     time.Time
}

func (t Tier) limits() Limits {
	if t == SinglePlayer {
		return Limits{200, 2000, 100, 1000}
	}
	return Limits{400, 4000, 200, 2000}
}

func (s *Server) limits() Limits {
	if s.options.Limits != nil {
		return *s.options.Limits
	}
	return s.options.Tier.limits()
}

// AddApplication registers another application with its own limits.
func (s *Server) AddApplication(id int64, secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.apps[id] = &app{id: id, secret: secret, domain: "localhost", grants: map[int64]*grant{}}
}

// Usage returns the application's usage in the current windows.
func (s *Server) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.apps[DefaultClientID]
	a.roll(s.Now())
	return a.usage
}

// Spend sets the usage of the current windows.
func (s *Server) Spend(u Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.apps[DefaultClientID]
	a.roll(s.Now())
	a.usage = u
}

// roll starts new windows: quarters at :00, :15, :30 and :45, days at 00:00
// UTC.
func (a *app) roll(now time.Time) {
	if q := now.Truncate(15 * time.Minute); !q.Equal(a.quarter) {
		a.quarter, a.usage.Quarter, a.usage.ReadQuarter = q, 0, 0
	}
	if d := now.Truncate(24 * time.Hour); !d.Equal(a.day) {
		a.day, a.usage.Day, a.usage.ReadDay = d, 0, 0
	}
}

// count counts a call for its application; the caller holds the lock. A refused
// call still counts for the day.
func (c *call) count() {
	if c.app == nil || c.op != nil && c.op.web {
		return
	}
	s, a := c.server, c.app
	a.roll(s.Now())
	l, reads := s.limits(), c.op == nil || !c.op.write
	c.x.Entry.Bucket = BucketOverall
	c.over = a.usage.Quarter >= l.Quarter || a.usage.Day >= l.Day
	if reads {
		c.x.Entry.Bucket = BucketRead
		c.over = c.over || a.usage.ReadQuarter >= l.ReadQuarter || a.usage.ReadDay >= l.ReadDay
	}
	a.usage.Day++
	if !c.over {
		a.usage.Quarter++
	}
	if reads {
		a.usage.ReadDay++
		if !c.over {
			a.usage.ReadQuarter++
		}
	}
	pair := func(quarter, day int) string { return strconv.Itoa(quarter) + "," + strconv.Itoa(day) }
	c.x.Limits = map[string]string{
		"X-RateLimit-Limit": pair(l.Quarter, l.Day), "X-RateLimit-Usage": pair(a.usage.Quarter, a.usage.Day),
		"X-ReadRateLimit-Limit": pair(l.ReadQuarter, l.ReadDay), "X-ReadRateLimit-Usage": pair(a.usage.ReadQuarter, a.usage.ReadDay),
	}
}

// tooMany returns an error that names neither the window nor the bucket; the
// headers do.
func tooMany() error {
	return refuse(http.StatusTooManyRequests, "Rate Limit Exceeded", "Application", "rate limit", "exceeded")
}

// athleteLimit returns the maximum number of athletes of an application; 0 is
// unlimited.
func (s *Server) athleteLimit() int {
	switch {
	case s.options.AthleteLimit > 0:
		return s.options.AthleteLimit
	case s.options.Tier == SinglePlayer:
		return 1
	case s.options.Tier == SelfServe:
		return 10
	}
	return 0
}

// crowded reports whether an athlete is one too many for the application.
func (s *Server) crowded(a *app, athlete int64) bool {
	limit := s.athleteLimit()
	if limit == 0 {
		return false
	}
	earlier := 0
	for id, g := range a.grants {
		if id != athlete && (a.grants[athlete] == nil || g.serial < a.grants[athlete].serial) {
			earlier++
		}
	}
	return earlier >= limit
}
