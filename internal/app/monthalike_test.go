package app

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/training"
)

// coaching is a plan of two weeks up to a race, in which a coach and days change
// one thing after another.
type coaching struct {
	*testing.T
	p       *person
	monday  training.Day
	athlete asks
	model   asks
	step    string
}

// TestACoachIsToldWhatTheAthleteReads: after each change of a plan, of the
// calendar and of what was done, the tools say the same of every session, week and
// race and of today's form, to a model with the default sharing as to the athlete.
func TestACoachIsToldWhatTheAthleteReads(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	runs := filepath.Join(p.work, "runs")
	treadmill(t, runs, noon.AddDate(0, 0, -3))
	p.must(t, "import", runs)
	p.must(t, "call", "update_athlete_settings", `{"sport":"run","threshold_pace_s_per_km":253,"effective_from":"2026-01-01"}`)
	w, _ := opened(t, p.program(nil, nil), cli.OpenOptions{})
	c := &coaching{T: t, p: p, monday: training.DayOf(noon).WeekStart(time.Monday) + 7}
	c.athlete, c.model = p.byCommand(t), p.asModel(t, w, training.Sharing{})
	c.plans()
	c.edits()
	c.printed()
	c.goesBy(runs)
}

// plans makes a plan and puts it into the calendar.
func (c *coaching) plans() {
	c.Helper()
	text := fmt.Sprintf("plan_name: Block\nsport: running\ngoal_race: {date: %s, distance_km: 10}\nweeks:\n", c.monday+13)
	for week, day := range []training.Day{c.monday, c.monday + 7} {
		text += fmt.Sprintf("  - week_number: %d\n    week_start_date: %s\n    sessions:\n", week+1, day)
		for i, at := range []time.Weekday{time.Monday, time.Tuesday, time.Thursday, time.Friday} {
			text += fmt.Sprintf("      - {day_of_week: %s, type: easy, workout: \"- %dkm 80%% Pace\\n- 7m 95%% Pace\"}\n", at, 4+i)
		}
	}
	text += fmt.Sprintf("      - {id: race, day_of_week: %s, type: race, name: River run, distance_km: 10, duration_minutes: 44, load: 60}\n",
		time.Sunday)
	given, err := json.Marshal(map[string]string{"id": "block", "text": text})
	if err != nil {
		c.Fatal(err)
	}
	c.do("save_training_plan", string(given))
	c.do("edit_training_plan", `{"operations":[{"op":"set","session":"w1-tue","fields":{"workout":"- 11km 80% Pace"}}]}`)
	c.p.must(c, "plan", "publish", "block")
	c.alike("plan publish")
}

// edits changes the calendar in the ways of a coach.
func (c *coaching) edits() {
	c.Helper()
	c.do("update_event", `{"id":"block/w1-mon","date":"%s"}`, c.monday+2)
	c.do("update_event", `{"id":"block/w1-tue","duration_s":7200}`)
	c.do("update_event", `{"id":"block/w1-thu","description":"- 3km 85% Pace\n- 20m 70% Pace"}`)
	c.do("update_event", `{"id":"block/w1-thu","name":"By the river"}`)
	c.do("update_event", `{"id":"block/w2-tue","load":60.5}`)
	c.do("delete_events", `{"ids":["block/w2-fri"]}`)
	c.do("update_event", `{"id":"block/race","category":"race_b","date":"%s"}`, c.monday+12)
	c.do("update_event", `{"id":"block/race","category":"race_a"}`)
	c.do("create_events", `{"events":[{"date":"%s","category":"rest","name":"Rest"}]}`, c.monday+5)
	c.do("undo", `{}`)
	c.do("update_athlete_settings", `{"sport":"run","threshold_pace_s_per_km":247,"effective_from":"%s"}`, c.monday+7)
}

// printed checks that what people read is rounded alike.
func (c *coaching) printed() {
	c.Helper()
	for _, out := range []string{c.p.must(c, "workout", "list"), c.p.must(c, "calendar")} {
		if !strings.Contains(out, "61 TSS") {
			c.Errorf("60.5 TSS is printed otherwise:\n%s", out)
		}
	}
}

// goesBy lets days pass with runs, a cold and a rating.
func (c *coaching) goesBy(runs string) {
	c.Helper()
	for day := c.monday; day < c.monday+15; day += 2 {
		c.p.later = time.Duration(int(day-training.DayOf(noon)))*24*time.Hour + 9*time.Hour
		if day != c.monday+4 {
			treadmill(c.T, runs, day.Time(time.UTC).Add(8*time.Hour))
			c.p.must(c, "import", runs)
		}
		c.alike("the day " + day.String())
		if day == c.monday+4 {
			c.do("create_events", `{"events":[{"date":"%s","end_date":"%s","category":"sick","name":"Cold"}]}`, day-1, day)
		}
	}
}

// do makes a change as the athlete, and compares.
func (c *coaching) do(tool, args string, with ...any) {
	c.Helper()
	if len(with) > 0 {
		args = fmt.Sprintf(args, with...)
	}
	c.athlete(tool, args)
	c.alike(tool + " " + args)
}

// alike compares what the tools say.
func (c *coaching) alike(step string) {
	c.Helper()
	c.step = step
	days := fmt.Sprintf(`"range":"%s to %s"`, c.monday, c.monday+13)
	last := training.DayOf(c.p.now()) + 14
	for tool, args := range map[string]string{
		"list_events": `{` + days + `}`, "check_training_plan": `{` + days + `}`, "get_training_plan": `{"weeks":"all"}`,
		"analyze_training_load": fmt.Sprintf(`{"to":"%s"}`, last), "get_training_summary": `{}`,
	} {
		c.same(tool+" to a model and to the athlete", numbers(c.model(tool, args)), numbers(c.athlete(tool, args)))
	}
	var calendar, plan, check, context, load, today any
	c.model.told(c.T, &calendar, "list_events", fmt.Sprintf(`{%s,"project_to":"%s"}`, days, last))
	c.model.told(c.T, &plan, "get_training_plan", `{"weeks":"all"}`)
	c.model.told(c.T, &check, "check_training_plan", `{`+days+`}`)
	c.model.told(c.T, &context, "get_coach_context", `{"parts":["plan","training"],"max_tokens":8000}`)
	c.model.told(c.T, &load, "analyze_training_load", fmt.Sprintf(`{"to":"%s"}`, last))
	if err := json.Unmarshal([]byte(c.p.must(c, "today", "--json")), &today); err != nil {
		c.Fatal(err)
	}
	c.sessions(calendar, plan, check, context)
	c.weeks(plan, check, context)
	c.races(calendar, plan, check, context)
	for _, of := range []any{at(calendar, "today"), at(context, "training.today"), at(today, "training.today")} {
		c.same("today's form", of, at(load, "today"))
	}
	c.same("the projection", at(calendar, "projected.projected_ctl"), at(load, "projected.projected_ctl"))
}

// sessions compares the sessions of the plan.
func (c *coaching) sessions(calendar, plan, check, context any) {
	c.Helper()
	events, read, briefed := map[any]any{}, map[any]any{}, map[any]any{}
	for _, e := range list(calendar, "events") {
		events[at(e, "id")] = e
	}
	for from, to := range map[*any]map[any]any{&plan: read, ptr(at(context, "plan")): briefed} {
		for _, w := range list(*from, "weeks") {
			for _, s := range list(w, "sessions") {
				to[at(s, "id")] = s
			}
		}
	}
	sessions := list(check, "sessions")
	if len(sessions) == 0 {
		c.Errorf("after %s no session is told", c.step)
	}
	for _, s := range sessions {
		id := at(s, "id")
		e, r, b := events[at(s, "event_id")], read[id], briefed[id]
		name := fmt.Sprint(id)
		for _, key := range []string{"duration_s", "distance_km", "load"} {
			c.same(name+": "+key+" in check and plan", at(s, "planned."+key), at(r, key))
			if key != "load" {
				c.same(name+": "+key+" in check and context", at(s, "planned."+key), at(b, key))
			}
		}
		c.same(name+": states", []any{at(s, "status"), at(s, "local_date")}, []any{at(r, "status"), at(r, "date")})
		c.same(name+": states in context", []any{at(s, "status"), at(s, "local_date")}, []any{at(b, "status"), at(b, "local_date")})
		if at(s, "event_id") == nil {
			continue
		}
		for _, key := range []string{"status", "local_date", "planned", "done", "compliance", "repeats"} {
			c.same(name+": "+key+" in check and calendar", at(s, key), at(e, key))
		}
	}
}

// weeks compares the totals of weeks. Only what is due counts in a check, so that
// a week is compared with it once it is over, and without those excused.
func (c *coaching) weeks(plan, check, context any) {
	c.Helper()
	checked, briefed := list(check, "weeks"), list(context, "plan.weeks")
	for i, w := range list(plan, "weeks") {
		name := fmt.Sprintf("week %d: ", i+1)
		for _, key := range []string{"duration_s", "distance_km", "load"} {
			c.same(name+key+" in plan and context", at(w, "total."+key), at(briefed[i], key))
			if at(checked[i], "upcoming") == nil && at(checked[i], "excused") == nil {
				c.same(name+key+" in plan and check", at(w, "total."+key), at(checked[i], "planned."+key))
			}
		}
	}
}

// races compares the day of the race and the form on it.
func (c *coaching) races(calendar, plan, check, context any) {
	c.Helper()
	c.same("the day of the race", at(plan, "plan.race.date"), at(check, "race.local_date"))
	var plans any
	c.model.told(c.T, &plans, "list_training_plans", `{}`)
	c.same("the day of the race in the list", at(list(plans, "plans")[0], "race.date"), at(check, "race.local_date"))
	c.same("the race in context", at(context, "plan.race"), at(check, "race"))
	for _, r := range list(calendar, "races") {
		for _, key := range []string{"local_date", "projected_ctl", "projected_atl", "projected_tsb"} {
			c.same("the race's "+key, at(check, "race."+key), at(r, key))
		}
	}
}

func (c *coaching) same(what string, one, other any) {
	c.Helper()
	if a, b := fmt.Sprint(one), fmt.Sprint(other); a != b {
		c.Errorf("after %s, %s: %s and %s", c.step, what, a, b)
	}
}

func list(v any, way string) []any {
	all, _ := at(v, way).([]any)
	return all
}

func ptr(v any) *any { return &v }

// numbers returns the numbers and days of an answer with the names that they have.
func numbers(answer string) string {
	return strings.Join(regexp.MustCompile(`"\w+":(\[[-\d.,]+\]|-?[\d.]+|"\d{4}-\d\d-\d\d")`).FindAllString(answer, -1), " ")
}
