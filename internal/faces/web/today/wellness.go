package today

import (
	"context"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

type wellnessPage struct {
	answer   page.Answer[wellness.View]
	columns  wellness.Columns
	load     page.Answer[fitness.LoadView]
	withLoad bool
	days     string
	charts   []*page.Table
	trends   *page.Table
	all      *page.Table
}

// WellnessPage shows wellness day by day.
func WellnessPage(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &wellnessPage{days: p.Query("range"), withLoad: p.Query("load") == "1"}
	if v.days == "" {
		v.days = "last 90 days"
	}
	v.answer = page.Ask[wellness.View](ctx, p, "get_wellness", page.Args{
		"range": v.days, "sections": []string{"readiness", "trends", "days", "bands"},
	})
	if v.answer.Err != nil {
		return wellnessBody(p, v), nil
	}
	v.columns = page.Or(v.answer.V.Days)
	if v.withLoad && len(v.columns.Dates) > 0 {
		v.load = page.Ask[fitness.LoadView](ctx, p, "analyze_training_load", page.Args{
			"from": v.columns.Dates[0].String(), "to": p.Call.Today.String(), "resolution": v.columns.Resolution, "sections": []string{"series"},
		})
	}
	v.lay(p)
	if v.answer.V.Readiness == nil {
		p.FindData(ctx)
	}
	return wellnessBody(p, v), nil
}

// lay builds the charts, and one table of everything.
func (v *wellnessPage) lay(p *page.Page) {
	for _, t := range wellnessCharts(p, v) {
		v.charts = append(v.charts, p.Show(t))
	}
	v.trends = p.Show(trendTable(p, page.Or(v.answer.V.Trends), v.charts))
	v.all = p.Show(wellnessTable(p, v.columns, v.charts))
}

// fieldsInOrder returns the fields of the charts, in order, and then the
// others.
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

func trendTable(p *page.Page, all wellness.Trends, charts []*page.Table) *page.Table {
	t := &page.Table{ID: "trends", Caption: p.Say("Averages"), Columns: []page.Column{
		{Key: "field", Title: p.Say("Metric"), Text: true},
		{Key: "latest", Title: p.Say("Latest")},
		{Key: "latest_date", Title: p.Say("Date"), Text: true},
		{Key: "mean_7d", Title: p.Say("7 days")},
		{Key: "mean_28d", Title: p.Say("28 days")},
	}}
	for _, f := range fieldsInOrder(charts, all.Field) {
		i := slices.Index(all.Field, f)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			p.Named(f), p.Cell(f, page.At(all.Latest, i)), p.DateCell(measuredOn(all, training.WellnessField(f)).String()),
			p.Cell(f, page.At(all.Mean7, i)), p.Cell(f, page.At(all.Mean28, i)),
		}})
	}
	return t
}

func wellnessTable(p *page.Page, days wellness.Columns, charts []*page.Table) *page.Table {
	t := &page.Table{ID: "wellness", Caption: p.Say("All days"), Folded: true, Columns: []page.Column{
		{Key: "date", Title: p.Say("Date"), Text: true},
	}}
	keys := fieldsInOrder(charts, slices.Sorted(maps.Keys(days.Values)))
	for _, k := range keys {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k)})
	}
	for i := len(days.Dates) - 1; i >= 0; i-- {
		r := page.Row{Cells: []page.Cell{p.DateCell(days.Dates[i].String())}}
		for _, k := range keys {
			r.Cells = append(r.Cells, p.Cell(k, page.At(days.Values[k], i)))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func wellnessRanges(p *page.Page) [][2]string { return p.Ranges()[:4] }

// dayLine is a line in a chart of days: its column, and its values by day.
type dayLine struct {
	page.Column
	values []*float64
}

// wellnessCharts returns the charts of the most important values. Values measured in a
// different way, such as SDNN next to rMSSD, get their own chart.
func wellnessCharts(p *page.Page, v *wellnessPage) []*page.Table {
	of := func(key, title, line, color string, values []*float64) dayLine {
		return dayLine{page.Column{Key: key, Title: title, Line: line, Color: color, Scale: "value"}, values}
	}
	value := func(key, line, color string) dayLine {
		return of(key, p.Label(key), line, color, v.columns.Values[key])
	}
	band := func(color string, mean, low, high []*float64, keys [3]string) []dayLine {
		return []dayLine{
			of(keys[1], p.Say("normal range (low)"), "band-low", "optimal", low),
			of(keys[2], p.Say("normal range (high)"), "band-high", "optimal", high),
			of(keys[0], p.Say("7 days"), "mean", color, mean),
		}
	}
	b := page.Or(v.answer.V.Bands)
	rmssd := append([]dayLine{value("hrv_rmssd_ms", "points", "ctl")}, band("ctl", b.HRVMean, b.HRVLow, b.HRVHigh,
		[3]string{"hrv_mean_7d_ms", "hrv_usual_from_ms", "hrv_usual_to_ms"})...)
	resting := append([]dayLine{value("resting_hr_bpm", "points", "atl")}, band("atl", b.RestMean, b.RestLow, b.RestHigh,
		[3]string{"resting_hr_mean_7d_bpm", "resting_hr_usual_from_bpm", "resting_hr_usual_to_bpm"})...)
	out := []*page.Table{
		daysChart(p, v, "days", rmssd...),
		daysChart(p, v, "days", value("hrv_sdnn_ms", "line", "ctl")),
		daysChart(p, v, "days", resting...),
		sleepChart(p, v, value),
		daysChart(p, v, "days", value("weight_kg", "points", "planned"),
			of("weight_ema_kg", p.Say("Smoothed weight"), "mean", "planned", b.Weight)),
		daysChart(p, v, "ratings", rating(p, v, "mood", "ctl"), rating(p, v, "fatigue", "atl"), rating(p, v, "soreness", "tsb")),
	}
	var all []*page.Table
	for _, t := range out {
		if t != nil {
			all = append(all, t)
		}
	}
	return all
}

// rating returns a row of bars for a rating.
func rating(p *page.Page, v *wellnessPage, key, color string) dayLine {
	return dayLine{page.Column{Key: key, Title: p.Label(key), Line: "bar", Color: color, Scale: "rating"}, v.columns.Values[key]}
}

// sleepChart returns a chart with the stages of sleep stacked, if there are
// any, or else their sum.
func sleepChart(p *page.Page, v *wellnessPage, value func(key, line, color string) dayLine) *page.Table {
	if len(v.columns.Values["sleep_deep_s"]) == 0 {
		return daysChart(p, v, "days", value("sleep_s", "line", "tsb"))
	}
	return daysChart(p, v, "nights",
		value("sleep_s", "none", "tsb"), value("sleep_deep_s", "bar", "zone-2"), value("sleep_rem_s", "bar", "zone-7"),
		value("sleep_light_s", "bar", "zone-1"), value("sleep_awake_s", "bar", "zone-4"))
}

// daysChart returns a chart of lines over the days, with the load behind them
// if the reader chose it, or nil if the first line has no values. Lines without
// values are left out.
func daysChart(p *page.Page, v *wellnessPage, kind string, lines ...dayLine) *page.Table {
	dates := v.columns.Dates
	kept := lines[:0:0]
	for _, l := range lines {
		if len(l.values) == len(dates) && len(dates) > 0 {
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 || kept[0].Key != lines[0].Key && kind != "ratings" {
		return nil
	}
	t := &page.Table{ID: "days-" + kept[0].Key, Caption: kept[0].Title, Folded: true, Chart: kind, Columns: []page.Column{
		{Key: "date", Title: p.Say("Date"), Text: true},
	}}
	if kind == "ratings" {
		t.Caption = p.Say("How you felt, 1 best to 4 worst")
	}
	if load := pointers(page.Or(v.load.V.Actual).Load); v.withLoad && len(load) == len(dates) && kind != "nights" {
		kept = append(kept, dayLine{page.Column{Key: "load", Title: p.Say("Load"), Line: "bar-behind", Color: "planned", Scale: "bars"}, load})
	}
	for _, l := range kept {
		t.Columns = append(t.Columns, l.Column)
	}
	for i, d := range dates {
		r := page.Row{Cells: []page.Cell{p.DateCell(d.String())}}
		for _, l := range kept {
			r.Cells = append(r.Cells, p.Cell(l.Key, l.values[i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func pointers(all []float64) []*float64 {
	out := make([]*float64, len(all))
	for i := range all {
		out[i] = &all[i]
	}
	return out
}

// checkField is a field of the check-in with its bounds.
type checkField struct{ key, title, low, high, step string }

func checkFields(p *page.Page) []checkField {
	return []checkField{
		{"mood", p.Say("Mood"), "1", "4", "1"},
		{"fatigue", p.Say("Tiredness"), "1", "4", "1"},
		{"soreness", p.Say("Soreness"), "1", "4", "1"},
		{"resting_hr_bpm", p.Say("Resting heart rate"), "25", "150", "1"},
		{"hrv_rmssd_ms", p.Say("HRV (rMSSD)"), "1", "300", "1"},
		{"weight_kg", p.Say("Weight, %s", p.Shown("weight_kg")), p.Typed("weight_kg", "20"), p.Typed("weight_kg", "300"), "0.1"},
	}
}

// Note turns the check-in form into an action.
func Note(p *page.Page, fields url.Values) (page.FormAction, error) {
	values := page.Args{}
	for _, f := range checkFields(p) {
		if v := page.Trimmed(fields, f.key); v != "" {
			values[f.key] = v
		}
	}
	if len(values) == 0 {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "No field was filled in.").WithFix("Fill in at least one field.")
	}
	in := page.Args{"date": page.Trimmed(fields, "date"), "values": values}
	return page.FormAction{Tool: "update_wellness", In: in, Then: page.Same("/wellness")}, nil
}

// inMs returns the mean and the bounds of HRV in ms as watches show it; the band
// itself is in logarithms.
func inMs(p *page.Page, b *wellness.Band) [3]page.Measure {
	const key = "mean_7d_ms"
	return [3]page.Measure{p.Number(key, b.MeanMs), p.Number(key, b.LowMs), p.Number(key, b.HighMs)}
}

func inBpm(p *page.Page, b *wellness.Band) [3]page.Measure {
	const key = "mean_7d_bpm"
	return [3]page.Measure{p.Number(key, b.Mean), p.Number(key, b.Low), p.Number(key, b.High)}
}

// measuredOn returns the day of the latest value of a field, or 0 if it is not known.
func measuredOn(t wellness.Trends, f training.WellnessField) training.Day {
	if i := slices.Index(t.Field, string(f)); i >= 0 && i < len(t.On) {
		return t.On[i]
	}
	return 0
}

// bandAt returns the position of a value on a scale whose middle third is the
// usual band, in percent.
func bandAt(b *wellness.Band) string {
	if b.High <= b.Low {
		return "50"
	}
	return page.Coordinate(math.Max(2, math.Min(98, 33.3+33.4*(b.Mean-b.Low)/(b.High-b.Low))))
}

// scales returns the meaning of numbers without a unit, one per sentence.
func scales(p *page.Page, told string) (out []string) {
	for part := range strings.SplitSeq(told, "; ") {
		name, scale, ok := strings.Cut(part, " ")
		switch {
		case !ok:
		case name == "ratings":
			out = append(out, p.Say("Ratings go from 1, best, to 4, worst."))
		default:
			out = append(out, p.Say("%s: %s.", p.Label(name), scaleText(p, scale)))
		}
	}
	return out
}

func scaleText(p *page.Page, scale string) string {
	return page.Called([][2]string{
		{"1 best to 4 injured", p.Say("1 is best, 4 is injured")},
		{"0 to 100 best", p.Say("0 to 100 (best)")},
		{"0 best to 100", p.Say("0 (best) to 100")},
	}, scale)
}

// tellers returns the names of the sources of measurements.
func tellers(p *page.Page, all []string) string {
	out := make([]string, len(all))
	for i, x := range all {
		out[i] = p.Teller(x)
	}
	return strings.Join(out, ", ")
}
