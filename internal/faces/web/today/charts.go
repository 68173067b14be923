package today

import (
	"lapkeep/internal/faces/web/page"
)

// dayLine is a line of a chart of days: what it is of, and its values on the days.
type dayLine struct {
	page.Column
	values []page.Num
}

// wellnessCharts are those of what is looked at most. What is measured in another
// way, as SDNN is beside rMSSD, has a chart of its own.
func wellnessCharts(p *page.Page, v *wellnessPage) []*page.Table {
	w := &v.answer.V
	of := func(key, title, line, color string, values []page.Num) dayLine {
		return dayLine{page.Column{Key: key, Title: title, Line: line, Color: color, Scale: "value"}, values}
	}
	value := func(key, line, color string) dayLine { return of(key, p.Label(key), line, color, w.Days.Values[key]) }
	band := func(color string, mean, low, high []page.Num, keys [3]string) []dayLine {
		return []dayLine{
			of(keys[2], p.Say("usual to"), "band-high", "optimal", high), of(keys[1], p.Say("usual from"), "band-low", "optimal", low),
			of(keys[0], p.Say("7 days"), "mean", color, mean),
		}
	}
	b := w.Bands
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

// rating is a row of bars of its own.
func rating(p *page.Page, v *wellnessPage, key, color string) dayLine {
	return dayLine{page.Column{Key: key, Title: p.Label(key), Line: "bar", Color: color, Scale: "rating"}, v.answer.V.Days.Values[key]}
}

// sleepChart has the stages above each other where there are any, else the sum.
func sleepChart(p *page.Page, v *wellnessPage, value func(key, line, color string) dayLine) *page.Table {
	if len(v.answer.V.Days.Values["sleep_deep_s"]) == 0 {
		return daysChart(p, v, "days", value("sleep_s", "line", "tsb"))
	}
	return daysChart(p, v, "nights",
		value("sleep_s", "none", "tsb"), value("sleep_deep_s", "bar", "zone-2"), value("sleep_rem_s", "bar", "zone-7"),
		value("sleep_light_s", "bar", "zone-1"), value("sleep_awake_s", "bar", "zone-4"))
}

// daysChart is a chart of lines on the days, with the load behind them if it was
// chosen; nil where the first line has no value. Lines without one are left out.
func daysChart(p *page.Page, v *wellnessPage, kind string, lines ...dayLine) *page.Table {
	dates := v.answer.V.Days.Dates
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
		t.Caption = p.Say("How it felt, 1 best to 4 worst")
	}
	if load := v.load.V.Actual.Load; v.withLoad && len(load) == len(dates) && kind != "nights" {
		kept = append(kept, dayLine{page.Column{Key: "load", Title: p.Say("Load"), Line: "bar-behind", Color: "planned", Scale: "bars"}, load})
	}
	for _, l := range kept {
		t.Columns = append(t.Columns, l.Column)
	}
	for i, d := range dates {
		r := page.Row{Cells: []page.Cell{p.DateCell(d)}}
		for _, l := range kept {
			r.Cells = append(r.Cells, p.Cell(l.Key, l.values[i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
