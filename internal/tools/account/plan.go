package account

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// plan holds the changes that one call makes. They are computed before anything is written.
type plan struct {
	tools.Plan
	call          *tools.Call
	in            *settingsIn
	before, after training.Athlete
	noted         *tools.OwnWords // nil if the notes do not change
}

// make computes the plan, or returns an error if an argument is wrong.
func (p *plan) make() error {
	wanted, err := p.in.entries(p.From)
	if err != nil {
		return err
	}
	if err := p.person(); err != nil {
		return err
	}
	for _, e := range wanted {
		if name := tools.DatedName(e); slices.Contains(p.in.Clear, name) {
			return training.Errorf(training.KindInvalid, "%s is both set and cleared.", name).WithFix("Do one of the two.")
		}
		p.Put(e)
	}
	for _, name := range p.in.Clear {
		if !slices.Contains(clearable(), name) {
			return training.Errorf(training.KindInvalid, "%q is not a threshold.", name).WithFix("Clear one of %s.", strings.Join(clearable(), ", "))
		}
		if err := p.Clear(name, p.in.Sport); err != nil {
			return err
		}
	}
	if len(wanted) == 0 && len(p.in.Clear) == 0 && !p.in.person() {
		return training.Errorf(training.KindInvalid, "No setting was given.").
			WithFix("Give at least one of ftp_w, lthr_bpm, max_hr_bpm, resting_hr_bpm, threshold_pace_s_per_km, weight_kg, time_zone, …")
	}
	return p.Plausible(training.Cycling.Plain(), training.Running.Plain(), p.in.Sport)
}

// settingsIn holds the settings to change. Numbers are pointers, to distinguish a missing
// number from zero.
type settingsIn struct {
	Effective  tools.Date          `json:"effective_from,omitzero"`
	Sport      training.Discipline `json:"sport,omitzero"`
	FTP        *float64            `json:"ftp_w,omitempty"`
	LTHR       *float64            `json:"lthr_bpm,omitempty"`
	MaxHR      *float64            `json:"max_hr_bpm,omitempty"`
	RestHR     *float64            `json:"resting_hr_bpm,omitempty"`
	Pace       *float64            `json:"threshold_pace_s_per_km,omitempty"`
	CSS        *float64            `json:"css_pace_s_per_100m,omitempty"`
	CP         *float64            `json:"critical_power_w,omitempty"`
	WPrime     *float64            `json:"w_prime_j,omitempty"`
	Weight     *float64            `json:"weight_kg,omitempty"`
	CTL        *float64            `json:"ctl,omitempty" jsonschema:"starting CTL"`
	PowerZones []float64           `json:"power_zones_w,omitempty" jsonschema:"lower bounds from zone 2"`
	HRZones    []float64           `json:"hr_zones_bpm,omitempty"`
	PaceZones  []float64           `json:"pace_zones_s_per_km,omitempty" jsonschema:"slowest first"`
	Lactate    []float64           `json:"lactate_test,omitempty" jsonschema:"[[bpm, mmol/l], …]"`
	Clear      []string            `json:"clear,omitempty" jsonschema:"values to clear"`
	Sex        string              `json:"sex,omitempty"`
	BirthYear  int                 `json:"birth_year,omitempty"`
	TimeZone   string              `json:"time_zone,omitempty"`
	WeekStart  string              `json:"week_start,omitempty"`
	Units      string              `json:"units,omitempty"`
	Loads      string              `json:"load_methods,omitempty" jsonschema:"e.g. power,hr"`
	Home       string              `json:"home_source,omitempty" jsonschema:"for new items, e.g. workouts=local"`
	Wellness   string              `json:"wellness_sources,omitempty" jsonschema:"e.g. hrv=oura"`
	Notes      *string             `json:"athlete_notes,omitempty"`
	Share      []string            `json:"share,omitempty" jsonschema:"what assistants see"`
}

type settingsOut struct {
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	AthleteID string       `json:"athlete_id"`
	journal.Outcome
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

func settingsRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_athlete_settings", Title: "Update athlete settings", Toolset: toolset, Safety: tools.Write,
		Sends: true, Default: true, Idempotent: true,
		Description: "Updates the athlete's dated thresholds and weight from a day on, and sex, birth year, time zone, " +
			"week, units, athlete notes.",
		Input: boundSettings,
	}, func(ctx context.Context, c *tools.Call, in settingsIn) (*settingsOut, error) {
		return update(ctx, d, c, &in)
	})
}

func boundSettings(s *jsonschema.Schema) {
	for name, b := range map[string][2]float64{
		"ftp_w": {30, 700}, "critical_power_w": {30, 700}, "w_prime_j": {1000, 100000},
		"lthr_bpm": {80, 230}, "max_hr_bpm": {100, 250}, "resting_hr_bpm": {20, 120},
		"threshold_pace_s_per_km": {120, 900}, "css_pace_s_per_100m": {40, 300},
		"weight_kg": {20, 300}, "birth_year": {1900, 2100}, "ctl": {1, 250},
	} {
		tools.Bounds(s, name, b[0], b[1])
	}
	tools.Enum(s, "share", sharePosition, shareWeight, shareNotes, shareCycle, shareSets, shareFood, shareGlucose)
	tools.Enum(s, "sex", training.Female, training.Male)
	tools.Enum(s, "week_start", "monday", "saturday", "sunday")
	tools.Enum(s, "units", training.MetricUnits, training.ImperialUnits)
}

// update makes the change in one transaction and records it in the journal.
func update(ctx context.Context, d Deps, c *tools.Call, in *settingsIn) (*settingsOut, error) {
	// The values to be overwritten are read in full, because the inverse needs them. The
	// answer shows only values that the caller may see.
	all := c.Whole()
	who, err := d.Store.Athlete(ctx, all)
	if err != nil {
		return nil, err
	}
	history, err := d.Store.History(ctx, all)
	if err != nil {
		return nil, err
	}
	hidden, err := d.Journal.Withheld(ctx, c.Scope)
	if err != nil {
		return nil, err
	}
	p := plan{Plan: tools.Plan{
		History: history, From: in.Effective.Or(c.Today), HidesWeight: hidden.Hides(store.ChangeSettings, string(training.KeyWeight)),
	}, call: c, in: in, before: who, after: who}
	if err := p.home(ctx, d.Connections); err != nil {
		return nil, err
	}
	if err := p.make(); err != nil {
		return nil, err
	}
	if err := p.notes(ctx, d.Store, hidden.Hides(store.ChangeKind(document.Profiles), notesField)); err != nil {
		return nil, err
	}
	p.Tell(who, c.Today, false)
	out := &settingsOut{LocalDate: c.Today, TimeZone: c.Location.String(), AthleteID: string(c.Scope.Athlete), Notes: p.Notes}
	if len(p.Changes) == 0 {
		out.DryRun = c.DryRun
		out.Notes = append(out.Notes, "Nothing changed: these values already apply.")
		return out, nil
	}
	if err := out.tellInWatts(ctx, d, &p); err != nil {
		return nil, err
	}
	out.Outcome, err = d.Journal.Do(ctx, c.Write(p.summary(), p.Targets), p.apply)
	return out, err
}

// summary lists the changed fields and, if one of them is dated, the day.
func (p *plan) summary() i18n.Sentence {
	var byDay, other []string
	for _, ch := range p.Changes {
		if tools.HasDay(ch) {
			byDay = append(byDay, ch.Field)
		} else {
			other = append(other, ch.Field)
		}
	}
	var out []i18n.Sentence
	if len(byDay) > 0 {
		out = append(out, i18n.Sentencef("Set %s from %s.", strings.Join(byDay, ", "), p.From))
	}
	if len(other) > 0 {
		out = append(out, i18n.Sentencef("Set %s.", strings.Join(other, ", ")))
	}
	return i18n.InARow(out...)
}

// apply carries out the plan.
func (p *plan) apply(tx *store.Tx) (journal.Effect, error) {
	e := journal.Effect{Changes: p.Changes}
	if p.after != p.before {
		if err := tx.PutAthlete(p.after); err != nil {
			return e, err
		}
		e.Changed = append(e.Changed, journal.PutAthlete(p.before, p.after))
	}
	if p.noted != nil {
		if err := p.noted.Put(tx, p.after.ID, &e); err != nil {
			return e, err
		}
	}
	err := p.Apply(tx, p.after.ID, &e)
	return e, err
}

// person reports whether an argument changes the athlete's own data.
func (in *settingsIn) person() bool {
	return in.Sex != "" || in.BirthYear != 0 || in.TimeZone != "" || in.WeekStart != "" || in.Units != "" ||
		in.Loads != "" || in.Home != "" || in.Wellness != "" || in.Share != nil || in.Notes != nil
}

// person plans the changes to the athlete's own data.
func (p *plan) person() error {
	a, in := &p.after, p.in
	if in.Sex != "" {
		a.Sex, a.SaidBy.Sex = training.Sex(in.Sex), ""
	}
	if in.BirthYear != 0 {
		year := p.call.Today.Time(time.UTC).Year()
		if in.BirthYear > year-4 {
			return training.Errorf(training.KindInvalid, "birth_year %d is not the year of birth of an athlete.", in.BirthYear).
				WithFix("Give a year up to %d.", year-4)
		}
		a.BirthYear, a.SaidBy.BirthYear = in.BirthYear, ""
	}
	if in.TimeZone != "" {
		if _, err := time.LoadLocation(in.TimeZone); err != nil || in.TimeZone == "Local" {
			return training.Errorf(training.KindInvalid, "%q is not a time zone.", in.TimeZone).
				WithFix("Give an IANA name such as Europe/Berlin or Asia/Kolkata.")
		}
		a.TimeZone, a.SaidBy.TimeZone = in.TimeZone, ""
	}
	switch in.WeekStart {
	case "monday":
		a.WeekStart = time.Monday
	case "saturday":
		a.WeekStart = time.Saturday
	case "sunday":
		a.WeekStart = time.Sunday
	}
	if in.Units != "" {
		a.Units = training.Units(in.Units)
	}
	if err := p.loadOrder(); err != nil {
		return err
	}
	if in.Wellness != "" {
		var err error
		if a.WellnessOrder, err = a.WellnessOrder.Change(in.Wellness); err != nil {
			return err
		}
	}
	if err := p.sharing(); err != nil {
		return err
	}
	p.tellPerson()
	return nil
}

// usualOrder is the value of the argument that restores the usual order of load methods.
const usualOrder = "default"

// loadOrder plans a change to the order of methods by which loads are computed.
func (p *plan) loadOrder() error {
	text := strings.ReplaceAll(p.in.Loads, " ", "")
	if text == "" {
		return nil
	}
	if text == usualOrder {
		text = ""
	}
	if _, err := load.ParseOrder(text); err != nil {
		return err
	}
	p.after.LoadOrder = text
	return nil
}

// cliFace is the name of the face on which a person types the arguments.
const cliFace = "cli"

// These are the kinds of data that the athlete can share with assistants in addition to activities.
const (
	sharePosition = "position"
	shareWeight   = "weight"
	shareNotes    = "notes"
	shareCycle    = "cycle"
	shareSets     = "sets"
	shareFood     = "food"
	shareGlucose  = "glucose"
)

// sharing plans a change to the data that assistants may see. The athlete can
// share less on any face, but more only on the command line, where a person types.
func (p *plan) sharing() error {
	if p.in.Share == nil {
		return nil
	}
	for _, f := range []struct {
		name string
		to   *bool
	}{
		{sharePosition, &p.after.Sharing.Position},
		{shareWeight, &p.after.Sharing.Weight},
		{shareNotes, &p.after.Sharing.Notes},
		{shareCycle, &p.after.Sharing.Cycle},
		{shareSets, &p.after.Sharing.Sets},
		{shareFood, &p.after.Sharing.Food},
		{shareGlucose, &p.after.Sharing.Glucose},
	} {
		want := slices.Contains(p.in.Share, f.name)
		if want && !*f.to && p.call.Face != cliFace {
			return training.Errorf(training.KindForbidden, "Only the athlete can share %s with assistants.", f.name).
				WithFix(`The athlete can run: lapkeep call update_athlete_settings '{"share": ["%s"]}'`, strings.Join(p.in.Share, `", "`))
		}
		*f.to = want
	}
	return nil
}

// tellPerson lists the changes, field by field.
func (p *plan) tellPerson() {
	b, a := &p.before, &p.after
	for _, f := range []struct{ name, before, after string }{
		{"sex", string(b.Sex), string(a.Sex)},
		{"birth_year", yearWords(b.BirthYear), yearWords(a.BirthYear)},
		{"time_zone", b.TimeZone, a.TimeZone},
		{"week_start", strings.ToLower(b.WeekStart.String()), strings.ToLower(a.WeekStart.String())},
		{"units", string(b.Units), string(a.Units)},
		{"load_methods", b.LoadOrder, a.LoadOrder},
		{"home_source", b.HomesText(), a.HomesText()},
		{"wellness_sources", string(b.WellnessOrder), string(a.WellnessOrder)},
		{"share_position", fmt.Sprint(b.Sharing.Position), fmt.Sprint(a.Sharing.Position)},
		{"share_weight", fmt.Sprint(b.Sharing.Weight), fmt.Sprint(a.Sharing.Weight)},
		{"share_notes", fmt.Sprint(b.Sharing.Notes), fmt.Sprint(a.Sharing.Notes)},
		{"share_cycle", fmt.Sprint(b.Sharing.Cycle), fmt.Sprint(a.Sharing.Cycle)},
		{"share_sets", fmt.Sprint(b.Sharing.Sets), fmt.Sprint(a.Sharing.Sets)},
		{"share_food", fmt.Sprint(b.Sharing.Food), fmt.Sprint(a.Sharing.Food)},
		{"share_glucose", fmt.Sprint(b.Sharing.Glucose), fmt.Sprint(a.Sharing.Glucose)},
	} {
		if f.before != f.after {
			p.Changes = append(p.Changes, journal.Change{
				Of: store.ChangeSettings, Target: "athlete", Field: f.name,
				Before: i18n.Name(f.before), After: i18n.Name(f.after),
			})
			p.Target("athlete:"+f.name, "")
		}
	}
}

func yearWords(y int) string {
	if y == 0 {
		return ""
	}
	return strconv.Itoa(y)
}
