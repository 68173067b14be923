package calendar_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestFiguresFollowTheThreshold checks that unstated figures follow from the
// steps and the day's FTP, so that a new FTP changes them but no stated load.
func TestFiguresFollowTheThreshold(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	e := session("e1", today, ride, 0).CalendarEvent
	e.Description = "- 1h 250w"
	s.put(t, e)
	e.ID, e.Load, e.MovingTimeS = "e2", 33, 1800
	s.put(t, e)
	// A service states the load of an earlier text.
	s.docs = append(s.docs, document.Document{
		ID: "e3", Days: calendar.DaysOf(&e), Own: []byte(`{"description":"- 1h 250w"}`),
		Statements: []document.SourceLayer{{Source: "intervals", Body: []byte(
			`{"category":"workout","name":"n","sport":"cycling","start_local":"` + string(e.Start) + `","description":"- 2h 250w","load":200,"moving_time_s":7200}`)}},
	})
	// A session that was planned here and sent is resolved here; a service's own
	// session keeps the service's figures.
	for _, id := range []string{"sent", "intervals:7"} {
		s.docs = append(s.docs, document.Document{
			ID: id, Days: calendar.DaysOf(&e),
			Statements: []document.SourceLayer{{Source: "intervals", Body: []byte(
				`{"category":"workout","name":"n","sport":"cycling","start_local":"` + string(e.Start) + `","description":"- 1h 250w","load":90,"moving_time_s":3500}`)}},
		})
	}
	for _, c := range []struct {
		ftp        float64
		id         string
		load, long float64
		rule       efforts.ComplianceRule
	}{
		{250, "e1", 100, 3600, efforts.Steps},
		{500, "e1", 25, 3600, efforts.Steps},
		{500, "e2", 33, 1800, efforts.Stated},
		{250, "e3", 100, 3600, efforts.Steps},
		{0, "e1", 0, 3600, ""},
		{0, "e3", 0, 3600, ""},
		{250, "sent", 100, 3600, efforts.Steps},
		{500, "sent", 25, 3600, efforts.Steps},
		{0, "sent", 90, 3500, efforts.Stated},
		{500, "intervals:7", 90, 3500, efforts.Stated},
	} {
		s.Past = nil
		if c.ftp > 0 {
			s.Past = training.History{{Key: training.KeyFTP, Sport: ride.Plain(), From: today - 100, Values: []float64{c.ftp}}}
		}
		d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, c.id)
		if err != nil {
			t.Fatal(err)
		}
		if p := d.Event.Planned; p == nil || p.DurationS != c.long || p.LoadRule != c.rule || p.Load < c.load-1 || p.Load > c.load+1 {
			t.Errorf("FTP %v, %s: %+v", c.ftp, c.id, p)
		}
		if (d.Missing["planned.load"] == "") != (c.load > 0) {
			t.Errorf("FTP %v, %s: %v", c.ftp, c.id, d.Missing)
		}
	}
}

// TestAnEstimateSaysSo checks that a load is shown with the assumptions beyond
// its steps, and that the reason is given if it would have to be invented.
func TestAnEstimateSaysSo(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.Past = training.History{{Key: training.KeyFTP, Sport: ride.Plain(), From: today - 100, Values: []float64{250}}}
	e := session("e1", today, ride, 0).CalendarEvent
	e.Description = "- 1h 250w\n- 10m 100w press lap"
	s.put(t, e)
	e.ID, e.Description = "e2", "- 1h 250w\n- 30s maxeffort"
	s.put(t, e)
	e.ID, e.Description, e.MovingTimeS, e.Load = "e3", "- 1h 250w\n- 10m 100w press lap", 4000, 90
	s.put(t, e)
	get := func(id string) *calendar.Detail {
		d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, id)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	const about = "step 2 lasts until the lap button; its stated length is assumed"
	d := get("e1")
	if d.Event.Estimated["planned.load"].String() != about ||
		d.Event.Estimated["planned.duration_s"].String() != about || d.Event.Planned.DurationS != 4200 {
		t.Errorf("%v %+v", d.Event.Estimated, d.Event.Planned)
	}
	const unknown = "it has no load and no duration with an intensity_factor, and none can be computed from its steps: " +
		"step 2 is all out, so its power is known only afterwards"
	if d := get("e2"); len(d.Event.Estimated) > 0 || d.Missing["planned.load"].String() != unknown {
		t.Errorf("%v %v", d.Event.Estimated, d.Missing)
	}
	if d := get("e3"); len(d.Event.Estimated) > 0 {
		t.Errorf("it is stated, and %v", d.Event.Estimated)
	}
}

// TestEachSessionHasItsOwnFigures checks that sessions use their own steps,
// even if their texts are hidden or equal.
func TestEachSessionHasItsOwnFigures(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.Past = training.History{{Key: training.KeyFTP, Sport: ride.Plain(), From: today - 100, Values: []float64{250}}}
	want := map[string]float64{}
	for _, text := range []string{"", "- 1h 60%"} {
		for minutes := 30.0; minutes <= 180; minutes += 30 {
			e := session(fmt.Sprint(text, minutes), today, ride, 0).CalendarEvent
			e.Description, want[e.ID] = text, minutes*60
			e.Structure = training.StructureOf(text, []training.WorkoutStep{{DurationS: minutes * 60}})
			s.put(t, e)
		}
	}
	day := training.DayRange{From: today, To: today}
	v, err := calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, frame, calendar.Query{Days: &day})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Events) != len(want) {
		t.Fatalf("%d sessions of %d are listed", len(v.Events), len(want))
	}
	for _, e := range v.Events {
		if e.Planned == nil || e.Planned.DurationS != want[e.ID] {
			t.Errorf("%q takes %v s, and it is told as %+v", e.ID, want[e.ID], e.Planned)
		}
	}
}

// BenchmarkList measures each view of a calendar with 2,000 events over a store
// of 15,000 activities, warm, and the same for a lister without a cache.
func BenchmarkList(b *testing.B) {
	db := storetest.Open(b)
	if err := answerstest.Years(15000, 20, today).Seed(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	storetest.Write(b, db, func(tx *store.Tx) error {
		for i := range 2000 {
			day := today + training.Day(i/2) - 800
			e := session(fmt.Sprint("e", i), day, ride, 60).CalendarEvent
			if i%100 == 0 {
				e.Category = training.EventRaceB
			}
			fields, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := tx.PutOwn(answerstest.FitnessAthlete, document.Events, e.ID, document.Own{
				Fields: fields,
				Days:   calendar.DaysOf(&e),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	ask := func(b *testing.B, l *calendar.Lister, view string) {
		v, err := l.List(b.Context(), db, answerstest.FitnessModel, frame, calendar.Query{View: view})
		if err != nil || len(v.Events) == 0 {
			b.Fatal(err)
		}
	}
	kept := calendar.NewLister()
	for _, view := range calendar.Views() {
		b.Run(view, func(b *testing.B) {
			for b.Loop() {
				ask(b, kept, view)
			}
		})
		b.Run(view+", nothing kept", func(b *testing.B) {
			for b.Loop() {
				ask(b, calendar.NewLister(), view)
			}
		})
	}
}

// TestAnEventIsKnownByEachOfItsIDs checks the id here, the service's id, and
// the external id that it was created with.
func TestAnEventIsKnownByEachOfItsIDs(t *testing.T) {
	t.Parallel()
	s := &home{docs: []document.Document{{
		ID: "mine", Own: []byte(`{"name":"Tempo","external_id":"plan-7"}`),
		Statements: []document.SourceLayer{{Source: "intervals", Body: []byte(`{"id":"55","name":"Theirs"}`)}},
	}}}
	for id, found := range map[string]bool{
		"mine": true, "plan-7": true, "intervals:55": true, "intervals:5": false,
		"strava:55": false, "55": false, "intervals:": false,
	} {
		e, err := calendar.Find(t.Context(), s, training.Scope{Athlete: "me", Audience: training.AudienceExport}, id)
		if (err == nil) != found || found && e.ID != "mine" || !found && training.KindOf(err) != training.KindNotFound {
			t.Errorf("%q: %+v %v", id, e.ID, err)
		}
	}
}

// TestListerFollowsChanges checks that a cached list equals an uncached one
// after any change.
func TestListerFollowsChanges(t *testing.T) {
	t.Parallel()
	s := week(t)
	s.plan(t, "race", today+20, ride, 90, 0)
	kept, f := calendar.NewLister(), frame
	for _, change := range []struct {
		name string
		make func()
	}{
		{"nothing", func() {}},
		{"an activity", func() { s.did("extra", today, ride, 200, 180) }},
		{"an event", func() {
			s.plan(t, "more", today+2, ride, 60, 70)
			s.Changed(store.ChangeKind(document.Events), "more")
		}},
		{"a threshold", func() {
			s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyFTP, Sport: ride.Plain(), From: today - 100, Values: []float64{300}})
			s.Changed(store.ChangeSettings, "ftp")
		}},
		{"the day", func() { f.Today++ }},
	} {
		change.make()
		for _, view := range calendar.Views() {
			for _, sport := range []training.Sport{"", ride} {
				q := calendar.Query{View: view, Sport: sport.Plain(), ProjectTo: f.Today + 30}
				want, err := calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, f, q)
				if err != nil {
					t.Fatal(err)
				}
				for range 2 {
					got, err := kept.List(t.Context(), s, answerstest.FitnessModel, f, q)
					if d := cmp.Diff(want, got); err != nil || d != "" {
						t.Errorf("%s, %s of %q: %v (-read +kept):\n%s", change.name, view, sport, err, d)
					}
				}
			}
		}
	}
}
