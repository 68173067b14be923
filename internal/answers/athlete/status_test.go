package athlete_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

const today training.Day = 20000

var here = answers.Frame{Today: today, TimeZone: "Asia/Kolkata", Week: time.Monday}

func status(t *testing.T, s *answerstest.FitnessStore) *athlete.StatusView {
	t.Helper()
	v, err := athlete.Status(t.Context(), s, answerstest.FitnessModel, here, athlete.Installation{
		Version: "1",
		Default: answerstest.FitnessAthlete,
	})
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
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 9, Values: []float64{250}},
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
		{Key: training.KeyFTP, Sport: training.Rowing.Plain(), From: today - 50, Values: []float64{210}},
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
	if len(page.Thresholds) != 1 || page.Thresholds[0].Sport != training.Rowing.Plain() {
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

// TestACoachsAthletesAreToldAsTheyShare checks that texts about an athlete
// follow their own sharing, and that athletes who are not here are only counted.
func TestACoachsAthletesAreToldAsTheyShare(t *testing.T) {
	t.Parallel()
	for _, shares := range []bool{false, true} {
		s := &answerstest.FitnessStore{Who: training.Athlete{Sharing: training.Sharing{Notes: shares}}}
		v := status(t, s)
		if len(v.Athletes) == 0 {
			t.Fatal("nobody is here")
		}
		c := servicevalues.ConnectedView{Name: "Tri", Connected: true, NotHere: 3, Here: map[training.AthleteID]servicevalues.Relation{
			v.Athletes[0].ID: {Access: "read", Tags: []string{"juniors\u202e"}},
		}}
		c.Source, c.Activities = "tri", map[string]int{}
		v.Connect([]servicevalues.ConnectedView{c})
		got := v.Athletes[0]
		if got.Access != "read" || (len(got.Tags) == 1 && got.Tags[0] == "juniors") != shares {
			t.Errorf("shares notes: %v; %+v", shares, got)
		}
		if !strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "),
			"Tri lists 3 athletes who are not connected to Lapkeep; a person can see them with lapkeep check tri") {
			t.Errorf("%q", v.Words)
		}
	}
}

// TestWhoseWordAFieldIs checks that a service's value is shown next to
// Lapkeep's, and that an adopted value names its source.
func TestWhoseWordAFieldIs(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{
		Who: training.Athlete{
			Sex: training.Female, BirthYear: 1985, TimeZone: "Asia/Kolkata",
			SaidBy: training.SaidBy{Sex: "tri", TimeZone: training.ByComputer},
		},
		Past: training.History{
			{Key: training.KeyWeight, From: today - 50, Values: []float64{61}},
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 50, Values: []float64{250}},
		},
	}
	names := []string{"Ga1", "Ga2", "Eb", "Sb", "Vo", "An", "Nm"}
	s.PutStatement(document.SportSettings, "tri:1", "tri", 0, training.SportSettings{
		Sports:         []training.Discipline{training.Cycling.Plain()},
		PowerZoneNames: names,
	})
	s.PutStatement(document.Profiles, "tri:7", "tri", 0, training.Profile{
		ID: "7", Sex: training.Female, WeightKg: 61, HeightCm: 171,
		Notes: "Knee",
	})
	v, err := athlete.Profile(t.Context(), s, answerstest.FitnessPage, here, "")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]string{"sex": "tri", "time_zone": "computer", "weight_kg": "tri"}, v.From); d != "" {
		t.Error(d)
	}
	there := []athlete.ServiceProfile{{Service: "tri", Sex: training.Female, WeightKg: 61, HeightCm: 171, Notes: "Knee"}}
	if d := cmp.Diff(there, v.Services); d != "" {
		t.Error(d)
	}
	if z := v.Thresholds[0].Zones; len(z) == 0 || !slices.Equal(z[0].Names, names) {
		t.Errorf("%+v", z)
	}
}

// list holds sketches of ways.
type list struct {
	store.Reader
	ways []*route.Sketch
}

func (s list) Primitives(ctx context.Context, sc training.Scope, kind string, _ training.DayRange) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		if sc.Audience != training.AudienceExport || kind != derive.Route {
			yield(store.Primitive{}, errors.New("not what was to be asked"))
			return
		}
		for i, w := range s.ways {
			if ctx.Err() != nil {
				yield(store.Primitive{}, ctx.Err())
				return
			}
			if !yield(store.Primitive{Activity: training.ActivityID(fmt.Sprint(i)), Data: derive.EncodeRoute(w)}, nil) {
				return
			}
		}
	}
}

// way returns a sketch from one place to another, off by up to byM metres at both ends.
func way(rng *rand.Rand, from, to [2]float64, byM float64) *route.Sketch {
	near := func(p [2]float64) route.Point {
		d := byM / 111_195
		return route.Point{
			Lat: int32(1e5 * (p[0] + d*(2*rng.Float64()-1))),
			Lon: int32(1e5 * (p[1] + d*(2*rng.Float64()-1)/math.Cos(p[0]*math.Pi/180))),
		}
	}
	middle := route.Point{Lat: int32(1e5 * (from[0] + 0.2)), Lon: int32(1e5 * from[1])}
	s := &route.Sketch{Line: []route.Point{near(from), middle, near(to)}}
	s.Extent = route.ExtentOf(s.Line)
	return s
}

func metres(z training.PrivacyZone, p [2]float64) float64 {
	return math.Hypot((z.LatDeg-p[0])*111_195, math.Remainder(z.LonDeg-p[1], 360)*111_195*math.Cos(p[0]*math.Pi/180))
}

var (
	home   = [2]float64{47.37, 8.54}
	work   = [2]float64{47.41, 8.60}
	island = [2]float64{-17.8, 179.9999} // at the 180th meridian
)

func TestHomeAndWorkAreFound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	var all []*route.Sketch
	for range 60 {
		all = append(all, way(rng, home, home, 40))
	}
	for range 20 {
		all = append(all, way(rng, home, work, 30))
	}
	for i := range 30 { // a different place each time
		away := [2]float64{45 + float64(i)/10, 6}
		all = append(all, way(rng, away, away, 10))
	}
	for range 8 {
		all = append(all, way(rng, island, island, 40))
	}
	all = append(all, &route.Sketch{})
	got, of, err := athlete.Propose(t.Context(), list{ways: all}, "ann", nil)
	if err != nil || of != 118 || len(got) != 3 {
		t.Fatalf("%+v of %d, %v", got, of, err)
	}
	for i, want := range []struct {
		at         [2]float64
		activities int
	}{{home, 80}, {work, 20}, {island, 8}} {
		p := got[i]
		if d := metres(p.Zone, want.at); d > 25 || p.Activities != want.activities || p.Zone.RadiusM != 400 {
			t.Errorf("proposal %d is %.0f m away, %d activities, %g m", i, d, p.Activities, p.Zone.RadiusM)
		}
	}
	again, _, err := athlete.Propose(t.Context(), list{ways: all}, "ann", []training.PrivacyZone{got[0].Zone, got[2].Zone})
	if err != nil || len(again) != 1 || metres(again[0].Zone, work) > 25 {
		t.Errorf("what is hidden already is proposed again: %+v, %v", again, err)
	}
}

func TestNothingToPropose(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	few := []*route.Sketch{way(rng, home, home, 10), way(rng, home, home, 10), way(rng, home, home, 10), way(rng, home, home, 10)}
	for name, s := range map[string][]*route.Sketch{"no activities": nil, "too few": few} {
		if got, _, err := athlete.Propose(t.Context(), list{ways: s}, "ann", nil); err != nil || len(got) != 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := athlete.Propose(ctx, list{ways: few}, "ann", nil); err == nil {
		t.Error("it goes on after it was cancelled")
	}
}

// TestABlurredZoneStillCoversAll checks that a blurred zone covers the original
// one, and that its centre is rarely near home.
func TestABlurredZoneStillCoversAll(t *testing.T) {
	t.Parallel()
	near := 0
	for i := range 500 {
		z := training.PrivacyZone{LatDeg: home[0], LonDeg: home[1], RadiusM: 400}
		if i%2 == 1 {
			z.LatDeg, z.LonDeg = island[0], island[1]
		}
		b := athlete.Blurred(z, fmt.Sprint("secret", i))
		d := metres(b, [2]float64{z.LatDeg, z.LonDeg})
		if d+z.RadiusM > b.RadiusM+1 || b.RadiusM > 600 || math.Abs(b.LonDeg) > 180 {
			t.Fatalf("moved by %.0f m, %g m wide", d, b.RadiusM)
		}
		if d < 20 {
			near++
		}
		if athlete.Blurred(z, fmt.Sprint("secret", i)) != b {
			t.Fatal("the same secret moves it elsewhere")
		}
	}
	if near > 20 {
		t.Errorf("%d of 500 zones have home in the middle", near)
	}
}
