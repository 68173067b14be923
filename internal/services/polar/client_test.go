package polar_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/polar"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/polartest"
)

// access is a token that cannot be renewed.
type access string

func (a access) Token(context.Context) (source.Token, error) {
	return source.Token{Scheme: source.Bearer, Access: source.NewSecret(string(a)), Account: "48212001", Scopes: []string{"sleep:read"}}, nil
}

func (a access) Renew(context.Context, source.Token) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: polar.Name, Title: "Polar"}, "")
}

// open returns a client with some scopes; none means all.
func open(t *testing.T, s *polartest.Server, scopes ...string) *polar.Client {
	t.Helper()
	token, _ := s.Grant(scopes...)
	c, err := polar.New(client.Options{
		BaseURL: s.DataURL + "/v4/data", Tokens: access(token), UserAgent: "lapkeep/test",
		Clock: client.Clock{Now: s.Now, Sleep: func(ctx context.Context, d time.Duration) error { s.Advance(d); return ctx.Err() }},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var (
	today    = training.NewDay(2026, 9, 21) // where the athlete is
	everyDay = training.DayRange{From: training.NewDay(2024, 1, 1), To: today + 1}
)

// listed returns all sessions of some days, page by page.
func listed(t *testing.T, c *polar.Client, days training.DayRange) (all []source.Activity) {
	t.Helper()
	q := source.ActivityQuery{Days: days}
	for range 100 {
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

// sessions returns the emulator's sessions by the id in their file.
func sessions(t *testing.T, s *polartest.Server) map[string]*polartest.Session {
	t.Helper()
	all := map[string]*polartest.Session{}
	s.Do(func(a *polartest.Athlete) {
		for _, w := range a.Sessions {
			var head struct {
				Identifier struct{ ID string } `json:"identifier"`
			}
			if err := json.Unmarshal(w.File, &head); err != nil {
				t.Error(err)
			}
			all[head.Identifier.ID] = w
		}
	})
	return all
}

// TestEverySessionIsListedOnce over spans that one request may have, on its local day, and
// none outside the days.
func TestEverySessionIsListedOnce(t *testing.T) {
	t.Parallel()
	s := polartest.New(t, polartest.Options{Sessions: 80, Seconds: 20})
	c, want := open(t, s), sessions(t, s)
	for _, days := range []training.DayRange{
		everyDay,
		{From: today - 30, To: today},
		{From: today - 89, To: today},
		{From: today - 90, To: today - 3},
		{From: today - 5, To: today - 5},
		{From: today + 1, To: today + 9},
	} {
		seen := map[string]bool{}
		for _, a := range listed(t, c, days) {
			w := want[a.ID]
			if w == nil || seen[a.ID] || a.Day != training.DayOf(w.Start) || !days.Contains(a.Day) || a.Version == "" || !a.HasFile {
				t.Fatalf("%s: %+v", days, a)
			}
			seen[a.ID] = true
			e := a.Statement.Entry
			at := w.Start
			if !e.Local {
				at = w.Truth.Start
			}
			if !e.Start.Equal(at) || e.Local == strings.Contains(string(w.File), "timezoneOffset") || e.TimerS == 0 ||
				!strings.Contains(string(w.File), fmt.Sprintf(`"distanceMeters":%.1f,`, 1000*e.Values[training.MetricDistanceKM])) {
				t.Errorf("%s: %+v, want %s", a.ID, e, at)
			}
		}
		n := 0
		for _, w := range want {
			if days.Contains(training.DayOf(w.Start)) {
				n++
			}
		}
		if len(seen) != n {
			t.Errorf("%s: %d sessions of %d", days, len(seen), n)
		}
	}
}

// TestASessionIsReadByTheReaderOfTheArchive: with its samples, positions, sport and distance.
func TestASessionIsReadByTheReaderOfTheArchive(t *testing.T) {
	t.Parallel()
	s := polartest.New(t, polartest.Options{})
	c, want := open(t, s), sessions(t, s)
	all := listed(t, c, everyDay)
	if len(all) != 7 {
		t.Fatalf("%d sessions", len(all))
	}
	placed := 0
	for _, a := range all {
		file, err := c.FetchRecording(t.Context(), a.ID)
		if err != nil {
			t.Fatal(err)
		}
		res, err := recording.Read(t.Context(), file.Name, file.Body, recording.Limits{})
		if err != nil || len(res.Recordings) == 0 {
			t.Fatalf("%s: %v", a.ID, err)
		}
		truth, r := want[a.ID].Truth, res.Recordings[0]
		hearts, positions := 0, 0
		for i, p := range truth.Body.Points() {
			if v, ok := r.Columns.At(training.HeartRate, i); ok && int(v) == p.HR {
				hearts++
			}
			v, ok := r.Columns.At(training.Latitude, i)
			if ok && math.Abs(float64(v)-p.Lat*training.Latitude.Scale()) < 3 {
				positions++
			}
		}
		if string(r.Sport) != truth.Sport || hearts != truth.DurationS+1-truth.HeartLost || positions != truth.Positions {
			t.Errorf("%s: %s, %d heart rates, %d positions, want %+v", a.ID, r.Sport, hearts, positions, truth)
		}
		placed += positions
	}
	if placed == 0 {
		t.Error("no session has a position")
	}
	if _, err := c.FetchRecording(t.Context(), "1"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("%v", err)
	}
	s.Do(func(a *polartest.Athlete) { a.Sessions = nil })
	if _, err := c.FetchRecording(t.Context(), all[0].ID); training.KindOf(err) != training.KindNotFound {
		t.Errorf("deleted meanwhile: %v", err)
	}
}

// TestNightsAreOnTheDayOfWaking: sleep, stages, score and RMSSD, and nothing where the service
// has nothing.
func TestNightsAreOnTheDayOfWaking(t *testing.T) {
	t.Parallel()
	s := polartest.New(t, polartest.Options{Nights: 70})
	got, err := open(t, s).Wellness(t.Context(), training.DayRange{From: today - 69, To: today + 10})
	if err != nil || len(got) != 70 || !slices.IsSortedFunc(got, func(a, b training.WellnessDay) int { return int(a.Day - b.Day) }) {
		t.Fatalf("%d days, %v", len(got), err)
	}
	s.Do(func(a *polartest.Athlete) {
		for i, d := range got {
			n, r := a.Nights[i], a.Recharges[i]
			want := map[training.WellnessField]float64{
				training.WellnessHRVRmssdMs: float64(r.RMSSD), training.WellnessSleepingHRBpm: 60_000 / float64(r.RRI),
			}
			if r.Breathing > 0 {
				want[training.WellnessRespirationPerM] = 60_000 / float64(r.Breathing)
			}
			if n.Evaluated {
				light, _ := time.ParseDuration(n.Light)
				deep, _ := time.ParseDuration(n.Deep)
				want[training.WellnessSleepS], want[training.WellnessSleepAwakeS], want[training.WellnessSleepRemS] = 27000, 1800, 5400
				want[training.WellnessSleepLightS], want[training.WellnessSleepDeepS] = light.Seconds(), deep.Seconds()
			}
			if n.Scored {
				want[training.WellnessSleepScore] = n.Score
			}
			if d.Day.String() != n.Day || len(d.Numbers) != len(want) {
				t.Errorf("%s: %+v, want %v", n.Day, d, want)
			}
			for f, x := range want {
				if math.Abs(d.Numbers[f].Value-x) > 1e-6 {
					t.Errorf("%s: %s is %v, want %g", n.Day, f, d.Numbers[f], x)
				}
			}
		}
	})
}

// TestARightThatWasNotGiven takes away its own values alone.
func TestARightThatWasNotGiven(t *testing.T) {
	t.Parallel()
	s := polartest.New(t, polartest.Options{})
	week := training.DayRange{From: today - 6, To: today}
	for lacks, field := range map[string]training.WellnessField{
		"sleep:read": training.WellnessHRVRmssdMs, "nightly_recharge:read": training.WellnessSleepS,
	} {
		scopes := slices.DeleteFunc([]string{"training_sessions:read", "sleep:read", "nightly_recharge:read"},
			func(x string) bool { return x == lacks })
		got, err := open(t, s, scopes...).Wellness(t.Context(), week)
		if err != nil || len(got) < 6 || got[0].Numbers[field].Value == 0 {
			t.Errorf("without %s: %+v %v", lacks, got, err)
		}
	}
	c := open(t, s, "training_sessions:read")
	_, err := c.Wellness(t.Context(), week)
	if f, _ := source.FailureOf(err); f.Fault != source.Forbidden {
		t.Errorf("without both: %v", err)
	}
	if n := len(listed(t, c, everyDay)); n != 7 {
		t.Errorf("%d sessions", n)
	}
	s.Inject(polartest.Fault{Operation: "sleeps", Status: 503, Body: polartest.HTML})
	if _, err := open(t, s).Wellness(t.Context(), week); err == nil {
		t.Error("a night that cannot be read is no night")
	}
}

// TestWhoseAccessItIs names the account and asks for something.
func TestWhoseAccessItIs(t *testing.T) {
	t.Parallel()
	s := polartest.New(t, polartest.Options{})
	who, err := open(t, s).Check(t.Context())
	if err != nil || who.ID != "48212001" || len(who.Scopes) != 1 {
		t.Errorf("%+v %v", who, err)
	}
	c := open(t, s)
	s.RevokeByAthlete()
	_, err = c.Check(t.Context())
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised {
		t.Errorf("%v", err)
	}
}

// TestBadAnswersAreTold as what they are.
func TestBadAnswersAreTold(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		fault polartest.Fault
		want  source.Fault
	}{
		"401":          {polartest.Fault{Status: 401}, source.Unauthorised},
		"403":          {polartest.Fault{Status: 403}, source.Forbidden},
		"429":          {polartest.Fault{Status: 429}, source.RateLimited},
		"429, a time":  {polartest.Fault{Status: 429, RetryAfter: "900"}, source.RateLimited},
		"500":          {polartest.Fault{Status: 500}, source.Unavailable},
		"a page":       {polartest.Fault{Body: polartest.HTML}, source.Unavailable},
		"a page, 503":  {polartest.Fault{Status: 503, Body: polartest.HTML}, source.Unavailable},
		"half":         {polartest.Fault{Truncate: true}, source.Unavailable},
		"an array":     {polartest.Fault{Body: `[1]`}, source.Changed},
		"another form": {polartest.Fault{Body: `{"trainingSessions":[7]}`}, source.Changed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := polartest.New(t, polartest.Options{})
			end := s.Inject(x.fault)
			c := open(t, s)
			_, err := c.ListActivities(t.Context(), source.ActivityQuery{Days: everyDay})
			if f, _ := source.FailureOf(err); err == nil || f.Fault != x.want {
				t.Errorf("%v: %v", f.Fault, err)
			}
			end()
			s.Advance(time.Hour)
			if n := len(listed(t, c, everyDay)); n != 7 {
				t.Errorf("%d sessions afterwards", n)
			}
		})
	}
}

// TestOddNightsAndSessions: what cannot be is left out, and the rest comes.
func TestOddNightsAndSessions(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(w map[string]any){
		"no id":    func(w map[string]any) { delete(w, "identifier") },
		"a path":   func(w map[string]any) { w["identifier"] = map[string]any{"id": "1/2"} },
		"no start": func(w map[string]any) { w["startTime"] = nil },
		"odd":      func(w map[string]any) { w["startTime"] = "today" },
	} {
		s := polartest.New(t, polartest.Options{Seconds: 20})
		s.Inject(polartest.Fault{Operation: "sessions", Edit: func(v any) any {
			if all := v.(map[string]any)["trainingSessions"].([]any); len(all) > 2 {
				spoil(all[2].(map[string]any))
			}
			return v
		}})
		if n := len(listed(t, open(t, s), training.DayRange{From: today - 60, To: today})); n != 6 {
			t.Errorf("%s: %d sessions of 6", name, n)
		}
	}
	s := polartest.New(t, polartest.Options{})
	s.Do(func(a *polartest.Athlete) {
		n, r := a.Nights[len(a.Nights)-1], a.Recharges[len(a.Recharges)-1]
		n.Asleep, n.Deep, n.Light, n.Wake, n.Score = "PT7H", "99999999s", "-5s", "", 900
		n.Evaluated, n.Scored, r.RMSSD, r.RRI, r.Breathing = true, true, 40_000, 3, -7
		a.Nights[len(a.Nights)-2].Day = "2026-09-19"
	})
	got, err := open(t, s).Wellness(t.Context(), training.DayRange{From: today, To: today})
	if err != nil || len(got) != 1 || len(got[0].Numbers) != 1 || got[0].Numbers[training.WellnessSleepRemS].Value != 5400 {
		t.Errorf("%+v %v", got, err)
	}
}
