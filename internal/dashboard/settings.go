package dashboard

import (
	"context"
	"maps"
	"slices"

	"github.com/a-h/templ"
)

type profileView struct {
	Name      string `json:"name"`
	Sex       string `json:"sex"`
	BirthYear num    `json:"birth_year"`
	WeekStart string `json:"week_start"`
	Units     string `json:"units"`
	Language  string `json:"language"`
	TimeZone  string `json:"time_zone"`
	Weight    struct {
		Value num    `json:"value"`
		Since string `json:"since"`
	} `json:"weight_kg"`
	Thresholds []sportThresholds `json:"thresholds"`
	Histories  []struct {
		Setting string   `json:"setting"`
		Sport   string   `json:"sport"`
		Since   []string `json:"since"`
		Values  []num    `json:"values"`
	} `json:"histories"`
	Sharing map[string]bool `json:"sharing"`
	Missing missing         `json:"missing"`
}

type sportThresholds struct {
	Sport    string `json:"sport"`
	Settings map[string]struct {
		Value num    `json:"value"`
		Since string `json:"since"`
	} `json:"settings"`
	Zones []sportZones `json:"zones"`
}

type sportZones struct {
	Kind        string   `json:"kind"`
	Scheme      string   `json:"scheme"`
	Names       []string `json:"names"`
	LowerW      []num    `json:"lower_w"`
	LowerBpm    []num    `json:"lower_bpm"`
	SlowestKm   []num    `json:"slowest_pace_s_per_km"`
	Slowest100m []num    `json:"slowest_pace_s_per_100m"`
}

type settingsView struct {
	profile answer[profileView]
	now     *table
	past    *table
	zones   *table
}

func settings(ctx context.Context, p *page) (templ.Component, error) {
	v := &settingsView{profile: ask[profileView](ctx, p, "get_athlete_profile", nil)}
	v.now, v.past = p.show(p.thresholdTable(v.profile.V)), p.show(p.historyTable(v.profile.V))
	v.zones = p.startZones(v.profile.V)
	v.zones.ID, v.zones.Folded = "zones-now", true
	p.show(v.zones)
	return settingsBody(p, v), nil
}

func (p *page) thresholdTable(a profileView) *table {
	t := &table{ID: "thresholds", Caption: p.say("Thresholds today"), Columns: []column{
		{Key: "sport", Title: p.say("Sport"), Text: true},
		{Key: "setting", Title: p.say("Setting"), Text: true},
		{Key: "value", Title: p.say("Value")},
		{Key: "since", Title: p.say("Since"), Text: true},
	}}
	if a.Weight.Value != "" {
		t.Rows = append(t.Rows, row{Cells: []cell{
			words("–"), p.named("weight_kg"), p.cell("weight_kg", a.Weight.Value), p.dateCell(a.Weight.Since),
		}})
	}
	for _, s := range a.Thresholds {
		for _, k := range slices.Sorted(maps.Keys(s.Settings)) {
			x := s.Settings[k]
			t.Rows = append(t.Rows, row{Cells: []cell{words(p.sport(s.Sport)), p.named(k), p.cell(k, x.Value), p.dateCell(x.Since)}})
		}
	}
	return t
}

func (p *page) historyTable(a profileView) *table {
	t := &table{ID: "histories", Caption: p.say("Thresholds by date"), Folded: true, Columns: []column{
		{Key: "setting", Title: p.say("Setting"), Text: true},
		{Key: "sport", Title: p.say("Sport"), Text: true},
		{Key: "since", Title: p.say("Since"), Text: true},
		{Key: "value", Title: p.say("Value")},
	}}
	for _, h := range a.Histories {
		for i, since := range h.Since {
			if i < len(h.Values) {
				t.Rows = append(t.Rows, row{Cells: []cell{
					p.named(h.Setting), words(p.sport(h.Sport)), p.dateCell(since), p.cell(h.Setting, h.Values[i]),
				}})
			}
		}
	}
	return t
}
