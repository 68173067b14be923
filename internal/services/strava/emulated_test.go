package strava

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

// terms returns some terms.
func terms() source.Policy {
	return source.Policy{Retention: time.Hour, Audiences: []training.Audience{training.AudiencePage}}
}

// optionsOf returns the options of a client with the server's clock.
func optionsOf(s *stravatest.Server) client.Options {
	return client.Options{
		BaseURL: s.APIURL(), SignInURL: s.WebURL, UserAgent: "lapkeep/test",
		Clock: client.Clock{Now: s.Now, Sleep: func(ctx context.Context, d time.Duration) error { s.Advance(d); return ctx.Err() }},
	}
}

// bearer returns a token that was given, with the application that it is of.
func bearer(t stravatest.Token) source.Token {
	return source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(t.Access), Refresh: source.NewSecret(t.Refresh), Scopes: t.Scopes,
		User: strconv.Itoa(stravatest.DefaultClientID), Password: source.NewSecret(stravatest.DefaultClientSecret),
	}
}

// connected returns a client with these rights, all of them if none are named.
func connected(t *testing.T, s *stravatest.Server, scopes ...string) *Client {
	t.Helper()
	o := optionsOf(s)
	o.Tokens = token.Static(Name, bearer(s.Grant(scopes...)))
	c, err := New(o, terms())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func everyDay(s *stravatest.Server) source.ActivityQuery {
	return source.ActivityQuery{Days: training.DayRange{From: training.NewDay(1990, 1, 1), To: training.DayOf(s.Now()) + 1}}
}

// listed returns all activities of a query, page by page.
func listed(t *testing.T, c *Client, q source.ActivityQuery) (all []source.Activity) {
	t.Helper()
	for range 1000 {
		p, err := c.ListActivities(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Activities...)
		if q.After = p.Next; q.After == "" {
			return all
		}
	}
	t.Fatal("the list does not end")
	return nil
}

// first returns the newest activity that fits.
func first(t *testing.T, s *stravatest.Server, fits func(*stravatest.Activity) bool) (found stravatest.Activity) {
	t.Helper()
	s.Athlete(stravatest.DefaultAthleteID, func(a *stravatest.Athlete) {
		for _, x := range a.Activities {
			if found.ID == 0 && fits(x) {
				found = *x
			}
		}
	})
	if found.ID == 0 {
		t.Fatal("the sample has no such activity")
	}
	return found
}

func text(n int64) string { return strconv.FormatInt(n, 10) }

func fault(t *testing.T, err error) source.Failure {
	t.Helper()
	f, ok := source.FailureOf(err)
	if !ok {
		t.Fatalf("it is no failure: %v", err)
	}
	return f
}

func TestWhoIsConnected(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	who, err := connected(t, s, "read", "activity:read").Check(t.Context())
	if err != nil || who.ID != text(stravatest.DefaultAthleteID) || who.Name == "" || len(who.Scopes) != 2 {
		t.Errorf("%+v %v", who, err)
	}
	o := optionsOf(s)
	o.Tokens, o.Athlete = token.Static(Name, bearer(s.Grant())), "7"
	c, err := New(o, terms())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Check(t.Context()); fault(t, err).Fault != source.Unauthorised || !strings.Contains(err.Error(), "but 7 is connected") {
		t.Errorf("another's access: %v", err)
	}
}

// TestTheListIsWhole, though pages are short, whatever part of it is asked for.
func TestTheListIsWhole(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]stravatest.Options{"": {}, "huge ids": {HugeIDs: true}, "none": {Empty: true}} {
		s := stravatest.New(t, o)
		c := connected(t, s)
		want := map[string]bool{}
		var middle training.Day
		s.Athlete(stravatest.DefaultAthleteID, func(a *stravatest.Athlete) {
			for i, x := range a.Activities {
				if want[text(x.ID)] = true; i == len(a.Activities)/2 {
					middle = training.DayOf(x.Start)
				}
			}
		})
		for _, limit := range []int{0, 7, 500} {
			q := everyDay(s)
			q.Limit = limit
			all := listed(t, c, q)
			seen := map[string]bool{}
			for i := range all {
				seen[all[i].ID] = true
				if !want[all[i].ID] || all[i].Start.IsZero() || all[i].StartLocal == "" || all[i].Version == "" {
					t.Errorf("%s: %+v", name, all[i])
				}
			}
			if len(seen) != len(want) {
				t.Errorf("%s: %d of %d by %d", name, len(seen), len(want), limit)
			}
		}
		q := everyDay(s)
		q.Days = training.DayRange{From: middle, To: middle}
		for _, a := range listed(t, c, q) {
			if a.Day != middle {
				t.Errorf("%s: %s is not of %s", name, a.Day, middle)
			}
		}
	}
}

// TestALongHistoryIsListedInFewRequests: those that it takes, and the empty page.
func TestALongHistoryIsListedInFewRequests(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{Activities: 1000, GapEvery: -1})
	if all := listed(t, connected(t, s), everyDay(s)); len(all) != 1000 || s.Count("getLoggedInAthleteActivities") != 6 {
		t.Errorf("%d in %d requests", len(all), s.Count("getLoggedInAthleteActivities"))
	}
	recent := everyDay(s)
	recent.Days.From = recent.Days.To - 10
	s.Forget()
	if all := listed(t, connected(t, s), recent); len(all) == 0 || s.Count("") != 1 {
		t.Errorf("the last days: %d in %d requests", len(all), s.Count(""))
	}
}

// TestAnActivity checks that an activity is read as the service has it:
// estimated power is left out, and fields of a single activity come only with
// it.
func TestAnActivity(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	x := first(t, s, func(a *stravatest.Activity) bool { return a.Power == stravatest.Estimated })
	s.EditActivity(stravatest.DefaultAthleteID, x.ID, func(a *stravatest.Activity) {
		a.Description, a.PrivateNote, a.WorkoutType, a.Commute = "words", "mine", 11, true
	})
	all, err := c.Activities(t.Context(), text(x.ID), "1")
	if err != nil || len(all) != 1 {
		t.Fatalf("%d, %v", len(all), err)
	}
	a := all[0]
	if a.Statement.Description != "words" || a.Statement.PrivateNote != "mine" || !a.Statement.Race || !a.Statement.Commute ||
		a.Device != x.DeviceName ||
		a.Statement.Ref != "strava:"+text(x.ID) || a.Statement.CaloriesKcal == 0 || !a.HasStreams || a.HasFile {
		t.Errorf("%+v", a)
	}
	if _, ok := a.Statement.Entry.Values[training.MetricAvgPowerW]; ok {
		t.Error("estimated power is measured")
	}
	metered := first(t, s, func(a *stravatest.Activity) bool { return a.Power == stravatest.Metered })
	if all, err = c.Activities(t.Context(), text(metered.ID)); err != nil || all[0].Statement.Entry.Values[training.MetricAvgPowerW] == 0 {
		t.Errorf("%+v %v", all, err)
	}
	if all[0].Statement.Entry.TimerS == 0 || all[0].Statement.Entry.Values[training.MetricDistanceKM] == 0 {
		t.Errorf("%+v", all[0].Statement.Entry)
	}
}

// TestWhatIsEditedThereHasAnotherVersion, and nothing else has.
func TestWhatIsEditedThereHasAnotherVersion(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	before := listed(t, c, everyDay(s))
	id := before[3].ID
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	s.EditActivity(stravatest.DefaultAthleteID, n, func(a *stravatest.Activity) { a.Name = "another" })
	for i, a := range listed(t, c, everyDay(s)) {
		if (a.Version != before[i].Version) != (a.ID == id) {
			t.Errorf("%s: %s, %s before", a.ID, a.Version, before[i].Version)
		}
	}
}

// TestStreams share one index; null and what is missing at the end is absent.
func TestStreams(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]stravatest.Options{
		"": {}, "a list": {StreamsAsArray: true}, "uneven": {UnequalStreams: true}, "null": {NullWatts: true},
		"no heart": {NoStreams: []string{"heartrate"}},
	} {
		s := stravatest.New(t, o)
		c := connected(t, s)
		x := first(t, s, func(a *stravatest.Activity) bool {
			return a.Power == stravatest.Metered && a.HeartRate && !a.Indoor && a.Visibility == stravatest.Everyone
		})
		r, err := c.FetchStreams(t.Context(), text(x.ID))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r.Columns.Len() < x.Seconds/2 || !r.Start.Equal(x.Start) || r.Device.Product != x.DeviceName || r.Sport != training.Cycling ||
			!r.Columns.Has(training.Latitude) || !r.Columns.Has(training.Distance) || r.OffsetS == nil {
			t.Errorf("%s: %d rows of %+v", name, r.Columns.Len(), r.Device)
		}
		last := r.Columns.Len() - 1
		_, heart := r.Columns.At(training.HeartRate, last)
		if r.Columns.Has(training.HeartRate) == (name == "no heart") || heart == (name == "uneven" || name == "no heart") {
			t.Errorf("%s: heart rate %v at the end", name, heart)
		}
		if r.Columns.Has(training.Power) == (name == "null") {
			t.Errorf("%s: power %v", name, r.Columns.Has(training.Power))
		}
		if warned := len(r.Warnings) == 2; warned != (name == "uneven") || warned && !strings.Contains(r.Warnings[1], "heartrate, watts") {
			t.Errorf("%s: %q", name, r.Warnings)
		}
	}
	for _, how := range []stravatest.Streams{stravatest.ManualNotFound, stravatest.ManualEmpty} {
		s := stravatest.New(t, stravatest.Options{Manual: how})
		typed := first(t, s, func(a *stravatest.Activity) bool { return a.Manual })
		if _, err := connected(t, s).FetchStreams(t.Context(), text(typed.ID)); fault(t, err).Fault != source.NotFound {
			t.Errorf("%v", err)
		}
	}
}

// TestAnActivityAndItsStreamsAreTwoRequests where they follow each other.
func TestAnActivityAndItsStreamsAreTwoRequests(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	x := first(t, s, func(a *stravatest.Activity) bool { return !a.Manual })
	_, err := c.Activities(t.Context(), text(x.ID))
	if err == nil {
		_, err = c.FetchStreams(t.Context(), text(x.ID))
	}
	if err != nil || s.Count("") != 2 {
		t.Errorf("%d requests, %v", s.Count(""), err)
	}
}

func TestComments(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	x := first(t, s, func(a *stravatest.Activity) bool { return !a.Manual })
	now := s.Now()
	s.EditActivity(stravatest.DefaultAthleteID, x.ID, func(a *stravatest.Activity) {
		for i := range 450 {
			a.Comments = append(a.Comments, stravatest.Comment{ID: int64(9000 + i), Text: "well done " + strconv.Itoa(i), By: "Kim L.", At: now})
		}
	})
	before := len(x.Comments)
	all, err := connected(t, s).Messages(t.Context(), text(x.ID))
	if err != nil || len(all) != before+450 || all[len(all)-1].Text != "well done 449" || all[len(all)-1].Author != "Kim L." {
		t.Errorf("%d, %v", len(all), err)
	}
}

func TestSegments(t *testing.T) {
	t.Parallel()
	for _, unpaid := range []bool{false, true} {
		s := stravatest.New(t, stravatest.Options{NoSubscription: unpaid})
		c := connected(t, s)
		page, err := c.Segments(t.Context(), source.SegmentQuery{})
		if err != nil || len(page.Segments) == 0 || page.Segments[0].DistanceKm == nil {
			t.Fatalf("%+v %v", page, err)
		}
		for next := page.Next; next != ""; {
			p, err := c.Segments(t.Context(), source.SegmentQuery{After: next})
			if err != nil {
				t.Fatal(err)
			}
			next = p.Next
		}
		one, err := c.Segment(t.Context(), page.Segments[0].ID)
		if err != nil || one.Name != page.Segments[0].Name || one.Place == "" || (len(one.Own) > 0) == unpaid {
			t.Errorf("%+v %v", one, err)
		}
		for _, e := range one.Own {
			if e.TimeS <= 0 || e.Start == "" || e.ActivityID == "" {
				t.Errorf("%+v", e)
			}
		}
		if own, err := c.Segments(t.Context(), source.SegmentQuery{Own: true}); err != nil || own.Note == "" || len(own.Segments) > 0 {
			t.Errorf("%+v %v", own, err)
		}
		if _, err := c.SegmentRanking(t.Context(), source.RankingQuery{ID: one.ID}); training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%v", err)
		}
	}
}

func TestStatistics(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	got, err := c.Statistics(t.Context(), training.DayOf(s.Now()))
	if err != nil || got.Period != "2026" || got.Totals.Activities == nil || *got.Totals.DistanceKm <= 0 || len(got.Bests) == 0 {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := c.Statistics(t.Context(), training.NewDay(2025, 3, 1)); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}
