package dashboard

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/training"
)

// dayView is one day: what it made of the athlete, and what was done and planned.
type dayView struct {
	date   string
	load   answer[loadView]
	done   answer[activitiesView]
	events answer[eventsView]
	past   bool
}

// oneDay is the page of a day, which the chart of fitness shows a part of.
func oneDay(ctx context.Context, p *page) (templ.Component, error) {
	d, err := training.ParseDay(p.request.PathValue("date"))
	if err != nil {
		return nil, err
	}
	v := &dayView{date: d.String(), past: d <= p.call.Today}
	all := []func(){
		func() { v.events = ask[eventsView](ctx, p, "list_events", args{"range": v.date}) },
	}
	if v.past {
		all = append(all,
			func() {
				in := args{"from": v.date, "to": v.date, "resolution": "day", "sections": []string{"series"}}
				p.constants(in)
				v.load = ask[loadView](ctx, p, "analyze_training_load", in)
			},
			func() {
				in := args{"range": v.date, "order": "asc", "limit": pageRows, "fields": append(rowFields(), "load_method")}
				v.done = ask[activitiesView](ctx, p, "list_activities", in)
			},
		)
	}
	together(all...)
	p.title = p.day(v.date)
	return dayBody(p, v), nil
}

// day is what the day itself has of load.
func (v *dayView) day() (ctl, atl, tsb, load num) {
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
	return link("/days/", (d + training.Day(days)).String())
}
