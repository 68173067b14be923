package calendar_test

import (
	"fmt"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestFiguresFollowTheThreshold: what nobody states follows from the steps and
// the FTP of the day, so a new FTP changes it and no stated load.
func TestFiguresFollowTheThreshold(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	e := session("e1", today, ride, 0).CalendarEvent
	e.Description = "- 1h 250w"
	s.put(t, e)
	e.ID, e.Load, e.MovingTimeS = "e2", 33, 1800
	s.put(t, e)
	// A service states a load of the text that it had before.
	s.docs = append(s.docs, document.Document{
		ID: "e3", Days: calendar.DaysOf(&e), Own: []byte(`{"description":"- 1h 250w"}`),
		Said: []document.Said{{Source: "intervals", Body: []byte(
			`{"category":"workout","name":"n","sport":"cycling","start_local":"` + string(e.Start) + `","description":"- 2h 250w","load":200,"moving_time_s":7200}`)}},
	})
	// What was planned here and sent is resolved here; what a service planned has its word.
	for _, id := range []string{"sent", "intervals:7"} {
		s.docs = append(s.docs, document.Document{
			ID: id, Days: calendar.DaysOf(&e),
			Said: []document.Said{{Source: "intervals", Body: []byte(
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
			s.Past = training.History{{Key: training.KeyFTP, Sport: ride, From: today - 100, Values: []float64{c.ftp}}}
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

// TestAnEstimateSaysSo: what a load assumes beyond the steps is told beside it,
// and why there is none where one would have to be invented.
func TestAnEstimateSaysSo(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.Past = training.History{{Key: training.KeyFTP, Sport: ride, From: today - 100, Values: []float64{250}}}
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
	const about = "step 2 lasts until the lap button, and counts as long as it says"
	d := get("e1")
	if d.Event.Estimated["planned.load"].String() != about ||
		d.Event.Estimated["planned.duration_s"].String() != about || d.Event.Planned.DurationS != 4200 {
		t.Errorf("%v %+v", d.Event.Estimated, d.Event.Planned)
	}
	const unknown = "it states no load and no duration with an intensity_factor, and none follows from its steps: " +
		"step 2 is all out, and its power is known only when it is done"
	if d := get("e2"); len(d.Event.Estimated) > 0 || d.Missing["planned.load"].String() != unknown {
		t.Errorf("%v %v", d.Event.Estimated, d.Missing)
	}
	if d := get("e3"); len(d.Event.Estimated) > 0 {
		t.Errorf("it is stated, and %v", d.Event.Estimated)
	}
}

// TestEachSessionHasItsOwnFigures: sessions whose texts are not to be seen, or
// are the same beside other steps, take what their own steps take.
func TestEachSessionHasItsOwnFigures(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.Past = training.History{{Key: training.KeyFTP, Sport: ride, From: today - 100, Values: []float64{250}}}
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
