package setup

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// SignOutPath is the address of the form that ends sessions.
const SignOutPath = "/sessions/end"

// WithdrawPath is the address of the form that ends a program's access.
const WithdrawPath = "/grants/withdraw"

// sessionText describes when and how a browser signed in.
func sessionText(p *page.Page, x *guard.Session) string {
	begun := p.Moment(x.Begun)
	text := p.Say("%s, with the printed address", begun)
	if x.ByKey() {
		text = p.Say("%s, with the key", begun)
	}
	if guard.SessionOf(p.Request.Context()).Is(x) {
		text += " · " + p.Say("this browser")
	}
	return text
}

type settingsView struct {
	profile page.Answer[athlete.ProfileView]
	shared  map[string]bool // what assistants may see
	sports  []string        // sports that may have their own settings
	now     *page.Table
	past    *page.Table
	zones   *page.Table
	grants  []people.Grant // what programs from elsewhere may do
	asked   *page.Table    // by them, about the athlete
}

// askedLines is the number of lines of the access log on the page.
const askedLines = 100

// readPeople adds what programs from elsewhere may do, and what they asked.
func (v *settingsView) readPeople(ctx context.Context, p *page.Page) error {
	if p.Site.People == nil {
		return nil
	}
	var err error
	if v.grants, err = p.Site.People.Grants(ctx); err != nil {
		return err
	}
	lines, err := p.Site.People.Log(ctx, p.Call.Scope.Athlete, askedLines)
	t := &page.Table{ID: "asked", Caption: p.Say("Who asked"), Folded: true, Columns: []page.Column{
		{Key: "day", Title: p.Say("Day"), Text: true},
		{Key: "person", Title: p.Say("Person"), Text: true},
		{Key: "program", Title: p.Say("Program"), Text: true},
		{Key: "tool", Title: p.Say("Tool"), Text: true},
		{Key: "calls", Title: p.Say("Calls"), Text: true},
	}}
	for _, l := range lines {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			p.DateCell(l.Day.String()), page.Words(page.Clean(l.Person)), page.Words(page.Clean(l.ClientName)), page.Words(l.Tool),
			page.Words(strconv.Itoa(l.Calls)),
		}})
	}
	v.asked = p.Show(t)
	return err
}

// grantText describes what a program may do.
func grantText(p *page.Page, g people.Grant) string {
	may := make([]string, len(g.Permissions))
	for i, x := range g.Permissions {
		may[i] = string(x)
	}
	return p.Say("%s: %s, until %s", page.Clean(g.ClientName), strings.Join(may, ", "), g.Expires.Format(time.DateOnly))
}

// Settings shows the athlete's thresholds, zones and settings.
func Settings(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &settingsView{}
	page.Together(
		func() { v.profile = page.Ask[athlete.ProfileView](ctx, p, "get_athlete_profile", nil) },
		func() { v.sports = settableSports(page.OwnSports(ctx, p)) },
	)
	v.now, v.past = p.Show(thresholdTable(p, v.profile.V)), p.Show(historyTable(p, v.profile.V))
	v.zones = startZones(p, v.profile.V)
	v.zones.ID = "zones-now"
	p.Show(v.zones)
	if s := v.profile.V.Sharing; v.profile.Err == nil {
		v.shared = map[string]bool{
			"position": s.Position, "weight": s.Weight, "notes": s.Notes, "cycle": s.Cycle, "sets": s.Sets, "food": s.Food, "glucose": s.Glucose,
		}
	}
	if err := v.readPeople(ctx, p); err != nil {
		return nil, err
	}
	return settingsBody(p, v), nil
}

func thresholdTable(p *page.Page, a athlete.ProfileView) *page.Table {
	t := &page.Table{ID: "thresholds", Caption: p.Say("Thresholds today"), Columns: []page.Column{
		{Key: "sport", Title: p.Say("Sport"), Text: true},
		{Key: "setting", Title: p.Say("Setting"), Text: true},
		{Key: "value", Title: p.Say("Value")},
		{Key: "since", Title: p.Say("Since"), Text: true},
	}}
	if a.Weight != nil {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			page.Words("–"), p.Named("weight_kg"), p.Cell("weight_kg", a.Weight.Value), p.DateCell(a.Weight.Since.String()),
		}})
	}
	for _, s := range a.Thresholds {
		for _, k := range slices.Sorted(maps.Keys(s.Settings)) {
			x := s.Settings[k]
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
				page.Words(p.Sport(s.Sport.String())), p.Named(k), p.Cell(k, x.Value), p.DateCell(x.Since.String()),
			}})
		}
	}
	return t
}

func historyTable(p *page.Page, a athlete.ProfileView) *page.Table {
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
					p.Named(h.Setting), page.Words(p.Sport(h.Sport.String())), p.DateCell(since.String()), p.Cell(h.Setting, h.Values[i]),
				}})
			}
		}
	}
	return t
}

// settable returns the dated settings that the page's form sets, with the tool's
// names; sportless marks the settings that apply to every sport.
func settable(p *page.Page) [][2]string {
	return [][2]string{
		{"ftp_w", p.Say("FTP, W")},
		{"lthr_bpm", p.Say("Threshold heart rate, bpm")},
		{"max_hr_bpm", p.Say("Maximum heart rate, bpm")},
		{"resting_hr_bpm", p.Say("Resting heart rate, bpm")},
		{"threshold_pace_s_per_km", p.Say("Threshold pace, min:s per %s", p.Shown("threshold_pace_s_per_km"))},
		{"css_pace_s_per_100m", p.Say("CSS, min:s per %s", p.Shown("css_pace_s_per_100m"))},
		{"critical_power_w", p.Say("Critical power, W")},
		{"w_prime_j", p.Say("W′, J")},
		{"weight_kg", p.Say("Weight, %s", p.Shown("weight_kg"))},
	}
}

// settableSports returns the sports that a setting can be for: the usual ones,
// which may be set before any is recorded and come first on every day, and the
// athlete's others.
func settableSports(own []string) []string {
	out := page.UsualSports()
	for _, s := range own {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

const sportless = "weight_kg"

// SaveSettings reads the forms of the settings: a value that applies from a
// day, or what to hide from assistants.
func SaveSettings(p *page.Page, fields url.Values) (page.FormAction, error) {
	to := page.FormAction{Tool: "update_athlete_settings", Then: page.Same(page.OwnAddress(fields.Get("back"), "/settings"))}
	if keep := page.Trimmed(fields, "keep"); keep != "" {
		rest := slices.DeleteFunc(slices.Clone(fields["share"]), func(x string) bool { return x == keep })
		to.In = page.Args{"share": append([]string{}, rest...)}
		return to, nil
	}
	if page.Trimmed(fields, "wellness") != "" {
		var parts []string
		for _, g := range training.WellnessGroups() {
			if list := page.Trimmed(fields, string(g)); list != "" {
				parts = append(parts, string(g)+"="+list)
			}
		}
		to.In = page.Args{"wellness_sources": strings.Join(parts, "; ")}
		return to, nil
	}
	if page.Trimmed(fields, "units") != "" {
		to.In = page.Args{}
		for _, key := range []string{"units", "week_start", "time_zone"} {
			if text := page.Trimmed(fields, key); text != "" {
				to.In[key] = text
			}
		}
		return to, nil
	}
	name := page.Trimmed(fields, "setting")
	if !slices.ContainsFunc(settable(p), func(s [2]string) bool { return s[0] == name }) {
		return to, training.Errorf(training.KindInvalid, "There is no such setting.").WithFix("Choose one from the list.")
	}
	value, err := settingValue(page.Trimmed(fields, "value"))
	if err != nil {
		return to, err
	}
	to.In, to.Fields = page.Args{name: p.Metric(name, value)}, map[string]string{name: "value"}
	if sport := page.Trimmed(fields, "sport"); sport != "" && name != sportless {
		to.In["sport"] = sport
	}
	if from := page.Trimmed(fields, "effective_from"); from != "" {
		to.In["effective_from"] = from
	}
	return to, nil
}

// settingValue parses a typed number; min:s is converted to seconds.
func settingValue(text string) (float64, error) {
	minutes, seconds, isClock := strings.Cut(text, ":")
	if !isClock {
		minutes, seconds = "0", strings.Replace(text, ",", ".", 1)
	}
	m, err := strconv.Atoi(minutes)
	s, wrong := strconv.ParseFloat(seconds, 64)
	if err != nil || wrong != nil || m < 0 || s < 0 || isClock && s >= 60 {
		return 0, training.Errorf(training.KindInvalid, "The value is not a number.").WithFix("Enter a number such as 250 or 61.5, or a "+
			"pace such as 4:13.").
			Of("value", "Enter a number such as 250 or 61.5, or a pace such as 4:13.")
	}
	return float64(m)*60 + s, nil
}

// sharing returns the name of something that may be hidden from assistants.
func sharing(p *page.Page, key string) string {
	return page.Word(p, map[string]i18n.Sentence{
		"position": "Your locations",
		"weight":   "Your weight",
		"notes":    "Your notes",
		"cycle":    "Your menstrual cycle",
		"sets":     "Your strength training",
		"food":     "What you eat and drink",
		"glucose":  "Your blood glucose",
	}, key, key)
}

func groupName(p *page.Page, g training.WellnessGroup) string {
	return page.Word(p, map[string]i18n.Sentence{
		"sleep": "Sleep", "hrv": "Heart rate variability", "resting_hr": "Resting heart rate", "steps": "Daily steps", "weight": "Weight",
	}, string(g), string(g))
}

// firstSources returns the sources that the athlete chose for a group, in the form of the setting.
func firstSources(v *settingsView, g training.WellnessGroup) string {
	return cmp.Or(strings.Join(v.profile.V.Wellness.Of(g), ","), "default")
}

// sourceChoices returns the choices for a group: the athlete's own list, and each source alone.
func sourceChoices(p *page.Page, v *settingsView, g training.WellnessGroup) [][2]string {
	out := [][2]string{{"default", p.Say("usual order")}}
	own := v.profile.V.Wellness.Of(g)
	for _, s := range training.WellnessSources() {
		out = append(out, [2]string{s, p.Teller(s)})
	}
	if at := strings.Join(own, ","); at != "" && !slices.ContainsFunc(out, func(c [2]string) bool { return c[0] == at }) {
		names := make([]string, len(own))
		for i, s := range own {
			names[i] = p.Teller(s)
		}
		out = slices.Insert(out, 1, [2]string{at, strings.Join(names, ", ")})
	}
	return out
}

func unitsName(p *page.Page, units training.Units) string {
	if units == "imperial" {
		return p.Say("Miles and feet")
	}
	return p.Say("Kilometres and metres")
}

type sourcesView struct {
	status page.Answer[athlete.StatusView]
	table  *page.Table
}

// Sources shows the sources of the data and the result of each import.
func Sources(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &sourcesView{status: page.Ask[athlete.StatusView](ctx, p, "get_status", nil)}
	v.table = p.Show(importTable(p, v.status.V))
	return sourcesBody(p, v), nil
}

// otherLanguage returns a language in which the page is not shown.
func otherLanguage(p *page.Page) string {
	if p.Language() == "en" {
		return "zh"
	}
	return "en"
}

func importTable(p *page.Page, s athlete.StatusView) *page.Table {
	t := &page.Table{ID: "imports", Caption: p.Say("Latest imports"), Columns: []page.Column{
		{Key: "finished_at", Title: p.Say("When"), Text: true},
		{Key: "imported", Title: p.Say("Imported")},
		{Key: "updated", Title: p.Say("Updated")},
		{Key: "duplicate", Title: p.Say("Already imported")},
		{Key: "ignored", Title: p.Say("Skipped")},
		{Key: "failed", Title: p.Say("Failed")},
		{Key: "failures", Title: p.Say("Why it failed"), Text: true},
	}}
	for _, run := range s.Imports {
		at := page.Words(run.FinishedAt)
		if len(run.FinishedAt) >= 10 {
			at.Text = p.Day(run.FinishedAt[:10]) + " " + page.When(run.FinishedAt)
		}
		r := page.Row{Cells: []page.Cell{at.Of("date")}}
		for _, k := range []string{"imported", "updated", "duplicate", "ignored", "failed"} {
			r.Cells = append(r.Cells, p.Cell(k, run.Counts[k]))
		}
		r.Cells = append(r.Cells, page.Words(strings.Join(page.Texts(run.Failures), " ")))
		t.Rows = append(t.Rows, r)
	}
	return t
}

// syncState returns the state of a service's sync.
func syncState(p *page.Page, name string) string {
	return page.Word(p, map[string]i18n.Sentence{
		"new":             "not synced yet",
		"reading_history": "downloading your history",
		"up_to_date":      "up to date",
		"waiting":         "waiting for the service's rate limit",
		"failing":         "failing",
		"not_connected":   "not connected",
	}, name, page.Clean(name))
}
