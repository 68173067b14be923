package calendar_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func TestBadInputSaysWhatIsRight(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	planned(t, h)
	one := func(fields string) string { return `{"events":[{"date":"2026-05-05","name":"X",` + fields + `}]}` }
	for _, c := range []struct{ tool, args, right string }{
		{"list_events", `{"view":"month"}`, "agenda"},
		{"list_events", `{"categories":["party"]}`, "race_a"},
		{"list_events", `{"range":"2026-05-10..2026-05-01"}`, "earlier"},
		{"list_events", `{"range":"last 3 years"}`, "at most 400"},
		{"list_events", `{"project_to":"yesterday"}`, "tomorrow"},
		{"list_events", `{"limit":1000}`, "60"},
		{"get_event", `{}`, "id"},
		{"get_event", `{"id":"nothing"}`, "list_events"},
		{"create_events", `{"events":[]}`, "1"},
		{"create_events", `{"events":[{"name":"no date"}]}`, "date"},
		{"create_events", `{"events":[{"date":"2026-05-05"}]}`, "name"},
		{"create_events", `{"events":[{"date":"2026-05-05","name":" \u200b "}]}`, "In event 1: The event has no name"},
		{"create_events", `{"events":[{"date":"someday","name":"X"}]}`, "date"},
		{"create_events", one(`"category":"party"`), "The categories are"},
		{"create_events", one(`"category":"race_a"`), "sport"},
		{"create_events", one(`"sport":"chess"`), "cycling"},
		{"create_events", one(`"time":"late"`), "07:30"},
		{"create_events", one(`"end_date":"2026-05-04"`), "last day"},
		{"create_events", one(`"duration_s":-60`), "from 0"},
		{"create_events", one(`"duration_s":1e9`), "1.2096e+06"},
		{"create_events", one(`"intensity_factor":85`), "to 2"},
		{"create_events", one(`"load":99999`), "2000"},
		{"create_events", one(`"more":{"target":"watts"}`), "power, hr or pace"},
		{"create_events", one(`"more":{"training_availability":"some"}`), "limited"},
		{"create_events", one(`"more":{"speed":3}`), "load_target"},
		{"create_events", one(`"more":{"load_target":"much"}`), "a number"},
		{"create_events", one(`"more":{"load_target":"NaN"}`), "a number"},
		{"create_events", one(`"more":{"carbs_g_per_h":1000}`), "from 0 to 300"},
		{"create_events", one(`"more":{"fluid_ml_per_h":-1}`), "from 0 to 4000"},
		{"create_events", one(`"more":{"ctl":-1}`), "from 0"},
		{"create_events", one(`"flags":["loud"]`), "show_as_note"},
		{"create_events", one(`"colour":"red"`), "more"},
		{"update_event", `{"id":"tempo"}`, "at least one field"},
		{"update_event", `{"id":"tempo","name":""}`, "name"},
		{"update_event", `{"id":"tempo","clear":["name"]}`, "name"},
		{"update_event", `{"id":"tempo","clear":["id"]}`, "intensity_factor"},
		{"update_event", `{"id":"tempo","load":5,"clear":["load"]}`, "one of the two"},
		{"update_event", `{"id":"tempo","done_by":"nothing"}`, "activity"},
		{"update_event", `{"id":"nothing","load":5}`, "list_events"},
		{"delete_events", `{"ids":[]}`, "1"},
		{"delete_events", `{"ids":["tempo","nothing"]}`, "list_events"},
		{"duplicate_events", `{"ids":["tempo"],"copies":60}`, "52"},
		{"duplicate_events", `{"ids":["tempo","intervals:7"],"copies":52}`, "at most 60"},
		{"duplicate_events", `{"ids":["tempo"],"weeks_between":0}`, "1"},
		{"apply_training_plan", `{"plan_id":"nothing","start_date":"2026-06-01"}`, "folder"},
		{"apply_training_plan", `{"plan_id":"loose","start_date":"2026-06-01"}`, "create_events"},
		{"apply_training_plan", `{"plan_id":"base"}`, "start_date"},
	} {
		seq := storetest.LastSeq(t, h.db)
		p := tooltest.Fails(t, h.table, friday(), c.tool, c.args)
		if !strings.Contains(p.String(), c.right) || p.Kind == training.KindInternal {
			t.Errorf("%s %s: %s, want %q", c.tool, c.args, p, c.right)
		}
		if storetest.LastSeq(t, h.db) != seq {
			t.Errorf("%s %s wrote something", c.tool, c.args)
		}
	}
}

func TestHelpExplainsCategoriesAndSyntax(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	text := h.list(t, friday(), `{"help":"categories"}`).Help
	for _, c := range training.EventCategories() {
		if !strings.Contains(text.String(), string(c)) {
			t.Errorf("%s is not explained", c)
		}
	}
	for _, name := range []string{
		"load_target", "time_target_s", "distance_target_km", "ftp_w", "ctl", "atl",
		"ctl_days", "atl_days", "max_training_time_s", "for_week", "carbs_g_per_h", "fluid_ml_per_h",
	} {
		if !strings.Contains(text.String(), name) {
			t.Errorf("%s is not explained", name)
		}
	}
	if text := h.list(t, friday(), `{"help":"syntax"}`).Help; !strings.Contains(text.String(), "Press lap") &&
		!strings.Contains(text.String(), "ramp") {
		t.Errorf("the syntax is %q", text)
	}
}

func TestRarerFieldsAreUnderMore(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.do(t, friday(), "create_events", `{"events":[{"date":"2026-05-04","category":"goal","name":"Week","external_id":"w",
		"flags":"for_week, indoor","more":{"load_target":300,"time_target_s":"5h30m","target":"HR","color":"Green","sub_sport":"Trail"}}]}`)
	e := h.get(t, friday(), "w")
	if e.Targets == nil || *e.Targets != (calendar.Targets{Load: 300, TimeS: 19800}) || e.Target != "hr" ||
		e.Color != "Green" || e.SubSport != "trail" || !e.Indoor || e.Flags[0] != "for_week" {
		t.Errorf("it is %+v with targets %+v", e, e.Targets)
	}
	h.do(t, friday(), "update_event", `{"id":"w","flags":["show_as_note"],"clear":["color","load_target"]}`)
	if e := h.get(t, friday(), "w"); e.Indoor || strings.Join(e.Flags, " ") != "show_as_note" || e.Color != "" ||
		e.Targets.Load != 0 || e.Targets.TimeS != 19800 {
		t.Errorf("then it is %+v with targets %+v", e, e.Targets)
	}
}

// TestWhatIsPlannedToEatAndDrink checks that planned food and drink are shown
// by the hour, changed, and undone.
func TestWhatIsPlannedToEatAndDrink(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.do(t, friday(), "create_events", `{"events":[{"date":"2026-05-04","name":"Long","sport":"ride","duration_s":14400,"external_id":"w",
		"more":{"carbs_g_per_h":60,"fluid_ml_per_h":"600"}}]}`)
	if e := h.get(t, friday(), "w"); e.CarbsGPerH != 60 || e.FluidMLPerH != 600 {
		t.Errorf("%v g and %v ml by the hour", e.CarbsGPerH, e.FluidMLPerH)
	}
	h.do(t, friday(), "update_event", `{"id":"w","more":{"carbs_g_per_h":75},"clear":["fluid_ml_per_h"]}`)
	if e := h.get(t, friday(), "w"); e.CarbsGPerH != 75 || e.FluidMLPerH != 0 {
		t.Errorf("then %v g and %v ml by the hour", e.CarbsGPerH, e.FluidMLPerH)
	}
}

// TestTodayIsTheAthletes: at one instant it is Saturday in Sydney and Friday
// in Los Angeles, so that an event of Friday is past there and today's here,
// where it can still be deleted.
func TestTodayIsTheAthletes(t *testing.T) {
	t.Parallel()
	for zone, past := range map[string]bool{"Australia/Sydney": true, "America/Los_Angeles": false} {
		h := open(t, tools.WritesSafe)
		c := at("2026-05-01T20:00:00Z", zone)
		h.do(t, at("2026-04-30T00:00:00Z", zone), "create_events",
			`{"events":[{"date":"2026-05-01","name":"Friday","sport":"run","external_id":"fri"}]}`)
		if e := h.get(t, c, "fri"); *e.InDays != map[bool]int{true: -1, false: 0}[past] {
			t.Errorf("%s: in %d days", zone, *e.InDays)
		}
		if past {
			if p := tooltest.Fails(t, h.table, c, "delete_events", `{"ids":["fri"]}`); p.Kind != training.KindForbidden ||
				!strings.Contains(p.Fix, "writes: full") {
				t.Errorf("%s: %s", zone, p)
			}
			continue
		}
		h.do(t, c, "delete_events", `{"ids":["fri"]}`)
	}
}

func TestThePastIsDeletedOnlyInFullAndWithConsent(t *testing.T) {
	t.Parallel()
	const past = `{"events":[{"date":"2026-04-28","name":"Last week","sport":"run","external_id":"old"},{"date":"2026-05-03","name":"Sunday","sport":"run","external_id":"new"}]}`
	h := open(t, tools.WritesFull)
	h.agree(t, friday(), "create_events", past)
	before := len(h.documents(t))
	out := h.agree(t, friday(), "delete_events", `{"ids":["old","new"]}`)
	if len(h.documents(t)) != before-2 || len(out.Changes) != 2 {
		t.Errorf("deleted: %+v", out)
	}
	h.undo(t, out.JournalID)
	if len(h.documents(t)) != before {
		t.Error("undone, they are not back")
	}
	h.do(t, friday(), "delete_events", `{"event_id":"new"}`) // to come: no question
	safe := open(t, tools.WritesSafe)
	safe.agree(t, friday(), "create_events", past)
	if p := tooltest.Fails(t, safe.table, friday(), "delete_events",
		`{"ids":["new","old"]}`); p.Kind != training.KindForbidden || len(safe.documents(t)) != 2 {
		t.Errorf("all or none: %s", p)
	}
}

// TestMovesKeepTheClock: over the day on which clocks change, an event that
// is copied or moved keeps its time of day and its length in days.
func TestMovesKeepTheClock(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	c := at("2026-03-20T10:00:00Z", "Europe/Berlin") // clocks change on 29 March
	h.do(t, c, "create_events",
		`{"events":[{"date":"2026-03-27","time":"2:30","end_date":"2026-03-28","name":"Night ride","sport":"ride","external_id":"n"}]}`)
	out := h.do(t, c, "duplicate_events", `{"ids":["n"]}`)
	e := h.get(t, c, out.Events[0].ID)
	if e.Day.String() != "2026-04-03" || e.To.String() != "2026-04-04" || e.Time != "02:30" || e.ExternalID != "" {
		t.Errorf("the copy is %+v", e)
	}
	out = h.do(t, c, "duplicate_events", `{"ids":["n"],"date":"2026-03-24"}`)
	if e := h.get(t, c, out.Events[0].ID); e.Day.String() != "2026-03-24" || e.To.String() != "2026-03-25" || e.Time != "02:30" ||
		len(out.Events) != 1 || h.get(t, c, "n").Day.String() != "2026-03-27" {
		t.Errorf("the copy on a day is %+v of %+v", e, out)
	}
	h.do(t, c, "update_event", `{"id":"n","date":"2026-03-29"}`)
	if e := h.get(t, c, "n"); e.Day.String() != "2026-03-29" || e.To.String() != "2026-03-30" || e.Time != "02:30" {
		t.Errorf("moved, it is %+v", e)
	}
	h.do(t, c, "update_event", `{"id":"n","time":"18:00","clear":["end_date"]}`)
	if e := h.get(t, c, "n"); e.Time != "18:00" || e.To != nil {
		t.Errorf("with another time, it is %+v", e)
	}
}

func TestPairingByHand(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		if err := tx.PutImportRun(store.ImportRun{
			ID: "run-1", Athlete: who, StartedAt: storetest.Noon(),
			FinishedAt: storetest.Noon(),
		}); err != nil {
			return err
		}
		return storetest.AddRide(tx, who, "ride", storetest.Noon(), store.EveryAudience)
	})
	h.do(t, friday(), "create_events", `{"events":[
		{"date":"2026-05-01","name":"Hour","sport":"ride","duration_s":3600,"external_id":"hour"},
		{"date":"2026-05-01","name":"Run","sport":"run","duration_s":3600,"external_id":"run"}]}`)
	status := func(id string) string {
		e := h.get(t, friday(), id)
		if e.Done != nil {
			return string(e.Status) + " " + e.Done.By
		}
		return string(e.Status)
	}
	for _, step := range []struct{ args, hour, run string }{
		{"", "done same_day", "upcoming"},
		{`{"id":"run","done_by":"file:x-ride"}`, "upcoming", "done athlete"},
		{`{"id":"run","clear":["done_by"]}`, "done same_day", "upcoming"},
		{`{"id":"hour","done_by":"none"}`, "upcoming", "upcoming"},
	} {
		if step.args != "" {
			out := h.do(t, friday(), "update_event", step.args)
			if len(out.Changes) != 1 || out.Changes[0].Field != "done_by" || out.Changes[0].Before == out.Changes[0].After {
				t.Errorf("%s is told as %+v", step.args, out.Changes)
			}
		}
		if a, b := status("hour"), status("run"); a != step.hour || b != step.run {
			t.Errorf("after %s: the hour is %s, the run %s", step.args, a, b)
		}
	}
}

func TestAnAthletesWordGoesOverAServices(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	planned(t, h)
	h.do(t, friday(), "update_event", `{"id":"intervals:7","date":"2026-05-08","duration_s":"45min"}`)
	e := h.get(t, friday(), "intervals:7")
	if e.Day.String() != "2026-05-08" || e.Planned.DurationS != 2700 || e.Planned.Load != 70 ||
		strings.Join(e.Edited, " ") != "moving_time_s start_local" {
		t.Errorf("it shows %+v", e)
	}
	// The service's later values show where the athlete has none.
	h.says(t, "intervals:7", training.CalendarEvent{
		Category: training.EventWorkout, Name: "Renamed", Start: "2026-05-07T00:00:00", Sport: training.Running, MovingTimeS: 4000, Load: 75,
	})
	if e := h.get(t, friday(), "intervals:7"); e.Name != "Renamed" || e.Day.String() != "2026-05-08" ||
		e.Planned.DurationS != 2700 || e.Planned.Load != 75 {
		t.Errorf("then it shows %+v", e)
	}
	h.do(t, friday(), "update_event", `{"id":"intervals:7","clear":["date","duration_s"]}`)
	if e := h.get(t, friday(), "intervals:7"); e.Day.String() != "2026-05-07" || e.Planned.DurationS != 4000 {
		t.Errorf("taken back, it shows %+v", e)
	}
}

// TestAServicesSlipsAreNoObstacle: what a service has that we would not take
// can still be changed elsewhere, and may not get worse.
func TestAServicesSlipsAreNoObstacle(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.says(t, "intervals:8", training.CalendarEvent{Category: training.EventRaceA, Start: "2026-05-06T00:00:00", Target: "POWER", Load: 5000})
	h.do(t, friday(), "update_event", `{"id":"intervals:8","duration_s":600}`)
	if e := h.get(t, friday(), "intervals:8"); e.Planned.DurationS != 600 || e.Target != "POWER" {
		t.Errorf("it is %+v", e)
	}
	for _, args := range []string{
		`{"id":"intervals:8","load":6000}`, `{"id":"intervals:8","more":{"target":"watts"}}`,
		`{"id":"intervals:8","more":{"ctl":-4}}`,
	} {
		tooltest.Fails(t, h.table, friday(), "update_event", args)
	}
	h.do(t, friday(), "update_event", `{"id":"intervals:8","load":100,"sport":"ride"}`)
	if out := h.do(t, friday(), "duplicate_events", `{"ids":["intervals:8"]}`); out.Events[0].Name != "race a" ||
		out.Events[0].Date != "2026-05-13" {
		t.Errorf("its copy is %+v", out.Events)
	}
}

func TestAPlanIsPutIntoTheCalendar(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.planOf(t, 30) // sixty days
	const args = `{"plan_id":"base","start_date":"2026-06-01"}`
	out := h.agree(t, friday(), "apply_training_plan", args)
	if len(out.Events) != 30 || out.Events[1].Date != "2026-06-03" || out.Events[1].Load != 49 ||
		out.Events[1].LoadRule != "duration_intensity" {
		t.Errorf("it made %+v", out.Events)
	}
	if e := h.get(t, friday(), out.Events[2].ID); e.Plan.ID != "base" || e.Plan.Workout != "w002" ||
		e.Tags[0] != "base" || e.Sport != training.Cycling {
		t.Errorf("one of them is %+v", e)
	}
	if again := h.do(t, friday(), "apply_training_plan", args); again.JournalID != "" || again.Events[0].Status != "unchanged" {
		t.Errorf("again: %+v", again)
	}
	h.undo(t, out.JournalID)
	if n := len(h.documents(t)); n != 0 {
		t.Errorf("undone, %d events are left", n)
	}
}

// TestAQuestionShowsAll: every event that a person agrees to.
func TestAQuestionShowsAll(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.planOf(t, 150)
	_, err := h.table.Call(t.Context(), "apply_training_plan", friday(), json.RawMessage(`{"plan_id":"base","start_date":"2026-06-01"}`))
	need, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok || len(need.Preview.Changes) != 150 || strings.Count(need.Preview.Question(nil), "\n- ") != 150 ||
		!strings.Contains(need.Preview.Summary.String(), "150 events") {
		t.Errorf("it asks %v with %d changes", err, len(need.Preview.Changes))
	}
}

func TestAChangeMeanwhileIsAConflict(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.agree(t, friday(), "create_events", `{"events":[{"date":"2026-04-28","name":"Old","sport":"run","external_id":"old"}]}`)
	full := &home{h.db, h.journal, table(h, tools.WritesFull)}
	var need string
	_, err := full.table.Call(t.Context(), "delete_events", friday(), json.RawMessage(`{"ids":["old"]}`))
	if need = token(err); need == "" {
		t.Fatal(err)
	}
	if _, err := h.journal.Grant(t.Context(), storetest.Export(who), need, friday().Now); err != nil {
		t.Fatal(err)
	}
	h.do(t, friday(), "update_event", `{"id":"old","name":"Old, but kept"}`)
	c := friday()
	c.Approval = need
	if p := tooltest.Fails(t, full.table, c, "delete_events", `{"ids":["old"]}`); p.Kind != training.KindConflict {
		t.Errorf("an approval of what was shown before: %s", p)
	}
}

func TestUndoRefusesWhatWasOvertaken(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	made := planned(t, h)
	h.do(t, friday(), "update_event", `{"id":"tempo","load":120}`)
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), made.JournalID,
		friday().Now); training.KindOf(err) != training.KindConflict {
		t.Errorf("the making was undone under a later change: %v", err)
	}
}

func TestACancelledWriteWritesNothing(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	planned(t, h)
	seq := storetest.LastSeq(t, h.db)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for tool, args := range map[string]string{
		"list_events": `{}`, "create_events": `{"events":[` + easy + `]}`, "update_event": `{"id":"tempo","load":5}`,
		"delete_events":    `{"ids":["tempo"]}`,
		"duplicate_events": `{"ids":["tempo"]}`, "apply_training_plan": `{"plan_id":"base","start_date":"2026-06-01"}`,
		"get_event": `{"id":"tempo"}`,
	} {
		if _, err := h.table.Call(ctx, tool, friday(), json.RawMessage(args)); training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if storetest.LastSeq(t, h.db) != seq {
		t.Error("something was written")
	}
}

func TestBigAnswersStaySmall(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	var rows []string
	long := strings.Repeat("\U0001F6B4", 300)
	for i := range 60 {
		rows = append(rows, fmt.Sprintf(`{"date":"%s","name":"%s","sport":"run","duration_s":3600,"intensity_factor":0.8}`,
			training.NewDay(2026, time.May, 2)+training.Day(i%10), long))
	}
	out := h.agree(t, friday(), "create_events", `{"events":[`+strings.Join(rows, ",")+`]}`)
	if !out.Cut || len(h.documents(t)) != 60 {
		t.Errorf("%d shown of %d, cut is %v", len(out.Events), len(h.documents(t)), out.Cut)
	}
	for _, view := range calendar.Views() {
		res := tooltest.Call(t, h.table, friday(), "list_events", `{"view":"`+view+`","range":"2026-05-01..2026-05-31"}`)
		if len(res.Structured) > 32<<10 {
			t.Errorf("%s answers with %d bytes", view, len(res.Structured))
		}
	}
}
