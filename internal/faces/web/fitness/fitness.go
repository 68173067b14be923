// Package fitness is the panel of fitness and form: the history of load, one day,
// and the time in zones.
//
// # Curves
//
// The panel of curves shows the best value for each duration and distance.
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
	if v.load.V.Today == nil {
		p.FindData(ctx)
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

// resolution returns the resolution of the chart, which is days as long as they can
// be distinguished.
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

// week returns load, monotony and strain of the last seven days; each is nil if the
// history is shorter.
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
	classes := v.classes()
	for _, s := range v.actual.BySport {
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
	loadColumns(p, t, v)
	fitnessRows(p, t, v)
	t.Said = page.Texts(v.load.V.Words)
	return t
}

// fitnessRows adds a row for each past date and each projected one. The current
// week or month can have both, in one row.
func fitnessRows(p *page.Page, t *page.Table, v *fitnessView) {
	for i, d := range v.actual.Dates {
		addRow(p, t, v, "", d, actualCells(p, v, i))
	}
	for i, d := range v.future.Dates {
		cells := map[string]page.Cell{
			"projected_ctl": p.Cell("projected_ctl", page.At(v.future.CTL, i)), "projected_atl": p.Cell("projected_atl", page.At(v.future.ATL, i)),
			"projected_tsb":  {Measure: p.Number("tsb", page.At(v.future.TSB, i)).Signed()},
			"projected_load": p.Cell("projected_load", page.At(v.future.Load, i)),
		}
		class := "projected"
		if last := len(v.actual.Dates) - 1; i == 0 && last >= 0 && v.actual.Dates[last] == d {
			class, t.Rows = "", t.Rows[:last]
			maps.Copy(cells, actualCells(p, v, last))
		}
		addRow(p, t, v, class, d, cells)
	}
}

// actualCells returns the cells of a past date by their columns' keys.
func actualCells(p *page.Page, v *fitnessView, i int) map[string]page.Cell {
	a := v.actual
	cells := map[string]page.Cell{
		"ctl": p.Cell(
			"ctl",
			page.At(a.CTL, i),
		), "atl": p.Cell("atl", page.At(a.ATL, i)), "tsb": {Measure: p.Number("tsb", page.At(a.TSB, i)).Signed()},
		"load": p.Cell("load", page.At(a.Load, i)), "load_estimated_by": estimatedCell(p, estimatedBy(a, a.Dates[i])),
		"without_load": p.Cell("without_load", page.At(a.Without, i)),
	}
	for _, s := range a.BySport {
		cells["load_"+string(s.Sport)] = p.Cell("load", page.At(s.Load, i))
	}
	return cells
}

// addRow adds a row with a cell for each column.
func addRow(p *page.Page, t *page.Table, v *fitnessView, class string, d training.Day, cells map[string]page.Cell) {
	cells["date"] = p.DateCell(d.String())
	if v.byDay() {
		cells["date"] = cells["date"].To(v.dayAddress(d.String()))
	}
	r := page.Row{Class: class}
	for _, c := range t.Columns {
		cell, ok := cells[c.Key]
		if !ok && !c.Text {
			cell.Text = "–"
		}
		r.Cells = append(r.Cells, cell)
	}
	t.Rows = append(t.Rows, r)
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

// countedBy returns the load method in the address; empty means all.
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
// activities have none. If there are no such days, it adds no column.
func loadColumns(p *page.Page, t *page.Table, v *fitnessView) {
	if len(v.actual.Estimated) > 0 {
		t.Columns = append(t.Columns, page.Column{Key: "load_estimated_by", Title: p.Say("Load estimated"), Text: true})
	}
	if len(v.actual.Without) > 0 {
		t.Columns = append(t.Columns, page.Column{Key: "without_load", Title: p.Say("Activities without a load"), Line: "none"})
	}
}

// estimatedCell returns a cell with the methods' names for CSV and a text for people.
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

// loadMethod describes how a load was computed, and reports whether it was estimated from
// the body's response rather than from the work done.
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

// day returns the load of the shown day; ok is false if the answer has none.
func (v *dayView) day() (a views.LoadSeries, ok bool) {
	a = page.Or(v.load.V.Actual)
	return a, len(a.Dates) == 1 && len(a.CTL) == 1 && len(a.ATL) == 1 && len(a.TSB) == 1 && len(a.Load) == 1
}

// beside returns the address of the page for the day that is the given number of
// days later.
func (v *dayView) beside(days int) string {
	return page.Link("/days/", (v.date + training.Day(days)).String())
}
