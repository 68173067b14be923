package dashboard

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// activityView is one activity as get_activity tells it.
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
	Digest      string                       `json:"digest"`
	DigestBy    string                       `json:"digest_by"`
	Race        bool                         `json:"race"`
	Device      map[string]num               `json:"device"`
	Quality     []string                     `json:"data_quality"`
	Laps        []map[string]json.RawMessage `json:"laps"`
	Splits      struct {
		Split  []num            `json:"split"`
		Start  []num            `json:"start_offset_s"`
		Values map[string][]num `json:"values"`
	} `json:"splits"`
	Zones map[string]struct {
		Scheme string `json:"scheme"`
		Zones  []struct {
			Name     string `json:"name"`
			Seconds  num    `json:"seconds"`
			Percent  num    `json:"percent"`
			FromW    num    `json:"from_w"`
			ToW      num    `json:"to_w"`
			FromBpm  num    `json:"from_bpm"`
			ToBpm    num    `json:"to_bpm"`
			FromPace num    `json:"from_pace_s_per_km"`
			ToPace   num    `json:"to_pace_s_per_km"`
		} `json:"zones"`
	} `json:"zones"`
	Similar struct {
		Route     alikeView `json:"route"`
		Profile   alikeView `json:"profile"`
		Structure alikeView `json:"structure"`
	} `json:"similar"`
	Recordings []struct {
		Channels []string `json:"channels"`
		Device   string   `json:"device"`
		File     string   `json:"file_name"`
		Source   string   `json:"source"`
	} `json:"recordings"`
	Weather map[string]json.RawMessage `json:"weather"`
	Missing missing                    `json:"missing"`

	Numbers map[string]json.RawMessage `json:"summary"`
}

// alikeView are activities that are like one by one measure.
type alikeView struct {
	Rank       num           `json:"rank_by_duration"`
	Total      num           `json:"total"`
	Activities []activityRow `json:"activities"`
}

type activityParts struct {
	a       activityView
	event   *eventView
	events  answer[eventsView]
	laps    *table
	splits  *table
	alike   *table
	zones   []*table
	more    *parts
	stretch *stretchView
	compare *compareView
	streams *streamsView
	basemap string // what may lie beneath the track, as JSON
	notes   *notesView
	change  *change
	curve   *curveView
}

func activityPage(ctx context.Context, p *page) (templ.Component, error) {
	id := p.request.PathValue("id")
	v := &activityParts{}
	var a answer[activityView]
	together(
		func() {
			a = ask[activityView](ctx, p, "get_activity", args{"id": id, "sections": []string{
				"digest", "summary", "device", "laps", "splits", "zones", "similar", "weather",
			}})
		},
		func() { v.more = p.parts(ctx, id) },
		func() { v.stretch = p.selected(ctx, id) },
		func() { v.compare = p.compared(ctx, id) },
		func() { v.notes = p.messages(ctx, id) },
		func() { v.change = p.lastOf(ctx, id, "update_activity", "add_activity_note") },
	)
	if a.Err != nil {
		return nil, a.failure()
	}
	v.a = a.V
	if v.notes == nil {
		v.notes = notesOf(v.more.answer)
	}
	p.title = p.activityName(activityRow{Name: a.V.Name, Sport: a.V.Sport})
	v.tables(p)
	together(
		func() { v.events = ask[eventsView](ctx, p, "list_events", args{"range": a.V.Date}) },
		func() { p.choose(ctx, v.compare, &v.a) },
		func() { v.streams = p.streamTable(ctx, &v.a) },
		func() { v.curve = p.against(ctx, &v.a, &v.more.answer.V.effortsView) },
	)
	if v.curve != nil {
		v.curve.table = p.seasonTable(v.curve)
	}
	for i, e := range v.events.V.Events {
		if e.Done != nil && e.Done.Activity == a.V.ID {
			v.event = &v.events.V.Events[i]
		}
	}
	if a.V.hasTrack() {
		v.basemap, p.pictures = p.basemapFor()
	}
	return activityBody(p, v), nil
}

// tables makes the tables of what was answered.
func (v *activityParts) tables(p *page) {
	v.laps, v.splits, v.alike = p.lapTable(&v.a), p.splitTable(&v.a), p.alikeTable(&v.a)
	for _, kind := range []string{"power", "hr", "pace"} {
		if t := p.zoneTable(&v.a, kind); t != nil {
			v.zones = append(v.zones, t)
		}
	}
	v.more.tables(p)
	for _, t := range append([]*table{v.laps, v.splits, v.more.intervals, v.more.lengths}, v.more.drawn...) {
		p.rank(t)
	}
	v.stretch.table, v.compare.table = p.stretchTable(v.stretch), p.compareTable(v.compare)
}

// figure is a number of the summary, empty where it is none.
func (a *activityView) figure(key string) num { return figure(a.Numbers[key]) }

func figure(raw json.RawMessage) num {
	if len(raw) == 0 || raw[0] == 'n' || raw[0] == '"' || raw[0] == '{' || raw[0] == '[' || raw[0] == 't' || raw[0] == 'f' {
		return ""
	}
	return num(raw)
}

// order is how numbers of a summary stand, those that say most first.
func order() []string {
	return []string{
		"duration_s", "moving_time_s", "elapsed_time_s", "distance_km", "elevation_gain_m", "tss", "intensity_factor", "avg_power_w",
		"normalized_power_w", "max_power_w", "avg_hr_bpm", "max_hr_bpm", "avg_speed_kmh", "pace_s_per_km", "gap_s_per_km",
		"pace_s_per_100m", "avg_cadence_rpm", "avg_cadence_spm", "work_kj", "calories_kcal", "decoupling_pct", "efficiency_factor",
	}
}

// keys are those of the summary in their order, others behind.
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
	return append(out, rest...)
}

// channels are those that the chart can draw.
func (a *activityView) channels() string {
	var all []string
	for _, r := range a.Recordings {
		for _, c := range r.Channels {
			if slices.Contains([]string{"power", "hr", "cadence", "speed", "altitude", "temp"}, c) && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return strings.Join(all, ",")
}

// hasTrack is whether somebody can see where it was.
func (a *activityView) hasTrack() bool {
	for _, r := range a.Recordings {
		if slices.Contains(r.Channels, "latitude") {
			return true
		}
	}
	return false
}

func (p *page) splitTable(a *activityView) *table {
	if len(a.Splits.Split) == 0 {
		return nil
	}
	t := &table{ID: "splits", Caption: p.say("Splits by kilometre"), Columns: []column{{Key: "split", Title: p.say("Split")}}}
	var keys []string
	for _, k := range []string{
		"duration_s", "pace_s_per_km", "avg_speed_kmh", "avg_power_w", "avg_hr_bpm", "avg_cadence_rpm", "elevation_gain_m",
	} {
		if len(a.Splits.Values[k]) == len(a.Splits.Split) {
			keys = append(keys, k)
			t.Columns = append(t.Columns, column{Key: k, Title: p.label(k)})
		}
	}
	for i, n := range a.Splits.Split {
		r := lapRow(map[string]json.RawMessage{
			"start_offset_s": json.RawMessage(at(a.Splits.Start, i)), "elapsed_time_s": json.RawMessage(at(a.Splits.Values["elapsed_time_s"], i)),
		})
		first := p.cell("split", n)
		if r.From != "" {
			first = first.to(p.with("from", r.From, "to", r.To) + "#selection")
		}
		r.Cells = []cell{first}
		for _, k := range keys {
			r.Cells = append(r.Cells, p.cell(k, a.Splits.Values[k][i]))
		}
		t.Rows = append(t.Rows, r)
	}
	return p.show(t)
}

func (p *page) alikeTable(a *activityView) *table {
	if len(a.Similar.Route.Activities) == 0 {
		return nil
	}
	t := p.activityTable(a.Similar.Route.Activities)
	t.ID, t.Caption = "similar", p.say("The same way before")
	return p.show(t)
}
