package fitness

import (
	"context"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// dayView is one day: what it made of the athlete, and what was done and planned.
type dayView struct {
	date   string
	load   page.Answer[page.AnswerLoad]
	done   page.Answer[page.Activities]
	events page.Answer[page.Events]
	past   bool
}

// Day is the page of a day, which the chart of fitness shows a part of.
func Day(ctx context.Context, p *page.Page) (templ.Component, error) {
	d, err := training.ParseDay(p.Request.PathValue("date"))
	if err != nil {
		return nil, err
	}
	v := &dayView{date: d.String(), past: d <= p.Call.Today}
	all := []func(){
		func() { v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{"range": v.date}) },
	}
	if v.past {
		all = append(all,
			func() {
				in := page.Args{"from": v.date, "to": v.date, "resolution": "day", "sections": []string{"series"}}
				rules(p, in)
				v.load = page.Ask[page.AnswerLoad](ctx, p, "analyze_training_load", in)
			},
			func() {
				in := page.Args{"range": v.date, "order": "asc", "limit": page.PageRows, "fields": append(page.Fields(), "load_method")}
				v.done = page.Ask[page.Activities](ctx, p, "list_activities", in)
			},
		)
	}
	page.Together(all...)
	p.Title = p.Day(v.date)
	return dayBody(p, v), nil
}

// day is what the day itself has of load.
func (v *dayView) day() (ctl, atl, tsb, load page.Num) {
	a := v.load.V.Actual
	if len(a.Dates) != 1 || len(a.CTL) != 1 || len(a.ATL) != 1 || len(a.TSB) != 1 || len(a.Load) != 1 {
		return "", "", "", ""
	}
	return a.CTL[0], a.ATL[0], a.TSB[0], a.Load[0]
}

// beside is the address of the day before or after.
func (v *dayView) beside(days int) string {
	d, err := training.ParseDay(v.date)
	if err != nil {
		return "/fitness"
	}
	return page.Link("/days/", (d + training.Day(days)).String())
}
