// Package setup has the panels for setting up Lapkeep: the first steps, the
// sources, the assistants, and the athlete's settings.
package setup

import (
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/firststeps"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// offersView holds the services that can be connected, with what is needed to
// connect each.
type offersView struct {
	Sources []servicevalues.ConnectedView `json:"sources"`
	Ask     servicevalues.Asked           `json:"ask"`
}

// The ids of the steps.
const (
	stepImport     = "import"
	stepThresholds = "thresholds"
	stepService    = "service"
	stepAssistant  = "assistant"
	stepAnswer     = "answer"
)

// startStep is one of the first steps, with its state in the home.
type startStep struct {
	id    string
	title i18n.Sentence
	done  bool
}

func (s *startStep) href() string { return "/start?step=" + s.id }

// startView holds the first steps, and what the shown one needs.
type startView struct {
	steps     []*startStep
	at        *startStep
	next      *startStep // nil after the last one
	profile   page.Answer[athlete.ProfileView]
	status    page.Answer[athlete.StatusView]
	offers    page.Answer[offersView]
	takes     map[string]page.Answer[offersView] // what connecting requires, by service
	estimates page.Answer[curves.EstimateView]
	latest    page.Answer[page.Activities]
	load      page.Answer[fitness.LoadView]
	now       *page.Table
	zones     *page.Table
	setups    []clients.Setup
	problem   *page.Problem // why there are no setups
}

// Start shows one of the first steps: that in the address, or else the first that is not done.
func Start(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &startView{}
	page.Together(
		func() { v.profile = page.Ask[athlete.ProfileView](ctx, p, "get_athlete_profile", nil) },
		func() { v.status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
		func() { v.offers = page.Ask[offersView](ctx, p, "connect_source", page.Args{"dry_run": true}) },
		func() { v.setups, v.problem = setups(p) },
	)
	v.order(p.Query("step"))
	switch v.at.id {
	case stepService:
		v.askOffers(ctx, p)
	case stepThresholds:
		v.estimates = page.Ask[curves.EstimateView](ctx, p, "estimate_thresholds", nil)
		v.now, v.zones = p.Show(thresholdTable(p, v.profile.V)), p.Show(startZones(p, v.profile.V))
	case stepAnswer:
		page.Together(
			func() {
				v.latest = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{"limit": 1, "fields": page.Fields()})
			},
			func() { v.load = page.Ask[fitness.LoadView](ctx, p, "analyze_training_load", nil) },
		)
		p.NoData = v.status.Err == nil && v.status.V.Data.Activities == 0
	}
	return startBody(p, v), nil
}

// order lists the steps and chooses the one to show.
func (v *startView) order(asked string) {
	v.steps = []*startStep{
		{stepImport, firststeps.Import, v.status.V.Data.Activities > 0},
		{stepThresholds, firststeps.Thresholds, v.isConfirmed()},
		{stepService, firststeps.Service, v.isConnected()},
		{stepAssistant, firststeps.Assistant, v.hasAssistant()},
		{stepAnswer, "Your first answer", false},
	}
	at := slices.IndexFunc(v.steps, func(s *startStep) bool { return s.id == asked })
	if at < 0 {
		at = slices.IndexFunc(v.steps, func(s *startStep) bool { return !s.done })
	}
	v.at = v.steps[at]
	if at+1 < len(v.steps) {
		v.next = v.steps[at+1]
	}
}

// askOffers requests what connecting each service requires. Like the list of services, it uses
// dry_run, so that no address that admits others is created.
func (v *startView) askOffers(ctx context.Context, p *page.Page) {
	v.takes = map[string]page.Answer[offersView]{}
	for _, o := range v.offers.V.Sources {
		if !o.Connected {
			v.takes[o.Source] = page.Ask[offersView](ctx, p, "connect_source", page.Args{"source": o.Source, "dry_run": true})
		}
	}
}

func setups(p *page.Page) ([]clients.Setup, *page.Problem) {
	if p.Site.Setups == nil {
		return nil, nil
	}
	all, err := p.Site.Setups()
	if err != nil {
		return nil, p.Problem(err)
	}
	return all, nil
}

func (v *startView) isConnected() bool {
	return slices.ContainsFunc(v.offers.V.Sources, func(o servicevalues.ConnectedView) bool { return o.Connected })
}

func (v *startView) isConfirmed() bool {
	return v.profile.V.Weight != nil && slices.ContainsFunc(v.profile.V.Thresholds, func(t athlete.SportSettings) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(t.Settings)), func(k string) bool {
			return k != "resting_hr_bpm" && k != "max_hr_bpm"
		})
	})
}

func (v *startView) hasAssistant() bool {
	return slices.ContainsFunc(v.setups, func(s clients.Setup) bool { return s.State.Has() })
}

// assistants returns the clients that are installed on this machine, or the other
// ones, which are listed behind a summary.
func (v *startView) assistants(here bool) (out []clients.Setup) {
	for _, s := range v.setups {
		if here == (s.State == clients.Present || s.State == clients.Unreadable || s.State.Has()) {
			out = append(out, s)
		}
	}
	return out
}

// setupState returns a client's state as a word, a CSS class and a mark.
func setupState(p *page.Page, s clients.State) (word, class, mark string) {
	switch s {
	case clients.Configured:
		return p.Say("connected to Lapkeep"), "good", "✓"
	case clients.InFolder:
		return p.Say("connected to Lapkeep in one folder"), "good", "✓"
	case clients.Present:
		return p.Say("installed, not connected to Lapkeep"), "plain", "○"
	case clients.Unreadable:
		return p.Say("its file cannot be read"), "bad", "✕"
	case clients.ByHand:
		return p.Say("by hand"), "plain", "·"
	}
	return p.Say("not installed"), "plain", "–"
}

// stepState returns a step's state as a word, a CSS class and a mark.
func stepState(p *page.Page, done bool) (word, class, mark string) {
	if done {
		return p.Say("done"), "good", "✓"
	}
	return p.Say("to do"), "plain", "○"
}

// differs reports whether an estimate differs from the current setting.
func differs(e curves.Estimate) bool { return e.Current == nil || e.Value != e.Current.Value }

func confidence(p *page.Page, name string) string {
	return page.Word(p, map[string]i18n.Sentence{
		"high":   "high confidence",
		"medium": "medium confidence",
		"low":    "low confidence",
	}, name, page.Clean(name))
}

func startZones(p *page.Page, a athlete.ProfileView) *page.Table {
	t := &page.Table{ID: "athlete-zones", Caption: p.Say("Current zones"), Columns: []page.Column{
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "kind", Title: p.Say("Zones by"), Text: true},
		{Key: "zone", Title: p.Say("Zone"), Text: true},
		{Key: "from", Title: p.Say("From")},
	}}
	for _, s := range a.Thresholds {
		for _, z := range s.Zones {
			for i, name := range z.Names {
				key, at := lower(z, i)
				t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
					page.Words(p.Sport(s.Sport.String())), page.Words(p.ZoneKind(string(z.Kind))), page.Words(name), p.Cell(key, at),
				}})
			}
		}
	}
	return t
}

// lower returns the lower bound of a zone; the first zone of pace has none.
func lower(z athlete.ZoneView, i int) (key string, at page.Num) {
	switch {
	case len(z.LowerW) > 0:
		return "lower_w", page.At(z.LowerW, i)
	case len(z.LowerBpm) > 0:
		return "lower_bpm", page.At(z.LowerBpm, i)
	case len(z.SlowestKM) > 0:
		return "slowest_pace_s_per_km", page.At(z.SlowestKM, i)
	}
	return "slowest_pace_s_per_100m", page.At(z.Slowest100, i)
}

// AssistantView is a client with the result of an action for it.
type AssistantView struct {
	clients.Setup
	Said    string // output of the install command
	Offered bool   // set if nothing has been written yet
}

// Client returns the client with the given id.
func Client(p *page.Page, id string) (clients.Setup, error) {
	if p.Site.Setups == nil {
		return clients.Setup{}, notKnown(id)
	}
	all, err := p.Site.Setups()
	if err != nil {
		return clients.Setup{}, err
	}
	if i := slices.IndexFunc(all, func(s clients.Setup) bool { return s.ID == id }); i >= 0 {
		return all[i], nil
	}
	return clients.Setup{}, notKnown(id)
}

func notKnown(id string) error {
	return training.Errorf(training.KindNotFound, "There is no client %q.", page.Clean(id)).
		WithFix("Choose one from the list on the Start page.")
}

// Assistant shows one assistant and how it gets the tools.
func Assistant(_ context.Context, p *page.Page) (templ.Component, error) {
	s, err := Client(p, p.Request.PathValue("id"))
	if err != nil {
		return nil, err
	}
	p.Title = s.Name
	return AssistantBody(p, &AssistantView{Setup: s}), nil
}

// toldFiles is the maximum number of an import's files that are named individually.
const toldFiles = 5

// Imported adds to the answer of an import its result in words, whether a file
// in it failed, and whether no file was read.
func Imported(p *page.Page, out json.RawMessage) []byte {
	var a struct {
		Files []struct {
			Path   string `json:"path"`
			Status string `json:"status"`
			Reason string `json:"reason"`
		} `json:"files"`
		Counts map[string]int `json:"counts"`
	}
	all := map[string]any{}
	if json.Unmarshal(out, &a) != nil || json.Unmarshal(out, &all) != nil {
		return out
	}
	var said []string
	for _, s := range importStates(p) {
		if n := a.Counts[s[0]]; n > 0 && len(a.Files) > 1 {
			said = append(said, p.Say("%s: %s", s[1], p.Number("files", n).Text))
		}
	}
	named := 0
	for _, f := range a.Files {
		switch reason := page.Clean(f.Reason); {
		case len(a.Files) == 1 && reason != "":
			said = append(said, reason)
		case len(a.Files) == 1:
			said = append(said, page.Called(importStates(p), f.Status))
		case f.Status == "failed" && named < toldFiles:
			named++
			if name := page.Clean(path.Base(f.Path)); !strings.Contains(reason, name) {
				reason = p.Say("%s: %s", name, reason)
			}
			said = append(said, reason)
		}
	}
	failed := a.Counts["failed"]
	all["said"], all["failed"], all["none"] = strings.Join(said, " · "), failed > 0, failed > 0 && failed == len(a.Files)
	b, err := json.Marshal(all)
	if err != nil {
		return out
	}
	return b
}

// importStates returns the possible results for files, in the order of the
// table of imports.
func importStates(p *page.Page) [][2]string {
	return [][2]string{
		{"imported", p.Say("Imported")},
		{"updated", p.Say("Updated")},
		{"duplicate", p.Say("Already imported")},
		{"ignored", p.Say("Skipped")},
		{"failed", p.Say("Failed")},
	}
}

// MaxUpload exceeds the size of any service's export archive; larger files are
// imported by their path.
const MaxUpload = 1 << 30

// TooLarge returns an error for an upload that is too large.
func TooLarge() error {
	return training.Errorf(training.KindTooLarge, "The file is larger than %d MB.", MaxUpload>>20).
		WithFix("Import it at a terminal: lapkeep import FILE.")
}

// tooLarge returns the same error as text to show before the file is sent: a
// browser that is rejected while sending shows nothing.
func tooLarge(p *page.Page) string {
	why := p.Problem(TooLarge())
	return why.What + " " + why.Fix
}

// missing returns what the thresholds and their estimates lack.
func (v *startView) missing() page.Missing {
	out := maps.Clone(v.profile.V.Missing)
	if len(v.estimates.V.Estimates) == 0 && v.estimates.Err == nil {
		if out == nil {
			return v.estimates.V.Missing
		}
		maps.Copy(out, v.estimates.V.Missing)
	}
	return out
}
