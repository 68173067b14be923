package intervalsicu

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/workoutcases"
)

func TestAnEventIsReadInOurWords(t *testing.T) {
	t.Parallel()
	d := newFixture(t).says("listActivities", text(`[{"id":"i501","paired_event_id":71},{"id":"i502"}]`))
	got := must[training.CalendarEvent](t)(d.client(t).Event(t.Context(), "71"))
	want := training.CalendarEvent{
		ID: "71", ExternalID: "lk-1", Category: training.EventWorkout, Name: "Threshold", Description: "- 10m 95%",
		Start: "2026-09-21T00:00:00", Sport: training.Cycling, MovingTimeS: 600, DistanceKm: 5, Load: 15, WorkKJ: 142,
		AboveFTPKJ: 9.5, Intensity: 0.95,
		DoneBy: "intervals:i501", CreatedBy: "i12345",
		Plan:       training.PlanRef{ID: "9", Workout: "3", Applied: time.Date(2026, 9, 1, 10, 0, 0, 0, time.UTC)},
		PushErrors: []string{"GARMIN: token expired"}, Updated: time.Date(2026, 9, 20, 1, 2, 3, 0, time.UTC),
		Rest: []byte(`{"plan_applied":"2026-09-01T10:00:00.000+00:00","plan_folder_id":9,"plan_workout_id":3}`),
	}
	if diff := cmp.Diff(want, got); diff != "" { // neither form nor FTP, which every event carries
		t.Error(diff)
	}
}

func TestEveryCategoryIsCreatedReadChangedAndDeleted(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Empty: true})
	var events []training.CalendarEvent
	for _, e := range everyCategory() {
		if e.Category == training.EventWorkout {
			e.Load, e.MovingTimeS = 0, 0 // these follow from its text
		}
		events = append(events, e)
	}
	made := must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(), events))
	listed := must[[]training.CalendarEvent](t)(c.Events(t.Context(), days(t, "2026-09-21", "2026-09-22")))
	if len(made) != 14 || len(listed) != 14 {
		t.Fatalf("%d and %d", len(made), len(listed))
	}
	for i, e := range made {
		sent := events[i]
		if e.Category != sent.Category || e.End != sent.End || e.Start != sent.Start || e.ExternalID != sent.ExternalID ||
			e.Availability != sent.Availability || e.LoadTarget != sent.LoadTarget {
			t.Errorf("%+v became %+v", sent, e)
		}
	}
	e := made[4]
	e.Name, e.Start, e.End = "Moved", "2026-10-05T00:00:00", ""
	if got := must[training.CalendarEvent](t)(c.UpdateEvent(t.Context(), e, "name", "start_local",
		"end_local")); got.Name != "Moved" || got.Start != e.Start || got.End != "" {
		t.Errorf("%+v", got)
	}
	if n := must[int](t)(c.DeleteEvents(t.Context(), e.ID, made[0].ID, "999999")); n != 2 {
		t.Errorf("%d deleted", n)
	}
	if _, err := c.Event(t.Context(), e.ID); fault(err) != "not found" {
		t.Errorf("%v", err)
	}
}

// A note without an end comes back ending at the next midnight.
func TestAnEventOfOneDayHasNoEnd(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Empty: true})
	made := must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(),
		[]training.CalendarEvent{{Category: training.EventNote, Name: "N", Start: "2026-10-01T00:00:00"}}))
	if made[0].End != "" {
		t.Errorf("%q", made[0].End)
	}
}

// The service wants a local date-time, and refuses a date alone.
func TestStartsAreLocalDateTimesWithoutZone(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	must[[]training.CalendarEvent](t)(d.client(t).CreateEvents(t.Context(), []training.CalendarEvent{
		{
			ExternalID: "x", Category: training.EventRaceA, Name: "N", Start: "2026-10-01T09:30:00", Sport: training.Running,
			SubSport: training.SubTrail, Tags: []string{"a"},
		},
	}))
	want := []object{{
		"category": "RACE_A", "name": "N", "start_date_local": "2026-10-01T09:30:00", "type": "TrailRun", "external_id": "x", "tags": []any{"a"},
	}}
	if diff := cmp.Diff(want, sent[[]object](t, d, "createMultipleEvents")); diff != "" {
		t.Error(diff)
	}
	q := d.last(t, "createMultipleEvents").query
	if q.Get("upsert") != "true" || q.Get("upsertOnUid") != "false" || q.Get("updatePlanApplied") != "false" {
		t.Errorf("%v", q)
	}
}

func TestAskingTwiceForAnEventMakesOne(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Empty: true})
	e := training.CalendarEvent{ExternalID: "lk-7", Category: training.EventNote, Name: "N", Start: "2026-10-01T00:00:00"}
	s.Inject(intervalstest.Fault{Operation: "createMultipleEvents", Cut: true, Late: true, Times: 1})
	first := must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(), []training.CalendarEvent{e}))
	e.Name = "Other"
	again := must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(), []training.CalendarEvent{e}))
	list := must[[]training.CalendarEvent](t)(c.Events(t.Context(), days(t, "2026-10-01")))
	if len(list) != 1 || first[0].ID != again[0].ID || list[0].Name != "Other" {
		t.Errorf("%+v", list)
	}
}

// The service has one target a day and sport, and writes a new one over it.
func TestATargetIsNotWrittenOverAnotherOne(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Empty: true})
	target := training.CalendarEvent{
		ExternalID: "lk-1", Category: training.EventTarget, Name: "Week",
		Start: "2026-10-05T00:00:00", Sport: training.Cycling, LoadTarget: 300,
	}
	for range 2 { // the same one may be asked for again
		must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(), []training.CalendarEvent{target}))
	}
	other := target
	other.ExternalID, other.LoadTarget = "lk-2", 500
	if _, err := c.CreateEvents(t.Context(), []training.CalendarEvent{other}); training.KindOf(err) != training.KindConflict ||
		asked(s, "createMultipleEvents") != 2 {
		t.Errorf("%v", err)
	}
	other.Sport = training.Running
	must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(), []training.CalendarEvent{other}))
	list := must[[]training.CalendarEvent](t)(c.Events(t.Context(), days(t, "2026-10-05")))
	if len(list) != 2 || list[0].LoadTarget+list[1].LoadTarget != 800 {
		t.Errorf("%+v", list)
	}
}

// The steps are the service's reading of the text: they cannot be sent.
func TestAWorkoutIsItsTextAndComesBackParsed(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Empty: true})
	e := training.CalendarEvent{
		Category: training.EventWorkout, Name: "N", Start: "2026-10-01T00:00:00", Sport: training.Cycling, Description: "- 10m 95%",
	}
	made := must[[]training.CalendarEvent](t)(c.CreateEvents(t.Context(), []training.CalendarEvent{e}))[0]
	want := []training.WorkoutStep{{
		DurationS: 600,
		Targets:   []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetFTP, Low: 95, High: 95}},
	}}
	if diff := cmp.Diff(want, made.Structure.Of(e.Description)); diff != "" || made.MovingTimeS != 600 || made.Load == 0 {
		t.Errorf("%+v %s", made, diff)
	}
}

func TestAnUpdateSendsNamedFieldsEmptyOnesIncluded(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	for name, x := range map[string]struct {
		event  training.CalendarEvent
		fields []string
		want   object
	}{
		"false": {training.CalendarEvent{}, []string{"indoor", "for_week"}, object{"indoor": false, "for_week": false}},
		"empty": {
			training.CalendarEvent{},
			[]string{"description", "load", "tags"},
			object{"description": nil, "icu_training_load": nil, "tags": []any{}},
		},
		"one day": {training.CalendarEvent{Start: "2026-09-21T00:00:00"}, []string{"end_local"}, object{"end_date_local": "2026-09-22T00:00:00"}},
		"sport": {
			training.CalendarEvent{Sport: training.Cycling, SubSport: training.SubVirtual},
			[]string{"sport", "sub_sport"},
			object{"type": "VirtualRide"},
		},
	} {
		x.event.ID = "71"
		must[training.CalendarEvent](t)(c.UpdateEvent(t.Context(), x.event, x.fields...))
		if diff := cmp.Diff(x.want, sent[object](t, d, "updateEvent")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for name, fields := range map[string][]string{"read only": {"intensity_factor"}, "unknown": {"aura"}} {
		if _, err := c.UpdateEvent(t.Context(), training.CalendarEvent{ID: "71"}, fields...); training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A phase of a plan, or a holiday, begins long before the days asked for.
func TestEventsThatLastAreFoundByDaysInTheirMiddle(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	phase := `{"id":80,"category":"PLAN","name":"Base","start_date_local":"2026-06-01T00:00:00","end_date_local":"2026-10-01T00:00:00"}`
	over := `{"id":81,"category":"HOLIDAY","name":"Over","start_date_local":"2026-09-01T00:00:00","end_date_local":"2026-09-20T00:00:00"}`
	d.says("listEvents", func(w http.ResponseWriter, r *http.Request) { // one that only knows starts
		if r.URL.Query().Get("oldest") == "2026-09-20" {
			text("["+intervalsicuWorkout+"]")(w, r)
			return
		}
		text("["+phase+","+over+"]")(w, r)
	})
	got := must[[]training.CalendarEvent](t)(d.client(t).Events(t.Context(), days(t, "2026-09-20", "2026-09-21")))
	if len(got) != 2 || got[0].ID != "80" || got[1].ID != "71" {
		t.Errorf("%+v", got)
	}
	if got := must[[]training.CalendarEvent](t)(d.client(t).Events(t.Context(), days(t, "2026-10-01"), training.EventPlan)); len(got) != 0 {
		t.Errorf("an end at midnight is not in the day: %+v", got)
	}
}

func TestNoCategoryIsAllAndCategoriesAreInCapitals(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	must[[]training.CalendarEvent](t)(d.client(t).Events(t.Context(), days(t, "2026-09-20")))
	if q := d.requests("listEvents")[0].query; q.Has("category") || q.Get("oldest") != "2026-09-20" || q.Get("newest") != "2026-09-20" {
		t.Errorf("%v", q)
	}
	must[[]training.CalendarEvent](t)(d.client(t).Events(t.Context(), days(t, "2026-09-20"), training.EventSetFTP, training.EventRaceA))
	if q := d.last(t, "listEvents").query; q.Get("category") != "SET_EFTP,RACE_A" {
		t.Errorf("%v", q)
	}
}

func TestTheServicesOwnWordsOnARefusalAreToldCleaned(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	_, err := c.CreateEvents(t.Context(), []training.CalendarEvent{{Category: training.EventNote, Start: "2026-10-01T00:00:00"}})
	if fault(err) != "refused" || !strings.Contains(err.Error(), "Name is required") {
		t.Errorf("%v", err)
	}
	d := newFixture(t).says("updateEvent", status(422, `{"status":422,"error":"bad\u202e\n\u0007line `+strings.Repeat("x", 1000)+`"}`))
	_, err = d.client(t).UpdateEvent(t.Context(), training.CalendarEvent{ID: "71"}, "name")
	if msg := err.Error(); !strings.Contains(msg, "badline") && !strings.Contains(msg, "bad line") ||
		strings.ContainsAny(msg, "\u202e\n\u0007") || len(msg) > 400 {
		t.Errorf("%q", err)
	}
}

// With its end forgotten, a range would take the whole future.
func TestNoRequestDeletesARange(t *testing.T) {
	t.Parallel()
	for _, o := range operations(t) {
		if o.ID == "deleteEvents" || o.ID == "deleteEvent" {
			t.Errorf("%s is there", o.ID)
		}
	}
	d := newFixture(t)
	if n := must[int](t)(d.client(t).DeleteEvents(t.Context())); n != 0 || len(d.log) != 0 {
		t.Errorf("%d, %d requests", n, len(d.log))
	}
	if _, err := d.client(t).DeleteEvents(t.Context(), "71", "all"); training.KindOf(err) != training.KindInvalid || len(d.log) != 0 {
		t.Errorf("%v", err)
	}
}

// TestExamplesAreReadAsTheServiceReadsThem: the text of each example gives the
// steps of the service's document, unless it is one to be avoided, which has
// a fault here, or a step that the service drops.
func TestExamplesAreReadAsTheServiceReadsThem(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, e := range workoutcases.Examples() {
		w, faults := steptext.Read(e.Text, e.Sport)
		theirs := structure([]byte(e.Doc), e.Text).Of(e.Text)
		diffs := workout.Differences(w.Steps, theirs)
		if len(diffs) > 0 && e.Avoid == "" && e.Unproven == "" && len(faults) == 0 {
			t.Errorf("%q (%s):\n%s\n%s", e.Text, e.Sport, strings.Join(phrasetest.Texts(diffs), "\n"), e.Doc)
		}
		if len(diffs) == 0 {
			compared++
		}
		if slices.ContainsFunc(faults, func(f workout.Fault) bool { return !f.Warning }) && e.Avoid == "" {
			t.Errorf("%q (%s): %v", e.Text, e.Sport, faults)
		}
	}
	if compared < 60 {
		t.Errorf("only %d are read alike", compared)
	}
}
