package dashboard

import (
	"context"
	"strconv"
	"time"

	"github.com/a-h/templ"
)

// activitiesPage is the list with its filters, which stand in the address.
type activitiesList struct {
	answer answer[activitiesView]
	table  *table
	sports []string
}

// filters are the values of the address that narrow the list, as the tool
// takes them.
func (p *page) filters() args {
	in := args{"limit": pageRows, "fields": rowFields()}
	for name, to := range map[string]string{
		"q": "text", "sport": "sport", "range": "range", "sort": "sort", "order": "order", "cursor": "cursor", "tag": "tag", "gear": "gear",
	} {
		if v := p.query(name); v != "" {
			in[to] = v
		}
	}
	for name, to := range map[string]string{"min_km": "min_distance_km", "max_km": "max_distance_km", "min_load": "min_load"} {
		if v, err := strconv.ParseFloat(p.query(name), 64); err == nil {
			in[to] = v
		}
	}
	if p.query("race") == "1" {
		in["race"] = true
	}
	return in
}

func activities(ctx context.Context, p *page) (templ.Component, error) {
	v := &activitiesList{}
	var status answer[statusView]
	together(
		func() { v.answer = ask[activitiesView](ctx, p, "list_activities", p.filters()) },
		func() { status = ask[statusView](ctx, p, "get_status", nil) },
	)
	v.sports = names(status.V.Data.BySport)
	v.table = p.show(p.activityTable(v.answer.V.Activities))
	return activitiesBody(p, v), nil
}

func (p *page) activityTable(rows []activityRow) *table {
	t := &table{ID: "activities", Caption: p.say("Activities"), Columns: []column{
		{Key: "local_date", Title: p.say("Date"), Text: true},
		{Key: "name", Title: p.say("Name"), Text: true},
		{Key: "sport", Title: p.say("Sport"), Text: true},
		{Key: "duration_s", Title: p.say("Time")},
		{Key: "distance_km", Title: p.say("Distance")},
		{Key: "elevation_gain_m", Title: p.say("Climb")},
		{Key: "tss", Title: p.say("Load")},
		{Key: "normalized_power_w", Title: p.say("NP")},
		{Key: "avg_hr_bpm", Title: p.say("HR")},
	}}
	for _, a := range rows {
		day := words(a.Date)
		day.Text = p.day(a.Date)
		sport := words(a.Sport)
		sport.Text = p.sport(a.Sport)
		t.Rows = append(t.Rows, row{Class: "sport-" + className(a.Sport), Cells: []cell{
			day.of("date"), words(p.activityName(a)).to(link("/activities/", a.ID)).of("name"), sport.of("sport"),
			p.cell("duration_s", a.Duration), p.cell("distance_km", a.Distance), p.cell("elevation_gain_m", a.Climb),
			p.cell("tss", a.TSS), p.cell("normalized_power_w", a.NP), p.cell("avg_hr_bpm", a.HR),
		}})
	}
	return t
}

// ranges are the stretches that lists and charts offer.
func (p *page) ranges() [][2]string {
	year := strconv.Itoa(p.call.Today.Time(time.UTC).Year())
	return [][2]string{
		{"", p.say("All time")},
		{"this week", p.say("This week")},
		{"last 30 days", p.say("30 days")},
		{"last 90 days", p.say("90 days")},
		{year, year},
		{previous(year), previous(year)},
	}
}

func previous(year string) string {
	n, _ := strconv.Atoi(year)
	return strconv.Itoa(n - 1)
}

// orders are those of the list.
func (p *page) orders() [][2]string {
	return [][2]string{
		{"", p.say("Newest first")},
		{"duration", p.say("Longest time")},
		{"distance", p.say("Longest distance")},
		{"elevation_gain", p.say("Most climbing")},
		{"load", p.say("Highest load")},
		{"avg_speed", p.say("Fastest")},
		{"normalized_power", p.say("Highest power")},
	}
}
