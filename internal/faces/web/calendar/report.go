package calendar

import (
	"context"
	"maps"
	"net/url"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/activity"
	views "lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/report"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/tools/fitness"
	"lapkeep/internal/training"
)

// reportView holds the report on a week.
type reportView struct {
	page.Answer[fitness.Weekly]

	day                      training.Day // in the week
	sports, sessions, coming *page.Table
}

// Report shows a week: planned, done, what it means, and what comes next.
func Report(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &reportView{day: p.Call.Today}
	if asked := p.Query("date"); asked != "" {
		day, err := training.ParseDay(asked)
		if err != nil {
			return nil, training.Errorf(training.KindInvalid, "%q is not a date.", asked).WithFix("Write it as 2026-05-17.")
		}
		v.day = day
	}
	v.Answer = page.Ask[fitness.Weekly](ctx, p, "get_training_summary", page.Args{
		"period": "week", "date": v.day.String(), "sections": []string{"report"},
	})
	r := &v.V.Report
	v.sports = p.Show(reportSports(p, r))
	v.sessions, v.coming = eventTable(p, entriesOf(r.Sessions)), eventTable(p, entriesOf(r.Next.Sessions))
	v.sessions.ID, v.sessions.Caption, v.sessions.Folded = "sessions", p.Say("Sessions"), false
	v.coming.ID, v.coming.Caption, v.coming.Folded = "coming", p.Say("What comes next"), false
	const done, doneLoad = 5, 7 // columns that are empty before the sessions
	for i := range v.coming.Rows {
		cells := &v.coming.Rows[i].Cells
		*cells = append((*cells)[:done:done], (*cells)[done+1:doneLoad]...)
	}
	v.coming.Columns = append(v.coming.Columns[:done:done], v.coming.Columns[done+1:doneLoad]...)
	p.Show(v.sessions)
	p.Show(v.coming)
	return reportBody(p, v), nil
}

// entriesOf returns sessions with their addresses.
func entriesOf(all []page.Event) (out []entry) {
	for _, e := range all {
		one := entry{Event: e}
		if len(e.Flags) == 1 && e.Flags[0] == report.PlanOnly {
			one.plan = "/plan"
		}
		out = append(out, one)
	}
	return out
}

// reportSports compares each sport with the plan.
func reportSports(p *page.Page, r *report.View) *page.Table {
	t := &page.Table{ID: "sports", Caption: p.Say("Planned and done"), Columns: []page.Column{
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "planned_duration_s", Title: p.Say("Planned time")},
		{Key: "done_duration_s", Title: p.Say("Completed time")},
		{Key: "planned_distance_km", Title: p.Say("Planned distance")},
		{Key: "done_distance_km", Title: p.Say("Completed distance")},
		{Key: "planned_load", Title: p.Say("Planned load")},
		{Key: "done_load", Title: p.Say("Completed load")},
	}}
	add := func(name page.Cell, planned, done *views.Sum) {
		a, b := page.Or(planned), page.Or(done)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			name, p.Cell("duration_s", page.NonZero(a.DurationS)), p.Cell("duration_s", page.NonZero(b.DurationS)),
			p.Cell("distance_km", page.NonZero(a.DistanceKm)), p.Cell("distance_km", page.NonZero(b.DistanceKm)),
			p.Cell("load", page.NonZero(a.Load)), p.Cell("load", page.NonZero(b.Load)),
		}})
	}
	for i := range r.BySport {
		s := &r.BySport[i]
		name := page.Words(string(s.Sport))
		name.Text = p.Sport(string(s.Sport))
		add(name, s.Planned, s.Done)
	}
	if len(r.BySport) > 1 {
		add(page.Words(p.Say("Together")), r.Planned, r.Done)
	}
	return t
}

// missing returns what the report and the summary lack.
func (v *reportView) missing() page.Missing {
	out := page.Missing{}
	maps.Copy(out, v.V.Missing)
	maps.Copy(out, v.V.Report.Missing)
	return out
}

// weekAt returns the address of the report on the week that begins some weeks later.
func (v *reportView) weekAt(weeks int) string {
	return "/report?date=" + (v.day + training.Day(7*weeks)).String()
}

// notesOn returns the notes on an event.
func notesOn(ctx context.Context, p *page.Page, id string) (out []report.Note) {
	word := func(v any) string { s, _ := v.(string); return s }
	for _, n := range page.Ask[activity.Notes](ctx, p, "get_activity_notes", page.Args{"id": id}).V.Notes {
		out = append(out, report.Note{At: word(n["at_local"]), Author: word(n["author"]), Text: word(n["text"])})
	}
	return out
}

// noteEvent reads the form that adds a note to an event.
func noteEvent(id string, fields url.Values) page.FormAction {
	return page.FormAction{
		Tool: "add_activity_note", In: page.Args{"id": id, "text": fields.Get("text"), "author": fields.Get("author")},
		Then: page.Same(page.Link("/calendar/", id) + "#notes"),
	}
}
