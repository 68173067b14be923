package calendar

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"strings"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/tools/plans"
)

// newPlanKeys returns the fields of the form for a new plan, named like the
// arguments of the tool.
func newPlanKeys() []string {
	return []string{
		"for", "sport", "race_date", "start_date", "weeks", "days_per_week", "hours_per_week", "distance_km", "goal_time", "name",
		"days_off", "long_days",
	}
}

// newPlanArgs returns the arguments of a new plan from the fields of its form.
func newPlanArgs(fields url.Values) page.Args {
	in := page.Args{}
	for _, key := range newPlanKeys() {
		if v := strings.Join(fields[key], ", "); strings.TrimSpace(v) != "" { // a field for each weekday
			in[key] = v
		}
	}
	return in
}

// proposed returns the plan that the address describes, without saving it.
func proposed(ctx context.Context, p *page.Page) page.Answer[plans.Created] {
	fields := maps.Clone(p.Request.URL.Query())
	p.MetricFields(fields)
	in := newPlanArgs(fields)
	in["dry_run"] = true
	return page.Ask[plans.Created](ctx, p, "create_training_plan", in)
}

// createPlan reads the form that saves a proposed plan. The athlete has seen its
// verdict.
func createPlan(fields url.Values) page.FormAction {
	in := newPlanArgs(fields)
	in["anyway"] = true
	return page.FormAction{Tool: "create_training_plan", In: in, Then: func(answer json.RawMessage) string {
		var made plans.Created
		_ = json.Unmarshal(answer, &made) // without an id, the page shows the active plan
		return "/plan?weeks=all&plan=" + url.QueryEscape(made.ID)
	}}
}

// goals returns the races and goals for which a plan can be created.
func goals(p *page.Page) [][2]string {
	return [][2]string{
		{"5k", "5 km"},
		{"10k", "10 km"},
		{"half_marathon", p.Say("Half marathon")},
		{"marathon", p.Say("Marathon")},
		{"trail", p.Say("Trail race")},
		{"gran_fondo", p.Say("Gran fondo")},
		{"road_race", p.Say("Road race")},
		{"criterium", p.Say("Criterium")},
		{"time_trial", p.Say("Time trial")},
		{"open_water", p.Say("Open-water swim")},
		{"sprint_triathlon", p.Say("Sprint triathlon")},
		{"olympic_triathlon", p.Say("Olympic-distance triathlon")},
		{"half_distance_triathlon", p.Say("Half-distance triathlon (70.3)")},
		{"full_distance_triathlon", p.Say("Full-distance triathlon (Ironman)")},
		{"build", p.Say("No race: build fitness")},
		{"base", p.Say("No race: build a base")},
		{"return", p.Say("No race: return to training")},
	}
}

// goalSports returns the sports of a plan; without one, it follows from the race.
func goalSports(p *page.Page) [][2]string {
	out := [][2]string{{"", p.Say("From the race")}}
	for _, s := range generate.Sports() {
		out = append(out, [2]string{s, p.Sport(s)})
	}
	return out
}

// newPlanFields returns the numbers and texts of the form for a new plan.
func newPlanFields(p *page.Page) []page.FormField {
	distance := page.DistanceField(p, 0)
	distance.Title = p.Say("Distance of the race, %s", p.Shown("distance_km"))
	out := []page.FormField{
		{Key: "weeks", Title: p.Say("Weeks, without a race"), Value: "12", Number: "1", Most: "60"},
		{Key: "days_per_week", Title: p.Say("Training days a week"), Value: "4", Number: "1", Most: "7"},
		{Key: "hours_per_week", Title: p.Say("Hours a week at most"), Value: "6", Number: "any", Most: "40"},
		distance,
		{Key: "goal_time", Title: p.Say("Target time, h:mm or m:ss")},
		{Key: "name", Title: p.Say("Name")},
	}
	for i := range out {
		if asked := p.Request.URL.Query(); asked.Has(out[i].Key) {
			out[i].Value = asked.Get(out[i].Key)
		}
	}
	return out
}

// newWeeksTable returns the weeks of a proposed plan.
func newWeeksTable(p *page.Page, weeks []plans.Week) *page.Table {
	t := &page.Table{ID: "new-weeks", Caption: p.Say("Weeks of the new plan"), Columns: []page.Column{
		{Key: "week", Title: p.Say("Week of the plan")},
		{Key: "week_start", Title: p.Say("Week of"), Text: true},
		{Key: "phase", Title: p.Say("Phase"), Text: true},
		{Key: "sessions", Title: p.Say("Sessions")},
		{Key: "duration_s", Title: p.Say("Time")},
	}}
	for _, w := range weeks {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			p.Cell("week", float64(w.Number)), p.DateCell(w.Start.String()), page.Words(p.Phase(w.Phase)),
			p.Cell("sessions", page.NonZero(w.Total.Sessions)), p.Cell("duration_s", page.NonZero(w.Total.DurationS)),
		}})
	}
	return t
}
