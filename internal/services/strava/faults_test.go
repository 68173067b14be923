package strava

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

// TestRefusalsAreToldApart, each with what mends it.
func TestRefusalsAreToldApart(t *testing.T) {
	t.Parallel()
	said := func(status int, resource, field, code string) stravatest.Fault {
		return stravatest.Fault{Operation: "getLoggedInAthlete", Status: status, Resource: resource, Field: field, Code: code}
	}
	for name, x := range map[string]struct {
		with  stravatest.Fault
		want  source.Fault
		mends string
	}{
		"withdrawn":     {said(401, "Athlete", "access_token", "invalid"), source.Unauthorised, "lapkeep connect strava"},
		"no such right": {said(401, "AccessToken", "activity:read_permission", "missing"), source.Unscoped, "allow activity:read."},
		"a dead token":  {said(401, "Application", "access_token", "invalid"), source.Unauthorised, "lapkeep connect strava"},
		"no errors":     {said(401, "", "", ""), source.Unauthorised, "lapkeep connect strava"},
		"a right, 403":  {said(403, "AccessToken", "profile:read_all_permission", "missing"), source.Unscoped, "allow profile:read_all."},
		"inactive":      {said(403, "Application", "Status", "Inactive"), source.Inactive, "your application's settings"},
		"crowded":       {said(403, "Application", "Limit of connected athletes", "exceeded"), source.Crowded, "the athlete's own"},
		"unpaid":        {said(402, "", "", ""), source.Unpaid, "Subscribe"},
		"forbidden":     {said(403, "Athlete", "7", "forbidden"), source.Forbidden, ""},
		"the tier":      {said(403, "Application", "Tier", "insufficient"), source.Forbidden, ""},
		"no such thing": {said(404, "Athlete", "id", "not found"), source.NotFound, ""},
		"bad input":     {said(400, "Athlete", "weight", "invalid"), source.Refused, ""},
		"in trouble":    {said(500, "", "", ""), source.Unavailable, "Try again later"},
		"overloaded":    {said(503, "", "", ""), source.Unavailable, "Try again later"},
		"too slow":      {said(504, "", "", ""), source.Unavailable, "Try again later"},
		"a page of 401": {stravatest.Fault{Status: 401, Body: stravatest.HTML}, source.Unauthorised, "lapkeep connect strava"},
		"a page of 403": {stravatest.Fault{Status: 403, Body: stravatest.HTML}, source.Forbidden, ""},
		"a page":        {stravatest.Fault{Status: 502, Body: stravatest.HTML}, source.Unavailable, "Try again later"},
		"a page as 200": {stravatest.Fault{Status: 200, Body: stravatest.HTML}, source.Unavailable, ""},
		"half":          {stravatest.Fault{Truncate: true}, source.Unavailable, ""},
		"cut off":       {stravatest.Fault{Cut: true}, source.Unavailable, ""},
		"nothing":       {stravatest.Fault{Empty: true, Status: 200}, source.Unavailable, ""},
		"a list":        {stravatest.Fault{Status: 200, Body: "[]"}, source.Changed, "newer version"},
		"no id":         {stravatest.Fault{Status: 200, Body: `{"id":null}`}, source.Changed, ""},
		"a huge id":     {stravatest.Fault{Status: 200, Body: `{"id":92233720368547758080000}`}, source.Changed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stravatest.New(t, stravatest.Options{})
			c := connected(t, s)
			s.Inject(x.with)
			_, err := c.Check(t.Context())
			if f := fault(t, err); f.Fault != x.want || !strings.Contains(err.Error(), x.mends) {
				t.Errorf("%v: %v", f.Fault, err)
			}
		})
	}
}

// TestARightThatIsMissingRenewsNothing: another token would have it no more.
func TestARightThatIsMissingRenewsNothing(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s, "read")
	_, err := c.ListActivities(t.Context(), everyDay(s))
	if f := fault(t, err); f.Fault != source.Unscoped || f.Scope != "activity:read" || s.Count("") != 1 {
		t.Errorf("%+v after %d requests", f, s.Count(""))
	}
}

// TestIDsUpToTheLast come and go as text, and what is none is sent nowhere.
func TestIDsUpToTheLast(t *testing.T) {
	t.Parallel()
	const last = "9223372036854775807"
	s := stravatest.New(t, stravatest.Options{})
	s.AddActivity(stravatest.DefaultAthleteID, stravatest.Activity{
		ID: 1<<63 - 1, Name: "far", SportType: "Ride", Start: s.Now().Add(-time.Hour), Zone: "Europe/Berlin", Seconds: 60, SpeedMps: 5,
	})
	c := connected(t, s)
	all, err := c.Activities(t.Context(), last)
	if err != nil || len(all) != 1 || all[0].ID != last || all[0].Said.Name != "far" {
		t.Fatalf("%+v %v", all, err)
	}
	s.Forget()
	for _, bad := range []string{"", "..", "1/2", "1?x", "99999999999999999999", "abc", "-1", "1e3"} {
		_, one := c.Activities(t.Context(), bad)
		_, two := c.FetchStreams(t.Context(), bad)
		_, three := c.Messages(t.Context(), bad)
		_, four := c.Segment(t.Context(), bad)
		_, five := c.UpdateActivity(t.Context(), bad, source.ActivityEdit{}, source.FieldName)
		for i, err := range []error{one, two, three, four, five} {
			if training.KindOf(err) != training.KindInvalid {
				t.Errorf("%q, %d: %v", bad, i, err)
			}
		}
	}
	if s.Count("") != 0 {
		t.Errorf("%d requests", s.Count(""))
	}
	for _, bad := range []string{"1", "0", "x", "-3"} {
		if _, err := c.ListActivities(t.Context(), source.ActivityQuery{After: bad}); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestNobodyIsFollowedElsewhere, and nothing that opens the service goes there.
func TestNobodyIsFollowedElsewhere(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	s.Inject(stravatest.Fault{Location: s.ElsewhereURL + "/athlete"})
	if _, err := c.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "No request was sent") {
		t.Errorf("%v", err)
	}
	for _, r := range s.Requests() {
		if r.Host == "elsewhere" {
			t.Errorf("%+v", r)
		}
	}
}

// counted keeps a budget's windows as the service says them.
type counted struct{ said []source.Quota }

func (*counted) Take(context.Context, source.Urgency, ...string) error { return nil }

func (c *counted) Learn(_ context.Context, q ...source.Quota) error { c.said = q; return nil }

func (*counted) Block(context.Context, time.Time, source.Fault) error { return nil }

// TestALimitIsToldWithItsWindow and the time at which that ends.
func TestALimitIsToldWithItsWindow(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		spent stravatest.Usage
		until string
		says  string
	}{
		"reads of a quarter": {stravatest.Usage{ReadQuarter: 100}, "2026-11-20T21:45:00Z", "of the kind read that Strava allows in 15 minutes"},
		"all of a quarter":   {stravatest.Usage{Quarter: 200}, "2026-11-20T21:45:00Z", "Strava allows in 15 minutes"},
		"all of a day":       {stravatest.Usage{Day: 2000}, "2026-11-21T00:00:00Z", "that Strava allows in a day"},
		"reads of a day":     {stravatest.Usage{ReadQuarter: 100, ReadDay: 1000}, "2026-11-21T00:00:00Z", "that Strava allows in a day"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stravatest.New(t, stravatest.Options{})
			o, b := optionsOf(s), &counted{}
			o.Tokens, o.Budget = token.Static(Name, bearer(s.Grant())), b
			c, err := New(o, terms())
			if err != nil {
				t.Fatal(err)
			}
			s.Spend(x.spent)
			_, err = c.Check(t.Context())
			f := fault(t, err)
			if f.Fault != source.RateLimited || f.RetryAt.Format(time.RFC3339) != x.until || !strings.Contains(err.Error(), x.says) ||
				!strings.Contains(err.Error(), "Try again after "+x.until) {
				t.Errorf("%v", err)
			}
			if len(b.said) != 4 {
				t.Errorf("%+v", b.said)
			}
		})
	}
}

func TestHeadersOfAnyForm(t *testing.T) {
	t.Parallel()
	for limit, n := range map[string]int{"": 0, "100": 1, "100,1000": 2, "100, 1000,5": 2, "a,b": 0, "-1,2": 0, ",": 0} {
		h := http.Header{}
		h.Set("X-RateLimit-Limit", limit)
		h.Set("X-RateLimit-Usage", "1,2")
		if got := quotas(h); len(got) != n {
			t.Errorf("%q: %+v", limit, got)
		}
	}
}

// TestRevoking by the way that there is, and by the one that there was.
func TestRevoking(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]stravatest.Fault{
		"now": {Operation: "nothing"}, "before": {Operation: "revoke", Status: 404, Resource: "resource", Field: "path", Code: "invalid"},
		"for a moment": {Operation: "revoke", Status: 503, Times: 1},
	} {
		s := stravatest.New(t, stravatest.Options{})
		c := connected(t, s)
		s.Inject(f)
		if err := c.Revoke(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := c.Check(t.Context()); fault(t, err).Fault != source.Unauthorised {
			t.Errorf("%s: it still opens: %v", name, err)
		}
		for _, r := range s.Requests() {
			if r.Host == "api" || r.Query.Has("token") || r.Query.Has("access_token") {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
	s := stravatest.New(t, stravatest.Options{})
	o := optionsOf(s)
	o.Tokens = noTokens{}
	c, err := New(o, terms())
	if err == nil {
		err = c.Revoke(t.Context())
	}
	if err != nil || len(s.Requests()) > 0 {
		t.Errorf("what has ended is revoked: %v", err)
	}
	c = connected(t, s)
	s.Inject(stravatest.Fault{Operation: "revoke", Status: 401, Resource: "Application", Field: "client_secret", Code: "invalid"})
	if err := c.Revoke(t.Context()); fault(t, err).Fault != source.ClientRefused {
		t.Errorf("%v", err)
	}
}

// noTokens are those of an access that is no more.
type noTokens struct{ source.Tokens }

func (noTokens) Token(context.Context) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: Name, Err: errors.New("ended")}, "")
}
