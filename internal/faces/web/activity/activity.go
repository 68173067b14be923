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
	"encoding/json"
	"math"
	"slices"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/web/page"
)

// activityView is one activity from the answer of get_activity.
type activityView struct {
	ID          string                       `json:"id"`
	Date        string                       `json:"local_date"`
	Start       string                       `json:"start_local"`
	Zone        string                       `json:"time_zone"`
	Sport       string                       `json:"sport"`
	SubSport    string                       `json:"sub_sport"`
	Name        string                       `json:"name"`
	Description string                       `json:"description"`
	Tags        []string                     `json:"tags"`
	Gear        string                       `json:"gear"`
	Source      string                       `json:"source"` // set if only its service knows the activity
	Digest      string                       `json:"digest"`
	DigestBy    string                       `json:"digest_by"`
	Race        bool                         `json:"race"`
	Device      map[string]page.Num          `json:"device"`
	Quality     []string                     `json:"data_quality"`
	Laps        []map[string]json.RawMessage `json:"laps"`
	Splits      struct {
		Split  []page.Num            `json:"split"`
		Start  []page.Num            `json:"start_offset_s"`
		Values map[string][]page.Num `json:"values"`
	} `json:"splits"`
	Zones map[string]struct {
		Scheme string `json:"scheme"`
		Zones  []struct {
			Name     string   `json:"name"`
			Seconds  page.Num `json:"seconds"`
			Percent  page.Num `json:"percent"`
			FromW    page.Num `json:"from_w"`
			ToW      page.Num `json:"to_w"`
			FromBpm  page.Num `json:"from_bpm"`
			ToBpm    page.Num `json:"to_bpm"`
			FromPace page.Num `json:"from_pace_s_per_km"`
			ToPace   page.Num `json:"to_pace_s_per_km"`
			From100  page.Num `json:"from_pace_s_per_100m"`
			To100    page.Num `json:"to_pace_s_per_100m"`
		} `json:"zones"`
	} `json:"zones"`
	Similar struct {
		Route     alikeView `json:"route"`
		Profile   alikeView `json:"profile"`
		Structure alikeView `json:"structure"`
	} `json:"similar"`
	Siblings   []page.Activity            `json:"siblings"` // other legs of one race
	Recordings []recordingView            `json:"recordings"`
	Weather    map[string]json.RawMessage `json:"weather"`
	Missing    page.Missing               `json:"missing"`

	Numbers map[string]json.RawMessage `json:"summary"`
}

// recordingView is one recording of the activity.
type recordingView struct {
	Channels []string `json:"channels"`
	Device   string   `json:"device"`
	File     string   `json:"file_name"`
	Source   string   `json:"source"`
}

// alikeView holds activities that are similar by one measure.
type alikeView struct {
	Rank       page.Num        `json:"rank_by_duration"`
	Total      page.Num        `json:"total"`
	Activities []page.Activity `json:"activities"`
}

type activityParts struct {
	a       activityView
	event   *page.Event
	events  page.Answer[page.Events]
	laps    *page.Table
	splits  *page.Table
	alike   *page.Table
	zones   []*page.Table
	more    *parts
	stretch *stretchView
	compare *compareView
	streams *streamsView
	basemap string // the map beneath the track, as JSON
	notes   *notesView
	change  *page.Change
	curve   *curveView
}

// Page shows one activity.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	id := p.Request.PathValue("id")
	v := &activityParts{}
	var a page.Answer[activityView]
	page.Together(
		func() {
			in := page.Args{"id": id, "sections": []string{
				"digest", "summary", "device", "laps", "splits", "zones", "similar", "weather",
			}}
			if p.Miles {
				in["split"] = "mile"
			}
			a = page.Ask[activityView](ctx, p, "get_activity", in)
		},
		func() { v.more = askParts(ctx, p, id) },
		func() { v.stretch = selected(ctx, p, id) },
		func() { v.compare = compared(ctx, p, id) },
		func() { v.notes = messages(ctx, p, id) },
		func() { v.change = p.LastOf(ctx, id, "update_activity", "add_activity_note") },
	)
	if a.Err != nil {
		return nil, a.Failure()
	}
	v.a = a.V
	if v.notes == nil {
		v.notes = notesOf(v.more.answer)
	}
	p.Title = page.NameOf(p, page.Activity{Name: a.V.Name, Sport: a.V.Sport})
	p.OnFoot = page.OnFoot(a.V.Sport)
	v.tables(p)
	page.Together(
		func() { v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{"range": a.V.Date}) },
		func() { choose(ctx, p, v.compare, &v.a) },
		func() { v.streams = streamTable(ctx, p, &v.a) },
		func() { v.curve = against(ctx, p, &v.a, &v.more.answer.V.effortsView) },
	)
	if v.curve != nil {
		v.curve.table = seasonTable(p, v.curve)
	}
	for i, e := range v.events.V.Events {
		if e.Done != nil && e.Done.Activity == a.V.ID {
			v.event = &v.events.V.Events[i]
		}
	}
	if a.V.hasTrack() {
		v.basemap, p.Pictures = basemapFor(p)
	}
	return activityBody(p, v), nil
}

// tables builds the tables from the answers.
func (v *activityParts) tables(p *page.Page) {
	v.laps, v.splits, v.alike = lapTable(p, &v.a), splitTable(p, &v.a), alikeTable(p, &v.a)
	for _, kind := range []string{"power", "hr", "pace"} {
		if t := zoneTable(p, &v.a, kind); t != nil {
			v.zones = append(v.zones, t)
		}
	}
	v.more.tables(p, &v.a)
	for _, t := range append([]*page.Table{v.laps, v.splits, v.more.intervals, v.more.lengths}, v.more.drawn...) {
		rank(p, t)
	}
	v.stretch.table, v.compare.table = stretchTable(p, v.stretch), compareTable(p, v.compare, &v.a)
}

// figure returns a number of the summary, empty if it is not a number.
func (a *activityView) figure(key string) page.Num { return figure(a.Numbers[key]) }

func figure(raw json.RawMessage) page.Num {
	if len(raw) == 0 || raw[0] == 'n' || raw[0] == '"' || raw[0] == '{' || raw[0] == '[' || raw[0] == 't' || raw[0] == 'f' {
		return ""
	}
	return page.Num(raw)
}

// order returns the numbers of a summary in order, the most telling first.
func order() []string {
	return []string{
		"duration_s", "moving_time_s", "elapsed_time_s", "distance_km", "elevation_gain_m", "tss", "intensity_factor", "avg_power_w",
		"normalized_power_w", "max_power_w", "avg_hr_bpm", "max_hr_bpm", "avg_speed_kmh", "pace_s_per_km", "gap_s_per_km",
		"pace_s_per_100m", "avg_cadence_rpm", "avg_cadence_spm", "work_kj", "calories_kcal", "decoupling_pct", "efficiency_factor",
	}
}

// keys returns the summary's numbers in their order, others after them.
func (a *activityView) keys() []string {
	var out []string
	for _, k := range order() {
		if a.figure(k) != "" {
			out = append(out, k)
		}
	}
	var rest []string
	for k := range a.Numbers {
		if !slices.Contains(out, k) && a.figure(k) != "" {
			rest = append(rest, k)
		}
	}
	slices.Sort(rest)
	return a.read(append(out, rest...))
}

// shared returns the parts of the activity that a page for others may show; nil
// if the service's terms forbid it.
func (a *activityView) shared(p *page.Page) *Activity {
	if a.Source != "" {
		return nil
	}
	out := &Activity{
		ID: a.ID, Date: a.Date, Sport: a.Sport, Name: page.NameOf(p, page.Activity{Name: a.Name, Sport: a.Sport}),
		Description: a.Description, Numbers: a.Numbers, Laps: a.Laps,
	}
	for _, r := range a.Recordings {
		out.Recordings = append(out.Recordings, Recording{Channels: r.Channels})
	}
	return out
}

// hasTrack reports whether a recording has positions.
func (a *activityView) hasTrack() bool {
	return a.records("latitude")
}

func splitTable(p *page.Page, a *activityView) *page.Table {
	if len(a.Splits.Split) == 0 || a.SubSport == "pool" {
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
		if len(a.Splits.Values[k]) == len(a.Splits.Split) {
			keys = append(keys, k)
		}
	}
	keys = a.read(keys)
	for _, k := range keys {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: p.Label(k), Off: !slices.Contains(usual, k)})
	}
	for i, n := range a.Splits.Split {
		r := lapRow(map[string]json.RawMessage{
			"start_offset_s": json.RawMessage(page.At(a.Splits.Start, i)),
			"elapsed_time_s": json.RawMessage(page.At(a.Splits.Values["elapsed_time_s"], i)),
		})
		first := p.Cell("split", n)
		if r.From != "" {
			first = first.To(p.With("from", r.From, "to", r.To) + "#selection")
		}
		r.Cells = []page.Cell{first}
		for _, k := range keys {
			r.Cells = append(r.Cells, p.Cell(k, a.Splits.Values[k][i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return p.Show(t)
}

func alikeTable(p *page.Page, a *activityView) *page.Table {
	if len(a.Similar.Route.Activities) == 0 {
		return nil
	}
	t := activityTable(p, a.Similar.Route.Activities)
	t.ID, t.Caption, t.Choosable = "similar", p.Say("Earlier times on the same route"), false
	return p.Show(t)
}

// lapBar is a lap in a box of 1000 by 60 units.
type lapBar struct {
	name, x, y, width, height string
	row                       page.Row
}

// lapKey returns the key of the number that the height of the laps shows; empty
// if no lap has one.
func (a *activityView) lapKey() string {
	for _, k := range present(a.Laps, []string{"avg_power_w", "avg_speed_kmh", "avg_hr_bpm"}) {
		if k != "avg_speed_kmh" || page.FastKey(a.Sport) != "" {
			return k
		}
	}
	return ""
}

// lapWord returns the name of lapKey, or of the pace if the sport uses it
// instead of speed.
func (a *activityView) lapWord(p *page.Page) string {
	if key := a.lapKey(); key != "avg_speed_kmh" {
		return p.Label(key)
	}
	return p.Label(page.FastKey(a.Sport))
}

// lapBars returns the bars of the laps, with the heights of lapKey.
func (a *activityView) lapBars() (out []lapBar) {
	key := a.lapKey()
	total, top := 0.0, 0.0
	for _, l := range a.Laps {
		total += page.Float(figure(l["duration_s"]))
		top = math.Max(top, page.Float(figure(l[key])))
	}
	if key == "" || total <= 0 || top <= 0 {
		return nil
	}
	at := 0.0
	for _, l := range a.Laps {
		width := 1000 * page.Float(figure(l["duration_s"])) / total
		height := 56 * page.Float(figure(l[key])) / top
		out = append(out, lapBar{
			name: string(figure(l["lap"])), x: page.Coordinate(at), y: page.Coordinate(60 - height), width: page.Coordinate(math.Max(1, width-2)),
			height: page.Coordinate(height), row: lapRow(l),
		})
		at += width
	}
	return out
}

func lapTable(p *page.Page, a *activityView) *page.Table {
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
		r := lapRow(l)
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
func lapRow(lap map[string]json.RawMessage) (r page.Row) {
	start, long := figure(lap["start_offset_s"]), figure(lap["elapsed_time_s"])
	if start != "" && page.Float(long) >= 1 {
		r.From, r.To = second(page.Float(start)), second(page.Float(start)+page.Float(long))
	}
	return r
}

func present(rows []map[string]json.RawMessage, keys []string) (out []string) {
	for _, k := range keys {
		if slices.ContainsFunc(rows, func(r map[string]json.RawMessage) bool { return figure(r[k]) != "" }) {
			out = append(out, k)
		}
	}
	return out
}
