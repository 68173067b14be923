// Package plans contains the tools for training plans: texts with the weeks and
// sessions that an athlete follows.
package plans

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type editIn struct {
	ID         string      `json:"id,omitempty" jsonschema:"default: the active plan"`
	Operations []operation `json:"operations,omitempty" jsonschema:"all or none"`
	Replan     bool        `json:"replan,omitempty" jsonschema:"adapt from today on to time off, missed sessions, a moved race, new thresholds"`
}

type operation struct {
	Op      string     `json:"op" jsonschema:"week: add a week"`
	Session string     `json:"session,omitempty" jsonschema:"id; without it: the week or plan"`
	Week    int        `json:"week,omitempty"`
	Fields  tools.JSON `json:"fields,omitempty" jsonschema:"YAML fields, e.g. {\"distance_km\": 12}; null removes"`
	Day     string     `json:"day,omitempty" jsonschema:"e.g. Monday"`
	ToWeek  int        `json:"to_week,omitempty"`
	Text    string     `json:"text,omitempty"`
}

// maxOperations is the maximum number of operations in one edit.
const maxOperations = 100

// Edited is the answer to an edit of a plan.
type Edited struct {
	tools.WrittenOne
	// Sessions holds the changed sessions in their state after the edit.
	Sessions []Session `json:"sessions,omitempty"`
	Weeks    []Week    `json:"weeks,omitempty" jsonschema:"changed weeks, without their sessions"`
	// Difference lists what replanning changes.
	Difference []plan.Difference `json:"difference,omitempty"`
	Reasons    []i18n.Sentence   `json:"reasons,omitempty"`
}

func editRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "edit_training_plan", Title: "Edit a training plan", Toolset: toolset, Safety: tools.Write,
		Description: "Edits a training plan in place: sets fields, adds, removes and moves sessions, adds weeks and comments. " +
			"The rest stays; totals are recalculated. replan proposes changes after illness, missed sessions or a moved race: show dry_run first.",
		Aliases: map[string]string{"plan_id": "id", "edits": "operations"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "operations.op", plan.Ops()...)
			tools.Items(s, "operations", 0, maxOperations)
			s.Properties["operations"].Items.Properties["fields"].Type = "object"
		},
	}, func(ctx context.Context, c *tools.Call, in editIn) (*Edited, error) {
		return in.write(ctx, d, c)
	})
}

func (in *editIn) write(ctx context.Context, d Deps, c *tools.Call) (*Edited, error) {
	s, told, err := d.find(ctx, c, c.Whole(), in.ID)
	if err != nil {
		return nil, err
	}
	if (len(in.Operations) > 0) == in.Replan {
		return nil, training.Errorf(training.KindInvalid, "An edit needs either operations or replan.").WithFix("Give one of the two.")
	}
	if in.Replan {
		return in.replan(ctx, d, c, &s, told)
	}
	var edits []plan.Edit
	for i, o := range in.Operations {
		e := plan.Edit{Op: o.Op, Session: o.Session, Week: o.Week, Day: o.Day, ToWeek: o.ToWeek, Text: o.Text}
		if e.Fields, err = fieldsOf(o.Fields); err != nil {
			return nil, tools.InRow("operation", i, err)
		}
		edits = append(edits, e)
	}
	after, err := plan.Apply(s.Text.Body, edits)
	if err != nil {
		return nil, err
	}
	if err := after.Plan.Take(ctx, d.Store, c.Scope, s.ID); err != nil {
		return nil, err
	}
	w := c.Write(changing(&s.Text), nil)
	one, err := d.write(ctx, c, w, &s.Text, after.Text, append(told, after.Notes...))
	if err != nil {
		return nil, err
	}
	out := &Edited{WrittenOne: *one}
	out.ID = s.ID
	for _, id := range after.Sessions {
		if now := after.Plan.Session(id); now != nil {
			out.Sessions = append(out.Sessions, sessionOf(now, &after.Plan))
		}
	}
	for _, number := range after.Weeks {
		if w := after.Plan.Week(number); w != nil {
			out.Weeks = append(out.Weeks, bareWeek(&after.Plan, w, c.Today))
		}
	}
	return out, nil
}

// These are the maximum numbers of changed sessions in an answer, and in the question to a person.
const (
	maxDifferences   = 60
	shownDifferences = 8
)

// replan proposes the changes from today on, which a person has to accept.
func (in *editIn) replan(ctx context.Context, d Deps, c *tools.Call, s *plan.Kept, told []i18n.Sentence) (*Edited, error) {
	r, err := d.replanning(ctx, c, s)
	if err != nil {
		return nil, err
	}
	edits, reasons := r.Edits()
	if len(edits) == 0 {
		out := &Edited{WrittenOne: tools.WrittenOne{ID: s.ID, Written: c.Unchanged("Nothing has to change from today on.")}, Reasons: reasons}
		out.Notes = append(out.Notes, told...)
		return out, ctx.Err()
	}
	after, err := plan.Apply(s.Text.Body, edits)
	if err != nil {
		return nil, err
	}
	if err := after.Plan.Take(ctx, d.Store, c.Scope, s.ID); err != nil {
		return nil, err
	}
	out := &Edited{Difference: plan.Differences(r.Text, &after.Plan), Reasons: reasons}
	n := i18n.Numbered(len(out.Difference), "session changes", "sessions change")
	lines := make([]i18n.Sentence, min(len(out.Difference), shownDifferences))
	for i := range lines {
		lines[i] = i18n.Name(out.Difference[i].Line())
	}
	w := c.Write(i18n.InARow(append([]i18n.Sentence{
		i18n.Sentencef("Replan %s from today on: %s: %s.", i18n.Name(s.ID), n, i18n.Joined("%s; %s", lines...)),
	}, reasons...)...), nil)
	w.Destructive = true // the athlete accepts the difference or not
	one, err := d.write(ctx, c, w, &s.Text, after.Text, append(told, after.Notes...))
	if err != nil {
		return nil, err
	}
	out.WrittenOne = *one
	out.ID = s.ID
	out.Difference = out.Difference[:min(len(out.Difference), maxDifferences)]
	if len(r.There.Events(s.ID, r.There.Days())) > 0 {
		out.Notes = append(out.Notes, "If the plan is in the calendar, publish it again (apply_training_plan): only the differences are sent.")
	}
	return out, nil
}

// replanning reads what a plan is adapted to.
func (d Deps) replanning(ctx context.Context, c *tools.Call, s *plan.Kept) (r plan.Replanning, err error) {
	text, _ := plan.Parse(s.Text.Body) // the kept plan is shared
	r = plan.Replanning{ID: s.ID, Today: c.Today, Text: &text, Since: training.DayOf(s.Text.At.In(c.Location))}
	if s.Days().From == 0 {
		return r, training.Errorf(training.KindInvalid, "The training plan %q has no dates.", s.ID).WithFix("Give its weeks a week_start_date.")
	}
	if err := text.Take(ctx, d.Store, c.Scope, s.ID); err != nil {
		return r, err
	}
	if r.There, r.States, err = d.followed.Stands(ctx, d.Store, c.Scope, c.Frame(), s); err != nil {
		return r, err
	}
	last := s.Days().To
	if r.Load, err = d.followed.Load(ctx, d.Store, c.Scope, c.Frame(), last); err != nil {
		return r, err
	}
	r.History, err = d.Store.History(ctx, c.Scope)
	return r, err
}

// changing summarises a write of a plan.
func changing(t *memory.Text) i18n.Sentence {
	if t.Own == nil {
		return i18n.Sentencef("Add the training plan %s.", i18n.Name(t.ID))
	}
	return i18n.Sentencef("Change the training plan %s.", i18n.Name(t.ID))
}

// fieldsOf parses a JSON object with names and values. Numbers keep the form in
// which they were written.
func fieldsOf(raw tools.JSON) (map[string]any, error) {
	if len(raw) == 0 {
		return nil, nil //nolint:nilnil // no fields were given
	}
	var fields map[string]any
	var text string
	if json.Unmarshal(raw, &text) == nil { // some clients send objects as text
		raw = tools.JSON(text)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, training.Errorf(training.KindInvalid, "The fields %s are not an object of names and values.",
			i18n.Clip(string(raw), i18n.MostQuoted)).
			WithFix("Give an object, such as {\"distance_km\": 12}.")
	}
	return fields, nil
}

type checkIn struct {
	Plan  string          `json:"plan_id,omitempty" jsonschema:"default: the active plan"`
	Range tools.DateRange `json:"range,omitzero"`
	Weeks string          `json:"weeks,omitempty" jsonschema:"5 or 4-6"`
}

func checkRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "check_training_plan", Ahead: true, Title: "Training plan progress", Toolset: toolset, Idempotent: true,
		Description: "Compares a training plan with what was done: each session done, partly done, moved, missed or upcoming, extra " +
			"activities, adherence by week and phase, CTL and TSB on race day, ramp and monotony. Default: sessions of three weeks around today.",
		Aliases: map[string]string{"id": "plan_id", "plan": "plan_id", "week": "weeks", "week_number": "weeks"},
	}, func(ctx context.Context, c *tools.Call, in checkIn) (*plan.AdherenceView, error) {
		p, notes, err := d.find(ctx, c, c.Scope, in.Plan)
		if err != nil {
			return nil, err
		}
		q, err := in.query(&p.Plan)
		if err != nil {
			return nil, err
		}
		v, err := d.followed.Of(ctx, d.Store, c.Scope, c.Frame(), &p, q)
		if err != nil {
			return nil, err
		}
		v.TellProblems(p.Problems)
		v.Notes = append(v.Notes, notes...)
		return v, nil
	})
}

// query returns the days of the query.
func (in *checkIn) query(p *plan.Plan) (plan.Query, error) {
	if in.Range.Set {
		r := in.Range.Range()
		return plan.Query{Days: &r}, nil
	}
	if in.Weeks == "" {
		return plan.Query{}, nil
	}
	from, to, ok := weekRange(in.Weeks)
	if !ok {
		return plan.Query{}, training.Errorf(training.KindInvalid, "%q does not match any weeks of the plan.", tools.Clip(in.Weeks)).
			WithFix("Write weeks as 5 or 4-6.")
	}
	a, b := p.Week(from), p.Week(to)
	if a == nil || b == nil || a.Start == 0 || b.Start < a.Start {
		return plan.Query{}, training.Errorf(training.KindNotFound, "The plan has no weeks %s.", tools.Clip(in.Weeks)).
			WithFix("check_training_plan without weeks lists them all.")
	}
	return plan.Query{Days: &training.DayRange{From: a.Start, To: b.Start + 6}}, nil
}

type listIn struct{}

type listed struct {
	answers.Heading
	Plans   []planRow       `json:"plans" jsonschema:"by first day"`
	Omitted int             `json:"omitted,omitempty"`
	Notes   []i18n.Sentence `json:"notes,omitempty"`
}

// planRow describes a plan in a list.
type planRow struct {
	ID       string       `json:"id"`
	Name     string       `json:"name,omitempty"`
	Status   plan.Status  `json:"status"`
	Active   bool         `json:"active,omitempty" jsonschema:"used if no id is given"`
	From     training.Day `json:"start_date,omitzero"`
	To       training.Day `json:"end_date,omitzero"`
	Weeks    int          `json:"weeks"`
	Week     int          `json:"current_week,omitempty"`
	Sport    string       `json:"sport,omitempty"`
	Race     *raceRow     `json:"race,omitempty"`
	Goal     string       `json:"goal,omitempty"`
	Version  int          `json:"version"`
	Author   string       `json:"author"`
	Problems int          `json:"problems,omitempty"`
}

type raceRow struct {
	Name       string       `json:"name,omitempty"`
	Day        training.Day `json:"date,omitzero"`
	InDays     int          `json:"in_days,omitempty" jsonschema:"negative for a past race"`
	DistanceKm float64      `json:"distance_km,omitempty"`
	GoalTimeS  float64      `json:"goal_time_s,omitempty"`
	GoalPace   float64      `json:"goal_pace_s_per_km,omitempty"`
}

// maxPlans is the maximum number of plans listed in an answer. If there are
// more, the answer lists the last ones.
const maxPlans = 60

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_training_plans", Title: "Training plans", Toolset: toolset, Idempotent: true,
		Description: "The athlete's training plans, including past ones: dates, race or goal, and which is active.",
	}, func(ctx context.Context, c *tools.Call, _ listIn) (*listed, error) {
		all, told, err := d.all(ctx, c, c.Scope)
		if err != nil {
			return nil, err
		}
		out := &listed{Heading: c.Frame().Heading(), Plans: []planRow{}, Omitted: max(0, len(all)-maxPlans), Notes: told}
		active := plan.Active(all, c.Today)
		for i := out.Omitted; i < len(all); i++ {
			k := all[i]
			if k.Race.Day != 0 { // the calendar may have the race on another day
				if k.Race.Day, err = k.RaceDay(ctx, d.Store, c.Scope, k.ID); err != nil {
					return nil, err
				}
			}
			r := rowOf(&k, c.Today)
			r.Active = i == active
			out.Plans = append(out.Plans, r)
		}
		return out, nil
	})
}

func rowOf(k *plan.Kept, today training.Day) planRow {
	days := k.Days()
	r := planRow{
		ID: k.ID, Name: line(k.Name), Status: k.Status(today), From: days.From, To: days.To, Weeks: len(k.Weeks),
		Sport: string(k.Sport), Goal: line(k.Goal), Version: k.Text.Version, Author: string(k.Text.Author), Problems: len(k.Problems),
	}
	if w := k.WeekOf(today); w != nil {
		r.Week = w.Number
	}
	if race := k.Race; race != (plan.Race{}) {
		r.Race = &raceRow{
			Name: line(race.Name), Day: race.Day, DistanceKm: race.DistanceKm, GoalTimeS: race.GoalTimeS,
			GoalPace: answers.Round(race.GoalPaceSPerKm, 1),
		}
		if race.Day != 0 {
			r.Race.InDays = int(race.Day - today)
		}
	}
	return r
}

type saveIn struct {
	ID      string `json:"id,omitempty" jsonschema:"default: made from plan_name"`
	Text    string `json:"text,omitempty" jsonschema:"YAML: plan_name, weeks: [{week_number, week_start_date, sessions: [{day_of_week, type, sport, distance_km}]}]"`
	Version int    `json:"version,omitempty" jsonschema:"version to restore"`
	fromIn
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_training_plan", Title: "Save a training plan", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Checks and saves a whole training plan (YAML), new or in place of an old one, or copies one from or to a" +
			"template. edit_training_plan changes single sessions. Every version is kept.",
		Aliases: map[string]string{"plan_id": "id", "yaml": "text"},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	given := 0
	for _, is := range []bool{in.Text != "", in.Version > 0, in.From != ""} {
		if is {
			given++
		}
	}
	if given != 1 || in.Version > 0 && in.ID == "" {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to save.").WithFix("Give text, or id and version, or from.")
	}
	told := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	body, err := in.related(ctx, d, c, in.Text)
	if err != nil {
		return nil, err
	}
	if in.Version > 0 {
		v, err := memory.TextVersion(ctx, d.Store, c.Whole(), memory.TrainingPlan, in.ID, in.Version)
		if err != nil {
			return nil, err
		}
		body = v.Body
	}
	if err := memory.CheckText(memory.TrainingPlan, body); err != nil {
		return nil, err
	}
	p, problems := plan.Parse(body)
	if in.Version == 0 && !plan.Sound(problems) {
		return nil, unsound(problems)
	}
	id := cmp.Or(in.ID, plan.IDOf(p.Name))
	before, err := memory.FindText(ctx, d.Store, c.Whole(), memory.TrainingPlan, id)
	switch {
	case training.KindOf(err) == training.KindNotFound:
		before, err = memory.Text{Kind: memory.TrainingPlan, ID: id}, nil
	case err == nil && in.ID == "":
		return nil, training.Errorf(training.KindConflict, "A training plan %q already exists.", id).
			WithFix("Give its id to replace it, or another id for a new one.")
	}
	if err != nil {
		return nil, err
	}
	for _, q := range problems {
		told = append(told, q.Sentence())
	}
	return d.write(ctx, c, c.Write(changing(&before), nil), &before, body, told)
}

// write stores a text as the next version of a plan.
func (d Deps) write(
	ctx context.Context, c *tools.Call, w journal.Write, before *memory.Text, body string, told []i18n.Sentence,
) (*tools.WrittenOne, error) {
	if before.Own != nil && before.Body == body {
		out := &tools.WrittenOne{ID: before.ID, Written: c.Unchanged("Nothing changed: the training plan already contains this.")}
		out.Notes = append(out.Notes, told...)
		return out, ctx.Err()
	}
	found, err := d.gate(ctx, c, before, body)
	if err != nil {
		return nil, err
	}
	told = append(told, c.Gated(&w, found)...)
	out, err := d.Texts.WriteAs(ctx, c, w, before.ID, before.Own == nil, before.Of(body, tools.Author(c), c.Now))
	if err != nil {
		return nil, err
	}
	out.Notes = append(told, out.Notes...)
	return out, nil
}

// gate returns why the new text of a plan may be too much training, unless the former text was too.
func (d Deps) gate(ctx context.Context, c *tools.Call, before *memory.Text, body string) ([]plan.Finding, error) {
	was, _ := plan.Parse(before.Body)
	now, _ := plan.Parse(body)
	last := max(was.Days().To, now.Days().To)
	if last < c.Today {
		return nil, ctx.Err()
	}
	base, err := plan.ReadLoad(ctx, d.Store, c.Scope, c.Frame(), d.plans, last, func(e *calendar.Event) bool { return e.Plan.ID != before.ID })
	if err != nil {
		return nil, err
	}
	find := func(p *plan.Plan) ([]plan.Finding, error) {
		if err := p.Take(ctx, d.Store, c.Scope, before.ID); err != nil {
			return nil, err
		}
		days := training.DayRange{From: c.Today, To: max(c.Today, p.Days().To)}
		return base.With(p.Events(before.ID, days), p.Types(before.ID)).Gate(), nil
	}
	former, err := find(&was)
	if err != nil {
		return nil, err
	}
	found, err := find(&now)
	return plan.NewFindings(former, found), err
}

// maxTold is the maximum number of problems listed in an error.
const maxTold = 10

func unsound(all []plan.Problem) error {
	var told []i18n.Sentence
	for _, p := range all {
		if !p.Warning && len(told) < maxTold {
			told = append(told, p.Sentence())
		}
	}
	return training.Errorf(training.KindInvalid, "The plan is not saved. %s", i18n.InARow(told...)).
		WithFix("Change these places, and save it again.")
}
