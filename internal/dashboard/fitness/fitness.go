// Package fitness is the panel of fitness and form: the history of load, one day of
// it, and the time in zones.
package fitness

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/dashboard/answer"
	"lapkeep/internal/dashboard/page"

	"github.com/a-h/templ"
)

// fitnessView is the history of load and what it made of the athlete.
type fitnessView struct {
	load  page.Answer[answer.Load]
	races page.Answer[answer.Events]
	sport []sportLoad
	table *page.Table
	days  string
	only  string   // the one sport that is looked at; empty is all
	by    string   // what load is counted by alone; empty is all
	hide  []string // what the chart leaves out
}

// sportLoad is the load of one sport on the chart's days.
type sportLoad struct {
	sport string
	load  []answer.Num
}

// horizon is how far the chart looks ahead, in days.
const horizon = 42

func fitnessSportChoices(p *page.Page) [][2]string {
	out := [][2]string{{"", p.Say("All sports")}}
	for _, s := range page.LoadSports() {
		out = append(out, [2]string{s, p.Sport(s)})
	}
	return out
}

// Page is the history of load, fitness, fatigue and form.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &fitnessView{days: p.Query("range"), hide: strings.Split(p.Query("hide"), ","), by: countedBy(p)}
	if v.days == "" {
		v.days = "last 90 days"
	}
	if s := p.Query("sport"); slices.Contains(page.LoadSports(), s) {
		v.only = s
	}
	in := func(sections ...string) page.Args {
		of := page.Args{"range": v.days, "resolution": resolution(v.days), "sections": sections}
		if v.only != "" {
			of["sport"] = v.only
		}
		rules(p, of)
		return of
	}
	whole := in("series", "weeks", "ratio", "intensity", "alerts")
	if p.Query("ahead") != "0" {
		whole["project_days"], whole["assumed_daily_load"] = horizon, 0
	}
	all := []func(){
		func() { v.load = page.Ask[answer.Load](ctx, p, "analyze_training_load", whole) },
		func() { v.races = page.Ask[answer.Events](ctx, p, "list_events", page.Args{"view": "upcoming"}) },
	}
	if v.only == "" {
		v.sport = make([]sportLoad, len(page.LoadSports()))
		for i, sport := range page.LoadSports() {
			all = append(all, func() {
				one := in("series")
				one["sport"] = sport
				if of := page.Ask[answer.Load](ctx, p, "analyze_training_load", one); of.Err == nil {
					v.sport[i] = sportLoad{sport, of.V.Actual.Load}
				}
			})
		}
	}
	page.Together(all...)
	if v.only != "" {
		v.sport = []sportLoad{{v.only, v.load.V.Actual.Load}}
	}
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
	var sports []sportLoad
	for _, s := range v.sport {
		if len(s.load) == len(v.load.V.Actual.Dates) && len(s.load) > 0 {
			sports = append(sports, s)
			t.Columns = append(t.Columns, page.Column{
				Key: "load_" + s.sport, Title: p.Say("Load, %s", p.Sport(s.sport)), Line: v.line("bar", s.sport),
				Color: "sport-" + s.sport, Scale: "bars",
			})
		}
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

func fitnessRows(p *page.Page, t *page.Table, v *fitnessView, sports []sportLoad) {
	a, future := v.load.V.Actual, v.load.V.Projected
	at := func(all []answer.Num, i int) answer.Num {
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
			r.Cells = append(r.Cells, p.Cell("load", at(s.load, i)))
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
