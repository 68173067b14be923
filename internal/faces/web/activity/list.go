package activity

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/faces/web/page"
)

// activitiesList is the list with its filters, which come from the address.
type activitiesList struct {
	answer page.Answer[views.List]
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
		func() { v.answer = page.Ask[views.List](ctx, p, "list_activities", filters(p)) },
		func() { status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
	)
	p.Found(status)
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

func activityTable(p *page.Page, rows []views.Facts) *page.Table {
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
		sport := text(a["sport"])
		cells := []page.Cell{
			p.DateCell(text(a["local_date"])), page.Words(nameOf(p, a)).To(page.Link("/activities/", text(a["id"]))).Of("name"), sportCell(p, a),
		}
		in := p.For(sport)
		for _, c := range t.Columns[len(cells):] {
			v := figure(a[c.Key])
			if c.Key == "elevation_gain_m" && slices.Contains(page.Unread(sport), c.Key) {
				v = ""
			}
			cells = append(cells, in.Cell(c.Key, v))
		}
		t.Rows = append(t.Rows, page.Row{Class: "sport-" + page.ClassName(sport), Cells: cells})
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
func (a *Activity) legs() []views.Facts {
	own := views.Facts{"id": a.ID, "sport": a.Sport, "start_local": a.StartLocal}
	for _, k := range legKeys() {
		own[k] = a.Summary[k]
	}
	out := append([]views.Facts{own}, a.Siblings...)
	slices.SortStableFunc(out, func(x, y views.Facts) int { return strings.Compare(text(x["start_local"]), text(y["start_local"])) })
	return out
}

// legKeys returns the numbers that are shown for the legs of a race.
func legKeys() []string {
	return []string{
		"duration_s", "distance_km", "avg_speed_kmh", "pace_s_per_km", "pace_s_per_100m", "avg_power_w", "avg_hr_bpm", "elevation_gain_m", "tss",
	}
}

// legTable returns the legs of a race with their numbers, each in the pace or
// speed of its sport.
func legTable(p *page.Page, a *Activity) *page.Table {
	if len(a.Siblings) == 0 {
		return nil
	}
	var rows []views.Facts
	columns := []column{
		{Column: page.Column{Key: "sport", Title: p.Say("Sport"), Text: true}},
		{Column: page.Column{Key: "start_time", Title: p.Say("Start"), Text: true}},
	}
	for _, leg := range a.legs() {
		columns[0].cells = append(columns[0].cells, sportCell(p, leg).To(page.Link("/activities/", text(leg["id"]))))
		columns[1].cells = append(columns[1].cells, page.Words(page.When(text(leg["start_local"]))))
		row := views.Facts{}
		for _, k := range legKeys() {
			if !slices.Contains(page.Unread(text(leg["sport"])), k) {
				row[k] = leg[k]
			}
		}
		rows = append(rows, row)
	}
	for _, k := range legKeys() {
		columns = append(columns, ofRows(p, k, p.Label(k), rows))
	}
	return tableOf(p, "race", p.Say("Legs of the race"), columns)
}

// legText returns the sport and duration of a leg.
func legText(p *page.Page, leg views.Facts) string {
	return p.Sport(text(leg["sport"])) + " " + p.Number("duration_s", figure(leg["duration_s"])).Text
}

// sportCell returns the sport of a row; for a leg it links to the race.
func sportCell(p *page.Page, a views.Facts) page.Cell {
	c := page.Words(text(a["sport"]))
	c.Text = p.Sport(c.Value)
	if parent := text(a["parent_id"]); parent != "" {
		c.Text = p.Say("%s (leg)", c.Text)
		c = c.To(page.Link("/activities/", parent) + "#legs")
	}
	return c.Of("sport")
}

// headlined is the number of values shown before the folded ones.
const headlined = 8

// telling returns the most important numbers for the activity's sport.
func (a *Activity) telling() []string {
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
func (a *Activity) headline() (first, more []string) {
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
func (a *Activity) read(keys []string) []string {
	not := page.Unread(a.Sport)
	if page.OnFoot(a.Sport) && slices.Contains(keys, "avg_cadence_spm") {
		not = append(not, "avg_cadence_rpm") // it is the same number
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(not, k) })
}

// columns returns the columns shown for the sport.
func (a *Activity) columns(all []column) []column {
	not := page.Unread(a.Sport)
	return slices.DeleteFunc(all, func(c column) bool { return slices.Contains(not, c.Key) })
}
