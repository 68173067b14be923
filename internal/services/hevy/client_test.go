package hevy_test

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/hevy"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/hevytest"
)

// key is a token that cannot be renewed.
type key string

func (k key) Token(context.Context) (source.Token, error) {
	return source.Token{Scheme: source.Bearer, Access: source.NewSecret(string(k))}, nil
}

func (k key) Renew(context.Context, source.Token) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: hevy.Name, Title: "Hevy"}, "")
}

func open(t *testing.T, s *hevytest.Server, k key) *hevy.Client {
	t.Helper()
	c, err := hevy.New(client.Options{
		BaseURL: s.URL, Tokens: k, UserAgent: "lapkeep/test",
		Clock: client.Clock{Now: s.Now, Sleep: func(ctx context.Context, d time.Duration) error { s.Advance(d); return ctx.Err() }},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func days(from, to training.Day) source.ActivityQuery {
	return source.ActivityQuery{Days: training.DayRange{From: from, To: to}}
}

func everyDay() source.ActivityQuery {
	return days(training.NewDay(1990, 1, 1), training.NewDay(2026, 9, 22))
}

// listed returns all activities of a query, page by page.
func listed(t *testing.T, c *hevy.Client, q source.ActivityQuery) (all []source.Activity) {
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

func ids(all []source.Activity) (out []string) {
	for i := range all {
		out = append(out, all[i].ID)
	}
	return out
}

// TestEveryWorkoutIsListedOnce whatever the number of pages is.
func TestEveryWorkoutIsListedOnce(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 1, 9, 10, 11, 20, 95} {
		for _, missing := range []bool{false, true} {
			s := hevytest.New(t, hevytest.Options{Workouts: n, EmptyMissing: missing})
			var want []string
			for _, w := range s.Workouts() {
				want = append(want, w.ID)
			}
			if got := ids(listed(t, open(t, s, hevytest.DefaultKey), everyDay())); !slices.Equal(got, want) {
				t.Errorf("of %d workouts: %q, want %q", n, got, want)
			}
		}
	}
}

// TestDaysAreFound: of many random lists and days, those that the emulator itself has on
// them, with few pages for the search.
func TestDaysAreFound(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 42))
	for round := range 60 {
		s := hevytest.New(t, hevytest.Options{Workouts: -1, Seed: uint64(round)})
		for range random.IntN(130) {
			at := time.Date(2026, 9, 20, random.IntN(24), random.IntN(60), 0, 0, time.UTC).AddDate(0, 0, -random.IntN(90))
			s.Add(hevytest.Workout{Title: "Any", Start: at, End: at.Add(time.Hour), Exercises: []hevytest.Exercise{{Title: "Plank"}}})
		}
		c := open(t, s, hevytest.DefaultKey)
		for range 5 {
			to := training.NewDay(2026, 9, 22) - training.Day(random.IntN(100))
			q := days(to-training.Day(random.IntN(12)), to)
			var want []string
			on := map[int]bool{} // the pages with these days
			for i, w := range s.Workouts() {
				if q.Days.Contains(training.DayOf(w.Start)) {
					want = append(want, w.ID)
					on[i/10] = true
				}
			}
			s.Forget()
			if got := ids(listed(t, c, q)); !slices.Equal(got, want) {
				t.Fatalf("round %d, %s: %q, want %q", round, q.Days, got, want)
			}
			if n, most := len(s.Requests()), len(on)+3+bits.Len(uint(len(s.Workouts())/10+1)); n > most {
				t.Errorf("round %d, %s: %d requests, at most %d are needed", round, q.Days, n, most)
			}
		}
	}
}

// TestRowsThatMoveWhileTheListIsRead: a workout of now shifts them, and a deleted one leaves a
// page that is not there any more.
func TestRowsThatMoveWhileTheListIsRead(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{Workouts: 21})
	c := open(t, s, hevytest.DefaultKey)
	want := s.Workouts()
	s.Inject(hevytest.Fault{Operation: "workouts", After: 1, Times: 1, Held: func() {
		s.Add(hevytest.Workout{Title: "Now", Start: s.Now(), End: s.Now()})
	}})
	got := ids(listed(t, c, everyDay()))
	for _, w := range want {
		if !slices.Contains(got, w.ID) {
			t.Errorf("%s was not listed", w.ID)
		}
	}
	s.Inject(hevytest.Fault{Operation: "workouts", After: 2, Times: 1, Held: func() {
		for _, w := range s.Workouts()[:5] {
			s.Delete(w.ID)
		}
	}})
	if n := len(listed(t, c, everyDay())); n != 20 {
		t.Errorf("%d workouts of two pages", n)
	}
}

// TestAWorkoutIsReadAsItIs: times, words and sets, with nothing where nothing was entered.
func TestAWorkoutIsReadAsItIs(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{Workouts: -1})
	start := time.Date(2026, 9, 19, 23, 30, 5, 0, time.UTC)
	id := s.Add(hevytest.Workout{
		Title: "Push\u0007 day", Description: "Good\n💪", Start: start, End: start.Add(65 * time.Minute),
		Exercises: []hevytest.Exercise{
			{Title: "Bench Press (Barbell)", Superset: hevytest.Number(0), Sets: []hevytest.Set{
				{Kind: "warmup", WeightKg: hevytest.Number(20.0), Reps: hevytest.Number(10)},
				{Kind: "normal", WeightKg: hevytest.Number(82.553), Reps: hevytest.Number(8), RPE: hevytest.Number(8.5)},
				{Kind: "dropset", WeightKg: hevytest.Number(60.0), Reps: hevytest.Number(12)},
				{Kind: "failure", Reps: hevytest.Number(3)},
				{Kind: "normal", WeightKg: hevytest.Number(-5.0), Reps: hevytest.Number(3)},
			}},
			{Title: "Rowing Machine", Sets: []hevytest.Set{{Kind: "normal", DistanceM: hevytest.Number(2000), Duration: hevytest.Number(480)}}},
		},
	})
	all := listed(t, open(t, s, hevytest.DefaultKey), everyDay())
	if len(all) != 1 {
		t.Fatalf("%d workouts", len(all))
	}
	a := all[0]
	const bench = "Bench Press (Barbell)"
	want := []training.StrengthSet{
		{Exercise: bench, Kind: training.SetWarmup, LoadKg: 20, Reps: 10},
		{Exercise: bench, LoadKg: 82.553, Reps: 8, RPE: 8.5},
		{Exercise: bench, Kind: training.SetDrop, LoadKg: 60, Reps: 12},
		{Exercise: bench, Kind: training.SetFailure, Reps: 3},
		{Exercise: "Rowing Machine", DistanceM: 2000, DurationS: 480},
	}
	if a.ID != id || a.Day != training.NewDay(2026, 9, 19) || a.Statement.Ref != "hevy:"+id || a.Statement.Name != "Push day" ||
		a.Statement.Description != "Good\n💪" || a.Statement.Sport != training.Strength || !slices.Equal(a.Statement.Sets, want) {
		t.Errorf("%+v", a)
	}
	if e := a.Statement.Entry; !e.Start.Equal(start) || e.Local || e.ElapsedS != 65*60 || e.TimerS != 65*60 {
		t.Errorf("%+v", e)
	}
	before := a.Version
	s.Edit(id, func(w *hevytest.Workout) { w.Exercises[0].Sets[1].Reps = hevytest.Number(9) })
	if after := listed(t, open(t, s, hevytest.DefaultKey), everyDay())[0]; after.Version == before {
		t.Error("an edit does not change the version")
	}
}

// TestWorkoutsByTheirIDs: what is there, and not what was deleted.
func TestWorkoutsByTheirIDs(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{})
	all := s.Workouts()
	s.Delete(all[1].ID)
	got, err := open(t, s, hevytest.DefaultKey).Activities(t.Context(), all[0].ID, all[1].ID, all[2].ID)
	if err != nil || !slices.Equal(ids(got), []string{all[0].ID, all[2].ID}) {
		t.Errorf("%q %v", ids(got), err)
	}
}

// TestWhoseKeyItIs of an account with a profile, without one, and with a wrong key.
func TestWhoseKeyItIs(t *testing.T) {
	t.Parallel()
	for _, no := range []bool{false, true} {
		s := hevytest.New(t, hevytest.Options{NoProfile: no})
		who, err := open(t, s, hevytest.DefaultKey).Check(t.Context())
		if err != nil || (who.ID == hevytest.DefaultUser && who.Name == "lifter") == no {
			t.Errorf("%+v %v", who, err)
		}
		_, err = open(t, s, "wrong").Check(t.Context())
		if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || strings.Contains(err.Error(), "InvalidApiKey") {
			t.Errorf("%v", err)
		}
	}
}

// TestBadAnswersAreTold as what they are, and nothing of the page is taken.
func TestBadAnswersAreTold(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		fault hevytest.Fault
		want  source.Fault
	}{
		"401":           {hevytest.Fault{Status: 401}, source.Unauthorised},
		"403":           {hevytest.Fault{Status: 403}, source.Forbidden},
		"429":           {hevytest.Fault{Status: 429}, source.RateLimited},
		"429, a time":   {hevytest.Fault{Status: 429, RetryAfter: "900"}, source.RateLimited},
		"500":           {hevytest.Fault{Status: 500}, source.Unavailable},
		"a page":        {hevytest.Fault{Body: hevytest.HTML}, source.Unavailable},
		"a page, 503":   {hevytest.Fault{Status: 503, Body: hevytest.HTML}, source.Unavailable},
		"half":          {hevytest.Fault{Truncate: true}, source.Unavailable},
		"cut":           {hevytest.Fault{Cut: true}, source.Unavailable},
		"an array":      {hevytest.Fault{Body: `[1]`}, source.Changed},
		"words as page": {hevytest.Fault{Body: `{"page_count":"many","workouts":[]}`}, source.Changed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := hevytest.New(t, hevytest.Options{})
			end := s.Inject(x.fault)
			c := open(t, s, hevytest.DefaultKey)
			p, err := c.ListActivities(t.Context(), everyDay())
			f, _ := source.FailureOf(err)
			if err == nil || f.Fault != x.want || len(p.Activities) > 0 || strings.Contains(err.Error(), hevytest.DefaultKey) {
				t.Errorf("%v: %v", f.Fault, err)
			}
			if x.fault.RetryAfter != "" && f.RetryAt.Before(s.Now().Add(14*time.Minute)) {
				t.Errorf("again at %s", f.RetryAt)
			}
			end()
			s.Advance(time.Hour)
			if n := len(listed(t, c, everyDay())); n != 23 {
				t.Errorf("%d workouts afterwards", n)
			}
		})
	}
}

// TestOddWorkouts: what cannot be a workout is left out, and the others come.
func TestOddWorkouts(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(w map[string]any){
		"no id":     func(w map[string]any) { delete(w, "id") },
		"a path":    func(w map[string]any) { w["id"] = "../user/info" },
		"long id":   func(w map[string]any) { w["id"] = strings.Repeat("a", 200) },
		"no start":  func(w map[string]any) { w["start_time"] = nil },
		"odd start": func(w map[string]any) { w["start_time"] = "yesterday" },
		"a number":  func(w map[string]any) { w["start_time"] = 1758300000 },
	} {
		s := hevytest.New(t, hevytest.Options{Workouts: 5})
		s.Inject(hevytest.Fault{Operation: "workouts", Edit: func(v any) any {
			spoil(v.(map[string]any)["workouts"].([]any)[2].(map[string]any))
			return v
		}})
		if n := len(listed(t, open(t, s, hevytest.DefaultKey), everyDay())); n != 4 {
			t.Errorf("%s: %d workouts of 4", name, n)
		}
	}
	s := hevytest.New(t, hevytest.Options{Workouts: 3})
	s.Inject(hevytest.Fault{Operation: "workouts", Edit: func(v any) any {
		w := v.(map[string]any)["workouts"].([]any)[1].(map[string]any)
		w["end_time"], w["title"], w["exercises"] = "2020-01-01T00:00:00Z", nil, nil
		return v
	}})
	all := listed(t, open(t, s, hevytest.DefaultKey), everyDay())
	if len(all) != 3 || all[1].Statement.Entry.ElapsedS != 0 || len(all[1].Statement.Sets) > 0 {
		t.Errorf("%+v", all)
	}
}

// TestTheWayOfPagesIsChecked, and a cancelled request ends.
func TestTheWayOfPagesIsChecked(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{})
	c := open(t, s, hevytest.DefaultKey)
	for _, after := range []string{"1", "-3", "x"} {
		q := everyDay()
		q.After = after
		if _, err := c.ListActivities(t.Context(), q); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", after, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.ListActivities(ctx, everyDay()); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
