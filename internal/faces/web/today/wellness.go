package today

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/faces/web/page"

	"github.com/a-h/templ"
)

type wellnessPage struct {
	answer   page.Answer[page.Wellness]
	load     page.Answer[page.AnswerLoad]
	withLoad bool
	days     string
	charts   []*page.Table
	trends   *page.Table
	all      *page.Table
}

// WellnessPage is how the athlete was, day by day.
func WellnessPage(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &wellnessPage{days: p.Query("range"), withLoad: p.Query("load") == "1"}
	if v.days == "" {
		v.days = "last 90 days"
	}
	v.answer = page.Ask[page.Wellness](ctx, p, "get_wellness", page.Args{
		"range": v.days, "sections": []string{"readiness", "trends", "days", "bands"},
	})
	if v.answer.Err != nil {
		return wellnessBody(p, v), nil
	}
	if v.withLoad && len(v.answer.V.Days.Dates) > 0 {
		w := v.answer.V
		v.load = page.Ask[page.AnswerLoad](ctx, p, "analyze_training_load", page.Args{
			"from": w.Days.Dates[0], "to": p.Call.Today.String(), "resolution": w.Days.Resolution, "sections": []string{"series"},
		})
	}
	v.lay(p)
	return wellnessBody(p, v), nil
}

// lay makes the charts, and one table of all.
func (v *wellnessPage) lay(p *page.Page) {
	for _, t := range wellnessCharts(p, v) {
		v.charts = append(v.charts, p.Show(t))
	}
	v.trends = p.Show(trendTable(p, &v.answer.V, v.charts))
	v.all = p.Show(wellnessTable(p, &v.answer.V, v.charts))
}

// fieldsInOrder has what the charts show first, in their order, and then the rest.
func fieldsInOrder(charts []*page.Table, fields []string) []string {
	var out []string
	for _, t := range charts {
		for _, c := range t.Columns {
			if slices.Contains(fields, c.Key) {
				out = append(out, c.Key)
			}
		}
	}
	for _, f := range fields {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

func trendTable(p *page.Page, w *page.Wellness, charts []*page.Table) *page.Table {
	t := &page.Table{ID: "trends", Caption: p.Say("Averages"), Columns: []page.Column{
		{Key: "field", Title: p.Say("What"), Text: true},
		{Key: "latest", Title: p.Say("Latest")},
		{Key: "mean_7d", Title: p.Say("7 days")},
		{Key: "mean_28d", Title: p.Say("28 days")},
	}}
	at := func(all []page.Num, i int) page.Num {
		if i < len(all) {
			return all[i]
		}
		return ""
	}
	for _, f := range fieldsInOrder(charts, w.Trends.Field) {
		i := slices.Index(w.Trends.Field, f)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			p.Named(f), p.Cell(f, at(w.Trends.Latest, i)), p.Cell(f, at(w.Trends.Mean7, i)), p.Cell(f, at(w.Trends.Mean28, i)),
		}})
	}
	return t
}

func wellnessTable(p *page.Page, w *page.Wellness, charts []*page.Table) *page.Table {
	t := &page.Table{ID: "wellness", Caption: p.Say("All days"), Folded: true, Columns: []page.Column{
		{Key: "date", Title: p.Say("Date"), Text: true},
	}}
	keys := fieldsInOrder(charts, slices.Sorted(maps.Keys(w.Days.Values)))
	for _, k := range keys {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k)})
	}
	for i := len(w.Days.Dates) - 1; i >= 0; i-- {
		r := page.Row{Cells: []page.Cell{p.DateCell(w.Days.Dates[i])}}
		for _, k := range keys {
			var x page.Num
			if i < len(w.Days.Values[k]) {
				x = w.Days.Values[k][i]
			}
			r.Cells = append(r.Cells, p.Cell(k, x))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func wellnessRanges(p *page.Page) [][2]string { return p.Ranges()[:4] }
