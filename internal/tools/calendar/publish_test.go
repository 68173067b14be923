package calendar_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// block is a training plan of the week of Friday, 2026-05-01, and the next.
const block = `plan_name: Spring
sport: running
weeks:
  - week_number: 1
    week_start_date: 2026-04-27
    sessions:
      - {day_of_week: Tuesday, type: easy, distance_km: 8}
      - {day_of_week: Saturday, type: easy, distance_km: 7.5}
      - {day_of_week: Sunday, type: long_run, distance_km: 18, duration_minutes: 100}
  - week_number: 2
    week_start_date: 2026-05-04
    sessions:
      - {day_of_week: Monday, type: rest}
      - {id: reps, day_of_week: Wednesday, type: workout, name: Repeats, duration_minutes: 60, load: 70}
      - {day_of_week: Wednesday, type: gym, duration_minutes: 30}
      - {day_of_week: Sunday, type: long_run, distance_km: 20}
`

// writePlan keeps the text of a training plan.
func (h *home) writePlan(t *testing.T, body string) {
	t.Helper()
	was, err := memory.FindText(t.Context(), h.db, storetest.Export(who), memory.TrainingPlan, "spring")
	if err != nil && training.KindOf(err) != training.KindNotFound {
		t.Fatal(err)
	}
	was.Kind, was.ID = memory.TrainingPlan, "spring"
	d := was.Of(body, training.ByAthlete, storetest.Noon())
	storetest.Write(t, h.db, func(tx *store.Tx) error { _, _, err := d.Put(tx, who); return err })
}

// shownPlan returns the events of the plan in the calendar, day and name by
// session.
func (h *home) shownPlan(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, e := range h.list(t, friday(), `{"range":"2026-04-20..2026-05-31"}`).Events {
		full := h.get(t, friday(), e.ID)
		if full.Plan == nil || full.Plan.ID != "spring" || full.Plan.Published != "" {
			t.Errorf("%s comes from %+v", e.ID, full.Plan)
			continue
		}
		if e.ExternalID != "spring/"+full.Plan.Workout {
			t.Errorf("%s is known as %s", e.ID, e.ExternalID)
		}
		out[full.Plan.Workout] = e.Day.String() + " " + e.Name
	}
	return out
}

// statuses returns how many events of a write became what.
func statuses(a answer) map[string]int {
	out := map[string]int{}
	for _, e := range a.Events {
		out[e.Status]++
	}
	return out
}

const publishing = `{"plan_id":"spring"}`

// TestATrainingPlanIsPublished: from today on, once, and undone as one.
func TestATrainingPlanIsPublished(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	dry := h.do(t, friday(), "apply_training_plan", `{"plan_id":"spring","dry_run":true}`)
	if d := cmp.Diff(map[string]int{"created": 5}, statuses(dry)); d != "" || !dry.DryRun || len(h.documents(t)) != 0 {
		t.Errorf("the dry run: %s, %d events", d, len(h.documents(t)))
	}
	out := h.do(t, friday(), "apply_training_plan", publishing)
	want := map[string]string{
		"w1-sat": "2026-05-02 Easy 7.5 km", "w1-sun": "2026-05-03 Long run 18 km", "reps": "2026-05-06 Repeats",
		"w2-wed-2": "2026-05-06 Gym 30 min", "w2-sun": "2026-05-10 Long run 20 km",
	}
	if d := cmp.Diff(want, h.shownPlan(t)); d != "" {
		t.Error(d)
	}
	if again := h.do(t, friday(), "apply_training_plan", publishing); again.JournalID != "" || len(again.Events) != 0 {
		t.Errorf("again: %+v", again)
	}
	h.undo(t, out.JournalID)
	if n := len(h.documents(t)); n != 0 {
		t.Errorf("undone, %d events are left", n)
	}
}

// TestARaceIsInTheCalendarOnce: the athlete's own event becomes the race of the plan, and keeps its name. The plan
// follows when it moves, and keeps it when the plan loses the race.
func TestARaceIsInTheCalendarOnce(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	own := h.do(t, friday(), "create_events",
		`{"events":[{"date":"2026-05-10","name":"Lake run","category":"race_a","sport":"running"},
		{"date":"2026-05-10","name":"Pool race","category":"race_c","sport":"swimming"}]}`)
	raced := strings.Replace(block, "{day_of_week: Sunday, type: long_run, distance_km: 20}",
		"{id: goal, day_of_week: Sunday, type: race, distance_km: 21.1}", 1)
	raced = strings.Replace(raced, "weeks:", "goal_race: {date: 2026-05-10}\nweeks:", 1)
	h.writePlan(t, raced)
	out := h.do(t, friday(), "apply_training_plan", publishing)
	if d := cmp.Diff(map[string]int{"created": 4, "updated": 1}, statuses(out)); d != "" ||
		!strings.Contains(fmt.Sprint(out.Notes), "Lake run") {
		t.Errorf("%s %v", d, out.Notes)
	}
	if e := h.get(t, friday(), own.Events[0].ID); e.Name != "Lake run" || e.Plan == nil || e.Plan.Workout != "goal" {
		t.Errorf("%+v", e)
	}
	if again := h.do(t, friday(), "apply_training_plan", publishing); again.JournalID != "" || len(again.Events) != 0 {
		t.Errorf("again: %+v", again)
	}
	h.do(t, friday(), "update_event", `{"id":"`+own.Events[0].ID+`","date":"2026-05-17"}`)
	p, _ := plan.Parse(raced)
	day, err := p.RaceDay(t.Context(), h.db, storetest.Export(who), "spring")
	if err != nil || day != training.NewDay(2026, 5, 17) {
		t.Errorf("the plan's race is on %s, %v", day, err)
	}
	h.writePlan(t, block)
	h.do(t, friday(), "apply_training_plan", publishing)
	if e := h.get(t, friday(), own.Events[0].ID); e.Name != "Lake run" {
		t.Errorf("the athlete's race is gone: %+v", e)
	}
}

// TestARepublishSendsTheDifference: what moved is moved, what changed is
// changed, what is gone is deleted, and nothing else is touched.
func TestARepublishSendsTheDifference(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	h.do(t, friday(), "apply_training_plan", publishing)
	ids := map[string]string{}
	for _, d := range h.documents(t) {
		ids[h.get(t, friday(), d.ID).Plan.Workout] = d.ID
	}
	changed := strings.NewReplacer(
		"id: reps, day_of_week: Wednesday", "id: reps, day_of_week: Thursday", "distance_km: 20}", "distance_km: 21}",
		"      - {day_of_week: Wednesday, type: gym, duration_minutes: 30}\n", "",
	).Replace(block)
	h.writePlan(t, changed)
	out := h.do(t, friday(), "apply_training_plan", publishing)
	if d := cmp.Diff(map[string]int{"updated": 2, "deleted": 1}, statuses(out)); d != "" {
		t.Error(d)
	}
	want := map[string]string{
		"w1-sat": "2026-05-02 Easy 7.5 km", "w1-sun": "2026-05-03 Long run 18 km", "reps": "2026-05-07 Repeats",
		"w2-sun": "2026-05-10 Long run 21 km",
	}
	if d := cmp.Diff(want, h.shownPlan(t)); d != "" {
		t.Error(d)
	}
	if e := h.get(t, friday(), "spring/reps"); e.ID != ids["reps"] {
		t.Errorf("what moved is %s, not %s", e.ID, ids["reps"])
	}
	h.undo(t, out.JournalID)
	if e := h.get(t, friday(), "spring/reps"); e.Day.String() != "2026-05-06" || len(h.documents(t)) != 5 {
		t.Errorf("undone it is on %s among %d", e.Day, len(h.documents(t)))
	}
}

// TestARepublishKeepsWhatTheAthleteChanged: moved, renamed or dropped from the
// plan, it stays as it is in the calendar, and that is told.
func TestARepublishKeepsWhatTheAthleteChanged(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	h.do(t, friday(), "apply_training_plan", publishing)
	for session, change := range map[string]string{"reps": `"date":"2026-05-08"`, "w2-wed-2": `"name":"Gym with Ada"`} {
		id := h.get(t, friday(), "spring/"+session).ID
		h.do(t, friday(), "update_event", `{"id":"`+id+`",`+change+`}`)
	}
	without := strings.Replace(block, "      - {day_of_week: Wednesday, type: gym, duration_minutes: 30}\n", "", 1)
	h.writePlan(t, strings.Replace(without, "load: 70", "load: 80", 1))
	out := h.do(t, friday(), "apply_training_plan", publishing)
	if len(out.Events) != 0 || len(out.Notes) == 0 || !strings.Contains(out.Notes[0],
		"2 sessions were edited in the calendar, and the edits are kept") {
		t.Errorf("it wrote %+v and said %q", out.Events, out.Notes)
	}
	shown := h.shownPlan(t)
	if shown["reps"] != "2026-05-08 Repeats" || shown["w2-wed-2"] != "2026-05-06 Gym with Ada" {
		t.Errorf("the calendar has %v", shown)
	}
	if e := h.get(t, friday(), "spring/reps"); e.Planned.Load != 70 {
		t.Errorf("its load is %g", e.Planned.Load)
	}
}

// TestARepublishDoesNotMakeAgainWhatWasDeleted: it is told, and an undo has it
// back; what the plan itself took out and has again is there again.
func TestARepublishDoesNotMakeAgainWhatWasDeleted(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	h.do(t, friday(), "apply_training_plan", publishing)
	id := h.get(t, friday(), "spring/reps").ID
	gone := h.do(t, friday(), "delete_events", `{"ids":["`+id+`"]}`)
	for range 2 {
		out := h.do(t, friday(), "apply_training_plan", publishing)
		const told = "1 session was deleted in the calendar and not created again: Repeats."
		if len(out.Events) != 0 || len(out.Notes) == 0 || !strings.Contains(out.Notes[0], told) {
			t.Errorf("it wrote %+v and said %q", out.Events, out.Notes)
		}
	}
	if shown := h.shownPlan(t); shown["reps"] != "" {
		t.Errorf("%v", shown)
	}
	h.undo(t, gone.JournalID)
	if out := h.do(t, friday(), "apply_training_plan", publishing); len(out.Events) != 0 || h.shownPlan(t)["reps"] == "" {
		t.Errorf("once it is back: %+v", out)
	}
	h.writePlan(t, strings.Replace(block, "      - {day_of_week: Wednesday, type: gym, duration_minutes: 30}\n", "", 1))
	h.do(t, friday(), "apply_training_plan", publishing)
	if shown := h.shownPlan(t); shown["w2-wed-2"] != "" {
		t.Errorf("%v", shown)
	}
	h.writePlan(t, block)
	if out := h.do(t, friday(), "apply_training_plan", publishing); statuses(out)["created"] != 1 {
		t.Errorf("it wrote %+v", out)
	}
}

// TestADeletedSessionIsRemembered: one that stood in the calendar for a session of
// a plan, whoever put it there, is not made again either.
func TestADeletedSessionIsRemembered(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	own, err := json.Marshal(training.CalendarEvent{
		Category: training.EventWorkout, Name: "Repeats", Sport: training.Running, Start: "2026-05-06T00:00:00", MovingTimeS: 3600,
		Plan: training.PlanRef{ID: "spring", Workout: "reps"},
	})
	if err != nil {
		t.Fatal(err)
	}
	day := training.DayOf(friday().Now) + 5
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(who, document.Events, "mine", document.Own{Fields: own, Days: training.DayRange{From: day, To: day}})
		return err
	})
	gone := h.do(t, friday(), "delete_events", `{"ids":["mine"]}`)
	stands, err := plan.StandingOf(t.Context(), h.db, friday().Scope, "spring")
	if err != nil || !stands.Deleted["reps"] {
		t.Errorf("deleted are %v, %v", stands.Deleted, err)
	}
	h.undo(t, gone.JournalID)
	if got := h.get(t, friday(), "mine").Name; got != "Repeats" {
		t.Errorf("an undo brings back %q", got)
	}
}

// TestALengthBesideTheStepsIsTold: who plans another time than the steps take is
// told what devices and files follow.
func TestALengthBesideTheStepsIsTold(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	made := h.do(t, friday(), "create_events",
		`{"events":[{"date":"2026-05-05","name":"Spin","sport":"ride","description":"- 45m 55%"}]}`)
	told := h.do(t, friday(), "update_event", fmt.Sprintf(`{"id":%q,"duration_s":3600}`, made.Events[0].ID)).Notes
	if len(made.Notes) > 0 || len(told) != 1 || !strings.Contains(told[0], "Spin is planned for 1:00:00, but its steps take 45:00") {
		t.Errorf("told are %q, then %q", made.Notes, told)
	}
}

// TestPairingIsNoChange: who says which activity did a session has not changed it.
func TestPairingIsNoChange(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	h.do(t, friday(), "apply_training_plan", publishing)
	id := h.get(t, friday(), "spring/reps").ID
	h.do(t, friday(), "update_event", `{"id":"`+id+`","done_by":"none"}`)
	h.writePlan(t, strings.Replace(block, "load: 70", "load: 80", 1))
	if out := h.do(t, friday(), "apply_training_plan", publishing); statuses(out)["updated"] != 1 {
		t.Errorf("it wrote %+v", out.Events)
	}
	if e := h.get(t, friday(), "spring/reps"); e.Planned.Load != 80 {
		t.Errorf("its load is %g", e.Planned.Load)
	}
}

func TestWhatCannotBePublished(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, strings.Replace(block, "Tuesday", "Tyrsday", 1))
	for args, right := range map[string]string{
		publishing: "Tyrsday", `{"plan_id":"spring","start_date":"2026-06-01"}`: "plan_start_date", `{"plan_id":"none"}`: "start_date",
	} {
		if p := tooltest.Fails(t, h.table, friday(), "apply_training_plan", args); !strings.Contains(p.String(), right) {
			t.Errorf("%s: %s", args, p)
		}
	}
}

// TestAPlanGoesToTheLibraryAndBack by the same tool: each as one write that is
// undone as one.
func TestAPlanGoesToTheLibraryAndBack(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.writePlan(t, block)
	out := h.do(t, friday(), "apply_training_plan", `{"plan_id":"spring","to":"library"}`)
	const folder = "plan-spring"
	count := func() int {
		all, err := workouts.Workouts(t.Context(), h.db, storetest.Export(who))
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if count() != 6 {
		t.Errorf("the library has %d workouts", count())
	}
	h.writePlan(t, strings.Replace(block, "      - {day_of_week: Wednesday, type: gym, duration_minutes: 30}\n", "", 1))
	again := h.do(t, friday(), "apply_training_plan", `{"plan_id":"spring","to":"library"}`)
	if count() != 5 {
		t.Errorf("again it has %d workouts", count())
	}
	h.do(t, friday(), "apply_training_plan", `{"plan_id":"`+folder+`","to":"training_plan","start_date":"2026-06-01"}`)
	back, err := plan.Find(t.Context(), h.db, storetest.Export(who), "spring-2", 0) // beside the one that there is
	if err != nil || !plan.Sound(back.Problems) {
		t.Fatalf("%v %v", err, back.Problems)
	}
	sessions := 0
	for s := range back.Sessions {
		sessions++
		if s.Day.String() < "2026-06-01" {
			t.Errorf("%s is on %s", s.ID, s.Day)
		}
	}
	if sessions != 5 || len(back.Weeks) != 2 {
		t.Errorf("%d sessions in %d weeks", sessions, len(back.Weeks))
	}
	h.undo(t, again.JournalID)
	h.undo(t, out.JournalID)
	if count() != 0 {
		t.Errorf("undone, %d workouts are left", count())
	}
}

// TestPlanningWordsLookForward: each way in which a calendar write takes a day.
func TestPlanningWordsLookForward(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	for text, want := range map[string]string{
		"thursday": "2026-05-07", "5 May": "2026-05-05", "in 3 days": "2026-05-04", "next week": "2026-05-04", "26 April": "2027-04-26",
	} {
		var out struct {
			answer
			ReadAs map[string]string `json:"read_as"`
		}
		tooltest.Decode(t, h.table, c, "create_events", `{"events":[{"date":"`+text+`","name":"`+text+`","sport":"run"}]}`, &out)
		if out.Events[0].Date != want || !strings.HasPrefix(out.ReadAs["events[0].date"], want+", ") {
			t.Errorf("%s was planned for %s and read as %q, want %s", text, out.Events[0].Date, out.ReadAs["events[0].date"], want)
		}
		tooltest.Decode(t, h.table, c, "update_event", `{"id":"`+out.Events[0].ID+`","date":"`+text+`"}`, &out)
		if out.Events[0].Date != want || out.Events[0].Status != "unchanged" {
			t.Errorf("%s moves to %s, want %s", text, out.Events[0].Date, want)
		}
	}
	if out := h.do(t, c, "create_events",
		`{"events":[{"date":"monday","end_date":"next friday","category":"holiday","name":"Away"}]}`); out.Events[0].Date != "2026-05-04" {
		t.Errorf("the holiday begins on %s", out.Events[0].Date)
	}
	h.planOf(t, 2)
	if out := h.do(t, c, "apply_training_plan",
		`{"plan_id":"base","start_date":"monday","dry_run":true}`); out.Events[0].Date != "2026-05-04" {
		t.Errorf("the plan begins on %s", out.Events[0].Date)
	}
}

// TestAPastDayAsks: a plan for a day that is over does, however it comes there.
// A note on the past does not.
func TestAPastDayAsks(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	id := h.do(t, c, "create_events", `{"events":[{"date":"2026-05-03","name":"Long run","sport":"run"}]}`).Events[0].ID
	for tool, asked := range map[string]struct{ args, says string }{
		"create_events": {`{"events":[{"date":"last thursday","name":"Tempo","sport":"run"},{"date":"tomorrow","name":"Easy","sport":"run"}]}`, "In the past: 2026-04-30 workout"},
		"update_event": {
			`{"id":"` + id + `","date":"yesterday"}`, "Move Long run from 2026-05-03 to 2026-04-30, a day in the past.",
		},
	} {
		args := asked.args
		_, err := h.table.Call(t.Context(), tool, c, []byte(args))
		if token(err) == "" || !strings.Contains(err.Error(), asked.says) || strings.Count(err.Error(), "past") != 1 {
			t.Errorf("%s %s: %v", tool, args, err)
		}
		dry := h.do(t, c, tool, strings.TrimSuffix(args, "}")+`,"dry_run":true}`)
		if len(dry.Notes) == 0 || !strings.HasPrefix(dry.Notes[0], "In the past: 2026-04-30") {
			t.Errorf("the dry run of %s warns of nothing: %q", tool, dry.Notes)
		}
	}
	h.do(t, c, "create_events",
		`{"events":[{"date":"yesterday","category":"sick","name":"Flu"},{"date":"yesterday","category":"note","name":"Slept badly"}]}`)
}

// TestASessionInsideAnIllnessIsWarnedOf: in the write that plans it and in the
// calendar.
func TestASessionInsideAnIllnessIsWarnedOf(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	h.do(t, c, "create_events", `{"events":[{"date":"today","end_date":"2026-05-05","category":"sick","name":"Flu"}]}`)
	out := h.do(t, c, "create_events",
		`{"events":[{"date":"2026-05-04","name":"Spin","sport":"run"},{"date":"2026-05-07","name":"Easy","sport":"run"}]}`)
	want := `1 session is planned during "Flu" (sick, 2026-05-01 to 2026-05-05): 2026-05-04 Spin.`
	if len(out.Notes) != 1 || out.Notes[0] != want {
		t.Errorf("the write says %q", out.Notes)
	}
	if v := h.list(t, c, `{}`); len(v.Notes) != 1 || v.Notes[0].String() != want {
		t.Errorf("the calendar says %q", v.Notes)
	}
	both := h.do(t, c, "create_events",
		`{"dry_run":true,"events":[{"date":"2026-05-11","category":"injured","name":"Knee"},{"date":"2026-05-11","name":"Hills","sport":"run"}]}`)
	if len(both.Notes) != 1 || !strings.Contains(both.Notes[0], `"Knee"`) {
		t.Errorf("one write of both says %q", both.Notes)
	}
}

// TestUnsafeSessionsAskAPerson: an assistant needs a person's consent; the person is told. Words for a doctor are answered
// at once, and the illness itself asks nothing.
func TestUnsafeSessionsAskAPerson(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	h.do(t, c, "create_events", `{"events":[{"date":"2026-05-04","name":"Intervals","sport":"run","duration_s":3600}]}`)
	flu := h.do(t, c, "create_events", `{"events":[{"date":"today","end_date":"2026-05-05","category":"sick","name":"Flu with fever",
		"description":"38.9 and a tight chest"}]}`)
	if got := strings.Join(flu.Notes, " "); !strings.Contains(got, "chest") || !strings.Contains(got, "doctor") {
		t.Errorf("the illness says %q", got)
	}
	h.do(t, c, "create_events", `{"events":[{"date":"2026-05-30","category":"race_a","sport":"run","name":"Ten"}]}`)
	for what, session := range map[string]string{
		"during the illness":     `"date":"2026-05-05","name":"Tempo","sport":"run","duration_s":3600`,
		"on the day after it":    `"date":"2026-05-06","name":"Easy","sport":"run","duration_s":1800`,
		"in the easy days":       `"date":"2026-05-08","name":"Threshold","sport":"run","duration_s":3600`,
		"long in the easy days":  `"date":"2026-05-09","name":"Ride","sport":"ride","duration_s":10800`,
		"a day before the race":  `"date":"2026-05-29","name":"Ride","sport":"ride","duration_s":7200`,
		"two days before a race": `"date":"2026-05-28","name":"Hill repeats","sport":"run","duration_s":3000`,
	} {
		args := `{"events":[{` + session + `}]}`
		if _, err := h.table.Call(t.Context(), "create_events", c, json.RawMessage(args)); token(err) == "" {
			t.Errorf("%s: nothing is asked: %v", what, err)
		}
		athlete := friday()
		athlete.Scope.Audience = training.AudiencePage
		if out := h.do(t, athlete, "create_events", `{"dry_run":true,"events":[{`+session+`}]}`); !strings.Contains(
			strings.Join(out.Notes, " "), "too much training") {
			t.Errorf("%s: the athlete is told %q", what, out.Notes)
		}
	}
	for what, session := range map[string]string{
		"easy in the easy days": `"date":"2026-05-08","name":"Easy","sport":"run","duration_s":1800`,
		"easy before the race":  `"date":"2026-05-29","name":"Easy","sport":"run","duration_s":1800`,
		"hard between":          `"date":"2026-05-22","name":"Threshold","sport":"run","duration_s":3600`,
	} {
		if out := h.do(t, c, "create_events", `{"dry_run":true,"events":[{`+session+`}]}`); strings.Contains(strings.Join(out.Notes, " "), "too much") {
			t.Errorf("%s: %q", what, out.Notes)
		}
	}
}

// TestAMovedRaceNamesThePlan: its taper no longer fits.
func TestAMovedRaceNamesThePlan(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	h.writePlan(t, "plan_name: Ten\nsport: running\ngoal_race: {date: 2026-05-17, distance_km: 10}\nweeks:\n  - week_number: 1\n"+
		"    week_start_date: 2026-05-11\n    sessions:\n      - {day_of_week: Tuesday, type: easy, duration_minutes: 30}\n"+
		"      - {day_of_week: Sunday, type: race, duration_minutes: 50}\n")
	h.do(t, c, "apply_training_plan", `{"plan_id":"spring"}`)
	race := ""
	for _, e := range h.list(t, c, `{"range":"2026-05-11 to 2026-05-17"}`).Events {
		if e.Category.Race() {
			race = e.ID
		}
	}
	for what, says := range map[string]bool{`"date":"2026-05-16"`: true, `"name":"Ten kilometres"`: false} {
		out := h.do(t, c, "update_event", `{"dry_run":true,"id":"`+race+`",`+what+`}`)
		if got := strings.Contains(strings.Join(out.Notes, " "), "replan"); got != says {
			t.Errorf("%s: %q", what, out.Notes)
		}
	}
}

// TestASessionBesideAnotherIsNoted, also in a dry run; one moved away from it
// is not.
func TestASessionBesideAnotherIsNoted(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	h.do(t, c, "create_events", `{"events":[{"date":"2026-05-04","name":"Easy","sport":"run","duration_s":2400},
		{"date":"2026-05-04","category":"note","name":"Dentist"},{"date":"2026-05-06","name":"Swim","sport":"swim"}]}`)
	add := `{"dry_run":%s,"events":[{"date":"2026-05-04","name":"Tempo","sport":"run"}]}`
	want := "Already planned on the same day: 2026-05-04 workout Easy, 40 min."
	if out := h.do(t, c, "create_events", fmt.Sprintf(add, "true")); len(out.Notes) != 1 || out.Notes[0] != want {
		t.Errorf("the dry run says %q", out.Notes)
	}
	tempo := h.do(t, c, "create_events", fmt.Sprintf(add, "false")).Events[0].ID
	if out := h.do(t, c, "update_event", `{"id":"`+tempo+`","date":"2026-05-05"}`); len(out.Notes) != 0 {
		t.Errorf("moved to a free day: %q", out.Notes)
	}
	if out := h.do(t, c, "update_event", `{"id":"`+tempo+`","date":"2026-05-06"}`); len(out.Notes) != 1 {
		t.Errorf("moved to the day of the swim: %q", out.Notes)
	}
}

// TestTheSameEventTwiceIsNoticed: an equal one is not created again; one that only
// has the same name is made and noted.
func TestTheSameEventTwiceIsNoticed(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	event := `{"date":"2026-05-04","name":"Easy run","sport":"run","duration_s":2400}`
	first := h.do(t, c, "create_events", `{"events":[`+event+`]}`)
	second := h.do(t, c, "create_events", `{"events":[`+event+`,{"date":"2026-05-05","name":"Swim","sport":"swim"}]}`)
	if got := second.Events[0]; got.Status != "unchanged" || got.ID != first.Events[0].ID || second.Events[1].Status != "created" {
		t.Errorf("the same again: %+v", second.Events)
	}
	if len(second.Notes) != 1 || !strings.Contains(second.Notes[0], "already planned ("+first.Events[0].ID+")") {
		t.Errorf("nothing is said: %q", second.Notes)
	}
	longer := h.do(t, c, "create_events", `{"events":[{"date":"2026-05-04","name":"easy run","sport":"run","duration_s":3600}]}`)
	if longer.Events[0].Status != "created" || len(longer.Notes) != 1 || !strings.Contains(longer.Notes[0], first.Events[0].ID) {
		t.Errorf("one that is called alike: %+v %q", longer.Events, longer.Notes)
	}
	later := h.do(t, c, "create_events", `{"events":[{"date":"2026-05-04","time":"17:00","name":"Easy run","sport":"run","duration_s":2400}]}`)
	if later.Events[0].Status != "created" || len(later.Notes) != 0 {
		t.Errorf("one at another time: %+v %q", later.Events, later.Notes)
	}
	if docs := h.documents(t); len(docs) != 4 {
		t.Errorf("%d events stand, want 4", len(docs))
	}
}
