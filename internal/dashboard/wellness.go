package dashboard

import (
	"context"
	"maps"
	"slices"

	"github.com/a-h/templ"
)

type wellnessPage struct {
	answer answer[wellnessView]
	days   string
	charts []*table
	trends *table
	all    *table
}

func wellness(ctx context.Context, p *page) (templ.Component, error) {
	v := &wellnessPage{days: p.query("range")}
	if v.days == "" {
		v.days = "last 90 days"
	}
	v.answer = ask[wellnessView](ctx, p, "get_wellness", args{"range": v.days, "sections": []string{"readiness", "trends", "days"}})
	if v.answer.Err == nil {
		v.lay(p)
	}
	return wellnessBody(p, v), nil
}

// lay makes a chart of each field that is looked at most, and one table of all.
func (v *wellnessPage) lay(p *page) {
	w := v.answer.V
	for i, key := range []string{"hrv_rmssd_ms", "resting_hr_bpm", "sleep_s", "weight_kg"} {
		if values := w.Days.Values[key]; len(values) == len(w.Days.Dates) && len(values) > 0 {
			color := []string{"ctl", "atl", "tsb", "planned"}[i]
			t := &table{ID: "days-" + key, Caption: p.label(key), Folded: true, Chart: "days", Columns: []column{
				{Key: "date", Title: p.say("Date"), Text: true}, {Key: key, Title: p.label(key), Line: "line", Color: color, Scale: "value"},
			}}
			for j, d := range w.Days.Dates {
				t.Rows = append(t.Rows, row{Cells: []cell{p.dateCell(d), p.cell(key, values[j])}})
			}
			v.charts = append(v.charts, p.show(t))
		}
	}
	v.trends = p.show(p.trendTable(&w))
	v.all = p.show(p.wellnessTable(&w))
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
