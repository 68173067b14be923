package calendar

import (
	"context"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/web/page"
)

type planSession struct {
	ID          string   `json:"id"`
	Date        string   `json:"date"`
	Type        string   `json:"type"`
	Sport       string   `json:"sport"`
	Name        string   `json:"name"`
	Distance    page.Num `json:"distance_km"`
	Duration    page.Num `json:"duration_s"`
	Load        page.Num `json:"load"`
	Structure   string   `json:"structure"`
	Description string   `json:"description"`
	Workout     string   `json:"workout"`

	now followedSession
}

type planWeek struct {
	Number   page.Num      `json:"week"`
	Start    string        `json:"start_date"`
	Current  bool          `json:"current"`
	Phase    string        `json:"phase"`
	Focus    string        `json:"focus"`
	Total    page.Amounts  `json:"total"` // sum of the amounts that its sessions state
	Sessions []planSession `json:"sessions"`
}

type trainingPlan struct {
	Plan struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Title string `json:"title"`
		Goal  string `json:"goal"`
	} `json:"plan"`
	Notes    string     `json:"plan_notes"`
	Weeks    []planWeek `json:"weeks"`
	Problems []string   `json:"problems"`
	Told     []string   `json:"notes"`
}

// followed holds how well the plan is being followed.
type followed struct {
	Sessions []followedSession `json:"sessions"`
	Whole    struct {
		Adherence page.Num `json:"adherence_pct"`
	} `json:"whole_plan"`
}

type followedSession struct {
	ID     string        `json:"id"`
	Date   string        `json:"local_date"` // in the calendar
	Status string        `json:"status"`
	Done   *page.Amounts `json:"done"`
}

// of returns what became of a session; without a word of it, it stands where the
// plan has it.
func (f *followed) of(s planSession) followedSession {
	for _, x := range f.Sessions {
		if x.ID == s.ID {
			return x
		}
	}
	return followedSession{Date: s.Date}
}

type planView struct {
	plan   page.Answer[trainingPlan]
	check  page.Answer[followed]
	annual page.Answer[page.Events]
	acts   page.Answer[page.Activities]
	table  *page.Table
	last   *page.Change
	weeks  string // "all", or empty for this week and the next
	bars   string // the number shown by the bars of weeks, empty for time
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
	v := &planView{bars: p.Query("bars")}
	week := p.Call.Today.WeekStart(p.Call.Week)
	drawn := (week - 7*weeksBack).String() + " to " + (week + 7*weeksAhead - 1).String()
	which := "current"
	if p.Query("weeks") == "all" {
		v.weeks, which = "all", "all"
	}
	page.Together(
		func() { v.plan = page.Ask[trainingPlan](ctx, p, "get_training_plan", page.Args{"weeks": which}) },
		func() { v.check = page.Ask[followed](ctx, p, "check_training_plan", page.Args{}) },
		func() {
			v.acts = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{
				"range": (week - 7*weeksBack).String() + " to " + p.Call.Today.String(), "limit": 100,
				"fields": []string{"sport", "avg_speed_kmh", "pace_s_per_km", "pace_s_per_100m", "avg_power_w", "avg_hr_bpm"},
			})
		},
		func() { v.annual = AskWeeks(ctx, p, drawn) },
	)
	for _, w := range v.plan.V.Weeks {
		for i, s := range w.Sessions {
			w.Sessions[i].now = v.check.V.of(s)
		}
		slices.SortStableFunc(w.Sessions, func(a, b planSession) int { return strings.Compare(a.now.Date, b.now.Date) })
	}
	v.table = p.Show(weeksTable(p, v.annual.V.Weeks, v.bars, barsBySport(v.annual.V.Weeks, v.bars)))
	v.last = p.LastOf(ctx, "", "edit_training_plan", "save_training_plan", "apply_training_plan")
	return planBody(p, v), nil
}

// planned returns the planned amounts of a week: the calendar's, which are
// computed from the steps if a session states none, or the plan's own if the
// week is not in the calendar. They match the table of weeks below.
func (v *planView) planned(w *planWeek) (_ page.Amounts, computed bool) {
	for _, x := range v.annual.V.Weeks {
		if x.Start == w.Start && x.Planned != nil && page.Float(x.Planned.Sessions) >= page.Float(w.Total.Sessions) {
			return *x.Planned, true
		}
	}
	return w.Total, false
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
func (v *planView) doneFigures(p *page.Page, d *page.Amounts) []page.Measure {
	out := []page.Measure{p.Number("duration_s", d.Duration), p.Number("distance_km", d.Distance)}
	for _, a := range v.acts.V.Activities {
		if a.ID == d.Activity {
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

func planName(p *page.Page, s planSession) string {
	for _, name := range []string{page.Clean(s.Name), page.Clean(s.Type), p.Sport(s.Sport)} {
		if name != "" {
			return name
		}
	}
	return s.ID
}

// planFigures returns the duration and distance of a session, if the plan has
// them.
func planFigures(p *page.Page, s planSession) []page.Measure {
	return known([]page.Measure{p.Number("duration_s", s.Duration), p.Number("distance_km", s.Distance)})
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
	done  map[string]page.Num
}

// barsBySport returns the weekly bars of each sport; sports without any are
// left out.
func barsBySport(weeks []page.Week, bars string) (out []sportBars) {
	for _, s := range SportWeeks(weeks) {
		one := sportBars{s.Sport, map[string]page.Num{}}
		for _, w := range s.Weeks {
			if n := w.Done.Of(Measured(bars)); n != "" {
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
func weeksTable(p *page.Page, weeks []page.Week, bars string, sports []sportBars) *page.Table {
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

func weekRow(p *page.Page, w page.Week, key string, sports []sportBars) page.Row {
	planned, done := page.Or(w.Planned), page.Or(w.Done)
	class := "" // the chart opens at the week before those to come
	if w.Start > p.Call.Today.String() {
		class = "projected"
	}
	r := page.Row{Class: class, Cells: []page.Cell{
		p.DateCell(w.Start).To("/calendar?view=week&date=" + w.Start), p.Cell("duration_s", planned.Duration),
		p.Cell("duration_s", done.Duration), p.Cell("load", planned.Load), p.Cell("load", done.Load),
		{Measure: p.Planned("distance_km", &planned)},
		p.Cell("distance_km", done.Distance),
		p.Cell("sessions", planned.Sessions), p.Cell("completed", w.Completed),
	}}
	for _, s := range sports {
		r.Cells = append(r.Cells, p.Cell(key, s.done[w.Start]))
	}
	return r
}
