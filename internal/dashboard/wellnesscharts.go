package dashboard

// dayLine is a line of a chart of days: what it is of, and its values on the days.
type dayLine struct {
	column
	values []num
}

// wellnessCharts are those of what is looked at most. What is measured in another
// way, as SDNN is beside rMSSD, has a chart of its own.
func (p *page) wellnessCharts(v *wellnessPage) []*table {
	w := &v.answer.V
	of := func(key, title, line, color string, values []num) dayLine {
		return dayLine{column{Key: key, Title: title, Line: line, Color: color, Scale: "value"}, values}
	}
	value := func(key, line, color string) dayLine { return of(key, p.label(key), line, color, w.Days.Values[key]) }
	band := func(color string, mean, low, high []num, keys [3]string) []dayLine {
		return []dayLine{
			of(keys[2], p.say("usual to"), "band-high", "optimal", high), of(keys[1], p.say("usual from"), "band-low", "optimal", low),
			of(keys[0], p.say("7 days"), "mean", color, mean),
		}
	}
	b := w.Bands
	rmssd := append([]dayLine{value("hrv_rmssd_ms", "points", "ctl")}, band("ctl", b.HRVMean, b.HRVLow, b.HRVHigh,
		[3]string{"hrv_mean_7d_ms", "hrv_usual_from_ms", "hrv_usual_to_ms"})...)
	resting := append([]dayLine{value("resting_hr_bpm", "points", "atl")}, band("atl", b.RestMean, b.RestLow, b.RestHigh,
		[3]string{"resting_hr_mean_7d_bpm", "resting_hr_usual_from_bpm", "resting_hr_usual_to_bpm"})...)
	out := []*table{
		p.daysChart(v, "days", rmssd...),
		p.daysChart(v, "days", value("hrv_sdnn_ms", "line", "ctl")),
		p.daysChart(v, "days", resting...),
		p.sleepChart(v, value),
		p.daysChart(v, "days", value("weight_kg", "points", "planned"), of("weight_ema_kg", p.say("Smoothed weight"), "mean", "planned", b.Weight)),
		p.daysChart(v, "days", value("mood", "line", "ctl"), value("fatigue", "line", "atl"), value("soreness", "line", "tsb")),
	}
	var all []*table
	for _, t := range out {
		if t != nil {
			all = append(all, t)
		}
	}
	return all
}

// sleepChart has the stages above each other where there are any, else the sum.
func (p *page) sleepChart(v *wellnessPage, value func(key, line, color string) dayLine) *table {
	if len(v.answer.V.Days.Values["sleep_deep_s"]) == 0 {
		return p.daysChart(v, "days", value("sleep_s", "line", "tsb"))
	}
	t := p.daysChart(v, "nights", value("sleep_s", "none", "tsb"), value("sleep_deep_s", "bar", "zone-2"), value("sleep_rem_s", "bar", "zone-7"),
		value("sleep_light_s", "bar", "zone-1"), value("sleep_awake_s", "bar", "zone-4"))
	return t
}

// daysChart is a chart of lines on the days, with the load behind them if it was
// chosen; nil where the first line has no value. Lines without one are left out.
func (p *page) daysChart(v *wellnessPage, kind string, lines ...dayLine) *table {
	dates := v.answer.V.Days.Dates
	kept := lines[:0:0]
	for _, l := range lines {
		if len(l.values) == len(dates) && len(dates) > 0 {
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 || kept[0].Key != lines[0].Key && lines[0].Key != "mood" {
		return nil
	}
	t := &table{ID: "days-" + kept[0].Key, Caption: kept[0].Title, Folded: true, Chart: kind, Columns: []column{
		{Key: "date", Title: p.say("Date"), Text: true},
	}}
	if kind == "days" && (kept[0].Key == "mood" || kept[0].Key == "fatigue" || kept[0].Key == "soreness") {
		t.Caption = p.say("How it felt, 1 best to 4 worst")
	}
	if load := v.load.V.Actual.Load; v.withLoad && len(load) == len(dates) && kind == "days" {
		kept = append(kept, dayLine{column{Key: "load", Title: p.say("Load"), Line: "bar-behind", Color: "planned", Scale: "bars"}, load})
	}
	for _, l := range kept {
		t.Columns = append(t.Columns, l.column)
	}
	for i, d := range dates {
		r := row{Cells: []cell{p.dateCell(d)}}
		for _, l := range kept {
			r.Cells = append(r.Cells, p.cell(l.Key, l.values[i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
