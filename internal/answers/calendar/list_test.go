package calendar_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// home is an athlete with a calendar, in memory.
type home struct {
	*answerstest.FitnessStore
	docs []document.Document
}

func (s *home) put(t testing.TB, e training.CalendarEvent) {
	t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	s.docs = append(s.docs, document.Document{ID: e.ID, Days: calendar.DaysOf(&e), Own: b})
}

// plan puts a workout on a day.
func (s *home) plan(t testing.TB, id string, day training.Day, sport training.Sport, minutes, load float64) {
	t.Helper()
	e := session(id, day, sport, minutes).CalendarEvent
	e.Load = load
	s.put(t, e)
}

func (s *home) did(id string, day training.Day, sport training.Sport, minutes, load float64) {
	s.Add(store.LoadInput{ID: training.ActivityID(id), Day: day, Hour: 8, Sport: sport, TimerS: minutes * 60, ManualLoad: load}, nil)
}

func (s *home) Documents(ctx context.Context, _ training.Scope, _ document.Collection, f document.Filter) ([]document.Document, error) {
	var out []document.Document
	for _, d := range s.docs {
		if f.Days == nil || d.Days.From <= f.Days.To && d.Days.To >= f.Days.From {
			out = append(out, d)
		}
	}
	return out, ctx.Err()
}

func (s *home) Document(_ context.Context, _ training.Scope, c document.Collection, id string) (document.Document, error) {
	for _, d := range s.docs {
		if d.ID == id {
			return d, nil
		}
	}
	return document.Document{}, document.NotFound(c, id)
}

func (s *home) Resolve(_ context.Context, _ training.Scope, id string) (training.ActivityID, error) {
	if id == "broken" {
		return "", training.Errorf(training.KindCorrupt, "The store is damaged.")
	}
	if id == "intervals:gone" {
		return "", training.Errorf(training.KindNotFound, "There is no activity %q.", id)
	}
	return training.ActivityID(strings.TrimPrefix(id, "intervals:")), nil
}

var frame = answers.Frame{Today: today, TimeZone: "Europe/Berlin", Week: time.Monday}

func list(t testing.TB, s *home, q calendar.Query) *calendar.View {
	t.Helper()
	v, err := calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, frame, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const monday = today - 4

// week returns a week of planned workouts, some of them done.
func week(t testing.TB) *home {
	t.Helper()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.plan(t, "long", monday, ride, 120, 100)
	s.did("d1", monday, ride, 132, 90)
	s.plan(t, "short", monday+1, run, 60, 0)
	s.did("d2", monday+1, run, 40, 30)
	s.plan(t, "missed", monday+2, ride, 60, 50)
	s.did("extra", monday+3, training.Swimming, 30, 25)
	s.plan(t, "tonight", today, ride, 60, 60)
	s.plan(t, "soon", today+2, ride, 60, 80)
	s.plan(t, "open", today+3, run, 30, 0)
	s.put(t, training.CalendarEvent{
		ID: "cup", Category: training.EventRaceA, Name: "Cup", Sport: ride, Load: 120,
		Start: training.LocalTime((today + 10).String() + "T09:00:00"),
	})
	s.put(t, training.CalendarEvent{
		ID: "base", Category: training.EventPlan, Name: "Base",
		Start: training.LocalTime((monday - 14).String() + "T00:00:00"), End: training.LocalTime((monday + 14).String() + "T00:00:00"),
	})
	s.put(t, training.CalendarEvent{
		ID: "goal", Category: training.EventTarget, Name: "Week", LoadTarget: 300,
		ForWeek: true, Start: training.LocalTime(monday.String() + "T00:00:00"),
	})
	return s
}

func TestTheAgendaComparesPlannedAndDone(t *testing.T) {
	t.Parallel()
	v := list(t, week(t), calendar.Query{Days: &training.DayRange{From: monday, To: monday + 6}})
	got := map[string]string{}
	for _, e := range v.Events {
		if e.Status == "" {
			continue
		}
		got[e.ID] = string(e.Status)
		if c := e.Compliance; c != nil {
			got[e.ID] += fmt.Sprint(" ", c.Band, " ", c.By, " ", c.Percent)
		}
	}
	want := map[string]string{
		"long": "done green duration map[duration:110 load:90]", "short": "partly yellow duration map[duration:67]",
		"missed": "missed red  map[]", "tonight": "upcoming", "soon": "upcoming",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if len(v.Unplanned) != 1 || v.Unplanned[0].ActivityID != "extra" || v.Unplanned[0].Load != 25 {
		t.Errorf("unplanned is %+v", v.Unplanned)
	}
	w := v.Weeks[0]
	if w.Start != monday || w.Phase != "Base" || w.Targets.Load != 300 || w.Completed != 2 || w.Missed != 1 || w.Percent != nil {
		t.Errorf("the week is %+v", w)
	}
	if d := cmp.Diff(calendar.Sum{Sessions: 5, DurationS: 21600, Load: 290, WithoutLoad: 1, WithoutDistance: 5}, *w.Planned); d != "" {
		t.Errorf("planned: %s", d)
	}
	if d := cmp.Diff(calendar.Sum{Sessions: 3, DurationS: 12120, Load: 145}, *w.Done); d != "" {
		t.Errorf("done: %s", d)
	}
	if v.Projected != nil || v.Today != nil {
		t.Error("an agenda projects without being asked")
	}
}

func TestAWeekThatIsOverHasItsCompliance(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.plan(t, "a", monday-7, ride, 60, 50)
	s.plan(t, "b", monday-6, ride, 60, 50)
	s.did("1", monday-7, ride, 90, 80)
	v := list(t, s, calendar.Query{Days: &training.DayRange{From: monday - 7, To: monday - 7}})
	if d := cmp.Diff(map[string]float64{"duration": 75, "load": 80}, v.Weeks[0].Percent); d != "" || len(v.Weeks) != 1 {
		t.Errorf("%d weeks: %s", len(v.Weeks), d)
	}
	s.plan(t, "c", monday-5, ride, 60, 0)
	v = list(t, s, calendar.Query{Days: &training.DayRange{From: monday - 7, To: monday - 7}})
	if _, ok := v.Weeks[0].Percent["load"]; ok {
		t.Errorf("a load that is not known of all is compared: %v", v.Weeks[0].Percent)
	}
	s.plan(t, "d", monday-4, ride, 0, 0)
	s.did("2", monday-6, ride, 60, 50)
	s.did("3", monday-5, ride, 60, 50)
	if v = list(t, s, calendar.Query{Days: &training.DayRange{From: monday - 7, To: monday - 7}}); v.Weeks[0].Percent["duration"] == 0 {
		t.Errorf("as many were done with a duration as were planned with one: %v", v.Weeks[0].Percent)
	}
	s.did("4", monday-4, ride, 60, 50)
	v = list(t, s, calendar.Query{Days: &training.DayRange{From: monday - 7, To: monday - 7}})
	if got, ok := v.Weeks[0].Percent["duration"]; ok {
		t.Errorf("a duration that was not planned of all is compared: %g", got)
	}
}

func TestAPairingDoesNotDependOnTheRange(t *testing.T) {
	t.Parallel()
	s := week(t)
	whole := map[string]calendar.State{}
	for _, e := range list(t, s, calendar.Query{Days: &training.DayRange{From: monday - 7, To: today + 20}}).Events {
		whole[e.ID] = e.Status
	}
	for d := monday; d <= today; d++ {
		for _, e := range list(t, s, calendar.Query{Days: &training.DayRange{From: d, To: d}}).Events {
			if e.Status != whole[e.ID] {
				t.Errorf("%s is %s of its day alone, %s in the whole", e.ID, e.Status, whole[e.ID])
			}
		}
	}
}

// TestTheProjectionIsThatOfTheAnalysisOfLoad checks that both give equal
// numbers, for future days and for the day of a race.
func TestTheProjectionIsThatOfTheAnalysisOfLoad(t *testing.T) {
	t.Parallel()
	s := week(t)
	v := list(t, s, calendar.Query{View: calendar.ViewUpcoming})
	planned := map[training.Day]float64{today + 2: 80, today + 3: 22.5, today + 10: 120} // the second value is the usual load
	want, err := fitness.TrainingLoad(t.Context(), s, answerstest.FitnessModel, frame, fitness.LoadQuery{
		Days: training.DayRange{From: today, To: today}, Calendar: planned, ProjectDays: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.Project, v.Projected); d != "" {
		t.Errorf("the projection (-analysis +calendar):\n%s", d)
	}
	if d := cmp.Diff(want.Today, v.Today); d != "" {
		t.Errorf("today (-analysis +calendar):\n%s", d)
	}
	last := len(want.Project.CTL) - 1
	if len(v.Races) != 1 || v.Races[0].InDays != 10 || *v.Races[0].CTL != want.Project.CTL[last] || *v.Races[0].TSB != want.Project.TSB[last] {
		t.Errorf("the race is %+v", v.Races)
	}
	if notes := strings.Join(phrasetest.Texts(v.Notes), " "); !strings.Contains(notes,
		"1 upcoming session has no load: the athlete's usual load") ||
		!strings.Contains(notes, "today and not done") {
		t.Errorf("notes: %q", v.Notes)
	}
	far := list(t, s, calendar.Query{ProjectTo: today + 30})
	if n := len(far.Projected.Dates); n != 30 {
		t.Errorf("a projection to a month from now has %d days", n)
	}
}

// TestAProjectionHasItsBasisOrIsAbsent checks that a race has no projected
// fitness without a plan.
func TestAProjectionHasItsBasisOrIsAbsent(t *testing.T) {
	t.Parallel()
	s := week(t)
	v := list(t, s, calendar.Query{View: calendar.ViewUpcoming})
	const basis = "load planned in the calendar on 3 of 10 days, no load on the other 7 days"
	if v.Projected.Basis.String() != basis || v.Races[0].Basis.String() != basis {
		t.Errorf("the basis is %q, that of the race %q", v.Projected.Basis, v.Races[0].Basis)
	}
	s.put(t, training.CalendarEvent{
		ID: "far", Category: training.EventRaceA, Name: "Far", Sport: ride, Load: 200,
		Start: training.LocalTime((today + 147).String() + "T09:00:00"),
	})
	v = list(t, s, calendar.Query{View: calendar.ViewAnnual})
	if far := v.Races[1]; far.CTL != nil || far.TSB != nil || far.Basis != "" || far.Missing["projected_ctl"] == "" {
		t.Errorf("a race in 147 days, for which nothing is planned: %+v", far)
	}
	bare := &home{FitnessStore: &answerstest.FitnessStore{}}
	bare.did("d1", monday, ride, 60, 50)
	if v := list(t, bare, calendar.Query{ProjectTo: today + 30}); v.Projected != nil || v.Missing["projected"] == "" {
		t.Errorf("nothing is planned, yet %+v", v.Projected)
	}
}

// TestAWeekIsOneCall checks that a list shows workouts with texts and steps,
// only for the first ones if all would be too long.
func TestAWeekIsOneCall(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	text := "- 10m 60%\n- 4m 95%\n" + strings.Repeat("Keep it smooth. ", 40)
	steps := []training.WorkoutStep{{DurationS: 600}, {DurationS: 240}}
	for i := range 40 {
		e := session(fmt.Sprint("w", i), today+training.Day(i/2), ride, 60).CalendarEvent
		e.Description, e.Structure = text, training.StructureOf(text, steps)
		s.put(t, e)
	}
	v := list(t, s, calendar.Query{Days: &training.DayRange{From: today, To: today + 6}})
	for _, e := range v.Events {
		if e.Text != strings.TrimSpace(text) || e.Steps == nil || len(e.Steps.Length) != 2 {
			t.Fatalf("%s has the text %q and the steps %+v", e.ID, e.Text, e.Steps)
		}
	}
	if v.Cut {
		t.Errorf("a week is cut: %s", v.Narrow)
	}
	month := list(t, s, calendar.Query{View: calendar.ViewUpcoming})
	if n := len(month.Events); n != 40 || month.Events[0].Text == "" || month.Events[39].Text != "" || !month.Cut {
		t.Errorf("a month has %d events, the first says %q, the last %q", n, month.Events[0].Text, month.Events[39].Text)
	}
}

// TestEmptyWeeksAreLeftOut checks that empty weeks are left out, and that the
// current week says that it is not over.
func TestEmptyWeeksAreLeftOut(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.did("d1", monday, ride, 60, 50)
	s.plan(t, "far", today+100, run, 60, 50)
	v := list(t, s, calendar.Query{View: calendar.ViewAnnual})
	if len(v.Weeks) != 2 || v.Weeks[0].Start != monday || v.Weeks[0].Days != 5 || v.Weeks[1].Days != 0 {
		t.Errorf("the weeks are %+v", v.Weeks)
	}
}

func TestUpcomingBeginsToday(t *testing.T) {
	t.Parallel()
	v := list(t, week(t), calendar.Query{View: calendar.ViewUpcoming, Days: &training.DayRange{From: monday, To: today + 20}})
	var got []string
	for _, e := range v.Events {
		got = append(got, fmt.Sprint(e.ID, *e.InDays))
	}
	if d := cmp.Diff([]string{"tonight0", "soon2", "open3", "cup10"}, got); d != "" {
		t.Error(d)
	}
	if len(v.Weeks) != 0 || len(v.Unplanned) != 0 {
		t.Errorf("it shows weeks %v, unplanned %v", v.Weeks, v.Unplanned)
	}
}

func TestTheYearIsWeeksPhasesAndRaces(t *testing.T) {
	t.Parallel()
	v := list(t, week(t), calendar.Query{View: calendar.ViewAnnual})
	if len(v.Weeks) != 3 || v.Weeks[0].Start != monday || len(v.Phases) != 1 || !v.Phases[0].Current ||
		len(v.Races) != 1 || len(v.Events) != 1 {
		t.Errorf("%d weeks, phases %+v, races %+v, events %+v", len(v.Weeks), v.Phases, v.Races, v.Events)
	}
	b, err := json.Marshal(v)
	if err != nil || len(b) > 32<<10 {
		t.Errorf("it is %d bytes, %v", len(b), err)
	}
}

// TestAListTellsWhatWasSaidOfEvents checks the tags, sub-sport and flags of
// events, the texts of phases, and the note of a plan on a week.
func TestAListTellsWhatWasSaidOfEvents(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	at := func(d training.Day) training.LocalTime { return training.LocalTime(d.String() + "T00:00:00") }
	s.put(t, training.CalendarEvent{
		ID: "key", Category: training.EventWorkout, Name: "Tempo", Sport: ride, SubSport: "gravel", Tags: []string{"key"}, Load: 60,
		HideFromAthlete: true,
		AboveFTPKJ:      12.34, Start: at(monday + 1),
	})
	s.put(t, training.CalendarEvent{
		ID: "build", Category: training.EventPlan, Name: "Spring", Description: "Threshold first.", Tags: []string{"Build"},
		Start: at(monday), End: at(monday + 14),
	})
	s.put(t, training.CalendarEvent{
		ID: "easy", Category: training.EventNote, Name: "Week 3", Description: "An easy one.", Start: at(monday), End: at(monday + 1),
		Plan: training.PlanRef{Applied: time.Unix(1, 0)},
	})
	s.put(t, training.CalendarEvent{ID: "own", Category: training.EventNote, Name: "Dentist", Start: at(monday + 8)})
	e := list(t, s, calendar.Query{
		Days:       &training.DayRange{From: monday + 1, To: monday + 1},
		Categories: []training.EventCategory{training.EventWorkout},
	}).Events[0]
	if e.SubSport != "gravel" || !slices.Equal(e.Tags, []string{"key"}) || !slices.Equal(e.Flags, []string{"hide_from_athlete"}) {
		t.Errorf("the event is %+v", e)
	}
	year := list(t, s, calendar.Query{View: calendar.ViewAnnual})
	if p := year.Phases[0]; p.Text != "Threshold first." || !slices.Equal(p.Tags, []string{"Build"}) {
		t.Errorf("the phase is %+v", p)
	}
	if w := year.Weeks; len(w) != 2 || w[0].Note != "An easy one." || w[1].Note != "" {
		t.Errorf("the weeks are %+v", w)
	}
	d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, "key")
	if err != nil || d.Event.AboveFTPKJ != 12.3 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestFiltersAndLimits(t *testing.T) {
	t.Parallel()
	s := week(t)
	days := &training.DayRange{From: monday, To: today + 20}
	if v := list(t, s, calendar.Query{
		Days:       days,
		Categories: []training.EventCategory{training.EventRaceA},
	}); len(v.Events) != 1 || v.Unplanned != nil {
		t.Errorf("races are %+v, unplanned %v", v.Events, v.Unplanned)
	}
	if v := list(t, s, calendar.Query{Days: days, Sport: run.Plain()}); len(v.Events) != 4 { // two runs, and events without a sport
		t.Errorf("runs are %+v", v.Events)
	}
	if v := list(t, s, calendar.Query{Days: days, Limit: 2}); len(v.Events) != 2 || !v.Cut || v.Narrow == "" {
		t.Errorf("cut to two: %+v", v)
	}
	for want, q := range map[string]calendar.Query{
		"earlier":      {Days: &training.DayRange{From: today, To: monday}},
		"at most":      {Days: &training.DayRange{From: today, To: today + 1000}},
		"view agenda":  {View: calendar.ViewUpcoming, Days: &training.DayRange{From: monday, To: monday}},
		"tomorrow up":  {ProjectTo: today},
		"project_to a": {ProjectTo: today + 1000},
	} {
		if _, err := calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, frame, q); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", q, err, want)
		}
	}
}

// TestSessionsByState checks that a list by state has exactly the rows of the
// full list in that state.
func TestSessionsByState(t *testing.T) {
	t.Parallel()
	s := week(t)
	e := session("steps", today+1, run, 30).CalendarEvent
	e.Description = "- 30m 60%"
	s.put(t, e)
	days := &training.DayRange{From: monday, To: today + 20}
	whole := list(t, s, calendar.Query{Days: days})
	seen := 0
	for _, state := range calendar.States() {
		want := []string{}
		for _, row := range whole.Events {
			if row.Status == state {
				want = append(want, row.ID)
			}
		}
		v, got := list(t, s, calendar.Query{Days: days, States: []calendar.State{state}}), []string{}
		for _, row := range v.Events {
			got = append(got, row.ID)
			if (row.Steps != nil) != (row.ID == "steps") {
				t.Errorf("%s has steps %v", row.ID, row.Steps)
			}
		}
		if seen += len(got); !slices.Equal(got, want) || v.Weeks != nil || v.Races != nil {
			t.Errorf("%s: %v, want %v; weeks %v, races %v", state, got, want, v.Weeks, v.Races)
		}
		if extra := state == calendar.Extra; extra != (len(v.Unplanned) > 0) {
			t.Errorf("%s: %v without a plan", state, v.Unplanned)
		}
	}
	if seen != 8 { // all except the phase and the target of the week
		t.Errorf("%d sessions have a state", seen)
	}
}

func TestNothingIsKnownOfAnEmptyCalendar(t *testing.T) {
	t.Parallel()
	for _, view := range calendar.Views() {
		v := list(t, &home{FitnessStore: &answerstest.FitnessStore{}}, calendar.Query{View: view, ProjectTo: today + 5})
		if len(v.Events) != 0 || v.Projected != nil || v.Missing["projected"] == "" {
			t.Errorf("%s: %+v", view, v)
		}
	}
}

func TestACancelledQuestionStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := calendar.NewLister().List(ctx, week(t), answerstest.FitnessModel, frame, calendar.Query{})
	if training.KindOf(err) != training.KindCanceled {
		t.Errorf("it went on: %v", err)
	}
}

func TestWhatTheStoreCannotSayIsAnError(t *testing.T) {
	t.Parallel()
	s := week(t)
	s.plan(t, "paired", monday, ride, 60, 0)
	s.docs[len(s.docs)-1].Own = json.RawMessage(`{"category":"workout","name":"x","done_by":"broken"}`)
	_, err := calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, frame, calendar.Query{})
	if training.KindOf(err) != training.KindCorrupt {
		t.Errorf("a damaged store: %v", err)
	}
	s.docs[len(s.docs)-1].Own = json.RawMessage(`{"load":"much"}`)
	_, err = calendar.NewLister().List(t.Context(), s, answerstest.FitnessModel, frame, calendar.Query{})
	if training.KindOf(err) != training.KindCorrupt {
		t.Errorf("a damaged event: %v", err)
	}
}

func TestOneEventIsShownWhole(t *testing.T) {
	t.Parallel()
	s := week(t)
	get := func(id string) *calendar.Detail {
		t.Helper()
		d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, id)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := get("long"); d.Event.Status != calendar.Done || d.Event.Done.ActivityID != "d1" ||
		d.Event.Done.By != calendar.BySameDay || *d.Event.InDays != -4 {
		t.Errorf("done: %+v", d.Event)
	}
	if d := get("short"); d.Missing["planned.load"] == "" || d.Event.Planned.LoadRule != "" {
		t.Errorf("without a load: %+v", d)
	}
	if d := get("missed"); d.Missing["done"] == "" || d.Event.Compliance.Band != efforts.Red {
		t.Errorf("missed: %+v", d)
	}
	if d := get("open"); d.Event.Status != calendar.Upcoming || d.Missing["done"] == "" {
		t.Errorf("to come: %+v", d)
	}
	e := session("gone", monday, ride, 60).CalendarEvent
	e.DoneBy, e.ExternalID, e.ShowAsNote, e.PushErrors, e.Plan = "intervals:gone", "mine", true, []string{"GARMIN: no"},
		training.PlanRef{ID: "p", Name: "Base"}
	s.put(t, e)
	d := get("mine")
	if d.Event.ID != "gone" || d.Event.Done == nil || d.Event.Done.Missing["activity_id"] == "" || d.Missing["compliance"] == "" {
		t.Errorf("done by what is not here: %+v", d)
	}
	if d.Event.Flags[0] != "show_as_note" || d.Event.PushErrors[0] != "GARMIN: no" || d.Event.Plan.Name != "Base" {
		t.Errorf("its words: %+v", d.Event)
	}
	if _, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame,
		"nothing"); training.KindOf(err) != training.KindNotFound || !strings.Contains(err.Error(), "list_events") {
		t.Errorf("nothing: %v", err)
	}
}

func TestLayersAndSlipsOfAService(t *testing.T) {
	t.Parallel()
	d := document.Document{
		ID: "intervals:1", Days: training.DayRange{From: today, To: today},
		Statements: []document.SourceLayer{{
			Source: "intervals",
			Body:   json.RawMessage(`{"category":"workout","name":"Theirs","load":50,"start_local":"soon","end_local":"later"}`),
		}},
		Own: json.RawMessage(`{"name":"Mine"}`),
	}
	e, err := calendar.Show(d)
	if err != nil || e.Name != "Mine" || e.Load != 50 || e.ID != "intervals:1" ||
		e.Start != training.LocalTime(today.String()+"T00:00:00") || e.End != "" {
		t.Errorf("it shows %+v, %v", e, err)
	}
	if d := cmp.Diff([]string{"name"}, e.Own); d != "" || e.Sources[0] != "intervals" {
		t.Errorf("own: %s, sources %v", d, e.Sources)
	}
	for end, last := range map[training.LocalTime]training.Day{
		"": today, "2024-10-04T00:00:00": today, "2024-10-05T00:00:00": today, "2024-10-06T00:00:00": today + 1, "2024-10-06T12:00:00": today + 2,
	} {
		if got := calendar.DaysOf(&training.CalendarEvent{Start: "2024-10-04T00:00:00", End: end}); got.From != today || got.To != last {
			t.Errorf("an event up to %q is %s", end, got)
		}
	}
}
