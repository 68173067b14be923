package athlete_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const today training.Day = 20000

var here = answers.Frame{Today: today, TimeZone: "Asia/Kolkata", Week: time.Monday}

func status(t *testing.T, s *answerstest.FitnessStore) *athlete.StatusView {
	t.Helper()
	v, err := athlete.Status(t.Context(), s, answerstest.FitnessModel, here, athlete.Installation{Version: "1",
		Default: answerstest.FitnessAthlete})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func advice(v *athlete.StatusView, missing string) (athlete.Advice, bool) {
	for _, a := range v.Better {
		if a.Missing == missing {
			return a, true
		}
	}
	return athlete.Advice{}, false
}

func TestAdviceNamesWhatStandsInTheWay(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Behind: 7}
	s.Add(store.LoadInput{ID: "p", Sport: training.Cycling, Day: today - 5, TimerS: 3600, NP: 200, NPWindows: 3571}, nil)
	s.Add(store.LoadInput{ID: "h", Sport: training.Running, Day: today - 4, TimerS: 3600, AvgHR: 150, HRSeconds: 3600}, nil)
	s.Add(store.LoadInput{ID: "old", Sport: training.Running, Day: today - 900, TimerS: 3600, AvgHR: 150, HRSeconds: 3600}, nil)
	v := status(t, s)
	for missing, effect := range map[string]string{
		"ftp_w": "1 of the last year's activities with power", "lthr_bpm": "1 of the last year's activities with heart",
		"derived data": "yet: 7", "time_zone": "Asia/Kolkata", "sex": "TRIMP",
	} {
		if a, ok := advice(v, missing); !ok || !strings.Contains(a.Effect.String(), effect) || a.How == "" {
			t.Errorf("%s: %+v", missing, a)
		}
	}
	if _, young := advice(v, "history"); young {
		t.Error("a history of 900 days is called short")
	}
	s.Past = training.History{
		{Key: training.KeyFTP, Sport: training.Cycling, From: today - 9, Values: []float64{250}},
		{Key: training.KeyLTHR, From: today - 9, Values: []float64{165}},
	}
	s.Who, s.Behind = training.Athlete{Sex: training.Male, TimeZone: "Asia/Kolkata"}, 0
	if v := status(t, s); len(v.Better) != 0 {
		t.Errorf("nothing is missing, and it advises %+v", v.Better)
	}
	s.Remove("old")
	if _, young := advice(status(t, s), "history"); !young {
		t.Error("a history of five days is not called short")
	}
}

func TestStatusShowsTheLatestImports(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Who: training.Athlete{TimeZone: "Asia/Kolkata"}}
	at := time.Date(2024, 10, 3, 20, 0, 0, 0, time.UTC)
	for _, id := range []string{"d", "c", "b", "a"} {
		s.Runs = append(s.Runs, store.ImportRun{ID: id, FinishedAt: at, Paths: []string{"secret"}})
	}
	s.Runs[0].FinishedAt = time.Time{}
	v := status(t, s)
	if len(v.Imports) != 3 || v.Imports[0].FinishedAt != "" || v.Imports[1].FinishedAt != "2024-10-04T01:30:00+05:30" ||
		v.Imports[0].Counts == nil {
		t.Errorf("imports are %+v", v.Imports)
	}
}

func TestProfileOfEachAudience(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: today - 50, Values: []float64{70}},
		{Key: training.KeyWeight, From: today + 1, Values: []float64{60}},
		{Key: training.KeyFTP, Sport: training.Rowing, From: today - 50, Values: []float64{210}},
	}}
	profile := func(sc training.Scope) *athlete.ProfileView {
		t.Helper()
		v, err := athlete.Profile(t.Context(), s, sc, here, "somebody else")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	page := profile(answerstest.FitnessPage)
	if page.Weight == nil || page.Weight.Value != 70 || page.Weight.Since != today-50 || page.Default {
		t.Errorf("the page sees %+v", page)
	}
	if len(page.Thresholds) != 1 || page.Thresholds[0].Sport != training.Rowing {
		t.Errorf("thresholds are %+v", page.Thresholds)
	}
	if model := profile(answerstest.FitnessModel); model.Weight != nil || !strings.Contains(model.Missing["weight_kg"].String(), "share") {
		t.Errorf("a model sees %+v", model)
	}
	s.Past = nil
	if v := profile(answerstest.FitnessPage); !strings.Contains(v.Missing["weight_kg"].String(), "not set") || v.Missing["thresholds"] == "" {
		t.Errorf("without settings %v is missing", v.Missing)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := athlete.Profile(ctx, s, answerstest.FitnessPage, here, ""); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestACoachsAthletesAreToldAsTheyShare: what was written about an athlete goes
// by their own sharing, and who is not here is counted alone.
func TestACoachsAthletesAreToldAsTheyShare(t *testing.T) {
	t.Parallel()
	for _, shares := range []bool{false, true} {
		s := &answerstest.FitnessStore{Who: training.Athlete{Sharing: training.Sharing{Notes: shares}}}
		v := status(t, s)
		if len(v.Athletes) == 0 {
			t.Fatal("nobody is here")
		}
		c := serviced.ConnectedView{Name: "Tri", Connected: true, NotHere: 3, Here: map[training.AthleteID]serviced.Relation{
			v.Athletes[0].ID: {Access: "read", Tags: []string{"juniors\u202e"}},
		}}
		c.Source, c.Activities = "tri", map[string]int{}
		v.Connect([]serviced.ConnectedView{c})
		got := v.Athletes[0]
		if got.Access != "read" || (len(got.Tags) == 1 && got.Tags[0] == "juniors") != shares {
			t.Errorf("shares notes: %v; %+v", shares, got)
		}
		if !strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "Tri names 3 athletes who are not connected here; lapkeep check tri") {
			t.Errorf("%q", v.Words)
		}
	}
}
