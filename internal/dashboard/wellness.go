package dashboard

import (
	"context"
	"maps"
	"slices"

	"github.com/a-h/templ"
)

type wellnessPage struct {
	answer   answer[wellnessView]
	load     answer[loadView]
	withLoad bool
	days     string
	charts   []*table
	trends   *table
	all      *table
}

func wellness(ctx context.Context, p *page) (templ.Component, error) {
	v := &wellnessPage{days: p.query("range"), withLoad: p.query("load") == "1"}
	if v.days == "" {
		v.days = "last 90 days"
	}
	v.answer = ask[wellnessView](ctx, p, "get_wellness", args{"range": v.days, "sections": []string{"readiness", "trends", "days", "bands"}})
	if v.answer.Err != nil {
		return wellnessBody(p, v), nil
	}
	if v.withLoad && len(v.answer.V.Days.Dates) > 0 {
		w := v.answer.V
		v.load = ask[loadView](ctx, p, "analyze_training_load", args{
			"from": w.Days.Dates[0], "to": p.call.Today.String(), "resolution": w.Days.Resolution, "sections": []string{"series"},
		})
	}
	v.lay(p)
	return wellnessBody(p, v), nil
}

// lay makes the charts, and one table of all.
func (v *wellnessPage) lay(p *page) {
	for _, t := range p.wellnessCharts(v) {
		v.charts = append(v.charts, p.show(t))
	}
	v.trends = p.show(p.trendTable(&v.answer.V))
	v.all = p.show(p.wellnessTable(&v.answer.V))
}

func (p *page) trendTable(w *wellnessView) *table {
	t := &table{ID: "trends", Caption: p.say("Averages"), Columns: []column{
		{Key: "field", Title: p.say("What"), Text: true},
		{Key: "latest", Title: p.say("Latest")},
		{Key: "mean_7d", Title: p.say("7 days")},
		{Key: "mean_28d", Title: p.say("28 days")},
	}}
	at := func(all []num, i int) num {
		if i < len(all) {
			return all[i]
		}
		return ""
	}
	for i, f := range w.Trends.Field {
		t.Rows = append(t.Rows, row{Cells: []cell{
			p.named(f), p.cell(f, at(w.Trends.Latest, i)), p.cell(f, at(w.Trends.Mean7, i)), p.cell(f, at(w.Trends.Mean28, i)),
		}})
	}
	return t
}

func (p *page) wellnessTable(w *wellnessView) *table {
	t := &table{ID: "wellness", Caption: p.say("All days"), Folded: true, Columns: []column{{Key: "date", Title: p.say("Date"), Text: true}}}
	keys := slices.Sorted(maps.Keys(w.Days.Values))
	for _, k := range keys {
		t.Columns = append(t.Columns, column{Key: k, Title: p.label(k)})
	}
	for i := len(w.Days.Dates) - 1; i >= 0; i-- {
		r := row{Cells: []cell{p.dateCell(w.Days.Dates[i])}}
		for _, k := range keys {
			var x num
			if i < len(w.Days.Values[k]) {
				x = w.Days.Values[k][i]
			}
			r.Cells = append(r.Cells, p.cell(k, x))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func (p *page) wellnessRanges() [][2]string { return p.fitnessRanges()[:4] }
