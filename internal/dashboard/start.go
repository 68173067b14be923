package dashboard

import (
	"context"
	"maps"
	"slices"

	"github.com/a-h/templ"

	"lapkeep/internal/clients"
)

// startProfile is what the first steps read of the athlete.
type startProfile struct {
	profileView
	Demo bool `json:"demo"`
}

// offer is a service that can be connected.
type offer struct {
	Source    string `json:"source"`
	Name      string `json:"name"`
	Connected bool   `json:"connected"`
	HowTo     string `json:"how_to"`
}

type offersView struct {
	Sources []offer `json:"sources"`
	Ask     struct {
		Lacks []string `json:"lacks"`
	} `json:"ask"`
	Words []string `json:"words"`
}

type estimate struct {
	Setting    string `json:"setting"`
	Sport      string `json:"sport"`
	Estimate   num    `json:"estimate"`
	Confidence string `json:"confidence"`
	Current    struct {
		Value num    `json:"value"`
		Since string `json:"since"`
	} `json:"current"`
	Change  num      `json:"change_pct"`
	Notes   []string `json:"notes"`
	Confirm string   `json:"confirm"`
}

type estimatesView struct {
	Estimates []estimate `json:"estimates"`
	Missing   missing    `json:"missing"`
}

// startView are the first steps, with what is done of them.
type startView struct {
	profile   answer[startProfile]
	status    answer[statusView]
	offers    answer[offersView]
	takes     map[string]answer[offersView] // what connecting takes, by service
	estimates answer[estimatesView]
	now       *table
	zones     *table
	setups    []clients.Setup
	problem   *problem // of the setups
}

// demoCommand makes the demo athlete: a home of its own, so that no page of
// another home makes it.
const demoCommand = "lapkeep demo"

func startPage(ctx context.Context, p *page) (templ.Component, error) {
	v := &startView{}
	together(
		func() { v.profile = ask[startProfile](ctx, p, "get_athlete_profile", nil) },
		func() { v.status = ask[statusView](ctx, p, "get_status", nil) },
		func() { v.askOffers(ctx, p) },
		func() { v.estimates = ask[estimatesView](ctx, p, "estimate_thresholds", nil) },
		func() { v.setups, v.problem = p.setups() },
	)
	v.now = p.show(p.thresholdTable(v.profile.V.profileView))
	v.zones = p.show(p.startZones(v.profile.V.profileView))
	return startBody(p, v), nil
}

// askOffers asks which services there are, and of each what connecting takes.
// With dry_run no address is made that would let anybody in.
func (v *startView) askOffers(ctx context.Context, p *page) {
	v.takes = map[string]answer[offersView]{}
	v.offers = ask[offersView](ctx, p, "connect_source", args{"dry_run": true})
	for _, o := range v.offers.V.Sources {
		if !o.Connected {
			v.takes[o.Source] = ask[offersView](ctx, p, "connect_source", args{"source": o.Source, "dry_run": true})
		}
	}
}

func (p *page) setups() ([]clients.Setup, *problem) {
	if p.site.Setups == nil {
		return nil, nil
	}
	all, err := p.site.Setups()
	if err != nil {
		return nil, p.problem(err)
	}
	return all, nil
}

func (v *startView) isConnected() bool {
	return slices.ContainsFunc(v.offers.V.Sources, func(o offer) bool { return o.Connected })
}

func (v *startView) isConfirmed() bool {
	return v.profile.V.Weight.Value != "" && slices.ContainsFunc(v.profile.V.Thresholds, func(t sportThresholds) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(t.Settings)), func(k string) bool {
			return k != "resting_hr_bpm" && k != "max_hr_bpm"
		})
	})
}

func (v *startView) hasAssistant() bool {
	return slices.ContainsFunc(v.setups, func(s clients.Setup) bool { return s.State.Has() })
}

// assistants are the clients that are here and shown at once, or the others behind a
// summary.
func (v *startView) assistants(here bool) (out []clients.Setup) {
	for _, s := range v.setups {
		if here == (s.State == clients.Present || s.State == clients.Unreadable || s.State.Has()) {
			out = append(out, s)
		}
	}
	return out
}

// setupState is a client's state in words, with its colour and shape.
func (p *page) setupState(s clients.State) (word, class, mark string) {
	switch s {
	case clients.Configured:
		return p.say("has Lapkeep"), "good", "✓"
	case clients.InFolder:
		return p.say("has Lapkeep in a folder"), "good", "✓"
	case clients.Present:
		return p.say("is here, without Lapkeep"), "plain", "○"
	case clients.Unreadable:
		return p.say("its file cannot be read"), "bad", "✕"
	case clients.ByHand:
		return p.say("by hand"), "plain", "·"
	}
	return p.say("not found here"), "plain", "–"
}

// stepState is whether a step is done.
func (p *page) stepState(done bool) (word, class, mark string) {
	if done {
		return p.say("done"), "good", "✓"
	}
	return p.say("to do"), "plain", "○"
}

// differs says that an estimate is another than the setting in force.
func (e estimate) differs() bool { return e.Estimate != "" && e.Estimate != e.Current.Value }

func (p *page) confidence(name string) string {
	switch name {
	case "high":
		return p.say("high confidence")
	case "medium":
		return p.say("medium confidence")
	case "low":
		return p.say("low confidence")
	}
	return clean(name)
}

func (p *page) startZones(a profileView) *table {
	t := &table{ID: "athlete-zones", Caption: p.say("Zones today"), Columns: []column{
		{Key: "sport", Title: p.say("Sport"), Text: true},
		{Key: "kind", Title: p.say("Zones by"), Text: true},
		{Key: "zone", Title: p.say("Zone"), Text: true},
		{Key: "from", Title: p.say("From")},
	}}
	for _, s := range a.Thresholds {
		for _, z := range s.Zones {
			for i, name := range z.Names {
				key, at := z.lower(i)
				t.Rows = append(t.Rows, row{Cells: []cell{words(p.sport(s.Sport)), words(p.zoneKind(z.Kind)), words(name), p.cell(key, at)}})
			}
		}
	}
	return t
}

// lower is where a zone begins; the first of pace begins nowhere.
func (z sportZones) lower(i int) (key string, at num) {
	for key, all := range map[string][]num{
		"lower_w": z.LowerW, "lower_bpm": z.LowerBpm, "slowest_pace_s_per_km": z.SlowestKm, "slowest_pace_s_per_100m": z.Slowest100m,
	} {
		if i < len(all) {
			return key, all[i]
		}
	}
	return "", ""
}
