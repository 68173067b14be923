package activity

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// activitiesList is the list with its filters, which come from the address.
type activitiesList struct {
	answer page.Answer[views.List]
	table  *page.Table
	sports []string
	gear   [][2]string
	last   *page.Change
}

// track is the field with the simplified track of a row.
const track = "summary_polyline"

// asked returns the arguments of the tool for the address.
func asked(p *page.Page) page.Args {
	fields, chosen := append(page.Fields(), "parent_id"), p.Chosen("activities")
	if len(chosen) == 0 || slices.Contains(chosen, track) {
		fields = append(fields, track)
	}
	for _, k := range chosen {
		if slices.Contains(besides(), k) && !slices.Contains(fields, k) {
			fields = append(fields, k)
		}
	}
	in := page.Args{"limit": page.PageRows, "fields": fields, "totals": true}
	for name, to := range map[string]string{
		"q": "text", "sport": "sport", "range": "range", "sort": "sort", "order": "order", "cursor": "cursor", "tag": "tag", "gear": "gear",
	} {
		if v := p.Query(name); v != "" {
			in[to] = v
		}
	}
	for name, to := range map[string]string{"min_km": "min_distance_km", "max_km": "max_distance_km", "min_load": "min_load"} {
		if v, err := strconv.ParseFloat(p.Query(name), 64); err == nil {
			in[to] = p.Metric(strings.TrimPrefix(strings.TrimPrefix(to, "min_"), "max_"), v)
		}
	}
	if v, err := strconv.ParseFloat(p.Query("min_minutes"), 64); err == nil {
		in["min_duration_s"] = 60 * v
	}
	if p.Query("race") == "1" {
		in["race"] = true
	}
	return in
}

// List shows the list of activities with its filters, totals, and a form that changes
// several of them.
func List(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &activitiesList{}
	var status page.Answer[athlete.StatusView]
	page.Together(
		func() { v.answer = page.Ask[views.List](ctx, p, "list_activities", asked(p)) },
		func() { status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
		func() { v.gear = ownGear(ctx, p) },
		func() { v.last = p.LastOf(ctx, "", "update_activity") },
	)
	p.Found(status)
	v.sports = page.Names(status.V.Data.BySport)
	v.table = p.Show(listTable(p, v))
	return activitiesBody(p, v), nil
}

// severalForm is the id of the form that changes the ticked activities.
const severalForm = "several"

// EditSeveral converts the form that changes several activities to one write.
func EditSeveral(_ *page.Page, fields url.Values) (page.FormAction, error) {
	ids := fields["id"]
	if fields.Has("all") {
		ids = fields["shown"]
	}
	if len(ids) == 0 {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "No activity is selected.").
			WithFix("Tick activities in the list, or all on this page.")
	}
	in := page.Args{"id": ids[0]}
	if len(ids) > 1 {
		in["more_ids"] = ids[1:]
	}
	few := len(in)
	for _, key := range []string{"sport", "gear"} {
		if v := page.Trimmed(fields, key); v != "" {
			in[key] = v
		}
	}
	if tags := page.Words(fields.Get("add_tags")).Value; tags != "" {
		in["add_tags"] = separated(tags)
	}
	if len(in) == few {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "There is nothing to change.").
			WithFix("Choose a sport or gear, or add a tag.")
	}
	return page.FormAction{Tool: "update_activity", In: in, Then: page.Same(page.OwnAddress(fields.Get("back"), "/activities"))}, nil
}

// besides returns the optional columns of the list.
func besides() []string {
	return []string{
		"moving_time_s", "avg_speed_kmh", "avg_power_w", "max_power_w", "max_hr_bpm", "intensity_factor", "work_kj", "calories_kcal",
	}
}

// listTable returns the table of the list, with filters in its head, totals of everything
// that they select, and a box to tick in each row.
func listTable(p *page.Page, v *activitiesList) *page.Table {
	t := activityTable(p, v.answer.V.Activities)
	t.Choosable, t.Narrow, t.Ticks = true, true, severalForm
	filters := map[string]templ.Component{
		"local_date":  chosenIn(p.Say("When"), "range", p.Query("range"), ranges(p)),
		"name":        searched(p),
		"sport":       chosenIn(p.Say("Sport"), "sport", p.Query("sport"), page.SportChoices(p, v.sports, p.Query("sport"))),
		"duration_s":  least(p, "min_minutes", p.Say("Minutes, at least")),
		"distance_km": least(p, "min_km", p.Say("%s, at least", p.Shown("distance_km"))),
		"tss":         least(p, "min_load", p.Say("Load, at least")),
	}
	sums := totals(p, v.answer.V.Totals)
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Filter, c.Total = filters[c.Key], sums[c.Key]
		sorted(p, c)
	}
	for i := range slices.Backward(t.Columns) { // behind the last filter, where a phone needs the button
		if c := &t.Columns[i]; c.Filter == nil && p.Shows(t, c.Key) {
			c.Filter = showButton(p)
			break
		}
	}
	return t
}

func activityTable(p *page.Page, rows []views.Facts) *page.Table {
	t := &page.Table{ID: "activities", Caption: p.Say("Activities"), Columns: []page.Column{
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
	tracks := slices.ContainsFunc(rows, func(a views.Facts) bool { return text(a[track]) != "" })
	if tracks {
		t.Columns = slices.Insert(t.Columns, 0, page.Column{Key: track, Title: p.Say("Track"), Text: true})
	}
	for _, k := range besides() {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k), Off: true})
	}
	for _, a := range rows {
		sport := text(a["sport"])
		cells := []page.Cell{
			p.DateCell(text(a["local_date"])), page.Words(nameOf(p, a)).To(page.Link("/activities/", text(a["id"]))).Of("name"), sportCell(p, a),
		}
		if tracks {
			cells = slices.Insert(cells, 0, page.TrackCell(text(a[track])))
		}
		in := p.For(sport)
		for _, c := range t.Columns[len(cells):] {
			v := figure(a[c.Key])
			if c.Key == "elevation_gain_m" && slices.Contains(page.Unread(sport), c.Key) {
				v = ""
			}
			cells = append(cells, in.Cell(c.Key, v))
		}
		t.Rows = append(t.Rows, page.Row{ID: text(a["id"]), Class: "sport-" + page.ClassName(sport), Cells: cells})
	}
	return t
}

// totals returns the totals of everything that the filters select, by column.
func totals(p *page.Page, all *fitness.Totals) map[string]page.Cell {
	out := map[string]page.Cell{}
	if all == nil || all.Activities < 2 {
		return out
	}
	for key, sum := range map[string]*float64{
		"duration_s": all.DurationS, "moving_time_s": all.MovingTimeS, "distance_km": all.DistanceKM, "elevation_gain_m": all.ElevationGainM,
		"tss": all.TSS, "work_kj": all.WorkKJ, "calories_kcal": all.CaloriesKcal,
	} {
		out[key] = p.Cell(key, sum)
	}
	return out
}

// sorted adds to a column how the list is sorted by it, and the address that sorts so or,
// if it is, the other way round.
func sorted(p *page.Page, c *page.Column) {
	key := map[string]string{
		"local_date": "date", "duration_s": "duration", "distance_km": "distance", "elevation_gain_m": "elevation_gain", "tss": "load",
		"normalized_power_w": "normalized_power", "avg_hr_bpm": "avg_hr", "avg_power_w": "avg_power", "max_hr_bpm": "max_hr",
		"avg_speed_kmh": "avg_speed",
	}[c.Key]
	if key == "" {
		return
	}
	way := ""
	if key == cmp.Or(p.Query("sort"), "date") {
		if c.Sorted = "descending"; p.Query("order") == "asc" {
			c.Sorted = "ascending"
		} else {
			way = "asc"
		}
	}
	if key == "date" {
		key = ""
	}
	c.Sorts = p.With("sort", key, "order", way, "cursor", "")
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
		{"avg_hr", p.Say("Highest heart rate")},
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
