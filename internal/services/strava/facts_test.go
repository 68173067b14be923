package strava

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

// told returns the facts of a kind.
func told(t *testing.T, c *Client, q source.FactsQuery) []map[string]any {
	t.Helper()
	p, err := c.Facts(t.Context(), q)
	if err != nil || len(p.Rows) == 0 {
		t.Fatalf("%s %s: %+v %v", q.Kind, q.ID, p, err)
	}
	return p.Rows
}

// theirs returns the service's own id in a fact.
func theirs(row map[string]any, name string) string {
	text := fmt.Sprint(row[name])
	return text[strings.LastIndexAny(text, ":/")+1:]
}

// TestEverythingThatIsHandedOut checks that all facts have names with units,
// and ids.
func TestEverythingThatIsHandedOut(t *testing.T) {
	t.Parallel()
	for _, o := range []stravatest.Options{
		{Tier: stravatest.Extended},
		{Tier: stravatest.Extended, RoutesKeyed: true, StreamsAsArray: true, UnequalStreams: true},
	} {
		s := stravatest.New(t, o)
		c := connected(t, s)
		has := func(q source.FactsQuery, names ...string) map[string]any {
			t.Helper()
			rows := told(t, c, q)
			for _, name := range names {
				if rows[0][name] == nil {
					t.Errorf("%s does not say %s: %v", q.Kind, name, rows[0])
				}
			}
			return rows[0]
		}
		has(source.FactsQuery{Kind: source.FactsProfile}, "id", "weight_kg", "first_name", "ftp_w")
		has(source.FactsQuery{Kind: source.FactsZones}, "of", "zone", "from_bpm", "to_bpm")
		has(source.FactsQuery{Kind: source.FactsTotals}, "period", "sport", "activities", "distance_km")
		club := has(source.FactsQuery{Kind: source.FactsClubs}, "id", "name")
		has(source.FactsQuery{Kind: source.FactsClub, ID: theirs(club, "id")}, "name", "members")
		gear := has(source.FactsQuery{Kind: source.FactsGear}, "id", "name", "kind", "distance_km")
		has(source.FactsQuery{Kind: source.FactsGear, ID: theirs(gear, "id")}, "name", "brand")
		segment := has(source.FactsQuery{Kind: source.FactsStarred}, "id", "name", "distance_km")
		has(source.FactsQuery{Kind: source.FactsExplore, Bounds: [4]float64{-80, -179, 80, 179}}, "id", "name", "distance_km", "avg_grade_pct")
		has(source.FactsQuery{Kind: source.FactsSegmentWay, ID: theirs(segment, "id"), Limit: 10}, "at_km", "altitude_m", "latitude_deg")
		route := has(source.FactsQuery{Kind: source.FactsRoutes}, "id", "name", "distance_km")
		has(source.FactsQuery{Kind: source.FactsRoute, ID: theirs(route, "id")}, "name", "elevation_gain_m")
		way := told(t, c, source.FactsQuery{Kind: source.FactsRouteWay, ID: theirs(route, "id"), Limit: 7})
		if len(way) != 7 || way[6]["latitude_deg"] == nil {
			t.Errorf("%v", way)
		}
		for _, form := range []string{"gpx", "tcx"} {
			f, err := c.RouteFile(t.Context(), theirs(route, "id"), form)
			if err != nil || !strings.Contains(string(f.Body), "<") {
				t.Errorf("%s: %.200s %v", form, f.Body, err)
			}
		}
		own, err := c.Segment(t.Context(), theirs(segment, "id"))
		if err != nil {
			t.Error(err)
		}
		_ = own
	}
}

// TestWhatIsSaidOfAnActivity: its laps, the time in zones, and who liked it.
func TestWhatIsSaidOfAnActivity(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{HugeIDs: true})
	c := connected(t, s)
	all := listed(t, c, everyDay(s))
	found := map[source.FactKind]map[string]any{}
	for _, a := range all {
		for _, kind := range []source.FactKind{source.FactsLaps, source.FactsZoneTimes, source.FactsKudos} {
			if found[kind] != nil {
				continue
			}
			p, err := c.Facts(t.Context(), source.FactsQuery{Kind: kind, ID: a.ID})
			if err != nil {
				t.Fatalf("%s of %s: %v", kind, a.ID, err)
			}
			if len(p.Rows) > 0 {
				found[kind] = p.Rows[0]
			}
		}
		if len(found) == 3 {
			break
		}
	}
	for kind, name := range map[source.FactKind]string{
		source.FactsLaps: "elapsed_time_s", source.FactsZoneTimes: "time_s", source.FactsKudos: "first_name",
	} {
		if found[kind][name] == nil {
			t.Errorf("%s: %v", kind, found[kind])
		}
	}
}

// TestWhatIsRefusedIsTold: a tier, a subscription, a right, and ids that are none.
func TestWhatIsRefusedIsTold(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{NoSubscription: true})
	c := connected(t, s)
	_, err := c.Facts(t.Context(), source.FactsQuery{Kind: source.FactsExplore, Bounds: [4]float64{50, 10, 53, 14}})
	if err == nil || training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "Extended Access") {
		t.Errorf("%v", err)
	}
	a := first(t, s, func(*stravatest.Activity) bool { return true })
	if _, err := c.Facts(t.Context(), source.FactsQuery{Kind: source.FactsZoneTimes, ID: text(a.ID)}); fault(t, err).Fault != source.Unpaid {
		t.Errorf("%v", err)
	}
	weak := connected(t, s, "read")
	if _, err := weak.Facts(t.Context(), source.FactsQuery{Kind: source.FactsZones}); fault(t, err).Scope != "profile:read_all" {
		t.Errorf("%v", err)
	}
	for _, q := range []source.FactsQuery{
		{Kind: "teapots"},
		{Kind: source.FactsLaps},
		{Kind: source.FactsLaps, ID: "../x"},
		{Kind: source.FactsGear, ID: "x1"},
		{Kind: source.FactsKudos, ID: "1", After: "x"},
		{Kind: source.FactsRoute, ID: "99999999999999999999"},
	} {
		if _, err := c.Facts(t.Context(), q); training.KindOf(err) != training.KindInvalid && training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// TestASegmentIsStarred, and taken off.
func TestASegmentIsStarred(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	at := theirs(told(t, c, source.FactsQuery{Kind: source.FactsStarred})[0], "id")
	if was, name, err := c.Starred(t.Context(), at); !was || name == "" || err != nil {
		t.Errorf("%v %q %v", was, name, err)
	}
	for _, want := range []bool{false, true} {
		got, err := c.Star(t.Context(), at, want)
		now, _, rerr := c.Starred(t.Context(), at)
		if got != want || now != want || err != nil || rerr != nil {
			t.Errorf("%v, %v: %v %v", got, now, err, rerr)
		}
	}
}

// TestRefusalsAreToldApart, each with what mends it.
func TestRefusalsAreToldApart(t *testing.T) {
	t.Parallel()
	said := func(status int, resource, field, code string) stravatest.Fault {
		return stravatest.Fault{Operation: "getLoggedInAthlete", Status: status, Says: resource + "/" + field + "/" + code}
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
	if err != nil || len(all) != 1 || all[0].ID != last || all[0].Statement.Name != "far" {
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
		"now": {Operation: "nothing"}, "before": {Operation: "revoke", Status: 404, Says: "resource/path/invalid"},
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
	s.Inject(stravatest.Fault{Operation: "revoke", Status: 401, Says: "Application/client_secret/invalid"})
	if err := c.Revoke(t.Context()); fault(t, err).Fault != source.ClientRefused {
		t.Errorf("%v", err)
	}
}

// noTokens are those of an access that is no more.
type noTokens struct{ source.Tokens }

func (noTokens) Token(context.Context) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: Name, Err: errors.New("ended")}, "")
}
