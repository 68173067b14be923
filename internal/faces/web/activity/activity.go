// Package activity is the panel of activities: the list, one activity with its
// map, streams, laps and notes, and the changes made by its forms.
//
// # Share
//
// Share turns one activity into a page that the athlete can share: one HTML
// file with styles and drawings included, which makes no requests.
//
// The page has what the athlete chose, rounded, and nothing that reveals where they
// live: cut.go has the rule for leaving out parts of the route and of each curve
// along it. Power, heart rate and everything derived from them are left out unless
// chosen: unlike a route and a time, they reveal how fit or healthy somebody is.
package activity

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// Activity is the answer of get_activity, or the error in its place.
type Activity struct {
	limitedrows.Detail

	Err   *page.Problem
	cause error
}

// Ask requests sections of an activity; in has the other arguments.
func Ask(ctx context.Context, p *page.Page, in page.Args, sections ...views.Section) *Activity {
	in["sections"] = sections
	got := page.Ask[limitedrows.Detail](ctx, p, "get_activity", in)
	a := &Activity{Detail: got.V, Err: got.Err, cause: got.Failure()}
	if a.Detail.Detail == nil {
		a.Detail.Detail = &views.Detail{}
	}
	return a
}

// Failure returns the error in place of the answer.
func (a *Activity) Failure() error { return a.cause }

type activityParts struct {
	a       *Activity
	event   *page.Event
	events  page.Answer[page.Events]
	laps    *page.Table
	splits  *page.Table
	alike   *page.Table
	zones   []*page.Table
	more    *parts
	stretch *stretchView
	compare *compareView
	streams *page.Answer[views.Streams]
	rows    *page.Table // of the streams
	basemap string      // the map beneath the track, as JSON
	notes   *notesView
	change  *page.Change
	beside  [2]views.Facts // the activities before and after this one
	race    *page.Table    // its legs
	curve   *curveView
}

// Page shows one activity.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	id := p.Request.PathValue("id")
	v := &activityParts{}
	page.Together(
		func() {
			in := page.Args{"id": id}
			if p.Miles {
				in["split"] = "mile"
			}
			v.a = Ask(ctx, p, in, views.SectionDigest, views.SectionSummary, views.SectionDevice, views.SectionLaps, views.SectionSplits,
				views.SectionZones, views.SectionSimilar, views.SectionWeather)
		},
		func() { v.more = askParts(ctx, p, id) },
		func() { v.stretch = selected(ctx, p, id) },
		func() { v.compare = compared(ctx, p, id) },
		func() { v.notes = messages(ctx, p, id) },
		func() { v.beside = neighbours(ctx, p, id) },
		func() { v.change = p.LastOf(ctx, id, "update_activity", "add_activity_note") },
	)
	a := v.a
	if a.Err != nil {
		return nil, a.Failure()
	}
	if v.notes == nil {
		v.notes = &notesView{Answer: page.Answer[views.Notes]{V: views.Notes{Notes: v.more.Notes}, Err: v.more.Err}}
	}
	p.Title = named(p, a.Name, a.Sport)
	p.Doing = a.Sport
	v.tables(p)
	page.Together(
		func() { v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{"range": a.LocalDate}) },
		func() { choose(ctx, p, v.compare, a) },
		func() { v.streams, v.rows = streamTable(ctx, p, a) },
		func() { v.curve = against(ctx, p, a, v.more.BestEfforts) },
	)
	if v.curve != nil {
		v.curve.table = seasonTable(p, v.curve)
	}
	for i, e := range v.events.V.Events {
		if e.Done != nil && string(e.Done.ActivityID) == a.ID {
			v.event = &v.events.V.Events[i]
		}
	}
	if a.records(training.Latitude) {
		v.basemap, p.Pictures = page.BasemapFor(p)
	}
	return activityBody(p, v), nil
}

// neighbours returns the activities before and after one.
func neighbours(ctx context.Context, p *page.Page, id string) (out [2]views.Facts) {
	const enough = 20
	all := page.Ask[views.List](ctx, p, "list_activities", page.Args{
		"around": id, "limit": enough, "fields": []string{"name", "sport"},
	}).V.Activities
	at := slices.IndexFunc(all, func(a views.Facts) bool { return a["id"] == id })
	if at > 0 {
		out[1] = all[at-1] // the list begins with the latest
	}
	if at >= 0 && at+1 < len(all) {
		out[0] = all[at+1]
	}
	return out
}

// named returns the name of an activity, or its sport.
func named(p *page.Page, name, sport string) string {
	return page.NameOf(p, page.Activity{Name: name, Sport: sport})
}

// nameOf returns the name of an activity in a list, or its sport.
func nameOf(p *page.Page, row views.Facts) string {
	return named(p, text(row["name"]), text(row["sport"]))
}

// tables builds the tables from the answers.
func (v *activityParts) tables(p *page.Page) {
	v.laps, v.splits, v.alike, v.race = lapTable(p, v.a), splitTable(p, v.a), alikeTable(p, v.a), legTable(p, v.a)
	for _, kind := range []string{"power", "hr", "pace"} {
		if t := zoneTable(p, v.a, kind); t != nil {
			v.zones = append(v.zones, t)
		}
	}
	v.more.tables(p, v.a)
	for _, t := range append([]*page.Table{v.laps, v.splits, v.more.intervals, v.more.lengths}, v.more.drawn...) {
		rank(p, t)
	}
	v.stretch.table, v.compare.table = stretchTable(p, v.stretch), compareTable(p, v.compare, v.a)
}

// origin returns the gear, the devices and the files of the recordings.
func (a *Activity) origin() string {
	parts := []string{page.Clean(a.Gear)}
	for _, r := range a.Recordings {
		parts = append(parts, page.Clean(text(r["device"])), page.Clean(text(r["file_name"])))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// figure returns a number of the summary, or an empty one if the value is not a number.
func (a *Activity) figure(key string) page.Num { return figure(a.Summary[key]) }

// figure returns a value of an answer if it is a number, and an empty one otherwise.
func figure(v any) page.Num {
	n := page.Digits(v)
	if _, isText := v.(string); isText || n == "" || n[0] != '-' && (n[0] < '0' || n[0] > '9') {
		return ""
	}
	return n
}

// text returns a value of an answer if it is a string, and "" otherwise.
func text(v any) string {
	s, _ := v.(string)
	return s
}

// order returns the numbers of a summary in order, the most important first.
func order() []string {
	return []string{
		"duration_s", "moving_time_s", "elapsed_time_s", "distance_km", "elevation_gain_m", "tss", "intensity_factor", "avg_power_w",
		"normalized_power_w", "max_power_w", "avg_hr_bpm", "max_hr_bpm", "avg_speed_kmh", "pace_s_per_km", "gap_s_per_km",
		"pace_s_per_100m", "avg_cadence_rpm", "avg_cadence_spm", "work_kj", "calories_kcal", "decoupling_pct", "efficiency_factor",
	}
}

// keys returns the summary's numbers in their order, others after them.
func (a *Activity) keys() []string {
	var out []string
	for _, k := range order() {
		if a.figure(k) != "" {
			out = append(out, k)
		}
	}
	var rest []string
	for k := range a.Summary {
		if !slices.Contains(out, k) && a.figure(k) != "" {
			rest = append(rest, k)
		}
	}
	slices.Sort(rest)
	return a.read(append(out, rest...))
}

func splitTable(p *page.Page, a *Activity) *page.Table {
	all := page.Or(a.Splits)
	if len(all.Split) == 0 || a.SubSport == "pool" {
		return nil // a pool swim has lengths
	}
	t := &page.Table{ID: "splits", Caption: p.Say("Splits by kilometre"), Choosable: true}
	if p.Miles {
		t.Caption = p.Say("Splits by mile")
	}
	t.Columns = []page.Column{{Key: "split", Title: p.Say("Split")}}
	usual := []string{
		"duration_s", "pace_s_per_km", "pace_s_per_100m", "avg_speed_kmh", "avg_power_w", "avg_hr_bpm", "avg_cadence_rpm",
		"avg_cadence_spm", "elevation_gain_m",
	}
	var keys []string
	for _, k := range slices.Concat(usual, []string{"normalized_power_w", "max_hr_bpm"}, offered()) {
		if len(all.Values[k]) == len(all.Split) {
			keys = append(keys, k)
		}
	}
	keys = a.read(keys)
	for _, k := range keys {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k), Off: !slices.Contains(usual, k)})
	}
	for i, n := range all.Split {
		r := lapRow(page.At(all.StartOffsetS, i), page.At(all.Values["elapsed_time_s"], i))
		first := p.Cell("split", n)
		if r.From != "" {
			first = first.To(p.With("from", r.From, "to", r.To) + "#selection")
		}
		r.Cells = []page.Cell{first}
		for _, k := range keys {
			r.Cells = append(r.Cells, p.Cell(k, all.Values[k][i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return p.Show(t)
}

func alikeTable(p *page.Page, a *Activity) *page.Table {
	route := page.Or(page.Or(a.Similar).Route).Activities
	if len(route) == 0 {
		return nil
	}
	t := activityTable(p, route)
	t.ID, t.Caption = "similar", p.Say("Earlier times on the same route")
	return p.Show(t)
}

// lapBar is a lap in a box of 1000 by 60 units.
type lapBar struct {
	name, x, y, width, height string
	row                       page.Row
}

// lapKey returns the key of the value that the height of the lap bars shows, or "" if no lap
// has one.
func (a *Activity) lapKey() string {
	for _, k := range present(a.Laps, []string{"avg_power_w", "avg_speed_kmh", "avg_hr_bpm"}) {
		if k != "avg_speed_kmh" || page.FastKey(a.Sport) != "" {
			return k
		}
	}
	return ""
}

// lapWord returns the name of lapKey, or of the pace if the sport uses it
// instead of speed.
func (a *Activity) lapWord(p *page.Page) string {
	if key := a.lapKey(); key != "avg_speed_kmh" {
		return p.Label(key)
	}
	return p.Label(page.FastKey(a.Sport))
}

// lapBars returns the bars of the laps. Their heights show the values of lapKey.
func (a *Activity) lapBars() (out []lapBar) {
	key := a.lapKey()
	total, top := 0.0, 0.0
	for _, l := range a.Laps {
		total = page.Float(figure(l["start_offset_s"])) + page.Float(figure(l["elapsed_time_s"]))
		top = math.Max(top, page.Float(figure(l[key])))
	}
	if key == "" || total <= 0 || top <= 0 {
		return nil
	}
	for _, l := range a.Laps {
		at := 1000 * page.Float(figure(l["start_offset_s"])) / total
		width := 1000 * page.Float(figure(l["elapsed_time_s"])) / total
		height := 56 * page.Float(figure(l[key])) / top
		out = append(out, lapBar{
			name: string(figure(l["lap"])), x: page.Coordinate(at), y: page.Coordinate(60 - height), width: page.Coordinate(math.Max(1, width-2)),
			height: page.Coordinate(height), row: lapRow(figure(l["start_offset_s"]), figure(l["elapsed_time_s"])),
		})
	}
	return out
}

func lapTable(p *page.Page, a *Activity) *page.Table {
	if len(a.Laps) == 0 {
		return nil
	}
	usual := []string{
		"lap", "duration_s", "distance_km", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "max_hr_bpm", "pace_s_per_km",
		"avg_speed_kmh", "avg_cadence_rpm", "avg_cadence_spm", "elevation_gain_m", "pace_s_per_100m", "start_offset_s",
	}
	keys := a.read(present(a.Laps, slices.Concat(usual, offered())))
	t := &page.Table{ID: "laps", Caption: p.Say("Laps"), Choosable: true}
	for _, k := range keys {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k), Off: !slices.Contains(usual, k)})
	}
	for _, l := range a.Laps {
		r := lapRow(figure(l["start_offset_s"]), figure(l["elapsed_time_s"]))
		for _, k := range keys {
			c := p.Cell(k, figure(l[k]))
			if k == "lap" && r.From != "" {
				c = c.To(p.With("from", r.From, "to", r.To) + "#selection")
			}
			r.Cells = append(r.Cells, c)
		}
		t.Rows = append(t.Rows, r)
	}
	return p.Show(t)
}

// offered returns the optional columns of laps and splits.
func offered() []string {
	return []string{
		"elapsed_time_s", "max_power_w", "work_kj", "gap_s_per_km", "avg_ground_contact_ms", "avg_vertical_oscillation_mm", "avg_strokes_per_min",
	}
}

// lapRow returns a row that is linked to a lap's seconds; without a start or
// duration it has no link.
func lapRow(start, long page.Num) (r page.Row) {
	if start != "" && page.Float(long) >= 1 {
		r.From, r.To = second(page.Float(start)), second(page.Float(start)+page.Float(long))
	}
	return r
}

func present(rows []views.Facts, keys []string) (out []string) {
	for _, k := range keys {
		if slices.ContainsFunc(rows, func(r views.Facts) bool { return figure(r[k]) != "" }) {
			out = append(out, k)
		}
	}
	return out
}
