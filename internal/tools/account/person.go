package account

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// person says that an argument about the athlete's own row was given.
func (in *settingsIn) person() bool {
	return in.Sex != "" || in.BirthYear != 0 || in.TimeZone != "" || in.WeekStart != "" || in.Units != "" ||
		in.Loads != "" || in.Estimate != "" || in.Home != "" || in.Share != nil || in.Notes != nil
}

// person plans what changes in the athlete's own row.
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
	if err := p.powerEstimate(); err != nil {
		return err
	}
	if err := p.sharing(); err != nil {
		return err
	}
	p.tellPerson()
	return nil
}

// usualOrder takes an order of load methods, or what power is estimated by, back.
const usualOrder = "default"

// loadOrder plans how loads are found.
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

// powerEstimate plans what the power of rides without a meter is estimated by.
func (p *plan) powerEstimate() error {
	text := strings.ReplaceAll(p.in.Estimate, " ", "")
	if text == "" {
		return nil
	}
	if text == usualOrder {
		text = ""
	}
	if _, err := power.ParseSetup(text); err != nil {
		return err
	}
	p.after.PowerEstimate = text
	return nil
}

// cliFace is the face on which a person types the arguments.
const cliFace = "cli"

// What assistants may see beyond the activities themselves.
const (
	sharePosition = "position"
	shareWeight   = "weight"
	shareNotes    = "notes"
	shareCycle    = "cycle"
)

// sharing plans what assistants may see. Every face may narrow that; only
// the command line, where a person types, may widen it.
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

// tellPerson lists what changes, field by field.
func (p *plan) tellPerson() {
	b, a := &p.before, &p.after
	for _, f := range []struct{ name, before, after string }{
		{"sex", string(b.Sex), string(a.Sex)},
		{"birth_year", yearWords(b.BirthYear), yearWords(a.BirthYear)},
		{"time_zone", b.TimeZone, a.TimeZone},
		{"week_start", strings.ToLower(b.WeekStart.String()), strings.ToLower(a.WeekStart.String())},
		{"units", string(b.Units), string(a.Units)},
		{"load_methods", b.LoadOrder, a.LoadOrder},
		{"power_estimate", b.PowerEstimate, a.PowerEstimate},
		{"home_source", b.HomesText(), a.HomesText()},
		{"share_position", fmt.Sprint(b.Sharing.Position), fmt.Sprint(a.Sharing.Position)},
		{"share_weight", fmt.Sprint(b.Sharing.Weight), fmt.Sprint(a.Sharing.Weight)},
		{"share_notes", fmt.Sprint(b.Sharing.Notes), fmt.Sprint(a.Sharing.Notes)},
		{"share_cycle", fmt.Sprint(b.Sharing.Cycle), fmt.Sprint(a.Sharing.Cycle)},
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
