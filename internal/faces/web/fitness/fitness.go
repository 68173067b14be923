// Package fitness is the panel of fitness and form: the history of load, one day of
// it, and the time in zones.
//
// # Curves
//
// It is the panel of the best of each duration and distance.
package fitness

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"

	"github.com/a-h/templ"
)

// fitnessView is the history of load and what it made of the athlete.
type fitnessView struct {
	load   page.Answer[page.AnswerLoad]
	races  page.Answer[page.Events]
	sports []string // the athlete's, for the switch
	table  *page.Table
	days   string
	only   string   // the one sport that is looked at; empty is all
	by     string   // what load is counted by alone; empty is all
	hide   []string // what the chart leaves out
}

// horizon is how far the chart looks ahead, in days.
const horizon = 42

// Page is the history of load, fitness, fatigue and form.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &fitnessView{days: p.Query("range"), hide: strings.Split(p.Query("hide"), ","), by: countedBy(p), only: p.AskedSport()}
	if v.days == "" {
		v.days = "last 90 days"
	}
	in := page.Args{
		"range": v.days, "resolution": resolution(v.days), "sections": []string{"series", "by_sport", "weeks", "ratio", "alerts"},
	}
	if v.only != "" {
		in["sport"] = v.only
	}
	rules(p, in)
	if p.Query("ahead") != "0" {
		in["project_days"], in["assumed_daily_load"] = horizon, 0
	}
	page.Together(
		func() { v.load = page.Ask[page.AnswerLoad](ctx, p, "analyze_training_load", in) },
		func() { v.races = page.Ask[page.Events](ctx, p, "list_events", page.Args{"view": "upcoming"}) },
		func() { v.sports = page.OwnSports(ctx, p) },
	)
	v.table = p.Show(fitnessTable(p, v))
	if v.byDay() {
		v.table.Below = dayCard(p)
	}
	return fitnessBody(p, v), nil
}

// rules are the days of fitness and fatigue that the address names, and what load
// is counted by; what is none or out of bounds the tool refuses in its own words.
func rules(p *page.Page, in page.Args) {
	if by := countedBy(p); by != "" {
		in["load_method"] = by
	}
	for name, to := range map[string]string{"ctl": "ctl_days", "atl": "atl_days"} {
		if n, err := strconv.ParseFloat(p.Query(name), 64); err == nil {
			in[to] = n
		}
	}
}

// resolution keeps days on the chart as long as they can be told apart.
func resolution(days string) string {
	switch days {
	case "last 42 days", "last 90 days", "last 182 days", "last 365 days":
		return "day"
	}
	return "auto"
}

// byDay says that each row of the chart is a day, which has a page of its own.
func (v *fitnessView) byDay() bool { return v.load.V.Actual.Resolution == "day" }

// classes are the classes of the colours of the chart's sports.
func (v *fitnessView) classes() map[string]string {
	var names []string
	for _, s := range v.load.V.Actual.BySport {
		names = append(names, s.Sport)
	}
	return page.SportClasses(names)
}

// line is how a column is drawn, or that it is not, as the legend was chosen.
func (v *fitnessView) line(how string, of ...string) string {
	for _, name := range of {
		if slices.Contains(v.hide, name) {
			return "none"
		}
	}
	return how
}

// fitnessTable has what happened and what is projected in columns of their own:
// the two never share a number.
func fitnessTable(p *page.Page, v *fitnessView) *page.Table {
	t := &page.Table{ID: "fitness", Caption: p.Say("Fitness, fatigue, form and load"), Folded: true, Chart: "fitness", Columns: []page.Column{
		{Key: "date", Title: p.Say("Date"), Text: true},
		{Key: "ctl", Title: p.Say("Fitness"), Line: v.line("line", "ctl"), Color: "ctl", Scale: "load"},
		{Key: "atl", Title: p.Say("Fatigue"), Line: v.line("line", "atl"), Color: "atl", Scale: "load"},
		{Key: "tsb", Title: p.Say("Form"), Line: v.line("line", "tsb"), Color: "tsb", Scale: "form"},
		{Key: "load", Title: p.Say("Load"), Line: "none"},
	}}
	sports, classes := v.load.V.Actual.BySport, v.classes()
	for _, s := range sports {
		t.Columns = append(t.Columns, page.Column{
			Key: "load_" + s.Sport, Title: p.Say("Load, %s", p.Sport(s.Sport)), Line: v.line("bar", s.Sport),
			Color: "sport-" + classes[s.Sport], Scale: "bars",
		})
	}
	t.Columns = append(t.Columns,
		page.Column{
			Key: "projected_ctl", Title: p.Say("Fitness, projected"), Line: v.line("dashed", "ctl", "projected"),
			Color: "ctl", Scale: "load",
		},
		page.Column{
			Key: "projected_atl", Title: p.Say("Fatigue, projected"), Line: v.line("dashed", "atl", "projected"),
			Color: "atl", Scale: "load",
		},
		page.Column{
			Key: "projected_tsb", Title: p.Say("Form, projected"), Line: v.line("dashed", "tsb", "projected"),
			Color: "tsb", Scale: "form",
		},
		page.Column{
			Key: "projected_load", Title: p.Say("Load, planned"), Line: v.line("bar-open", "projected"),
			Color: "planned", Scale: "bars",
		},
	)
	fitnessRows(p, t, v, sports)
	loadColumns(p, t, v)
	t.Said = v.load.V.Words
	return t
}

func fitnessRows(p *page.Page, t *page.Table, v *fitnessView, sports []page.SportLoad) {
	a, future := v.load.V.Actual, v.load.V.Projected
	at := func(all []page.Num, i int) page.Num {
		if i < len(all) {
			return all[i]
		}
		return ""
	}
	date := func(text string, byDay bool) page.Cell {
		c := p.DateCell(text)
		if byDay {
			c = c.To(v.dayAddress(text))
		}
		return c
	}
	for i, d := range a.Dates {
		r := page.Row{Cells: []page.Cell{
			date(d, v.byDay()), p.Cell("ctl", at(a.CTL, i)), p.Cell("atl", at(a.ATL, i)), p.Cell("tsb", at(a.TSB, i)),
			p.Cell("load", at(a.Load, i)),
		}}
		for _, s := range sports {
			r.Cells = append(r.Cells, p.Cell("load", at(s.Load, i)))
		}
		for range 4 {
			r.Cells = append(r.Cells, page.Cell{Measure: page.Measure{Text: "–"}})
		}
		t.Rows = append(t.Rows, r)
	}
	for i, d := range future.Dates {
		r := page.Row{Class: "projected", Cells: []page.Cell{date(d, v.byDay())}}
		for range 4 + len(sports) {
			r.Cells = append(r.Cells, page.Cell{Measure: page.Measure{Text: "–"}})
		}
		r.Cells = append(r.Cells, p.Cell("projected_ctl", at(future.CTL, i)), p.Cell("projected_atl", at(future.ATL, i)),
			p.Cell("projected_tsb", at(future.TSB, i)), p.Cell("projected_load", at(future.Load, i)))
		t.Rows = append(t.Rows, r)
	}
}
