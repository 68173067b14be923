package setup

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"

	"github.com/a-h/templ"
)

// SignOutPath is where the form that ends sessions is sent.
const SignOutPath = "/sessions/end"

// sessionText says when a browser was let in, and how.
func sessionText(p *page.Page, x *guard.Session) string {
	begun := p.Moment(x.Begun)
	text := p.Say("%s, with a printed address", begun)
	if x.ByKey() {
		text = p.Say("%s, with the key", begun)
	}
	if x == guard.SessionOf(p.Request.Context()) {
		text += " · " + p.Say("this browser")
	}
	return text
}

type profileView struct {
	Name      string   `json:"name"`
	Sex       string   `json:"sex"`
	BirthYear page.Num `json:"birth_year"`
	WeekStart string   `json:"week_start"`
	Units     string   `json:"units"`
	Language  string   `json:"language"`
	TimeZone  string   `json:"time_zone"`
	Weight    struct {
		Value page.Num `json:"value"`
		Since string   `json:"since"`
	} `json:"weight_kg"`
	Thresholds []sportThresholds `json:"thresholds"`
	Histories  []struct {
		Setting string     `json:"setting"`
		Sport   string     `json:"sport"`
		Since   []string   `json:"since"`
		Values  []page.Num `json:"values"`
	} `json:"histories"`
	Sharing map[string]bool `json:"sharing"`
	Missing page.Missing    `json:"missing"`
}

type sportThresholds struct {
	Sport    string `json:"sport"`
	Settings map[string]struct {
		Value page.Num `json:"value"`
		Since string   `json:"since"`
	} `json:"settings"`
	Zones []sportZones `json:"zones"`
}

type sportZones struct {
	Kind        string     `json:"kind"`
	Scheme      string     `json:"scheme"`
	Names       []string   `json:"names"`
	LowerW      []page.Num `json:"lower_w"`
	LowerBpm    []page.Num `json:"lower_bpm"`
	SlowestKm   []page.Num `json:"slowest_pace_s_per_km"`
	Slowest100m []page.Num `json:"slowest_pace_s_per_100m"`
}

type settingsView struct {
	profile page.Answer[profileView]
	sports  []string // that a setting can be of
	now     *page.Table
	past    *page.Table
	zones   *page.Table
}

// Settings is the athlete's thresholds, zones and choices.
func Settings(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &settingsView{}
	page.Together(
		func() { v.profile = page.Ask[profileView](ctx, p, "get_athlete_profile", nil) },
		func() { v.sports = settableSports(page.OwnSports(ctx, p)) },
	)
	v.now, v.past = p.Show(thresholdTable(p, v.profile.V)), p.Show(historyTable(p, v.profile.V))
	v.zones = startZones(p, v.profile.V)
	v.zones.ID = "zones-now"
	p.Show(v.zones)
	return settingsBody(p, v), nil
}

func thresholdTable(p *page.Page, a profileView) *page.Table {
	t := &page.Table{ID: "thresholds", Caption: p.Say("Thresholds today"), Columns: []page.Column{
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "setting", Title: p.Say("Setting"), Text: true},
		{Key: "value", Title: p.Say("Value")},
		{Key: "since", Title: p.Say("Since"), Text: true},
	}}
	if a.Weight.Value != "" {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			page.Words("–"), p.Named("weight_kg"), p.Cell("weight_kg", a.Weight.Value), p.DateCell(a.Weight.Since),
		}})
	}
	for _, s := range a.Thresholds {
		for _, k := range slices.Sorted(maps.Keys(s.Settings)) {
			x := s.Settings[k]
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Words(p.Sport(s.Sport)), p.Named(k), p.Cell(k, x.Value), p.DateCell(x.Since)}})
		}
	}
	return t
}

func historyTable(p *page.Page, a profileView) *page.Table {
	t := &page.Table{ID: "histories", Caption: p.Say("Thresholds by date"), Folded: true, Columns: []page.Column{
		{Key: "setting", Title: p.Say("Setting"), Text: true},
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "since", Title: p.Say("Since"), Text: true},
		{Key: "value", Title: p.Say("Value")},
	}}
	for _, h := range a.Histories {
		for i, since := range h.Since {
			if i < len(h.Values) {
				t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
					p.Named(h.Setting), page.Words(p.Sport(h.Sport)), p.DateCell(since), p.Cell(h.Setting, h.Values[i]),
				}})
			}
		}
	}
	return t
}
