// Package fitness is the panel of fitness and form: the history of load, one
// day, and the time in zones.
//
// # Curves
//
// The panel of the best value for each duration and distance.
package fitness

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// fitnessView is the history of load and of the resulting fitness.
type fitnessView struct {
	load   page.Answer[views.LoadView]
	actual views.LoadSeries
	future views.Projection
	races  page.Answer[page.Events]
	sports []string // the athlete's sports, for the switch
	table  *page.Table
	days   string
	only   string   // the only sport to show; empty means all
	by     string   // the only load method to use; empty means all
	hide   []string // the parts that the chart omits
}

// horizon is the number of future days in the chart.
const horizon = 42

// Page shows the history of load, fitness, fatigue and form.
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
		func() { v.load = page.Ask[views.LoadView](ctx, p, "analyze_training_load", in) },
		func() { v.races = page.Ask[page.Events](ctx, p, "list_events", page.Args{"view": "upcoming"}) },
		func() { v.sports = page.OwnSports(ctx, p) },
	)
	v.actual, v.future = page.Or(v.load.V.Actual), page.Or(v.load.V.Project)
	v.table = p.Show(fitnessTable(p, v))
	if v.byDay() {
		v.table.Below = dayCard(p)
	}
	return fitnessBody(p, v), nil
}

// rules adds the address's time constants of fitness and fatigue, and its load
// method, to the tool's arguments. The tool rejects values out of bounds.
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

// resolution returns the resolution of the chart: days, as long as they can be
// distinguished.
func resolution(days string) string {
	switch days {
	case "last 42 days", "last 90 days", "last 182 days", "last 365 days":
		return "day"
	}
	return "auto"
}

// byDay reports whether each row of the chart is a day, which has a page of its
// own.
func (v *fitnessView) byDay() bool { return v.actual.Resolution == views.ByDay }

// classes returns the CSS classes for the colours of the chart's sports.
func (v *fitnessView) classes() map[string]string {
	var names []string
	for _, s := range v.actual.BySport {
		names = append(names, string(s.Sport))
	}
	return page.SportClasses(names)
}

// week returns load, monotony and strain of the last seven days; they are nil
// if the history is shorter.
func (v *fitnessView) week() (load, monotony, strain *float64) {
	if w := page.Or(v.load.V.Weeks).Last7; w != nil {
		return &w.Load, w.Monotony, w.Strain
	}
	return nil, nil, nil
}

// line returns how to draw a column: "none" if the reader hid one of its parts
// in the legend.
func (v *fitnessView) line(how string, of ...string) string {
	for _, name := range of {
		if slices.Contains(v.hide, name) {
			return "none"
		}
	}
	return how
}

// fitnessTable returns a table with the past and the projection in separate
// columns.
func fitnessTable(p *page.Page, v *fitnessView) *page.Table {
	t := &page.Table{ID: "fitness", Caption: p.Say("Fitness, fatigue, form and load"), Folded: true, Chart: "fitness", Columns: []page.Column{
		{Key: "date", Title: p.Say("Date"), Text: true},
		{Key: "ctl", Title: p.Say("Fitness"), Line: v.line("line", "ctl"), Color: "ctl", Scale: "load"},
		{Key: "atl", Title: p.Say("Fatigue"), Line: v.line("line", "atl"), Color: "atl", Scale: "load"},
		{Key: "tsb", Title: p.Say("Form"), Line: v.line("line", "tsb"), Color: "tsb", Scale: "form"},
		{Key: "load", Title: p.Say("Load"), Line: "none"},
	}}
	sports, classes := v.actual.BySport, v.classes()
	for _, s := range sports {
		sport := string(s.Sport)
		t.Columns = append(t.Columns, page.Column{
			Key: "load_" + sport, Title: p.Say("Load, %s", p.Sport(sport)), Line: v.line("bar", sport),
			Color: "sport-" + classes[sport], Scale: "bars",
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
	t.Said = page.Texts(v.load.V.Words)
	return t
}

func fitnessRows(p *page.Page, t *page.Table, v *fitnessView, sports []views.SportLoad) {
	a, future := v.actual, v.future
	date := func(d training.Day) page.Cell {
		c := p.DateCell(d.String())
		if v.byDay() {
			c = c.To(v.dayAddress(d.String()))
		}
		return c
	}
	for i, d := range a.Dates {
		r := page.Row{Cells: []page.Cell{
			date(d), p.Cell("ctl", page.At(a.CTL, i)), p.Cell("atl", page.At(a.ATL, i)), p.Cell("tsb", page.At(a.TSB, i)),
			p.Cell("load", page.At(a.Load, i)),
		}}
		for _, s := range sports {
			r.Cells = append(r.Cells, p.Cell("load", page.At(s.Load, i)))
		}
		for range 4 {
			r.Cells = append(r.Cells, page.Cell{Measure: page.Measure{Text: "–"}})
		}
		t.Rows = append(t.Rows, r)
	}
	for i, d := range future.Dates {
		r := page.Row{Class: "projected", Cells: []page.Cell{date(d)}}
		for range 4 + len(sports) {
			r.Cells = append(r.Cells, page.Cell{Measure: page.Measure{Text: "–"}})
		}
		if n := len(t.Rows) - 1; i == 0 && n >= 0 && a.Dates[n] == d { // the rest of a week that runs
			r.Class, r.Cells, t.Rows = "", t.Rows[n].Cells[:5+len(sports)], t.Rows[:n]
		}
		r.Cells = append(r.Cells, p.Cell("projected_ctl", page.At(future.CTL, i)), p.Cell("projected_atl", page.At(future.ATL, i)),
			p.Cell("projected_tsb", page.At(future.TSB, i)), p.Cell("projected_load", page.At(future.Load, i)))
		t.Rows = append(t.Rows, r)
	}
}

// loadChoices returns the load methods, by the tool's names.
func loadChoices(p *page.Page) [][2]string {
	return [][2]string{
		{"", p.Say("All loads")},
		{"power", p.Say("By power")},
		{"hr", p.Say("By heart rate")},
		{"pace", p.Say("By pace")},
		{"rpe", p.Say("By perceived effort")},
	}
}

// countedBy returns the load method in the address; empty for all.
func countedBy(p *page.Page) string {
	by := p.Query("load")
	if slices.ContainsFunc(loadChoices(p), func(c [2]string) bool { return c[0] == by }) {
		return by
	}
	return ""
}

// dayAddress returns the address of a day's page with the same load method.
func (v *fitnessView) dayAddress(date string) string {
	at := page.Link("/days/", date)
	if v.by != "" {
		at += "?" + url.Values{"load": {v.by}}.Encode()
	}
	return at
}

// estimatedBy returns the methods by which loads of a day were estimated.
func estimatedBy(a views.LoadSeries, d training.Day) []string {
	var out []string
	for _, method := range slices.Sorted(maps.Keys(a.Estimated)) {
		if slices.Contains(a.Estimated[method], d) {
			out = append(out, method)
		}
	}
	return out
}

// loadColumns adds columns for how a day's load was estimated and how many
// activities have none. Without such days there is no column.
func loadColumns(p *page.Page, t *page.Table, v *fitnessView) {
	a := v.actual
	if len(a.Estimated) > 0 {
		addColumn(t, page.Column{Key: "load_estimated_by", Title: p.Say("Load estimated"), Text: true}, func(i int) page.Cell {
			if i >= len(a.Dates) {
				return page.Words("")
			}
			return estimatedCell(p, estimatedBy(a, a.Dates[i]))
		})
	}
	if len(a.Without) > 0 {
		addColumn(t, page.Column{Key: "without_load", Title: p.Say("Activities without a load"), Line: "none"}, func(i int) page.Cell {
			return p.Cell("without_load", page.At(a.Without, i))
		})
	}
}

func addColumn(t *page.Table, c page.Column, cell func(row int) page.Cell) {
	t.Columns = append(t.Columns, c)
	for i := range t.Rows {
		t.Rows[i].Cells = append(t.Rows[i].Cells, cell(i))
	}
}

// estimatedCell returns the methods' names for CSV and a text for people.
func estimatedCell(p *page.Page, methods []string) page.Cell {
	c := page.Words(strings.Join(methods, " "))
	if len(methods) > 0 {
		c.Text = "≈ " + estimatedText(p, methods)
	}
	return c
}

func estimatedText(p *page.Page, methods []string) string {
	said := make([]string, 0, len(methods))
	for _, m := range methods {
		if text, _ := loadMethod(p, m); text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return p.Say("estimated, %s", strings.Join(said, ", "))
}

// legendItem is an entry of a legend; clicking it hides or shows its data.
type legendItem struct{ key, title, class string }

// legendItems returns the entries of the chart's legend.
func legendItems(p *page.Page, v *fitnessView) []legendItem {
	out := []legendItem{{"ctl", p.Say("Fitness"), "ctl"}, {"atl", p.Say("Fatigue"), "atl"}, {"tsb", p.Say("Form"), "tsb"}}
	classes := v.classes()
	for _, s := range v.actual.BySport {
		sport := string(s.Sport)
		out = append(out, legendItem{sport, p.Say("Load, %s", p.Sport(sport)), "sport-" + classes[sport]})
	}
	if len(v.future.Dates) > 0 {
		out = append(out, legendItem{"projected", p.Say("projected"), "dashed"})
	}
	return append(out, legendItem{"bands", p.Say("Form zones"), "of-bands"})
}

func (v *fitnessView) hidden(key string) bool { return slices.Contains(v.hide, key) }

// toggled returns the page's address with an entry of the legend hidden, or
// shown again.
func (v *fitnessView) toggled(p *page.Page, key string) string {
	rest := slices.DeleteFunc(slices.Clone(v.hide), func(x string) bool { return x == key || x == "" })
	if !v.hidden(key) {
		rest = append(rest, key)
	}
	return p.With("hide", strings.Join(rest, ","))
}

// loadMethod returns a text on how a load was computed, and whether it is an
// estimate from the body's response rather than from the work done.
func loadMethod(p *page.Page, name string) (text string, estimated bool) {
	switch name {
	case "":
		return "", false
	case "manual":
		return p.Say("entered by hand"), false
	case "power_tss":
		return p.Say("by power"), false
	case "rtss_ngp", "rtss_speed":
		return p.Say("by pace"), false
	case "stss":
		return p.Say("by swimming pace"), false
	case "rpe_tss":
		return p.Say("by perceived effort"), true
	}
	return p.Say("by heart rate"), true
}

// dayView is one day: its fitness values, and completed and planned sessions.
type dayView struct {
	date   training.Day
	load   page.Answer[views.LoadView]
	done   page.Answer[page.Activities]
	events page.Answer[page.Events]
	past   bool
}

// Day shows the page of one day, to which the fitness chart links.
func Day(ctx context.Context, p *page.Page) (templ.Component, error) {
	d, err := training.ParseDay(p.Request.PathValue("date"))
	if err != nil {
		return nil, err
	}
	v := &dayView{date: d, past: d <= p.Call.Today}
	all := []func(){
		func() { v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{"range": v.date}) },
	}
	if v.past {
		all = append(all,
			func() {
				in := page.Args{"from": v.date, "to": v.date, "resolution": "day", "sections": []string{"series"}}
				rules(p, in)
				v.load = page.Ask[views.LoadView](ctx, p, "analyze_training_load", in)
			},
			func() {
				in := page.Args{"range": v.date, "order": "asc", "limit": page.PageRows, "fields": append(page.Fields(), "load_method")}
				v.done = page.Ask[page.Activities](ctx, p, "list_activities", in)
			},
		)
	}
	page.Together(all...)
	p.Title = p.Day(v.date.String())
	return dayBody(p, v), nil
}

// day returns the load of the day itself; ok is false if the answer has none.
func (v *dayView) day() (a views.LoadSeries, ok bool) {
	a = page.Or(v.load.V.Actual)
	return a, len(a.Dates) == 1 && len(a.CTL) == 1 && len(a.ATL) == 1 && len(a.TSB) == 1 && len(a.Load) == 1
}

// beside returns the address of the page of the day that is some days later.
func (v *dayView) beside(days int) string {
	return page.Link("/days/", (v.date + training.Day(days)).String())
}
