package dashboard

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// calendarView is a month, a week or a list of what was planned and done.
type calendarView struct {
	view   string
	answer answer[eventsView]
	done   answer[activitiesView]
	from   training.Day
	to     training.Day
	title  string
	before string // the address of the stretch before
	after  string
	days   []calendarDay
	weeks  []weekView
	table  *table
	last   *change
	metric string           // of the compliance that is shown, empty for the tools' own
	plan   planStretch      // what stands in the plan alone
	sports []sportWeeks     // of the weeks, by sport
	load   answer[loadView] // up to today
}

// calendarDay is one day, with what was planned for it and what was done besides.
type calendarDay struct {
	day    training.Day
	inside bool // of the month that is shown
	today  bool
	events []eventView
	done   []activityRow // that no event asked for
}

// calendarViews are the forms of the calendar.
func (p *page) calendarViews() [][2]string {
	return [][2]string{{"month", p.say("Month")}, {"week", p.say("Week")}, {"agenda", p.say("Agenda")}}
}

func calendar(ctx context.Context, p *page) (templ.Component, error) {
	v := &calendarView{view: p.query("view")}
	if v.view != "week" && v.view != "agenda" {
		v.view = "month"
	}
	at, err := training.ParseDay(p.query("date"))
	if p.query("date") == "" {
		at = p.call.Today
	} else if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%q is not a date.", p.query("date")).WithFix("Write it as 2026-05-17.")
	}
	v.span(p, at)
	rng := v.from.String() + " to " + v.to.String()
	v.metric = p.metric()
	together(
		func() { v.answer = p.events(ctx, v.from, v.to) },
		func() { v.plan = p.onlyPlanned(ctx, rng) },
		func() { v.askRail(ctx, p) },
		func() {
			v.done = ask[activitiesView](ctx, p, "list_activities", args{"range": rng, "limit": 100, "order": "asc", "fields": rowFields()})
		},
	)
	v.answer.V.Events = append(v.answer.V.Events, v.plan.sessions...)
	for i := range v.answer.V.Events {
		v.answer.V.Events[i].measureBy(v.metric)
	}
	v.lay(p, at)
	v.table = p.show(p.eventTable(v.answer.V.Events))
	v.last = p.lastOf(ctx, "", append(ofCalendar(), "edit_training_plan")...)
	return calendarBody(p, v), nil
}

// events asks for a stretch in parts that an answer has room for.
func (p *page) events(ctx context.Context, from, to training.Day) answer[eventsView] {
	const part = 21 // days of which an answer has room for every event
	var parts []answer[eventsView]
	var spans [][2]training.Day
	for at := from; at <= to; at += part {
		spans = append(spans, [2]training.Day{at, min(to, at+part-1)})
	}
	parts = make([]answer[eventsView], len(spans))
	var all []func()
	for i, s := range spans {
		all = append(all, func() {
			parts[i] = ask[eventsView](ctx, p, "list_events", args{"range": s[0].String() + " to " + s[1].String(), "limit": 60})
		})
	}
	together(all...)
	out := parts[0]
	for _, x := range parts[1:] {
		if x.Err != nil {
			return x
		}
		out.V.Events = append(out.V.Events, x.V.Events...)
		out.V.Weeks = append(out.V.Weeks, x.V.Weeks...)
	}
	return out
}

// span is what a view shows around a day.
func (v *calendarView) span(p *page, at training.Day) {
	week := at.WeekStart(p.call.Week)
	year, month, _ := at.Time(time.UTC).Date()
	switch v.view {
	case "week":
		v.from, v.to, v.title = week, week+6, p.say("Week of %s", p.day(week.String()))
		v.before, v.after = p.with("date", (week-7).String()), p.with("date", (week+7).String())
	case "agenda":
		v.from, v.to, v.title = at, at+27, p.say("From %s", p.day(at.String()))
		v.before, v.after = p.with("date", (at-28).String()), p.with("date", (at+28).String())
	default:
		first := training.NewDay(year, month, 1)
		last := training.NewDay(year, month+1, 1) - 1
		v.from, v.to = first.WeekStart(p.call.Week), last.WeekStart(p.call.Week)+6
		v.title = p.say("%s %s", p.month(int(month)), strconv.Itoa(year))
		v.before, v.after = p.with("date", training.NewDay(year, month-1, 1).String()), p.with("date", training.NewDay(year, month+1, 1).String())
	}
}

// lay puts events and activities on their days.
func (v *calendarView) lay(p *page, at training.Day) {
	byEvent := map[string]bool{}
	for _, e := range v.answer.V.Events {
		if e.Done != nil {
			byEvent[e.Done.Activity] = true
		}
	}
	month := at.MonthStart()
	for d := v.from; d <= v.to; d++ {
		day := calendarDay{day: d, today: d == p.call.Today, inside: v.view != "month" || d.MonthStart() == month}
		text := d.String()
		for _, e := range v.answer.V.Events {
			if e.Date == text || e.End != "" && e.Date <= text && text <= e.End {
				day.events = append(day.events, e)
			}
		}
		for _, a := range v.done.V.Activities {
			if a.Date == text && !byEvent[a.ID] {
				day.done = append(day.done, a)
			}
		}
		v.days = append(v.days, day)
	}
	seen := map[string]bool{}
	for _, w := range v.answer.V.Weeks {
		if !seen[w.Start] {
			seen[w.Start] = true
			v.weeks = append(v.weeks, w)
		}
	}
}

// newDate is the day that a new entry is of, until another is chosen: today, or
// the first day that is shown.
func (v *calendarView) newDate(p *page) string {
	if t := p.call.Today; v.from <= t && t <= v.to {
		return t.String()
	}
	return v.from.String()
}

// plans says that some of it stands in the plan alone.
func (v *calendarView) plans() bool {
	return slices.ContainsFunc(v.answer.V.Events, func(e eventView) bool { return e.plan != "" })
}

// week is the week's totals that begin on a day.
func (v *calendarView) week(d training.Day) (w weekView, ok bool) {
	for _, w := range v.weeks {
		if w.Start == d.String() {
			return w, true
		}
	}
	return w, false
}

func (p *page) eventTable(events []eventView) *table {
	t := &table{ID: "calendar", Caption: p.say("Planned and done"), Folded: true, Columns: []column{
		{Key: "local_date", Title: p.say("Date"), Text: true},
		{Key: "name", Title: p.say("Name"), Text: true},
		{Key: "sport", Title: p.say("Sport"), Text: true},
		{Key: "status", Title: p.say("State"), Text: true},
		{Key: "planned_duration_s", Title: p.say("Planned time")},
		{Key: "done_duration_s", Title: p.say("Done time")},
		{Key: "planned_load", Title: p.say("Planned load")},
		{Key: "done_load", Title: p.say("Done load")},
		{Key: "compliance_pct", Title: p.say("Compliance")},
	}}
	for _, e := range events {
		planned, done := amounts{}, amounts{}
		if e.Planned != nil {
			planned = *e.Planned
		}
		if e.Done != nil {
			done = *e.Done
		}
		word, _, _ := p.state(e.Status)
		state := words(e.Status)
		state.Text = word
		sport := words(e.Sport)
		sport.Text = p.sport(e.Sport)
		t.Rows = append(t.Rows, row{Cells: []cell{
			p.dateCell(e.Date), words(e.Name).to(e.address()), sport, state,
			p.cell("duration_s", planned.Duration), p.cell("duration_s", done.Duration), p.cell("load", planned.Load), p.cell("load", done.Load),
			p.cell("compliance_pct", e.Compliance.Pct[e.Compliance.By]),
		}})
	}
	return t
}

// address is the page of an event.
func (e eventView) address() string {
	if e.plan != "" {
		return e.plan
	}
	return link("/calendar/", e.ID)
}

// class is how an event looks: by its compliance, or else by what it is.
func (e eventView) class() string {
	if e.Compliance.Band != "" {
		return map[string]string{"green": "good", "yellow": "warn", "red": "bad"}[e.Compliance.Band]
	}
	switch {
	case strings.HasPrefix(e.Category, "race"):
		return "race"
	case e.Status == "missed":
		return "bad"
	case e.Planned == nil && e.Category != "workout":
		return "note"
	}
	return "plain"
}

// eventDetail is what the page of an event tells.
type eventDetail struct {
	eventView
	drawn   *picture.Canvas
	near    []activityRow // that may have done it
	last    *change
	missing missing
}

// eventPage is one event with its steps and what did it.
func eventPage(ctx context.Context, p *page) (templ.Component, error) {
	a := ask[struct {
		Event   eventView `json:"event"`
		Missing missing   `json:"missing"`
	}](ctx, p, "get_event", args{"id": p.request.PathValue("id")})
	if a.Err != nil {
		return nil, a.failure()
	}
	e := a.V.Event
	p.title = clean(e.Name)
	return eventBody(p, &eventDetail{
		eventView: e, drawn: p.stepPicture(ctx, e), near: p.near(ctx, e), last: p.lastOf(ctx, e.ID, ofCalendar()...), missing: a.V.Missing,
	}), nil
}

type day = training.Day

func dayNumber(d day) string { return strconv.Itoa(d.Time(time.UTC).Day()) }

// quiet says that nothing is on any of the days.
func (v *calendarView) quiet() bool {
	for _, d := range v.days {
		if len(d.events)+len(d.done) > 0 {
			return false
		}
	}
	return true
}
