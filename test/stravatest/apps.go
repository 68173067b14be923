package stravatest

import (
	"net/http"
	"strconv"
	"time"
)

// Limits are how many calls an application has, of all and of those that read,
// in a quarter of an hour and in a day.
type Limits struct{ Quarter, Day, ReadQuarter, ReadDay int }

// Usage is how many of them are spent in the present windows.
type Usage struct{ Quarter, Day, ReadQuarter, ReadDay int }

// app is a registered application, and what it has spent.
type app struct {
	id      int64
	secret  string
	domain  string // of its callback
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

// AddApplication registers another application, which has limits of its own.
func (s *Server) AddApplication(id int64, secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.apps[id] = &app{id: id, secret: secret, domain: "localhost", grants: map[int64]*grant{}}
}

// Usage is what the application has spent in the present windows.
func (s *Server) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.apps[DefaultClientID]
	a.roll(s.now())
	return a.usage
}

// Spend makes the present windows look as if so much were spent already.
func (s *Server) Spend(u Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.apps[DefaultClientID]
	a.roll(s.now())
	a.usage = u
}

// roll begins new windows: quarters at :00, :15, :30 and :45, days at 00:00 UTC.
func (a *app) roll(now time.Time) {
	if q := now.Truncate(15 * time.Minute); !q.Equal(a.quarter) {
		a.quarter, a.usage.Quarter, a.usage.ReadQuarter = q, 0, 0
	}
	if d := now.Truncate(24 * time.Hour); !d.Equal(a.day) {
		a.day, a.usage.Day, a.usage.ReadDay = d, 0, 0
	}
}

// count puts a call to its application's account; the caller holds the lock.
// What is refused counts in the days all the same.
func (c *call) count() {
	if c.app == nil || c.op != nil && c.op.web {
		return
	}
	s, a := c.server, c.app
	a.roll(s.now())
	l, reads := s.limits(), c.op == nil || !c.op.write
	c.entry.Bucket = BucketOverall
	c.over = a.usage.Quarter >= l.Quarter || a.usage.Day >= l.Day
	if reads {
		c.entry.Bucket = BucketRead
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
	c.limits = map[string]string{
		"X-RateLimit-Limit": pair(l.Quarter, l.Day), "X-RateLimit-Usage": pair(a.usage.Quarter, a.usage.Day),
		"X-ReadRateLimit-Limit": pair(l.ReadQuarter, l.ReadDay), "X-ReadRateLimit-Usage": pair(a.usage.ReadQuarter, a.usage.ReadDay),
	}
}

// tooMany says neither which window nor which bucket: the headers do.
func tooMany() error {
	return refuse(http.StatusTooManyRequests, "Rate Limit Exceeded", "Application", "rate limit", "exceeded")
}

// athleteLimit is how many athletes an application may connect; 0 is any number.
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

// crowded tells whether an athlete is one too many for the application.
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
