package calendar

import (
	"context"
	"slices"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/tools/plans"
	"lapkeep/internal/training"
)

type planView struct {
	plan   page.Answer[plans.View]
	check  page.Answer[plan.AdherenceView]
	annual page.Answer[page.Events]
	acts   page.Answer[page.Activities]
	table  *page.Table
	last   *page.Change
	// made is the plan that the form for a new plan describes, if asked is set.
	made     page.Answer[plans.Created]
	newWeeks *page.Table
	asked    bool
	weeks    string // "all", or empty for this week and the next
	bars     string // the number shown by the bars of weeks, empty for time
}

// The weeks in the drawing: a quarter of a year back, and half a year ahead.
const (
	weeksBack  = 12
	weeksAhead = 26
)

// weekBars returns the numbers that the bars of weeks can show.
func weekBars(p *page.Page) [][2]string {
	return [][2]string{{"", p.Say("Time")}, {"load", p.Say("Load")}, {"distance", p.Say("Distance")}, {barsClimb, p.Say("Climb")}}
}

// PlanPage shows the weeks of the plan, planned and completed.
func PlanPage(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &planView{bars: p.Query("bars"), asked: p.Query("for") != ""}
	shown, checked := page.Args{"weeks": "current"}, page.Args{}
	if id := p.Query("plan"); id != "" {
		shown["id"], checked["plan_id"] = id, id
	}
	week := p.Call.Today.WeekStart(p.Call.Week)
	drawn := (week - 7*weeksBack).String() + " to " + (week + 7*weeksAhead - 1).String()
	if p.Query("weeks") == "all" {
		v.weeks, shown["weeks"] = "all", "all"
	}
	page.Together(
		func() { v.plan = page.Ask[plans.View](ctx, p, "get_training_plan", shown) },
		func() { v.check = page.Ask[plan.AdherenceView](ctx, p, "check_training_plan", checked) },
		func() {
			if v.asked {
				v.made = proposed(ctx, p)
				v.newWeeks = newWeeksTable(p, v.made.V.Weeks)
			}
		},
		func() {
			v.acts = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{
				"range": (week - 7*weeksBack).String() + " to " + p.Call.Today.String(), "limit": 100,
				"fields": []string{"sport", "avg_speed_kmh", "pace_s_per_km", "pace_s_per_100m", "avg_power_w", "avg_hr_bpm"},
			})
		},
		func() { v.annual = AskWeeks(ctx, p, drawn) },
	)
	if v.asked {
		p.Show(v.newWeeks)
	}
	v.table = p.Show(weeksTable(p, v.annual.V.Weeks, v.bars, barsBySport(v.annual.V.Weeks, v.bars)))
	if len(v.table.Rows) == 0 {
		p.FindData(ctx)
	}
	v.last = p.LastOf(ctx, "", "create_training_plan", "edit_training_plan", "save_training_plan", "apply_training_plan")
	if id := v.plan.V.Plan.ID; id != "" { // an event names its plan
		v.last = later(v.last, p.LastOf(ctx, id, page.OfCalendar()...))
	}
	return planBody(p, v), nil
}

// done returns the activity that completed a session, or nil.
func (v *planView) done(s plans.Session) *views.DoneBy {
	for _, x := range v.check.V.Sessions {
		if x.ID == s.ID {
			return x.Done
		}
	}
	return nil
}

// planned returns the planned amounts of a week: the calendar's, which are
// computed from the steps if a session states none, or the plan's own if the
// week is not in the calendar. They match the table of weeks below.
func (v *planView) planned(w *plans.Week) (_ views.Sum, computed bool) {
	for _, x := range v.annual.V.Weeks {
		if x.Start == w.Start && x.Planned != nil && x.Planned.Sessions >= w.Total.Sessions {
			return *x.Planned, true
		}
	}
	t := w.Total
	return views.Sum{Sessions: t.Sessions, DurationS: t.DurationS, DistanceKm: t.DistanceKm, Load: t.Load}, false
}

// rests returns a sentence on the origin of a week's numbers.
func rests(p *page.Page, computed bool) string {
	if computed {
		return p.Say("All sessions of this week in the calendar. Missing values are computed from each session's steps.")
	}
	return p.Say("Values given in the plan. Publish the plan to the calendar to compute missing values from the steps.")
}

// doneFigures returns duration, distance, pace or speed, power and heart rate of
// the completed part of a session.
func (v *planView) doneFigures(p *page.Page, d *views.DoneBy) []page.Measure {
	out := []page.Measure{p.Number("duration_s", page.NonZero(d.DurationS)), p.Number("distance_km", page.NonZero(d.DistanceKm))}
	for _, a := range v.acts.V.Activities {
		if a.ID == string(d.ActivityID) {
			fast, of := page.FastKey(a.Sport), map[string]page.Num{"pace_s_per_km": a.Pace, "pace_s_per_100m": a.Swum, "avg_speed_kmh": a.Speed}
			out = append(out, p.Number(fast, of[fast]))
			if a.Sport == "cycling" {
				out = append(out, p.Number("avg_power_w", a.Power))
			}
			out = append(out, p.Number("avg_hr_bpm", a.HR))
		}
	}
	return known(out)
}

func planName(p *page.Page, s plans.Session) string {
	for _, name := range []string{page.Clean(s.Name), page.Clean(string(s.Type)), p.Sport(s.Sport)} {
		if name != "" {
			return name
		}
	}
	return s.ID
}

// planFigures returns the duration and distance of a session, if the plan has
// them.
func planFigures(p *page.Page, s plans.Session) []page.Measure {
	return known([]page.Measure{p.Number("duration_s", page.NonZero(s.DurationS)), p.Number("distance_km", page.NonZero(s.DistanceKm))})
}

func known(all []page.Measure) []page.Measure {
	return slices.DeleteFunc(all, func(m page.Measure) bool { return m.Value == "" })
}

// barsClimb selects bars of elevation gain, which plans do not contain.
const barsClimb = "elevation"

// sportBars holds the weeks of one sport as bars: the completed amounts, by the
// week's first day.
type sportBars struct {
	sport string
	done  map[training.Day]*float64
}

// barsBySport returns the weekly bars of each sport; sports without any are
// left out.
func barsBySport(weeks []views.Week, bars string) (out []sportBars) {
	for _, s := range SportWeeks(weeks) {
		one := sportBars{s.Sport, map[training.Day]*float64{}}
		for _, w := range s.Weeks {
			if n := page.Amount(page.Or(w.Done), Measured(bars)); n != nil {
				one.done[w.Start] = n
			}
		}
		if len(one.done) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// weeksTable returns the weeks of the calendar, planned beside completed, with
// bars for one number, the completed ones stacked by sport.
func weeksTable(p *page.Page, weeks []views.Week, bars string, sports []sportBars) *page.Table {
	t := &page.Table{ID: "weeks", Caption: p.Say("Weeks: planned and completed"), Chart: "weeks", Columns: []page.Column{
		{Key: "week_start", Title: p.Say("Week of"), Text: true},
		{Key: "planned_duration_s", Title: p.Say("Planned time")},
		{Key: "done_duration_s", Title: p.Say("Completed time")},
		{Key: "planned_load", Title: p.Say("Planned load")},
		{Key: "done_load", Title: p.Say("Completed load")},
		{Key: "planned_distance_km", Title: p.Say("Planned distance")},
		{Key: "done_distance_km", Title: p.Say("Completed distance")},
		{Key: "sessions", Title: p.Say("Sessions")},
		{Key: "completed", Title: p.Say("Completed")},
	}}
	if bars != barsClimb {
		at := 1 + 2*max(0, slices.IndexFunc(weekBars(p), func(b [2]string) bool { return b[0] == bars }))
		t.Columns[at].Line, t.Columns[at].Color, t.Columns[at].Scale = "bar-open", "planned", "bars"
		if len(sports) == 0 {
			t.Columns[at+1].Line, t.Columns[at+1].Color, t.Columns[at+1].Scale = "bar", "ctl", "bars"
		}
	}
	key, title := barsOf(p, bars)
	names := make([]string, 0, len(sports))
	for _, s := range sports {
		names = append(names, s.sport)
	}
	classes := page.SportClasses(names)
	for _, s := range sports {
		t.Columns = append(t.Columns, page.Column{
			Key: s.sport + "_" + key, Title: p.Say("%s, %s", title, p.Sport(s.sport)),
			Line: "bar", Color: "sport-" + classes[s.sport], Scale: "bars",
		})
	}
	for _, w := range weeks {
		t.Rows = append(t.Rows, weekRow(p, w, key, sports))
	}
	return t
}

// barsOf returns the number that the bars show, and its title.
func barsOf(p *page.Page, bars string) (key, title string) {
	switch bars {
	case barsClimb:
		return "elevation_gain_m", p.Say("Climb")
	case "load":
		return "load", p.Say("Load")
	case "distance":
		return "distance_km", p.Say("Distance")
	}
	return "duration_s", p.Say("Time")
}

func weekRow(p *page.Page, w views.Week, key string, sports []sportBars) page.Row {
	planned, done := page.Or(w.Planned), page.Or(w.Done)
	class := "" // the chart opens at the week before those to come
	if w.Start > p.Call.Today {
		class = "projected"
	}
	r := page.Row{Class: class, Cells: []page.Cell{
		p.DateCell(w.Start.String()).To("/calendar?view=week&date=" + w.Start.String()), p.Cell("duration_s", page.NonZero(planned.DurationS)),
		p.Cell("duration_s", page.NonZero(done.DurationS)), p.Cell("load", page.NonZero(planned.Load)), p.Cell("load", page.NonZero(done.Load)),
		{Measure: p.Planned("distance_km", planned)},
		p.Cell("distance_km", page.NonZero(done.DistanceKm)),
		p.Cell("sessions", page.NonZero(planned.Sessions)), p.Cell("completed", page.NonZero(w.Completed)),
	}}
	for _, s := range sports {
		r.Cells = append(r.Cells, p.Cell(key, s.done[w.Start]))
	}
	return r
}
