package dashboard

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// fitnessView is the history of load and what it made of the athlete.
type fitnessView struct {
	load  answer[loadView]
	races answer[eventsView]
	sport []sportLoad
	table *table
	days  string
	only  string   // the one sport that is looked at; empty is all
	hide  []string // what the chart leaves out
}

// sportLoad is the load of one sport on the chart's days.
type sportLoad struct {
	sport string
	load  []num
}

// horizon is how far the chart looks ahead, in days.
const horizon = 42

func (p *page) fitnessSportChoices() [][2]string {
	out := [][2]string{{"", p.say("All sports")}}
	for _, s := range fitnessSports() {
		out = append(out, [2]string{s, p.sport(s)})
	}
	return out
}

func fitness(ctx context.Context, p *page) (templ.Component, error) {
	v := &fitnessView{days: p.query("range"), hide: strings.Split(p.query("hide"), ",")}
	if v.days == "" {
		v.days = "last 90 days"
	}
	if s := p.query("sport"); slices.Contains(fitnessSports(), s) {
		v.only = s
	}
	in := func(sections ...string) args {
		of := args{"range": v.days, "resolution": p.resolution(v.days), "sections": sections}
		if v.only != "" {
			of["sport"] = v.only
		}
		p.constants(of)
		return of
	}
	whole := in("series", "weeks", "ratio", "intensity", "alerts")
	if p.query("ahead") != "0" {
		whole["project_days"], whole["assumed_daily_load"] = horizon, 0
	}
	all := []func(){
		func() { v.load = ask[loadView](ctx, p, "analyze_training_load", whole) },
		func() { v.races = ask[eventsView](ctx, p, "list_events", args{"view": "upcoming"}) },
	}
	if v.only == "" {
		v.sport = make([]sportLoad, len(fitnessSports()))
		for i, sport := range fitnessSports() {
			all = append(all, func() {
				one := in("series")
				one["sport"] = sport
				if of := ask[loadView](ctx, p, "analyze_training_load", one); of.Err == nil {
					v.sport[i] = sportLoad{sport, of.V.Actual.Load}
				}
			})
		}
	}
	together(all...)
	if v.only != "" {
		v.sport = []sportLoad{{v.only, v.load.V.Actual.Load}}
	}
	v.table = p.show(p.fitnessTable(v))
	if v.byDay() {
		v.table.Below = dayCard(p)
	}
	return fitnessBody(p, v), nil
}

// constants are the days of fitness and fatigue that the address names; what is
// none or out of bounds the tool refuses in its own words.
func (p *page) constants(in args) {
	for name, to := range map[string]string{"ctl": "ctl_days", "atl": "atl_days"} {
		if n, err := strconv.ParseFloat(p.query(name), 64); err == nil {
			in[to] = n
		}
	}
}

// resolution keeps days on the chart as long as they can be told apart.
func (p *page) resolution(days string) string {
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
func (p *page) fitnessTable(v *fitnessView) *table {
	t := &table{ID: "fitness", Caption: p.say("Fitness, fatigue, form and load"), Folded: true, Chart: "fitness", Columns: []column{
		{Key: "date", Title: p.say("Date"), Text: true},
		{Key: "ctl", Title: p.say("Fitness"), Line: v.line("line", "ctl"), Color: "ctl", Scale: "load"},
		{Key: "atl", Title: p.say("Fatigue"), Line: v.line("line", "atl"), Color: "atl", Scale: "load"},
		{Key: "tsb", Title: p.say("Form"), Line: v.line("line", "tsb"), Color: "tsb", Scale: "form"},
		{Key: "load", Title: p.say("Load"), Line: "none"},
	}}
	var sports []sportLoad
	for _, s := range v.sport {
		if len(s.load) == len(v.load.V.Actual.Dates) && len(s.load) > 0 {
			sports = append(sports, s)
			t.Columns = append(t.Columns, column{
				Key: "load_" + s.sport, Title: p.say("Load, %s", p.sport(s.sport)), Line: v.line("bar", s.sport),
				Color: "sport-" + s.sport, Scale: "bars",
			})
		}
	}
	t.Columns = append(t.Columns,
		column{
			Key: "projected_ctl", Title: p.say("Fitness, projected"), Line: v.line("dashed", "ctl", "projected"),
			Color: "ctl", Scale: "load",
		},
		column{
			Key: "projected_atl", Title: p.say("Fatigue, projected"), Line: v.line("dashed", "atl", "projected"),
			Color: "atl", Scale: "load",
		},
		column{
			Key: "projected_tsb", Title: p.say("Form, projected"), Line: v.line("dashed", "tsb", "projected"),
			Color: "tsb", Scale: "form",
		},
		column{
			Key: "projected_load", Title: p.say("Load, planned"), Line: v.line("bar-open", "projected"),
			Color: "planned", Scale: "bars",
		},
	)
	p.fitnessRows(t, v, sports)
	t.Said = v.load.V.Words
	return t
}

func (p *page) fitnessRows(t *table, v *fitnessView, sports []sportLoad) {
	a, future := v.load.V.Actual, v.load.V.Projected
	at := func(all []num, i int) num {
		if i < len(all) {
			return all[i]
		}
		return ""
	}
	date := func(text string, byDay bool) cell {
		c := p.dateCell(text)
		if byDay {
			c = c.to(link("/days/", text))
		}
		return c
	}
	for i, d := range a.Dates {
		r := row{Cells: []cell{
			date(d, v.byDay()), p.cell("ctl", at(a.CTL, i)), p.cell("atl", at(a.ATL, i)), p.cell("tsb", at(a.TSB, i)),
			p.cell("load", at(a.Load, i)),
		}}
		for _, s := range sports {
			r.Cells = append(r.Cells, p.cell("load", at(s.load, i)))
		}
		for range 4 {
			r.Cells = append(r.Cells, cell{measure: measure{Text: "–"}})
		}
		t.Rows = append(t.Rows, r)
	}
	for i, d := range future.Dates {
		r := row{Class: "projected", Cells: []cell{date(d, v.byDay())}}
		for range 4 + len(sports) {
			r.Cells = append(r.Cells, cell{measure: measure{Text: "–"}})
		}
		r.Cells = append(r.Cells, p.cell("projected_ctl", at(future.CTL, i)), p.cell("projected_atl", at(future.ATL, i)),
			p.cell("projected_tsb", at(future.TSB, i)), p.cell("projected_load", at(future.Load, i)))
		t.Rows = append(t.Rows, r)
	}
}
