// Package calendar is the panel of the calendar: months, weeks and the agenda,
// one entry, and the forms that add, move and change entries.
//
// # Plan
//
// The panel of the training plan shows planned and completed weeks, and has the
// forms that change the plan.
package calendar

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// calendarView is a month, a week or a list of planned and completed sessions.
type calendarView struct {
	view   string
	answer page.Answer[page.Events]
	events []entry
	done   page.Answer[page.Activities]
	from   training.Day
	to     training.Day
	title  string
	before string // the address of the previous period
	after  string
	days   []calendarDay
	weeks  []views.Week
	table  *page.Table
	last   *page.Change
	metric string                        // metric of the shown compliance; empty for the tools' default
	plan   planStretch                   // what is only in the plan
	sports []Weeks                       // the weeks by sport
	load   page.Answer[fitness.LoadView] // up to today
}

// entry is an event of the calendar, or a session that is only in the plan.
type entry struct {
	page.Event
	plan string // the address of a session that is only in the plan
}

// calendarDay is one day, with its planned sessions and other activities.
type calendarDay struct {
	day    training.Day
	inside bool // the day is in the shown month
	today  bool
	events []entry
	done   []page.Activity // without an event
}

// calendarViews returns the views of the calendar, and the pages beside it.
func calendarViews(p *page.Page) [][2]string {
	return [][2]string{
		{"month", p.Say("Month")},
		{"week", p.Say("Week")},
		{"agenda", p.Say("Agenda")},
		{"plan", p.Say("Plan")},
		{"report", p.Say("Report")},
		{"workouts", p.Say("Workouts")},
	}
}

// placeOf returns the address of one of the views, on the same day if the page
// has one.
func placeOf(p *page.Page, view string) string {
	switch {
	case view == "plan" || view == "workouts" || view == "report":
		return "/" + view
	case p.Panel.ID == "calendar":
		return p.With("view", view)
	}
	return "/calendar?view=" + view
}

// Page shows the calendar: a month, a week or the agenda.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &calendarView{view: p.Query("view")}
	if v.view != "week" && v.view != "agenda" {
		v.view = "month"
	}
	at, err := training.ParseDay(p.Query("date"))
	if p.Query("date") == "" {
		at = p.Call.Today
	} else if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%q is not a date.", p.Query("date")).WithFix("Write it as 2026-05-17.")
	}
	v.span(p, at)
	rng := v.from.String() + " to " + v.to.String()
	v.metric = metric(p)
	page.Together(
		func() { v.answer = events(ctx, p, v.from, v.to) },
		func() { v.plan = onlyPlanned(ctx, p, rng) },
		func() { v.askRail(ctx, p) },
		func() {
			v.done = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{
				"range": rng, "limit": 100, "order": "asc", "fields": page.Fields(),
			})
		},
	)
	for _, e := range v.answer.V.Events {
		v.events = append(v.events, entry{Event: e})
	}
	v.events = append(v.events, v.plan.sessions...)
	for i, e := range v.events {
		v.events[i].Compliance = measuredBy(e.Compliance, v.metric)
	}
	v.lay(p, at)
	if v.quiet() {
		p.FindData(ctx)
	}
	v.table = p.Show(eventTable(p, v.events))
	v.last = p.LastOf(ctx, "", append(page.OfCalendar(), "edit_training_plan", "create_workout")...)
	return calendarBody(p, v), nil
}

// events asks for a period in parts that each fit in an answer.
func events(ctx context.Context, p *page.Page, from, to training.Day) page.Answer[page.Events] {
	const part = 21 // days whose events all fit in an answer
	var parts []page.Answer[page.Events]
	var spans [][2]training.Day
	for at := from; at <= to; at += part {
		spans = append(spans, [2]training.Day{at, min(to, at+part-1)})
	}
	parts = make([]page.Answer[page.Events], len(spans))
	var all []func()
	for i, s := range spans {
		all = append(all, func() {
			parts[i] = page.Ask[page.Events](ctx, p, "list_events", page.Args{"range": s[0].String() + " to " + s[1].String(), "limit": 60})
		})
	}
	page.Together(all...)
	out := parts[0]
	for _, x := range parts[1:] {
		if x.Err != nil {
			return x
		}
		out.V.Events = append(out.V.Events, x.V.Events...)
		out.V.Weeks = append(out.V.Weeks, x.V.Weeks...)
		out.V.Cut = out.V.Cut || x.V.Cut
	}
	return out
}

// span sets the days that a view shows around a day, its title, and the
// neighbouring views.
func (v *calendarView) span(p *page.Page, at training.Day) {
	week := at.WeekStart(p.Call.Week)
	year, month, _ := at.Time(time.UTC).Date()
	switch v.view {
	case "week":
		v.from, v.to, v.title = week, week+6, p.Say("Week of %s", p.Day(week.String()))
		v.before, v.after = p.With("date", (week-7).String()), p.With("date", (week+7).String())
	case "agenda":
		v.from, v.to, v.title = at, at+27, p.Say("From %s", p.Day(at.String()))
		v.before, v.after = p.With("date", (at-28).String()), p.With("date", (at+28).String())
	default:
		first := training.NewDay(year, month, 1)
		last := training.NewDay(year, month+1, 1) - 1
		v.from, v.to = first.WeekStart(p.Call.Week), last.WeekStart(p.Call.Week)+6
		v.title = p.Say("%s %d", p.Month(int(month)), year)
		v.before, v.after = p.With("date", training.NewDay(year, month-1, 1).String()), p.With("date", training.NewDay(year, month+1, 1).String())
	}
}

// lay assigns events and activities to their days.
func (v *calendarView) lay(p *page.Page, at training.Day) {
	byEvent := map[string]bool{}
	for _, e := range v.events {
		if e.Done != nil {
			byEvent[string(e.Done.ActivityID)] = true
		}
	}
	month := at.MonthStart()
	for d := v.from; d <= v.to; d++ {
		day := calendarDay{day: d, today: d == p.Call.Today, inside: v.view != "month" || d.MonthStart() == month}
		for _, e := range v.events {
			if e.Day == d || e.To != nil && e.Day <= d && d <= *e.To {
				day.events = append(day.events, e)
			}
		}
		for _, a := range v.done.V.Activities {
			if a.Date == d.String() && !byEvent[a.ID] {
				day.done = append(day.done, a)
			}
		}
		v.days = append(v.days, day)
	}
	seen := map[training.Day]bool{}
	for _, w := range v.answer.V.Weeks {
		if !seen[w.Start] {
			seen[w.Start] = true
			v.weeks = append(v.weeks, w)
		}
	}
}

// newDate returns the default day of a new entry: today, or the first day
// shown.
func (v *calendarView) newDate(p *page.Page) string {
	if t := p.Call.Today; v.from <= t && t <= v.to {
		return t.String()
	}
	return v.from.String()
}

// plans reports whether some entries are in the plan only.
func (v *calendarView) plans() bool {
	return slices.ContainsFunc(v.events, func(e entry) bool { return e.plan != "" })
}

// cut reports whether the answers had no room for everything planned.
func (v *calendarView) cut() bool { return v.plan.cut || v.answer.V.Cut }

// week returns the totals of the week that begins on the given day.
func (v *calendarView) week(d training.Day) (w views.Week, ok bool) {
	for _, w := range v.weeks {
		if w.Start == d {
			return w, true
		}
	}
	return w, false
}

func eventTable(p *page.Page, events []entry) *page.Table {
	t := &page.Table{ID: "calendar", Caption: p.Say("Planned and completed"), Folded: true, Columns: []page.Column{
		{Key: "local_date", Title: p.Say("Date"), Text: true},
		{Key: "name", Title: p.Say("Name"), Text: true},
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "status", Title: p.Say("State"), Text: true},
		{Key: "planned_duration_s", Title: p.Say("Planned time")},
		{Key: "done_duration_s", Title: p.Say("Completed time")},
		{Key: "planned_load", Title: p.Say("Planned load")},
		{Key: "done_load", Title: p.Say("Completed load")},
		{Key: "compliance_pct", Title: p.Say("Compliance")},
		{Key: "intensity", Title: p.Say("Intensity"), Text: true},
	}}
	for _, e := range events {
		planned, done, compliance := page.Or(e.Planned), page.Or(e.Done), page.Or(e.Compliance)
		state := page.Words(string(e.Status))
		state.Text, _, _ = p.State(string(e.Status))
		sport := page.Words(string(e.Sport))
		sport.Text = p.Sport(string(e.Sport))
		pct, compared := compliance.Percent[compliance.By]
		share := p.Cell("compliance_pct", "")
		if compared {
			share = p.Cell("compliance_pct", pct)
		}
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			p.DateCell(e.Day.String()), page.Words(e.Name).To(address(e)), sport, state,
			p.Cell("duration_s", page.NonZero(planned.DurationS)), p.Cell("duration_s", page.NonZero(done.DurationS)),
			p.Cell("load", page.NonZero(planned.Load)), p.Cell("load", page.NonZero(done.Load)), share,
			page.Words(string(compliance.Intensity)),
		}})
	}
	return t
}

// address returns the address of an event's page.
func address(e entry) string {
	if e.plan != "" {
		return e.plan
	}
	return page.Link("/calendar/", e.ID)
}

// class returns the CSS class of an event, by its compliance or else by its
// kind.
func class(e entry) string {
	if band := page.Or(e.Compliance).Band; band != "" {
		return map[efforts.Band]string{efforts.Green: "good", efforts.Yellow: "warn", efforts.Red: "bad"}[band]
	}
	switch {
	case e.Category.Race():
		return "race"
	case e.Status == views.Missed:
		return "bad"
	case e.Planned == nil && e.Category != training.EventWorkout:
		return "note"
	}
	return "plain"
}

// TodayAnchor links to today if it is shown.
const TodayAnchor = "#" + todayID

const todayID = "today"

// moment returns the day's datetime attribute, and for today the id that links
// point to.
func (d calendarDay) moment() templ.Attributes {
	out := templ.Attributes{"datetime": d.day.String()}
	if d.today {
		out["id"] = todayID
	}
	return out
}

func dayNumber(d training.Day) string { return strconv.Itoa(d.Time(time.UTC).Day()) }

// quiet reports whether all the days are empty.
func (v *calendarView) quiet() bool {
	for _, d := range v.days {
		if len(d.events)+len(d.done) > 0 {
			return false
		}
	}
	return true
}

// Weeks holds the weeks of one sport.
type Weeks struct {
	Sport string
	Weeks []views.Week
}

// week returns the week that begins on a day.
func (s Weeks) week(start training.Day) (w views.Week, ok bool) {
	for _, w := range s.Weeks {
		if w.Start == start {
			return w, true
		}
	}
	return w, false
}

// AskWeeks asks for the weeks of a period, each with its parts by sport.
func AskWeeks(ctx context.Context, p *page.Page, rng string) page.Answer[page.Events] {
	return page.Ask[page.Events](ctx, p, "list_events", page.Args{"view": "annual", "range": rng, "by_sport": true})
}

// SportWeeks splits weeks by sport, in the order of the sports.
func SportWeeks(weeks []views.Week) (out []Weeks) {
	for _, sport := range training.Sports() {
		one := Weeks{Sport: string(sport)}
		for _, w := range weeks {
			for _, of := range w.BySport {
				if of.Sport == sport {
					one.Weeks = append(one.Weeks, views.Week{Start: w.Start, Planned: of.Planned, Done: of.Done})
				}
			}
		}
		if len(one.Weeks) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// askRail asks for the content beside the weeks; an agenda has none.
func (v *calendarView) askRail(ctx context.Context, p *page.Page) {
	if v.view == "agenda" {
		return
	}
	v.sports = SportWeeks(AskWeeks(ctx, p, v.from.String()+" to "+v.to.String()).V.Weeks)
	if to := min(v.to, p.Call.Today); to >= v.from {
		v.load = page.Ask[fitness.LoadView](ctx, p, "analyze_training_load", page.Args{
			"range": v.from.String() + " to " + to.String(), "resolution": "day", "sections": []string{"series"},
		})
	}
}

// ramp returns the change in fitness in the week that begins on a day, or in the last seven
// days of the current week, or an empty value for a future week.
func (v *calendarView) ramp(start training.Day) (out page.Num) {
	a := page.Or(v.load.V.Actual)
	for i, date := range a.Dates {
		if start <= date && date <= start+6 {
			out = page.At(a.Ramp, i)
		}
	}
	return out
}

// metrics returns the numbers that compliance can be measured by.
func metrics(p *page.Page) [][2]string {
	return [][2]string{{"", p.Say("Time")}, {"distance", p.Say("Distance")}, {"load", p.Say("Load")}}
}

// metric returns the metric in the address; "" means time, as in the tools.
func metric(p *page.Page) string {
	if m := p.Query("metric"); m == "distance" || m == "load" {
		return m
	}
	return ""
}

// measuredBy bases the compliance on another of the tool's percentages, with the
// band from the tools' rule. A session without that percentage has no band.
func measuredBy(c *views.Compliance, metric string) *views.Compliance {
	if metric == "" || c == nil || len(c.Percent) == 0 {
		return c
	}
	out := &views.Compliance{By: metric, Percent: c.Percent}
	if pct, ok := c.Percent[metric]; ok {
		out.Band = efforts.BandOf(pct)
	}
	return out
}

// share returns the compliance of a week by a metric, time by default.
func share(w views.Week, metric string) any {
	if pct, ok := w.Percent[cmp.Or(metric, "duration")]; ok {
		return pct
	}
	return ""
}

// Measured returns the number that entries show for a metric.
func Measured(metric string) string {
	switch metric {
	case "distance":
		return "distance_km"
	case "load":
		return "load"
	case "elevation":
		return "elevation_gain_m"
	}
	return "duration_s"
}

// brief returns the completed and planned number, each as one word that does
// not wrap.
func brief(p *page.Page, key string, done, planned views.Sum) []string {
	d, pl := p.Number(key, page.Amount(done, key)), p.Planned(key, planned)
	switch {
	case d.Value == "" && pl.Value == "":
		return []string{"–"}
	case pl.Value == "":
		return []string{strings.TrimSpace(d.Text + " " + d.Unit)}
	}
	return []string{d.Text, strings.TrimSpace("/ " + pl.Text + " " + pl.Unit)}
}
