package activity

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/faces/web/page"
)

// activitiesList is the list with its filters, which come from the address.
type activitiesList struct {
	answer page.Answer[page.Activities]
	table  *page.Table
	sports []string
}

// filters returns the filters in the address as arguments of the tool.
func filters(p *page.Page) page.Args {
	fields := append(page.Fields(), "parent_id")
	for _, k := range p.Chosen("activities") {
		if slices.Contains(besides(), k) && !slices.Contains(fields, k) {
			fields = append(fields, k)
		}
	}
	in := page.Args{"limit": page.PageRows, "fields": fields}
	for name, to := range map[string]string{
		"q": "text", "sport": "sport", "range": "range", "sort": "sort", "order": "order", "cursor": "cursor", "tag": "tag", "gear": "gear",
	} {
		if v := p.Query(name); v != "" {
			in[to] = v
		}
	}
	for name, to := range map[string]string{"min_km": "min_distance_km", "max_km": "max_distance_km", "min_load": "min_load"} {
		if v, err := strconv.ParseFloat(p.Query(name), 64); err == nil {
			in[to] = v
		}
	}
	if p.Query("race") == "1" {
		in["race"] = true
	}
	return in
}

// List shows the list of activities with its filters.
func List(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &activitiesList{}
	var status page.Answer[athlete.StatusView]
	page.Together(
		func() { v.answer = page.Ask[page.Activities](ctx, p, "list_activities", filters(p)) },
		func() { status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
	)
	v.sports = page.Names(status.V.Data.BySport)
	v.table = p.Show(activityTable(p, v.answer.V.Activities))
	return activitiesBody(p, v), nil
}

// besides returns the optional columns of the list.
func besides() []string {
	return []string{
		"moving_time_s", "avg_speed_kmh", "avg_power_w", "max_power_w", "max_hr_bpm", "intensity_factor", "work_kj", "calories_kcal",
	}
}

func activityTable(p *page.Page, rows []page.Activity) *page.Table {
	t := &page.Table{ID: "activities", Caption: p.Say("Activities"), Choosable: true, Columns: []page.Column{
		{Key: "local_date", Title: p.Say("Date"), Text: true},
		{Key: "name", Title: p.Say("Name"), Text: true},
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "duration_s", Title: p.Say("Time")},
		{Key: "distance_km", Title: p.Say("Distance")},
		{Key: "elevation_gain_m", Title: p.Say("Climb")},
		{Key: "tss", Title: p.Say("Load")},
		{Key: "normalized_power_w", Title: p.Say("NP")},
		{Key: "avg_hr_bpm", Title: p.Say("HR")},
	}}
	for _, k := range besides() {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k), Off: true})
	}
	for _, a := range rows {
		day := page.Words(a.Date)
		day.Text = p.Day(a.Date)
		cells := []page.Cell{
			day.Of("date"), page.Words(page.NameOf(p, a)).To(page.Link("/activities/", a.ID)).Of("name"), sportCell(p, a),
			p.Cell("duration_s", a.Duration), p.Cell("distance_km", a.Distance), climbCell(p, a),
			p.Cell("tss", a.TSS), p.Cell("normalized_power_w", a.NP), p.Cell("avg_hr_bpm", a.HR),
		}
		for i, v := range []page.Num{a.Moving, a.Speed, a.Power, a.MaxPower, a.MaxHR, a.Intensity, a.Work, a.Calories} {
			cells = append(cells, p.Cell(besides()[i], v))
		}
		t.Rows = append(t.Rows, page.Row{Class: "sport-" + page.ClassName(a.Sport), Cells: cells})
	}
	return t
}

// ranges returns the periods that lists and charts offer.
func ranges(p *page.Page) [][2]string {
	year := strconv.Itoa(p.Call.Today.Time(time.UTC).Year())
	return [][2]string{
		{"", p.Say("All time")},
		{"this week", p.Say("This week")},
		{"last 30 days", p.Say("30 days")},
		{"last 90 days", p.Say("90 days")},
		{year, year},
		{previous(year), previous(year)},
	}
}

func previous(year string) string {
	n, _ := strconv.Atoi(year)
	return strconv.Itoa(n - 1)
}

// orders returns the sort orders of the list.
func orders(p *page.Page) [][2]string {
	return [][2]string{
		{"", p.Say("Newest first")},
		{"duration", p.Say("Longest time")},
		{"distance", p.Say("Longest distance")},
		{"elevation_gain", p.Say("Most climbing")},
		{"load", p.Say("Highest load")},
		{"avg_speed", p.Say("Fastest")},
		{"normalized_power", p.Say("Highest power")},
	}
}

// legs returns all legs of a multisport race, including this one, in order of
// their start.
func (a *activityView) legs() []page.Activity {
	own := page.Activity{ID: a.ID, Sport: a.Sport, Start: a.Start, Duration: a.figure("duration_s")}
	out := append([]page.Activity{own}, a.Siblings...)
	slices.SortStableFunc(out, func(x, y page.Activity) int { return strings.Compare(x.Start, y.Start) })
	return out
}

// legText returns the sport and duration of a leg.
func legText(p *page.Page, leg page.Activity) string {
	return p.Sport(leg.Sport) + " " + p.Number("duration_s", leg.Duration).Text
}

// sportCell returns the sport of a row; for a leg it links to the race.
func sportCell(p *page.Page, a page.Activity) page.Cell {
	c := page.Words(a.Sport)
	c.Text = p.Sport(a.Sport)
	if a.Parent != "" {
		c.Text = p.Say("%s (leg)", c.Text)
		c = c.To(page.Link("/activities/", a.Parent) + "#legs")
	}
	return c.Of("sport")
}

// climbCell returns the elevation gain of a row, or an empty cell for a sport
// without climbing.
func climbCell(p *page.Page, a page.Activity) page.Cell {
	if slices.Contains(page.Unread(a.Sport), "elevation_gain_m") {
		return p.Cell("elevation_gain_m", "")
	}
	return p.Cell("elevation_gain_m", a.Climb)
}

// headlined is the number of values shown before the folded ones.
const headlined = 8

// telling returns the most important numbers for the activity's sport.
func (a *activityView) telling() []string {
	switch {
	case page.OnFoot(a.Sport):
		return []string{
			"duration_s", "distance_km", "pace_s_per_km", "elevation_gain_m", "tss", "avg_hr_bpm", "avg_cadence_spm", "avg_power_w",
		}
	case a.Sport == "swimming":
		return []string{"duration_s", "distance_km", "pace_s_per_100m", "tss", "avg_hr_bpm", "avg_swolf", "lengths", "calories_kcal"}
	}
	return []string{
		"duration_s", "distance_km", "elevation_gain_m", "tss", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "avg_speed_kmh",
	}
}

// headline splits the numbers into those shown first and those in the fold. Two
// or three are not worth a fold.
func (a *activityView) headline() (first, more []string) {
	all := a.keys()
	for _, k := range slices.Concat(a.telling(), all) {
		if len(first) < headlined && slices.Contains(all, k) && !slices.Contains(first, k) {
			first = append(first, k)
		}
	}
	more = slices.DeleteFunc(slices.Clone(all), func(k string) bool { return slices.Contains(first, k) })
	if len(more) < 4 {
		return append(first, more...), nil
	}
	return first, more
}

// read returns keys without those that are not shown for the sport.
func (a *activityView) read(keys []string) []string {
	not := page.Unread(a.Sport)
	if page.OnFoot(a.Sport) && slices.Contains(keys, "avg_cadence_spm") {
		not = append(not, "avg_cadence_rpm") // it is the same number
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(not, k) })
}

// columns returns the columns shown for the sport.
func (a *activityView) columns(all []page.Column) []page.Column {
	not := page.Unread(a.Sport)
	return slices.DeleteFunc(all, func(c page.Column) bool { return slices.Contains(not, c.Key) })
}
