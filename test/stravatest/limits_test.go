package stravatest

import (
	"fmt"
	"net/url"
	"testing"
	"time"
)

func (a answer) limits(t *testing.T, overall, read string) {
	t.Helper()
	for name, want := range map[string]string{
		"X-RateLimit-Limit": "200,2000", "X-ReadRateLimit-Limit": "100,1000", "X-RateLimit-Usage": overall, "X-ReadRateLimit-Usage": read,
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

func typed(i int) url.Values {
	return url.Values{
		"name": {fmt.Sprint("typed ", i)}, "sport_type": {"Run"}, "start_date_local": {"2026-11-20T09:00:00Z"}, "elapsed_time": {"900"},
	}
}

func TestBuckets(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	c := calls(t, s)
	c.get("/athlete").limits(t, "1,1", "1,1")
	c.form("POST", "/activities", typed(1)).limits(t, "2,2", "1,1")
	up := c.upload("x.gpx", []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T11:00:00Z")), map[string]string{"data_type": "gpx"})
	up.limits(t, "3,3", "1,1")
	c.get("/uploads/"+up.doc(t)["id_str"].(string)).limits(t, "4,4", "2,2")
	c.json("PUT", "/activities/1", "{}").limits(t, "5,5", "3,3")
	c.get("/gear/none").limits(t, "6,6", "4,4") // errors count too
	token := s.Grant()
	website(t, s).form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 200, "")
	if u := s.Usage(); u != (Usage{6, 6, 4, 4}) || s.Count("") != 6 || s.Count("token") != 1 {
		t.Errorf("usage is %+v after %d calls", u, s.Count(""))
	}
	for _, r := range s.Requests() {
		want := map[string]string{"createActivity": BucketOverall, "createUpload": BucketOverall, "token": BucketNone}
		if bucket, ok := want[r.Operation]; ok && r.Bucket != bucket || !ok && r.Bucket != BucketRead {
			t.Errorf("%s is in %q", r.Operation, r.Bucket)
		}
	}
}

func TestQuarters(t *testing.T) {
	t.Parallel()
	s := server(t, Options{}) // it is 21:37:12
	c := calls(t, s)
	s.Spend(Usage{Quarter: 99, Day: 500, ReadQuarter: 99, ReadDay: 499})
	c.get("/athlete").limits(t, "100,501", "100,500")
	full := c.get("/athlete")
	full.wants(t, 429, "Application/rate limit/exceeded")
	full.limits(t, "100,502", "100,501") // what is refused counts in the day
	if full.header.Get("Retry-After") != "" {
		t.Error("the service is not known to send Retry-After")
	}
	c.form("POST", "/activities", typed(1)).wants(t, 201, "") // reads alone are spent
	s.Advance(7*time.Minute + 47*time.Second)                 // 21:44:59
	c.get("/athlete").wants(t, 429, "")
	s.Advance(time.Second) // 21:45:00
	c.get("/athlete").limits(t, "1,505", "1,503")
}

func TestOverallQuarterStopsWritesToo(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	s.Spend(Usage{Quarter: 200, Day: 300})
	calls(t, s).form("POST", "/activities", typed(1)).wants(t, 429, "")
}

func TestDays(t *testing.T) {
	t.Parallel()
	for _, u := range []Usage{{0, 2000, 0, 0}, {0, 1000, 0, 1000}} {
		s := server(t, Options{})
		c := calls(t, s)
		s.Spend(u)
		c.get("/athlete").wants(t, 429, "")
		s.Advance(2 * time.Hour) // 23:37
		c.get("/athlete").wants(t, 429, "")
		s.Advance(23 * time.Minute) // 00:00:12 UTC
		caller{t, s.APIURL(), s.Grant().Access}.get("/athlete").limits(t, "1,1", "1,1")
	}
}

func TestLimitsAreOfTheApplication(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Tier: SelfServe})
	one, two := calls(t, s), caller{t, s.APIURL(), s.GrantTo(DefaultClientID, SecondAthleteID).Access}
	s.AddApplication(5, "other")
	other := caller{t, s.APIURL(), s.GrantTo(5, DefaultAthleteID).Access}
	one.get("/athlete").wants(t, 200, "")
	got := two.get("/athlete")
	if got.header.Get("X-RateLimit-Usage") != "2,2" || got.header.Get("X-RateLimit-Limit") != "400,4000" ||
		got.header.Get("X-ReadRateLimit-Limit") != "200,2000" {
		t.Errorf("athletes share the account: %v", got.header)
	}
	if got := other.get("/athlete"); got.header.Get("X-RateLimit-Usage") != "1,1" {
		t.Errorf("applications share the account: %v", got.header)
	}
	s.Configure(func(o *Options) { o.Limits = &Limits{3, 100, 3, 100} })
	one.get("/athlete").wants(t, 200, "")
	two.get("/athlete").wants(t, 429, "")
}

func TestWithoutATokenNothingIsCounted(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	got := caller{t: t, base: s.APIURL()}.get("/athlete")
	got.wants(t, 401, "Athlete/access_token/invalid")
	if got.header.Get("X-RateLimit-Usage") != "" || s.Usage() != (Usage{}) {
		t.Errorf("%v, %+v", got.header, s.Usage())
	}
}
